CREATE TABLE payments (
  id          varchar(36) PRIMARY KEY,
  amount      decimal NOT NULL,
  currency    varchar(3) NOT NULL,
  customer_id varchar(100) NOT NULL,
  ride_id     varchar(100) NOT NULL,
  status      varchar(20) NOT NULL,
  card_last4  varchar(4),
  description text,
  fail_reason text,
  created_at  timestamptz
);
CREATE TABLE idempotency_records (
  key                 varchar(64) PRIMARY KEY,
  request_fingerprint varchar(64) NOT NULL,
  payment_id          varchar(36),
  response_body       jsonb,
  status              varchar(20) NOT NULL,
  created_at          timestamptz,
  expires_at          timestamptz NOT NULL
);
CREATE INDEX idx_idempotency_records_expires_at ON idempotency_records (expires_at);

INSERT INTO payments
SELECT md5('pay' || n)::uuid::text, (12000 + n * 350)::decimal, (ARRAY['IDR', 'THB', 'VND', 'PHP'])[1 + n % 4], 'cust_' || 100 + n % 9, 'ride_' || 5000 + n,
       CASE WHEN n % 11 = 0 THEN 'PENDING' WHEN n % 7 = 0 THEN 'FAILED' ELSE 'SUCCEEDED' END,
       CASE WHEN n % 11 = 0 THEN '0259' WHEN n % 7 = 0 THEN '0002' ELSE '4242' END, CASE WHEN n % 2 = 0 THEN 'Airport ride' ELSE '' END,
       CASE WHEN n % 11 <> 0 AND n % 7 = 0 THEN 'insufficient_funds' ELSE '' END, now() - n * interval '37 minutes'
FROM generate_series(1, 60) AS n;

INSERT INTO idempotency_records
SELECT 'ride-' || 5000 + n || '-' || left(md5('k' || n), 12), encode(sha256(convert_to('req' || n, 'UTF8')), 'hex'), p.id,
       jsonb_strip_nulls(jsonb_build_object('id', p.id, 'amount', p.amount, 'currency', p.currency, 'customer_id', p.customer_id, 'ride_id', p.ride_id,
         'status', p.status, 'card_last_4', p.card_last4, 'description', nullif(p.description, ''), 'fail_reason', nullif(p.fail_reason, ''), 'created_at', p.created_at)),
       'COMPLETED', p.created_at - interval '120 milliseconds', p.created_at - interval '120 milliseconds' + interval '24 hours'
FROM generate_series(1, 60) AS n JOIN payments p ON p.id = md5('pay' || n)::uuid::text;
