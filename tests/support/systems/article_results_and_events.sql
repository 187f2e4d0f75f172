CREATE TABLE idempotency_keys (
  key text PRIMARY KEY,
  payload_hash text NOT NULL,
  status text NOT NULL CHECK (status IN ('pending', 'complete', 'failed')),
  result_ref text,
  http_code int,
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz NOT NULL,
  UNIQUE (key)
);
CREATE TABLE inbox_events (
  event_id text PRIMARY KEY,
  source text NOT NULL,
  payload_hash text NOT NULL,
  received_at timestamptz NOT NULL DEFAULT now(),
  processed_at timestamptz,
  result text
);
INSERT INTO idempotency_keys
SELECT 'refund-' || i, md5('body' || i) || md5('more' || i), CASE i % 6 WHEN 0 THEN 'pending' WHEN 1 THEN 'failed' ELSE 'complete' END,
       CASE WHEN i % 6 > 1 THEN 'rf_' || i END, CASE i % 6 WHEN 0 THEN NULL WHEN 1 THEN 422 ELSE 200 END, at, at + interval '48 hours'
FROM generate_series(1, 60) i, LATERAL (SELECT now() - i * interval '4 min' AS at) t;
INSERT INTO inbox_events
SELECT 'evt_' || i, (ARRAY['billing', 'shop'])[1 + i % 2], md5('event' || i) || md5('more' || i), at, CASE WHEN i % 5 > 0 THEN at + interval '1 s' END,
       CASE WHEN i % 5 > 0 THEN 'ok' END
FROM generate_series(1, 60) i, LATERAL (SELECT now() - i * interval '1 min' AS at) t;
