CREATE TABLE saq_jobs (
  key text PRIMARY KEY,
  lock_key serial NOT NULL,
  job bytea NOT NULL,
  queue text NOT NULL,
  status text NOT NULL,
  priority smallint NOT NULL DEFAULT 0,
  group_key text,
  scheduled bigint NOT NULL DEFAULT EXTRACT(epoch FROM now()),
  expire_at bigint
);
CREATE INDEX saq_jobs_status_queue_group_key_idx ON saq_jobs (status, queue, group_key);
CREATE INDEX saq_jobs_status_queue_priority_scheduled_idx ON saq_jobs (status, queue, priority, scheduled);
CREATE TABLE saq_stats (worker_id text PRIMARY KEY, stats jsonb, expire_at bigint, metadata jsonb, queue_key text);
CREATE INDEX saq_stats_expire_at_idx ON saq_stats (expire_at);
CREATE INDEX saq_stats_queue_key_idx ON saq_stats (queue_key);
INSERT INTO saq_stats SELECT gen_random_uuid()::text, '{"complete": 240, "failed": 3, "retried": 5, "aborted": 1, "uptime": 7200000}', EXTRACT(epoch FROM now())::bigint + 60 - g * 20, NULL, 'default' FROM generate_series(1, 2) g;
-- t: epoch seconds of the last event; waiting rows carry a time in scheduled, rows written by a worker carry the job's own (0: at once)
INSERT INTO saq_jobs (key, job, queue, status, priority, group_key, scheduled, expire_at)
SELECT k, convert_to(json_strip_nulls(json_build_object('function', (ARRAY['charge','send_mail'])[1 + g % 2], 'kwargs', json_build_object('order_id', g), 'queue', 'default', 'key', k, 'attempts', CASE s WHEN 'queued' THEN CASE WHEN g > 52 THEN 1 END ELSE 1 END, 'retries', CASE WHEN g % 3 = 0 THEN 4 END,
    'queued', (t - 5) * 1000, 'started', CASE WHEN s <> 'queued' THEN (t - 1) * 1000 END, 'touched', CASE WHEN s <> 'queued' THEN (t - 1) * 1000 END, 'completed', CASE WHEN s IN ('complete','failed','aborted') THEN t * 1000 END, 'result', CASE s WHEN 'complete' THEN 'ok' END,
    'error', CASE WHEN s IN ('failed') OR (s = 'queued' AND g > 52) THEN E'Traceback (most recent call last):\nValueError: declined' WHEN s = 'aborted' THEN 'cancelled' END, 'status', s))::text, 'UTF8'),
  'default', s, 0, CASE WHEN g % 10 = 0 AND s <> 'active' THEN 'customer-' || g END,
  CASE WHEN s = 'queued' AND g > 52 THEN t + 30 WHEN s = 'queued' AND g > 46 THEN t + 3600 WHEN s = 'queued' THEN t ELSE 0 END,
  CASE WHEN s = 'complete' AND g % 15 = 0 THEN NULL WHEN s IN ('complete','failed') THEN t + 600 WHEN s = 'aborted' THEN t + 600 END
FROM (SELECT g, CASE WHEN g % 6 = 0 THEN 'order-' || g ELSE gen_random_uuid()::text END AS k, CASE WHEN g <= 34 THEN 'complete' WHEN g <= 57 THEN 'queued' WHEN g <= 64 THEN 'active' WHEN g <= 65 THEN 'aborting' WHEN g <= 70 THEN 'failed' ELSE 'aborted' END AS s,
        EXTRACT(epoch FROM now())::bigint - CASE WHEN g <= 34 THEN g * 19 WHEN g BETWEEN 58 AND 62 THEN g - 57 WHEN g > 65 THEN (g - 65) * 80 ELSE g END AS t FROM generate_series(1, 73) g) x;
