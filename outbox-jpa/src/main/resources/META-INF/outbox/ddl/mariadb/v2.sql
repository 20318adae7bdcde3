-- EE Outbox, MariaDB 10.11 and later, schema version 2. Only adds to version 1, so nodes of older releases go on working.
-- Run it once after v1.sql, as the owner of the schema. A statement ends with a semicolon at the end of a line.

-- How far each consumer has come in the events of each aggregate. The sequence before the last change tells whoever made
-- that change what stood there. A day and not a time, so that most changes leave the index alone.
CREATE TABLE outbox_inbox_sequence (
  consumer        varchar(100) NOT NULL,
  source          varchar(255) NOT NULL,
  aggregatetype   varchar(100) NOT NULL,
  aggregateid     varchar(255) NOT NULL,
  last_sequence   bigint NOT NULL,
  sequence_before bigint,
  seen_on         date NOT NULL,
  CONSTRAINT outbox_inbox_sequence_pk PRIMARY KEY (consumer, source, aggregatetype, aggregateid)
) ENGINE = InnoDB DEFAULT CHARACTER SET utf8mb4 COLLATE utf8mb4_nopad_bin;

CREATE INDEX outbox_inbox_sequence_seen ON outbox_inbox_sequence (seen_on);

INSERT INTO outbox_schema (version) VALUES (2);
