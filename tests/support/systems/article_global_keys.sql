CREATE TABLE idempotency_keys (
  key varchar(64) PRIMARY KEY,
  status varchar(20) NOT NULL DEFAULT 'processing',
  request_path varchar(255) NOT NULL,
  response_code int,
  response_body jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL DEFAULT now() + interval '24 hours'
);
INSERT INTO idempotency_keys
SELECT md5('key' || i), CASE WHEN i % 5 = 0 THEN 'processing' ELSE 'completed' END, '/payments', CASE WHEN i % 5 > 0 THEN 201 END,
       CASE WHEN i % 5 > 0 THEN jsonb_build_object('payment', i) END, at, at + interval '24 hours'
FROM generate_series(1, 60) i, LATERAL (SELECT now() - i * interval '3 min' AS at) t;
