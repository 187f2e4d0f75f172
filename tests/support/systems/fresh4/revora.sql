CREATE TABLE idempotency_keys (key text PRIMARY KEY, response_status integer NOT NULL, response_body text NOT NULL,
  response_content_type text, created_at timestamptz NOT NULL DEFAULT now());
CREATE INDEX idx_idempotency_keys_created_at ON idempotency_keys (created_at DESC);
INSERT INTO idempotency_keys SELECT md5('rk' || g)::uuid::text, CASE WHEN g % 12 = 0 THEN 400 ELSE 201 END,
  '{"id":"' || md5('iv' || g)::uuid || '"}', 'application/json',
  now() - g * interval '14 minutes' FROM generate_series(1, 90) g;
