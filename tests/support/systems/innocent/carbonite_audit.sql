CREATE TABLE transactions (
  id bigint NOT NULL,
  xact_id xid8 NOT NULL,
  meta jsonb NOT NULL DEFAULT '{}',
  inserted_at timestamp without time zone NOT NULL,
  CONSTRAINT transactions_pkey PRIMARY KEY (id) INCLUDE (xact_id)
);
CREATE SEQUENCE transactions_id_seq START WITH 20000 OWNED BY transactions.id;
CREATE TYPE change_op AS ENUM('insert', 'update', 'delete');
CREATE TABLE changes (
  id bigserial NOT NULL PRIMARY KEY,
  transaction_id bigint NOT NULL REFERENCES transactions (id) ON DELETE CASCADE ON UPDATE CASCADE,
  transaction_xact_id xid8 NOT NULL,
  op change_op NOT NULL,
  table_prefix varchar(255) NOT NULL,
  table_name varchar(255) NOT NULL,
  table_pk varchar(255)[],
  data jsonb NOT NULL,
  changed varchar(255)[] NOT NULL,
  changed_from jsonb
);
CREATE INDEX changes_transaction_id_index ON changes (transaction_id);
CREATE INDEX changes_table_prefix_table_name_table_pk_index ON changes (table_prefix, table_name, table_pk);
CREATE TABLE outboxes (
  name varchar(255) NOT NULL PRIMARY KEY,
  memo jsonb NOT NULL DEFAULT '{}',
  last_transaction_id bigint NOT NULL DEFAULT 0,
  inserted_at timestamp without time zone NOT NULL,
  updated_at timestamp without time zone NOT NULL
);
INSERT INTO transactions
SELECT 20000 + n, (901000 + n * 3)::text::xid8, jsonb_build_object('type', (ARRAY['rabbit_inserted', 'order_placed', 'profile_changed'])[1 + n % 3], 'user_id', n % 17), (now() AT TIME ZONE 'UTC') - (121 - n) * interval '13 min' FROM generate_series(1, 120) n;
INSERT INTO changes (transaction_id, transaction_xact_id, op, table_prefix, table_name, table_pk, data, changed, changed_from)
SELECT t.id, t.xact_id, (ARRAY['insert', 'update', 'update', 'delete'])[1 + k.n % 4]::change_op, 'public', (ARRAY['rabbits', 'orders', 'profiles'])[1 + t.id % 3], ARRAY[(t.id % 50)::text], jsonb_build_object('id', t.id % 50, 'name', 'Jack ' || k.n, 'updated_at', t.inserted_at), CASE WHEN k.n % 4 IN (1, 2) THEN ARRAY['name'] ELSE '{}' END, CASE WHEN k.n % 4 IN (1, 2) THEN jsonb_build_object('name', 'Jack') END
FROM transactions t JOIN generate_series(1, 180) k(n) ON 20000 + 1 + k.n % 120 = t.id ORDER BY t.id, k.n;
INSERT INTO outboxes VALUES ('rabbits', '{"exported": 3}', 20118, now() - interval '90 days', now() - interval '20 min'), ('mailer', '{}', 20120, now() - interval '80 days', now() - interval '2 min'), ('search', '{}', 20071, now() - interval '40 days', now() - interval '10 h');
