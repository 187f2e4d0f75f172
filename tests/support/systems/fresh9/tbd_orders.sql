CREATE TABLE idempotency_keys (key text PRIMARY KEY, status_code integer NOT NULL, body bytea NOT NULL,
  order_id text NOT NULL, created_at timestamptz NOT NULL DEFAULT now());
CREATE INDEX idx_idempotency_keys_created_at ON idempotency_keys (created_at);
INSERT INTO idempotency_keys (key, status_code, body, order_id, created_at) SELECT md5('tb' ||
  g)::uuid::text, CASE k WHEN 'bad' THEN 409 ELSE 201 END, convert_to('{"id":' || g || '}', 'UTF8'), 'ord-'
  || md5('or' || g), c FROM (SELECT g, now() AS n, CASE WHEN g % 47 = 15 THEN 'bad' ELSE 'done' END AS k,
  now() - g * interval '5 minutes' AS c FROM generate_series(1, 280) g) s ORDER BY s.c;
