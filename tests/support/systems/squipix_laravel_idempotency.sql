CREATE TABLE idempotency_keys (
  id bigserial NOT NULL PRIMARY KEY,
  key varchar(255) NOT NULL,
  method varchar(10) NOT NULL,
  route varchar(500) NOT NULL,
  payload_hash varchar(64) NULL,
  response json NOT NULL,
  status_code smallint NOT NULL,
  created_at timestamp(0) without time zone NULL,
  updated_at timestamp(0) without time zone NULL
);
CREATE INDEX idempotency_keys_key_index ON idempotency_keys (key);
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_unique UNIQUE (key, method, route);
CREATE INDEX idempotency_created_at_index ON idempotency_keys (created_at);
INSERT INTO idempotency_keys (key, method, route, payload_hash, response, status_code, created_at, updated_at)
SELECT gen_random_uuid(), m, CASE m WHEN 'POST' THEN CASE WHEN g % 3 = 0 THEN 'api/refunds' ELSE 'api/payments' END ELSE 'api/payments/' || g END,
       encode(sha256(('payload ' || g)::bytea), 'hex'), ('{"data":{"id":' || g || ',"amount":' || g * 120 || ',"currency":"EUR","status":"captured"}}')::json,
       CASE m WHEN 'POST' THEN 201 ELSE 200 END, t, t
FROM generate_series(1, 64) AS g
CROSS JOIN LATERAL (SELECT CASE WHEN g % 8 = 0 THEN 'PUT' ELSE 'POST' END AS m, date_trunc('second', (now() AT TIME ZONE 'UTC') - (65 - g) * interval '3 hours 1 minute') AS t) AS x;
