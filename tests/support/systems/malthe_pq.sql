CREATE TABLE queue (
    id          bigserial   PRIMARY KEY,
    enqueued_at timestamptz NOT NULL DEFAULT current_timestamp,
    dequeued_at timestamptz,
    expected_at timestamptz,
    schedule_at timestamptz,
    q_name      text        NOT NULL CHECK (length(q_name) > 0),
    data        json        NOT NULL
);
CREATE INDEX priority_idx_ ON queue (schedule_at NULLS FIRST, expected_at NULLS LAST, q_name) WHERE dequeued_at IS NULL AND q_name = '';
CREATE INDEX priority_idx_no_ ON queue (schedule_at NULLS FIRST, expected_at NULLS LAST, q_name) WHERE dequeued_at IS NULL AND q_name != '';

INSERT INTO queue (q_name, data, schedule_at, expected_at, enqueued_at, dequeued_at)
SELECT (ARRAY['email','reports'])[1 + n % 2],
       json_build_object('function', (ARRAY['app.tasks.send_mail','app.tasks.build_report'])[1 + n % 2], 'args', json_build_array(n), 'kwargs', json_build_object(), 'retried', CASE WHEN n % 9 = 0 THEN 1 ELSE 0 END, 'retry_in', '30s', 'max_retries', 3),
       CASE WHEN n % 9 = 0 THEN t + interval '30 seconds' WHEN n > 44 THEN now() + make_interval(mins => n) END,
       CASE WHEN n % 10 = 1 THEN t + interval '5 minutes' END, t,
       CASE WHEN n <= 38 THEN t + make_interval(secs => 31 + n % 4) END
FROM (SELECT n, now() - CASE WHEN n <= 38 THEN make_interval(mins => n * 9) ELSE make_interval(secs => n - 38) END AS t FROM generate_series(1, 50) n) s;
