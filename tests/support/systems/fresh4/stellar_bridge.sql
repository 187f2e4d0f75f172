CREATE TABLE senttransaction (id serial PRIMARY KEY, transaction_id varchar(64) NOT NULL,
  status varchar(10) NOT NULL, source varchar(56) NOT NULL, submitted_at timestamp NOT NULL, succeeded_at timestamp,
  ledger bigint, envelope_xdr text NOT NULL, result_xdr varchar(255),
  payment_id varchar(255) CONSTRAINT payment_id_unique UNIQUE);
CREATE TABLE receivedpayment (id bigserial PRIMARY KEY, operation_id varchar(255) UNIQUE NOT NULL,
  processed_at timestamp NOT NULL, paging_token varchar(255) NOT NULL, status varchar(255) NOT NULL,
  transaction_id varchar(64) DEFAULT 'N/A');
INSERT INTO senttransaction (transaction_id, status, source, submitted_at, succeeded_at, ledger, envelope_xdr,
  result_xdr, payment_id) SELECT md5('st' || g) || md5('su' || g), k, 'GA' || upper(md5('src')), c, CASE
  WHEN k = 'success' THEN c + interval '5 seconds' END, CASE WHEN k = 'success' THEN 900000 + g END,
  'AAAA' || md5('xdr' || g), CASE WHEN k = 'failure' THEN 'AAAAAAAAAAD////7AAAAAA==' END, CASE WHEN g % 3 > 0
  THEN 'pay-' || g END
FROM (SELECT g, (now() AT TIME ZONE 'UTC') AS n, CASE WHEN g <= 3 THEN 'sending' WHEN g <= 5 THEN 'sending'
  WHEN g % 14 = 0 THEN 'failure' ELSE 'success' END AS k, (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 3
  THEN g * interval '2 seconds' WHEN g <= 5 THEN interval '8 hours' + g * interval '7 minutes'
  ELSE g * interval '30 minutes' END AS c
FROM generate_series(1, 150) g) s;
INSERT INTO receivedpayment (operation_id, processed_at, paging_token, status,
  transaction_id) SELECT (7000000000 + g * 4096)::text, CASE WHEN k = 'lost' THEN c ELSE c + interval '1 second' END,
  (7000000000 + g * 4096)::text, CASE k WHEN 'run' THEN 'Processing...' WHEN 'lost' THEN 'Processing...' WHEN 'none'
  THEN 'Asset not allowed' WHEN 'bad' THEN 'Error response from receive callback: 500' ELSE 'Success' END,
  md5('rp' || g) || md5('rq' || g)
FROM (SELECT g, (now() AT TIME ZONE 'UTC') AS n, CASE WHEN g <= 2 THEN 'run' WHEN g <= 4 THEN 'lost' WHEN g % 9 = 0
  THEN 'none' WHEN g % 29 = 0 THEN 'bad' ELSE 'ok' END AS k, (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 2
  THEN g * interval '1 second' WHEN g <= 4 THEN interval '8 hours' + g * interval '7 minutes'
  ELSE g * interval '40 minutes' END AS c
FROM generate_series(1, 160) g) s;
