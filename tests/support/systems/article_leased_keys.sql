CREATE TABLE idempotency_keys (
  key text PRIMARY KEY,
  request_hash bytea NOT NULL,
  state text NOT NULL,
  response_code int,
  response_body jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  locked_until timestamptz
);
-- Two states; the lease of a finished key is cleared.
INSERT INTO idempotency_keys
SELECT md5('key' || i), decode(md5('body' || i), 'hex') || decode(md5('more' || i), 'hex'), CASE WHEN i % 4 = 0 THEN 'in_progress' ELSE 'succeeded' END,
       CASE WHEN i % 4 > 0 THEN 201 END, CASE WHEN i % 4 > 0 THEN jsonb_build_object('payment', i) END, now() - i * interval '2 min',
       CASE WHEN i % 4 = 0 THEN now() - i * interval '2 min' + interval '30 s' END
FROM generate_series(1, 60) i;
