CREATE TABLE paypal_ipn (id serial PRIMARY KEY, business varchar(127) NOT NULL, charset varchar(255) NOT NULL,
  custom varchar(256) NOT NULL, notify_version numeric(64,2), parent_txn_id varchar(19) NOT NULL, receiver_email
  varchar(254) NOT NULL, receiver_id varchar(255) NOT NULL, residence_country varchar(2) NOT NULL, test_ipn boolean
  NOT NULL, txn_id varchar(255) NOT NULL, txn_type varchar(255) NOT NULL, verify_sign varchar(255) NOT NULL,
  first_name varchar(64) NOT NULL, last_name varchar(64) NOT NULL, payer_email varchar(127) NOT NULL, payer_id
  varchar(13) NOT NULL, invoice varchar(127) NOT NULL, item_name varchar(127) NOT NULL, mc_currency varchar(32) NOT
  NULL, mc_fee numeric(64,2), mc_gross numeric(64,2), payer_status varchar(255) NOT NULL, payment_date timestamptz,
  payment_status varchar(255) NOT NULL, payment_type varchar(255) NOT NULL, pending_reason varchar(255) NOT NULL,
  reason_code varchar(255) NOT NULL, ipaddress inet, flag boolean NOT NULL, flag_code varchar(16) NOT NULL,
  flag_info text NOT NULL, query text NOT NULL, response varchar(255) NOT NULL, created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL, from_view varchar(6));
CREATE INDEX paypal_ipn_txn_id ON paypal_ipn (txn_id);
INSERT INTO paypal_ipn (business, charset, custom, notify_version, parent_txn_id, receiver_email, receiver_id,
  residence_country, test_ipn, txn_id, txn_type, verify_sign, first_name, last_name, payer_email, payer_id, invoice,
  item_name, mc_currency, mc_fee, mc_gross, payer_status, payment_date, payment_status, payment_type,
  pending_reason, reason_code, ipaddress, flag, flag_code, flag_info, query, response, created_at, updated_at)
  SELECT 'shop@example.com', 'windows-1252', '', 3.9, CASE k WHEN 'Refunded' THEN upper(left(md5('t' || (g - 9)),
  17)) ELSE '' END, 'shop@example.com', 'S8XGHLYDW9T3S', 'US', false, upper(left(md5('t' || g), 17)), 'web_accept',
  md5('v' || g), 'Ann', 'B' || g, 'b' || g || '@example.com', upper(left(md5('p' || g % 90), 13)), 'inv-' || g,
  'Book ' || g % 9, 'USD', 0.59, (9 + g % 40)::numeric(64,2), CASE WHEN g % 4 = 0 THEN 'unverified' ELSE 'verified'
  END, c - interval '3 seconds', CASE k WHEN 'bad' THEN 'Completed' ELSE k END, 'instant', CASE k WHEN 'Pending'
  THEN 'echeck' ELSE '' END, CASE k WHEN 'Refunded' THEN 'refund' ELSE '' END, '10.0.0.9', k = 'bad', CASE k WHEN
  'bad' THEN '1001' ELSE '' END, CASE k WHEN 'bad' THEN 'Duplicate txn_id. (x)' ELSE '' END, 'mc_gross=9',
  'VERIFIED', c, c + interval '1 second' FROM (SELECT g, now() AS n, CASE  WHEN g % 11 = 0 THEN 'Refunded' WHEN g %
  17 = 0 THEN 'Pending' WHEN g % 19 = 0 THEN 'bad' ELSE 'Completed' END AS k, now() - g * interval '25 minutes' AS c
  FROM generate_series(1, 220) g) s;
