CREATE TABLE idempotency_keys (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), merchant_id uuid NOT NULL, key
  varchar(255) NOT NULL, request_hash char(64) NOT NULL, status varchar(20) NOT NULL, response_status
  integer, response_body jsonb, transaction_id uuid, created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(), expires_at timestamptz NOT NULL, CONSTRAINT
  uq_idempotency_keys_merchant_key UNIQUE (merchant_id, key), CONSTRAINT chk_idempotency_keys_status CHECK
  (status IN ('PROCESSING', 'COMPLETED', 'FAILED')));
CREATE INDEX idx_idempotency_keys_expires_at ON idempotency_keys (expires_at);
INSERT INTO idempotency_keys (id, merchant_id, key, request_hash, status, response_status, response_body,
  transaction_id, created_at, updated_at, expires_at) SELECT md5('mk' || g)::uuid, md5('me' || g %
  15)::uuid, 'pay-' || md5('mq' || g), md5('m1' || g) || md5('m2' || g), CASE k WHEN 'work' THEN
  'PROCESSING' WHEN 'lost' THEN 'PROCESSING' WHEN 'bad' THEN 'FAILED' ELSE 'COMPLETED' END, CASE WHEN k IN
  ('done', 'bad') THEN CASE k WHEN 'bad' THEN 422 ELSE 201 END END, CASE WHEN k IN ('done', 'bad') THEN
  jsonb_build_object('n', g) END, CASE WHEN k IN ('done') THEN md5('tx' || g)::uuid END, c, c + CASE k WHEN
  'work' THEN interval '0' WHEN 'lost' THEN interval '0' ELSE interval '30 milliseconds' * (1 + g % 60) END,
  c + interval '24 hours' FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'work' WHEN g <= 6 THEN 'lost'
  WHEN g % 23 = 7 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 2 THEN g * interval '25 seconds'
  WHEN g <= 6 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '2 minutes' END AS c FROM
  generate_series(1, 520) g) s ORDER BY s.c;
