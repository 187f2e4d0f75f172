CREATE TABLE idempotent_action (
    key          text NOT NULL,
    type         text NOT NULL,
    client       text NOT NULL,
    created_at   timestamp NOT NULL,
    last_run_at  timestamp,
    completed_at timestamp,
    result       bytea,
    result_type  varchar(255),
    PRIMARY KEY (key, type, client)
);
CREATE INDEX IF NOT EXISTS idx_idempotent_action_created_at ON idempotent_action (created_at ASC);

-- finished
INSERT INTO idempotent_action (key, type, client, created_at, last_run_at, completed_at, result, result_type)
SELECT md5('a' || n)::uuid::text,
       (ARRAY['ADD_TRANSFER','CREATE_QUOTE','CANCEL_TRANSFER'])[1 + n % 3],
       (ARRAY['mobile-gateway','partner-api'])[1 + n % 2],
       c, c + interval '4 milliseconds', c + make_interval(secs => 0.05 + (n % 9) * 0.11),
       convert_to(format('{"id":"%s","version":%s}', md5('op' || n)::uuid, n % 3), 'UTF8'), 'JSON'
FROM (SELECT n, (now() AT TIME ZONE 'UTC') - make_interval(mins => n * 37) AS c FROM generate_series(1, 44) n) s;
-- the procedure threw or is still running: only the first insert has been committed
INSERT INTO idempotent_action (key, type, client, created_at, last_run_at, completed_at, result, result_type)
SELECT md5('p' || n)::uuid::text,
       (ARRAY['ADD_TRANSFER','CREATE_QUOTE'])[1 + n % 2], 'mobile-gateway',
       (now() AT TIME ZONE 'UTC') - make_interval(secs => CASE WHEN n < 4 THEN n ELSE n * 3100 END),
       NULL, NULL, NULL, NULL
FROM generate_series(1, 9) n;
