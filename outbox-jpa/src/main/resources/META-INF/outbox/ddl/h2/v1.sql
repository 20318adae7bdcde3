-- EE Outbox, H2 2.2 and later, schema version 1. Frozen: later versions only add (v2.sql, ...).
-- Run it once as the owner of the schema. A statement ends with a semicolon at the end of a line.

-- Positions. Without a cache: a cached sequence hands positions to sessions in advance, and order is lost.
CREATE SEQUENCE outbox_position AS bigint NO CACHE NO CYCLE;

-- Events that may leave now, and nothing else.
CREATE TABLE outbox_event (
  channel           varchar(100) NOT NULL,
  shard             integer NOT NULL,
  position          bigint NOT NULL DEFAULT NEXT VALUE FOR outbox_position,
  id                uuid NOT NULL,
  aggregatetype     varchar(100) NOT NULL,
  aggregateid       varchar(255) NOT NULL,
  type              varchar(255) NOT NULL,
  schema_version    integer NOT NULL,
  sequence          bigint,
  previous_sequence bigint,
  content_type      varchar(100) NOT NULL,
  headers           character large object,
  payload           binary large object,
  occurred_at       timestamp with time zone NOT NULL,
  format            integer NOT NULL DEFAULT 1,
  CONSTRAINT outbox_event_pk PRIMARY KEY (id)
);

-- The one index that the relay reads by.
CREATE INDEX outbox_event_claim ON outbox_event (channel, shard, position);

-- The last sequence of each aggregate; the lock on a row is what orders the aggregate's transactions.
CREATE TABLE outbox_aggregate (
  channel       varchar(100) NOT NULL,
  aggregatetype varchar(100) NOT NULL,
  aggregateid   varchar(255) NOT NULL,
  last_sequence bigint NOT NULL,
  CONSTRAINT outbox_aggregate_pk PRIMARY KEY (channel, aggregatetype, aggregateid)
);

CREATE TABLE outbox_channel (
  channel      varchar(100) NOT NULL,
  shards       integer NOT NULL,
  paused_since timestamp with time zone,
  CONSTRAINT outbox_channel_pk PRIMARY KEY (channel)
);

-- One row per part of a channel; a relay works on a shard while it holds the lock on its row. Its number
-- becomes another one with every change of the shard's rows in outbox_blocked, which needs that lock.
CREATE TABLE outbox_shard (
  channel varchar(100) NOT NULL,
  shard   integer NOT NULL,
  blocked bigint NOT NULL DEFAULT 0,
  CONSTRAINT outbox_shard_pk PRIMARY KEY (channel, shard)
);

-- Aggregates whose events cannot follow each other: while an event is held, its successors wait in outbox_waiting; once
-- it was left out, the row tells its successor which sequence came before.
CREATE TABLE outbox_blocked (
  channel           varchar(100) NOT NULL,
  aggregatetype     varchar(100) NOT NULL,
  aggregateid       varchar(255) NOT NULL,
  shard             integer NOT NULL,
  event_id          uuid NOT NULL,
  sequence          bigint NOT NULL,
  previous_sequence bigint NOT NULL,
  held              boolean NOT NULL,
  since             timestamp with time zone NOT NULL,
  CONSTRAINT outbox_blocked_pk PRIMARY KEY (channel, aggregatetype, aggregateid)
);

CREATE INDEX outbox_blocked_shard ON outbox_blocked (channel, shard);

-- Events that may not leave yet: to be tried again, behind such a one, or delayed. Without available_at they wait for
-- another event or for an operator.
CREATE TABLE outbox_waiting (
  channel           varchar(100) NOT NULL,
  shard             integer NOT NULL,
  position          bigint NOT NULL DEFAULT NEXT VALUE FOR outbox_position,
  id                uuid NOT NULL,
  aggregatetype     varchar(100) NOT NULL,
  aggregateid       varchar(255) NOT NULL,
  type              varchar(255) NOT NULL,
  schema_version    integer NOT NULL,
  sequence          bigint,
  previous_sequence bigint,
  content_type      varchar(100) NOT NULL,
  headers           character large object,
  payload           binary large object,
  occurred_at       timestamp with time zone NOT NULL,
  format            integer NOT NULL DEFAULT 1,
  reason            varchar(30) NOT NULL,
  available_at      timestamp with time zone,
  attempts          integer NOT NULL DEFAULT 0,
  error_kind        varchar(100),
  error             character large object,
  CONSTRAINT outbox_waiting_pk PRIMARY KEY (id)
);

CREATE INDEX outbox_waiting_aggregate ON outbox_waiting (channel, aggregatetype, aggregateid, position);

CREATE INDEX outbox_waiting_due ON outbox_waiting (channel, shard, available_at);

-- Events that were given up until an operator decides.
CREATE TABLE outbox_quarantine (
  channel           varchar(100) NOT NULL,
  shard             integer NOT NULL,
  position          bigint NOT NULL,
  id                uuid NOT NULL,
  aggregatetype     varchar(100) NOT NULL,
  aggregateid       varchar(255) NOT NULL,
  type              varchar(255) NOT NULL,
  schema_version    integer NOT NULL,
  sequence          bigint,
  previous_sequence bigint,
  content_type      varchar(100) NOT NULL,
  headers           character large object,
  payload           binary large object,
  occurred_at       timestamp with time zone NOT NULL,
  format            integer NOT NULL DEFAULT 1,
  quarantined_at    timestamp with time zone NOT NULL,
  attempts          integer NOT NULL,
  error_kind        varchar(100) NOT NULL,
  error             character large object NOT NULL,
  CONSTRAINT outbox_quarantine_pk PRIMARY KEY (id)
);

CREATE INDEX outbox_quarantine_aggregate ON outbox_quarantine (channel, aggregatetype, aggregateid, position);

-- History.
CREATE TABLE outbox_published (
  channel           varchar(100) NOT NULL,
  shard             integer NOT NULL,
  position          bigint NOT NULL,
  id                uuid NOT NULL,
  aggregatetype     varchar(100) NOT NULL,
  aggregateid       varchar(255) NOT NULL,
  type              varchar(255) NOT NULL,
  schema_version    integer NOT NULL,
  sequence          bigint,
  previous_sequence bigint,
  content_type      varchar(100) NOT NULL,
  headers           character large object,
  payload           binary large object,
  occurred_at       timestamp with time zone NOT NULL,
  format            integer NOT NULL DEFAULT 1,
  published_at      timestamp with time zone NOT NULL
);

CREATE INDEX outbox_published_at ON outbox_published (published_at);

-- What operators did, and why.
CREATE TABLE outbox_audit (
  id            uuid NOT NULL,
  at            timestamp with time zone NOT NULL,
  actor         varchar(255) NOT NULL,
  action        varchar(30) NOT NULL,
  reason        character large object NOT NULL,
  channel       varchar(100),
  aggregatetype varchar(100),
  aggregateid   varchar(255),
  event_id      uuid,
  detail        character large object,
  CONSTRAINT outbox_audit_pk PRIMARY KEY (id)
);

CREATE INDEX outbox_audit_at ON outbox_audit (at);

-- What each consumer has done already.
CREATE TABLE outbox_inbox (
  consumer     varchar(100) NOT NULL,
  event_id     varchar(255) NOT NULL,
  processed_at timestamp with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT outbox_inbox_pk PRIMARY KEY (consumer, event_id)
);

CREATE INDEX outbox_inbox_processed ON outbox_inbox (processed_at);

CREATE TABLE outbox_schema (
  version    integer NOT NULL,
  applied_at timestamp with time zone NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT outbox_schema_pk PRIMARY KEY (version)
);

INSERT INTO outbox_schema (version) VALUES (1);
