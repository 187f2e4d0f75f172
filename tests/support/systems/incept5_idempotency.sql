CREATE TABLE IF NOT EXISTS idempotency_records (
    key varchar(255) NOT NULL,
    context varchar(255) NOT NULL,
    request_hash varchar(255) NOT NULL,
    status varchar(255) NOT NULL,
    created_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
    response text,
    http_status_code int,
    expires_at timestamp,
    PRIMARY KEY (key, context)
);
-- k: S answered, E stored error, P running, C left by a crash
WITH r AS (
    SELECT n, CASE WHEN n <= 50 THEN CASE WHEN n % 6 = 0 THEN 'E' ELSE 'S' END WHEN n <= 55 THEN 'P' ELSE 'C' END AS k,
           (now() AT TIME ZONE 'UTC') - CASE WHEN n <= 50 THEN make_interval(hours => (54 - n) * 6, secs => n * 3) WHEN n <= 55 THEN make_interval(secs => n - 50) ELSE make_interval(hours => n) END AS c
    FROM generate_series(1, 58) n
)
INSERT INTO idempotency_records (key, context, request_hash, status, created_at, response, expires_at)
SELECT CASE WHEN n % 8 = 0 AND n <= 50 THEN md5('i5-' || n - 1)::uuid::text ELSE md5('i5-' || n)::uuid::text END,
       md5('org' || (n % 7))::uuid::text,
       md5('h1' || n) || md5('h2' || n),
       CASE k WHEN 'S' THEN 'SUCCESSFUL' WHEN 'E' THEN 'ERROR' ELSE 'PENDING' END,
       c,
       CASE k WHEN 'S' THEN CASE WHEN n % 4 = 0 THEN md5('res' || n)::uuid::text ELSE format('{"name":"beneficiary %s","id":"%s"}', n, md5('res' || n)::uuid) END
              WHEN 'E' THEN CASE WHEN n % 12 = 0 THEN '{"category":"UNEXPECTED","error":{"code":"UNEXPECTED","location":null},"message":"Connection refused"}'
                            ELSE '{"category":"VALIDATION","error":{"code":"name_already_exists","location":"name"},"message":"Name already exists"}' END END,
       c + interval '14 days'
FROM r;
