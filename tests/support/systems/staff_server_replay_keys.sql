CREATE TABLE idempotency_keys (
    id            text PRIMARY KEY,
    key           text NOT NULL,
    route         text NOT NULL,
    request_hash  text NOT NULL,
    response_code integer NOT NULL,
    response_body jsonb NOT NULL,
    created_at    timestamp NOT NULL DEFAULT now(),
    method        text NOT NULL DEFAULT 'POST',
    UNIQUE (key, route)
);
CREATE INDEX idempotency_keys_created_at_idx ON idempotency_keys (created_at);
CREATE UNIQUE INDEX idempotency_keys_key_route_unique_idx ON idempotency_keys (key, route);
CREATE UNIQUE INDEX idempotency_keys_id_unique_idx ON idempotency_keys (id);

INSERT INTO idempotency_keys (id, key, route, method, request_hash, response_code, response_body, created_at)
SELECT md5('id' || n)::uuid::text, md5('key' || n)::uuid::text,
       CASE WHEN n % 4 = 3 THEN format('/api/applications/%s', md5('app' || n % 5)::uuid)
            ELSE (ARRAY['/api/applications','/api/communications/sms','/api/calendar/tasks'])[1 + n % 4] END,
       CASE WHEN n % 4 = 3 THEN 'PATCH' ELSE 'POST' END,
       encode(sha256(convert_to('b' || n, 'UTF8')), 'hex'),
       CASE WHEN n % 4 = 3 THEN 200 ELSE 201 END,
       jsonb_build_object('ok', true, 'data', jsonb_build_object('id', md5('res' || n)::uuid)),
       (now() AT TIME ZONE 'UTC') - make_interval(mins => n * 29)
FROM generate_series(1, 54) n;
