CREATE TABLE idempotent_requests (
    id bigserial PRIMARY KEY,
    idempotency_key character varying NOT NULL,
    locked_at timestamp(6) without time zone,
    request_path text,
    request_body text,
    response_code text,
    response_body text,
    created_at timestamp(6) without time zone NOT NULL,
    updated_at timestamp(6) without time zone NOT NULL
);
CREATE UNIQUE INDEX index_idempotent_requests_on_idempotency_key ON idempotent_requests (idempotency_key);

-- k: S answered, F answered with a stored failure, U given back after an error, L being worked on, D left locked by a process that died
WITH r AS (
    SELECT n, CASE WHEN n <= 44 THEN CASE WHEN n % 7 = 0 THEN 'F' ELSE 'S' END WHEN n <= 52 THEN 'U' WHEN n <= 58 THEN 'L' ELSE 'D' END AS k,
           (now() AT TIME ZONE 'UTC') - make_interval(mins => CASE WHEN n <= 44 THEN (70 - n) * 31 WHEN n <= 52 THEN (54 - n) * 17 WHEN n <= 58 THEN 0 ELSE n * 40 END, secs => n % 9 + 0.25) AS c
    FROM generate_series(1, 61) n
)
INSERT INTO idempotent_requests (idempotency_key, locked_at, request_path, request_body, response_code, response_body, created_at, updated_at)
SELECT md5('omt' || n)::uuid::text,
       CASE WHEN k IN ('L', 'D') THEN c END,
       (ARRAY['POST /v1/orders', 'POST /v1/payments', 'POST /v1/subscriptions'])[n % 3 + 1],
       format('{"customer_id":%s,"amount_cents":%s,"plan":"meals-%s"}', 300 + n, 4900 + 10 * n, n % 4),
       CASE k WHEN 'S' THEN '200' WHEN 'F' THEN '500' END,
       CASE k WHEN 'S' THEN format('{"id":%s,"status":"confirmed"}', 9000 + n) WHEN 'F' THEN '{"error":"Connection reset by peer - SSL_connect"}' END,
       c, CASE WHEN k IN ('L', 'D') THEN c ELSE c + make_interval(secs => 0.3 + n % 4) END
FROM r ORDER BY n;
