CREATE TABLE jobs (
    job_uid                  text NOT NULL,
    job_created              bigint NOT NULL,
    job_updated              bigint NOT NULL,
    job_type                 text NOT NULL,
    job_priority             integer NOT NULL,
    job_data                 text NOT NULL,
    job_result               text NOT NULL,
    job_max_duration_seconds integer NOT NULL,
    job_max_retries          integer NOT NULL,
    job_state                text NOT NULL,
    job_scheduled            bigint NOT NULL,
    job_total_executions     integer,
    job_run_by               text NOT NULL,
    job_run_deadline         bigint,
    job_run_progress         integer NOT NULL,
    job_last_executed        bigint,
    job_is_recurring         boolean NOT NULL,
    job_recurring_cron       text NOT NULL,
    job_consecutive_failures integer NOT NULL,
    job_last_failure_error   text NOT NULL,
    job_group_id             text NOT NULL DEFAULT '',
    CONSTRAINT pk_jobs_uid PRIMARY KEY (job_uid)
);
CREATE INDEX jobs_scheduled ON jobs (job_scheduled) WHERE job_state = 'scheduled';
CREATE INDEX jobs_run_deadline ON jobs (job_run_deadline) WHERE job_state = 'running';
CREATE INDEX jobs_last_executed ON jobs (job_last_executed) WHERE job_state = 'finished' OR job_state = 'failed';
CREATE INDEX job_group_id ON jobs (job_group_id);

-- finished, failed for good, cancelled
INSERT INTO jobs
SELECT left(md5('gj' || i), 20), t, t + d, (ARRAY['repository_import', 'webhook_trigger', 'repository_export'])[i % 3 + 1], 1,
       '{"repository_id":' || 100 + i || '}', CASE WHEN st = 'finished' AND i % 3 = 0 THEN '{"branches":' || i || '}' ELSE '' END, 3600, 2, st,
       t + CASE WHEN st = 'failed' THEN 30500 ELSE 0 END, CASE st WHEN 'failed' THEN 3 WHEN 'canceled' THEN i % 2 ELSE 1 + (i % 10 = 0)::int END, '',
       CASE WHEN st = 'canceled' AND i % 2 = 0 THEN 0 ELSE t + d - 5000 + 3600000 END, CASE WHEN st = 'finished' THEN 100 ELSE 0 END,
       CASE WHEN st = 'canceled' AND i % 2 = 0 THEN 0 ELSE t + d - 5000 END, false, '',
       CASE st WHEN 'failed' THEN 3 WHEN 'finished' THEN (i % 10 = 0)::int ELSE 0 END,
       CASE WHEN st = 'failed' THEN 'failed to import repository: authentication required' ELSE '' END,
       CASE WHEN i % 5 = 0 THEN 'import-' || i / 10 ELSE '' END
FROM (SELECT i, (extract(epoch FROM now()) * 1000)::bigint - i * 1860000::bigint AS t,
             CASE WHEN i % 12 = 0 THEN 'failed' WHEN i % 19 = 0 THEN 'canceled' ELSE 'finished' END AS st,
             CASE WHEN i % 12 = 0 THEN 37000 WHEN i % 10 = 0 THEN 22000 ELSE 7000 END AS d
      FROM generate_series(1, 66) i) s;
-- running; three have outrun their deadline
INSERT INTO jobs
SELECT left(md5('gr' || i), 20), t, t + 400, 'repository_import', 1, '{"repository_id":' || 300 + i || '}', '', CASE WHEN i > 5 THEN 60 ELSE 3600 END, 2, 'running', t, 1,
       'gitness-' || i % 2, t + 400 + CASE WHEN i > 5 THEN 60000 ELSE 3600000 END, i * 10, t + 400, false, '', 0, '', ''
FROM (SELECT i, (extract(epoch FROM now()) * 1000)::bigint - CASE WHEN i > 5 THEN 70000 ELSE i * 3000 END AS t FROM generate_series(1, 8) i) s;
-- waiting, among them failed once and put off
INSERT INTO jobs
SELECT left(md5('gs' || i), 20), t, t + CASE WHEN i % 3 = 0 THEN 6000 ELSE 0 END, 'webhook_trigger', 1, '{"hook":' || i || '}', '', 60, 2, 'scheduled',
       CASE WHEN i % 3 = 0 THEN t + 21000 ELSE t END, (i % 3 = 0)::int, '', CASE WHEN i % 3 = 0 THEN t + 61000 ELSE 0 END, 0, CASE WHEN i % 3 = 0 THEN t + 1000 ELSE 0 END,
       false, '', (i % 3 = 0)::int, CASE WHEN i % 3 = 0 THEN 'connection refused' ELSE '' END, ''
FROM (SELECT i, (extract(epoch FROM now()) * 1000)::bigint - 8000 - i * 10 AS t FROM generate_series(1, 9) i) s;
-- recurring ones never end
INSERT INTO jobs
SELECT v.u, b, n - 250000, v.u, 2, '', '', 5, 0, 'scheduled', n + v.nx, v.ex, '', n - 245000, 100, n - 250000, true, v.cr, 0, '', ''
FROM (SELECT (extract(epoch FROM now()) * 1000)::bigint AS n, (extract(epoch FROM now() - interval '60 days') * 1000)::bigint AS b) c,
     (VALUES ('gitness:jobs:purge', 600000, 360, '15 */4 * * *'), ('gitness:jobs:overdue', 200000, 4300, '*/20 * * * *'), ('gitness:metric:collector', 900000, 60, '0 0 * * *')) v(u, nx, ex, cr);
