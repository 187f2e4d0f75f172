CREATE TABLE idempotency_keys (
  key text PRIMARY KEY,
  status text NOT NULL,
  request_hash text,
  response jsonb,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE TABLE email_log (
  event_id text NOT NULL,
  email_type text NOT NULL,
  sent_at timestamptz,
  PRIMARY KEY (event_id, email_type)
);
INSERT INTO idempotency_keys
SELECT 'pay-' || i, CASE i % 6 WHEN 0 THEN 'processing' WHEN 1 THEN 'failed' ELSE 'completed' END, md5('body' || i) || md5('more' || i),
       CASE WHEN i % 6 > 1 THEN jsonb_build_object('payment', i) END, at, at + interval '24 hours'
FROM generate_series(1, 60) i, LATERAL (SELECT now() - i * interval '5 min' AS at) t;
INSERT INTO email_log
SELECT 'order_confirm:ord_' || i, (ARRAY['receipt', 'shipping'])[1 + i % 2], CASE WHEN i % 7 > 0 THEN now() - i * interval '6 min' END
FROM generate_series(1, 60) i;
