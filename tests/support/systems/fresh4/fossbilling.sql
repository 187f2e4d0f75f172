CREATE TABLE transaction (id bigserial PRIMARY KEY, invoice_id bigint, gateway_id int, txn_id varchar(255),
  txn_status varchar(255), s_id varchar(255), s_period varchar(255), amount decimal(18,2), currency varchar(10),
  type varchar(255), status varchar(255) DEFAULT 'received', ip varchar(45), error text, error_code int,
  validate_ipn smallint DEFAULT 1, ipn text, ipn_hash varchar(64), output text, note text, created_at timestamp,
  updated_at timestamp);
CREATE INDEX transaction_invoice_id_idx ON transaction (invoice_id);
INSERT INTO transaction (invoice_id, gateway_id, txn_id, txn_status, amount, currency, type, status, ip, error,
  error_code, ipn, ipn_hash, created_at, updated_at) SELECT 100 + g, 1 + g % 2, CASE WHEN k <> 'received'
  THEN 'txn_' || md5('tn' || g) END, CASE k WHEN 'processed' THEN 'complete' WHEN 'error' THEN 'failed' END, CASE
  WHEN k <> 'received' THEN 5 + g * 0.5 END, CASE WHEN k <> 'received' THEN 'EUR' END, CASE WHEN k <> 'received'
  THEN 'payment' END, k, '10.0.0.' || g % 200, CASE WHEN k = 'error' THEN 'Invoice was paid already' END, CASE
  WHEN k = 'error' THEN 7 END, '{"get":{"invoice_id":' || g || '},"post":{}}', md5('ipn' || g) || md5('ipm' || g), c,
  CASE WHEN k = 'received' THEN c ELSE c + interval '3 seconds' END
FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'received' WHEN g <= 7 THEN 'received' WHEN g % 13 = 0
  THEN 'error' WHEN g % 47 = 0 THEN 'approved' ELSE 'processed' END AS k, localtimestamp - CASE WHEN g <= 3
  THEN g * interval '2 seconds' WHEN g <= 7 THEN interval '2 days' + g * interval '7 minutes'
  ELSE g * interval '5 hours' END AS c
FROM generate_series(1, 140) g) s;
