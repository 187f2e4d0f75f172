CREATE TABLE idempotency_keys (key text PRIMARY KEY, user_id uuid NOT NULL, created_at timestamptz DEFAULT
  now());
INSERT INTO idempotency_keys (key, user_id, created_at) SELECT 'bk-' || md5('bk' || g), md5('us' || g %
  60)::uuid, c FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval '11 minutes' AS c FROM
  generate_series(1, 240) g) s ORDER BY g DESC;
