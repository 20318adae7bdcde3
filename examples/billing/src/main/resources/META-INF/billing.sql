CREATE TABLE IF NOT EXISTS invoice (number uuid PRIMARY KEY, order_id uuid NOT NULL, customer varchar(64) NOT NULL, total numeric(12, 2) NOT NULL, cancelled boolean NOT NULL);
CREATE INDEX IF NOT EXISTS invoice_order ON invoice (order_id);
