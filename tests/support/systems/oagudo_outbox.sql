CREATE TABLE IF NOT EXISTS outbox (
    id              uuid PRIMARY KEY,
    created_at      timestamptz NOT NULL,
    scheduled_at    timestamptz NOT NULL,
    metadata        bytea,
    payload         bytea NOT NULL,
    times_attempted integer NOT NULL
);
CREATE INDEX IF NOT EXISTS idx_outbox_created_at ON outbox (created_at);
CREATE INDEX IF NOT EXISTS idx_outbox_scheduled_at ON outbox (scheduled_at);

-- waiting, some for a later time
INSERT INTO outbox (id, created_at, scheduled_at, metadata, payload, times_attempted)
SELECT gen_random_uuid(), t, CASE WHEN n % 6 = 0 THEN t + interval '1 hour' ELSE t END,
       CASE WHEN n % 3 <> 0 THEN convert_to(format('{"trace_id":"%s"}', md5('t' || n)), 'UTF8') END,
       convert_to(format('{"id":"%s","entity":"order","version":%s}', md5('o' || n)::uuid, n * 4), 'UTF8'), 0
FROM (SELECT n, now() - make_interval(secs => n * 0.3) AS t FROM generate_series(1, 26) n) s;
-- failed before, next try in future or due
INSERT INTO outbox (id, created_at, scheduled_at, metadata, payload, times_attempted)
SELECT gen_random_uuid(), now() - make_interval(secs => power(2, n)::int + n), now() + make_interval(secs => CASE WHEN n % 4 = 0 THEN -2 ELSE 0.2 * power(2, n - 1) END),
       convert_to(format('{"trace_id":"%s"}', md5('f' || n)), 'UTF8'),
       convert_to(format('{"id":"%s","entity":"order","version":%s}', md5('of' || n)::uuid, n), 'UTF8'), n
FROM generate_series(1, 12) n;
