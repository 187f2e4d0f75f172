CREATE TABLE idempotency_keys (
  key text PRIMARY KEY,
  state text NOT NULL DEFAULT 'completed' CHECK (state IN ('in_progress', 'completed')),
  lease_id text,
  request_fingerprint text,
  hash_algorithm text,
  status_code integer,
  content_type text,
  headers bytea,
  body bytea,
  created_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamptz NOT NULL
);
CREATE INDEX idx_idempotency_expires ON idempotency_keys (expires_at);
INSERT INTO idempotency_keys
SELECT md5('cs' || i)::uuid::text, 'completed', NULL,
       encode(sha256(convert_to('body' || i, 'UTF8')), 'hex'), 'SHA-256',
       CASE WHEN i % 13 = 0 THEN 422 WHEN i % 2 = 0 THEN 201 ELSE 200 END,
       'application/json; charset=utf-8',
       convert_to('{"Location":["/api/orders/' || i || '"]}', 'UTF8'),
       convert_to(CASE WHEN i % 13 = 0 THEN '{"title":"Validation failed","status":422}' ELSE '{"orderId":' || (4000 + i) || ',"state":"accepted"}' END, 'UTF8'),
       t, t + (80 + i * 11) * interval '1 millisecond' + interval '1 day'
FROM generate_series(1, 64) i, LATERAL (SELECT now() - i * interval '21 minutes' AS t) x;
INSERT INTO idempotency_keys (key, state, lease_id, created_at, expires_at)
SELECT md5('csrun' || i)::uuid::text, 'in_progress', md5('lease' || i), t, t + interval '1 minute'
FROM generate_series(1, 6) i, LATERAL (SELECT now() - i * interval '3 seconds' AS t) x;
-- left behind: the lease has run out
INSERT INTO idempotency_keys (key, state, lease_id, created_at, expires_at)
SELECT md5('csdead' || i)::uuid::text, 'in_progress', md5('deadlease' || i), t, t + interval '1 minute'
FROM generate_series(1, 3) i, LATERAL (SELECT now() - i * interval '47 minutes' AS t) x;
-- taken over after a run-out lease: first insertion stays as created_at
INSERT INTO idempotency_keys (key, state, lease_id, created_at, expires_at)
SELECT md5('csre' || i)::uuid::text, 'in_progress', md5('relase' || i), now() - i * interval '30 minutes', now() + interval '50 seconds'
FROM generate_series(1, 2) i;
