CREATE TABLE IF NOT EXISTS orders (id uuid PRIMARY KEY, customer varchar(64) NOT NULL, total numeric(12, 2) NOT NULL, cancelled boolean NOT NULL);
