CREATE TYPE payoutstatus AS ENUM ('IN_PROGRESS', 'SUCCESS', 'FAIL');
CREATE TABLE payout (id serial PRIMARY KEY, created_at timestamp DEFAULT now(), updated_at timestamp DEFAULT now(),
  amount numeric, crypto varchar, dest_addr varchar, success varchar, error varchar, callback_url varchar, task_id
  varchar, external_id varchar, status payoutstatus);
CREATE INDEX ix_payout_status ON payout (status);
CREATE INDEX ix_payout_task_id ON payout (task_id);
CREATE TABLE unconfirmed_transaction (id serial PRIMARY KEY, invoice_id integer NOT NULL, addr varchar, txid
  varchar, crypto varchar, amount_crypto numeric, callback_confirmed boolean DEFAULT false, created_at timestamp
  DEFAULT now(), UNIQUE (crypto, txid, invoice_id));
INSERT INTO payout (created_at, updated_at, amount, crypto, dest_addr, success, error, callback_url, task_id,
  external_id, status) SELECT c, CASE WHEN k IN ('IN_PROGRESS', 'lost') THEN c ELSE c + interval '90 seconds' END,
  0.01 * g, (ARRAY['BTC', 'ETH', 'USDT'])[1 + g % 3], '0x' || md5('d' || g), CASE k WHEN 'SUCCESS' THEN 'Yes' WHEN
  'FAIL' THEN 'No' END, CASE k WHEN 'FAIL' THEN 'insufficient funds' END, CASE WHEN g % 3 > 0 THEN
  'https://shop.example/cb' END, md5('ts' || g)::uuid::text, CASE WHEN g % 3 > 0 THEN 'ord-' || g END, (CASE k WHEN
  'lost' THEN 'IN_PROGRESS' ELSE k END)::payoutstatus FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 4 THEN
  'IN_PROGRESS' WHEN g <= 7 THEN 'lost' WHEN g % 12 = 0 THEN 'FAIL' ELSE 'SUCCESS' END AS k, localtimestamp - CASE
  WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 7 THEN interval '9 hours' + g * interval '7 minutes' ELSE g *
  interval '35 minutes' END AS c FROM generate_series(1, 180) g) s;
INSERT INTO unconfirmed_transaction (invoice_id, addr, txid, crypto, amount_crypto, callback_confirmed, created_at)
  SELECT 1000 + g, 'bc1q' || md5('a' || g), md5('t' || g) || md5('u' || g), 'BTC', 0.001 * g, k = 'done', c FROM
  (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 5 THEN 'lost' ELSE 'done' END AS k,
  localtimestamp - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 5 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '12 minutes' END AS c FROM generate_series(1, 60) g) s;
