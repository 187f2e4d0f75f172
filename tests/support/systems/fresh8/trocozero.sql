CREATE TABLE idempotency_keys (key text PRIMARY KEY, response jsonb NOT NULL, created_at timestamptz NOT
  NULL DEFAULT now());
INSERT INTO idempotency_keys (key, response, created_at) SELECT 'tz-' || md5('tz' || g),
  jsonb_build_object('transfer', g, 'ok', true), c FROM (SELECT g, now() AS n, 'done' AS k, now() - g *
  interval '9 minutes' AS c FROM generate_series(1, 260) g) s ORDER BY g DESC;
