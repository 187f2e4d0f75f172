CREATE TABLE queue_tasks (
    id                bigserial PRIMARY KEY,
    queue_name        text NOT NULL,
    payload           text,
    created_at        timestamptz DEFAULT now(),
    next_process_at   timestamptz DEFAULT now(),
    attempt           integer DEFAULT 0,
    reenqueue_attempt integer DEFAULT 0,
    total_attempt     integer DEFAULT 0
);
CREATE INDEX queue_tasks_name_time_desc_idx ON queue_tasks USING btree (queue_name, next_process_at, id DESC);

-- never taken, some delayed
INSERT INTO queue_tasks (queue_name, payload, created_at, next_process_at, attempt, reenqueue_attempt, total_attempt)
SELECT (ARRAY['payment-notification','refund','statement'])[1 + n % 3], format('{"operationId":"%s"}', md5('o' || n)::uuid), t,
       t + CASE WHEN n % 5 = 0 THEN interval '30 minutes' ELSE interval '0' END, 0, 0, 0
FROM (SELECT n, now() - make_interval(secs => n * 0.7) AS t FROM generate_series(1, 24) n) s;
-- taken at least once: running now or waiting for the next try
INSERT INTO queue_tasks (queue_name, payload, created_at, next_process_at, attempt, reenqueue_attempt, total_attempt)
SELECT (ARRAY['payment-notification','refund'])[1 + n % 2], format('{"operationId":"%s"}', md5('r' || n)::uuid),
       p - make_interval(secs => 60 * (power(2, a - 1)::int - 1)) - make_interval(secs => 2), p + make_interval(secs => 60 * power(2, a - 1)::int), a, 0, a
FROM (SELECT n, 1 + n % 6 AS a, now() - make_interval(secs => n * 7) AS p FROM generate_series(1, 14) n) s;
-- put back by the consumer
INSERT INTO queue_tasks (queue_name, payload, created_at, next_process_at, attempt, reenqueue_attempt, total_attempt)
SELECT 'statement', format('{"operationId":"%s"}', md5('e' || n)::uuid), now() - make_interval(mins => n * 11), now() + make_interval(mins => n), 0, n, n + n % 3
FROM generate_series(1, 6) n;
