CREATE TABLE testmain_payment (id serial PRIMARY KEY, variant varchar(255) NOT NULL, status varchar(10) NOT NULL,
  fraud_status varchar(10) NOT NULL, fraud_message text NOT NULL, created timestamptz NOT NULL, modified timestamptz
  NOT NULL, transaction_id varchar(255) NOT NULL, currency varchar(10) NOT NULL, total numeric(9,2) NOT NULL,
  delivery numeric(9,2) NOT NULL, tax numeric(9,2) NOT NULL, description text NOT NULL, billing_first_name
  varchar(256) NOT NULL, billing_last_name varchar(256) NOT NULL, billing_email varchar(254) NOT NULL,
  customer_ip_address inet, extra_data text NOT NULL, message text NOT NULL, token varchar(36) NOT NULL,
  captured_amount numeric(9,2) NOT NULL);
INSERT INTO testmain_payment (variant, status, fraud_status, fraud_message, created, modified, transaction_id,
  currency, total, delivery, tax, description, billing_first_name, billing_last_name, billing_email,
  customer_ip_address, extra_data, message, token, captured_amount) SELECT (ARRAY['stripe', 'paypal', 'dotpay'])[1 +
  g % 3], CASE k WHEN 'lost' THEN 'preauth' ELSE k END, CASE WHEN k = 'confirmed' THEN 'accept' WHEN k = 'rejected'
  THEN 'reject' ELSE 'unknown' END, '', c, CASE WHEN k IN ('waiting', 'input') THEN c ELSE c + interval '3 minutes'
  END, CASE WHEN k IN ('waiting', 'input') THEN '' ELSE 'tx_' || left(md5('t' || g), 12) END, (ARRAY['EUR', 'USD',
  'PLN'])[1 + g % 3], (10 + g * 0.35)::numeric(9,2), 4.50, (g * 0.08)::numeric(9,2), 'Order ' || g, 'Ann', 'B' || g,
  'b' || g || '@example.com', '10.0.0.1', '{}', CASE k WHEN 'error' THEN 'gateway timeout' WHEN 'rejected' THEN
  'card declined' ELSE '' END, md5('tk' || g)::uuid::text, CASE k WHEN 'confirmed' THEN (10 + g *
  0.35)::numeric(9,2) ELSE 0 END FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'waiting' WHEN g <= 5 THEN
  'input' WHEN g <= 7 THEN 'preauth' WHEN g <= 10 THEN 'lost' WHEN g % 11 = 0 THEN 'rejected' WHEN g % 29 = 0 THEN
  'error' WHEN g % 37 = 0 THEN 'refunded' WHEN g % 41 = 0 THEN 'cancelled' ELSE 'confirmed' END AS k, now() - CASE
  WHEN g <= 7 THEN g * interval '25 seconds' WHEN g <= 10 THEN interval '9 hours' + g * interval '7 minutes' ELSE g
  * interval '25 minutes' END AS c FROM generate_series(1, 220) g) s;
