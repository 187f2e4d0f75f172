CREATE TABLE idempotency_keys (
  tenant_id bigint NOT NULL,
  idempotency_key text NOT NULL,
  request_hash bytea NOT NULL,
  status text NOT NULL CHECK (status IN ('PENDING', 'COMPLETED', 'FAILED')),
  response_status integer,
  response_body jsonb,
  created_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (tenant_id, idempotency_key)
);
CREATE INDEX idempotency_expires_idx ON idempotency_keys (expires_at) WHERE status IN ('PENDING', 'COMPLETED');
CREATE INDEX idempotency_hash_idx ON idempotency_keys (tenant_id, idempotency_key, request_hash);
INSERT INTO idempotency_keys
SELECT 1 + i % 3, md5('key' || i), decode(md5('body' || i), 'hex') || decode(md5('more' || i), 'hex'),
       CASE i % 6 WHEN 0 THEN 'PENDING' WHEN 1 THEN 'FAILED' ELSE 'COMPLETED' END, CASE i % 6 WHEN 0 THEN NULL WHEN 1 THEN 402 ELSE 201 END,
       CASE WHEN i % 6 > 0 THEN jsonb_build_object('charge', i) END, at, CASE WHEN i % 6 > 0 THEN at + interval '2 s' END, at + interval '24 hours'
FROM generate_series(1, 72) i, LATERAL (SELECT now() - i * interval '3 min' AS at) t;
