CREATE TABLE gue_jobs (
  job_id text NOT NULL PRIMARY KEY,
  priority smallint NOT NULL,
  run_at timestamptz NOT NULL,
  job_type text NOT NULL,
  args bytea NOT NULL,
  error_count integer NOT NULL DEFAULT 0,
  last_error text,
  queue text NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL
);
CREATE INDEX idx_gue_jobs_selector ON gue_jobs (queue, run_at, priority);
INSERT INTO gue_jobs (job_id, priority, run_at, job_type, args, queue, created_at, updated_at)
SELECT '01JD' || upper(substr(md5(g::text), 1, 22)), (ARRAY[0, 100, -32768])[1 + g % 3], CASE WHEN g > 22 THEN now() + g * interval '10 minutes' ELSE c END, (ARRAY['ChargeCard','SendReceipt'])[1 + g % 2], convert_to('{"order_id":' || g || '}', 'UTF8'), (ARRAY['','billing'])[1 + g % 2], c, c FROM (SELECT g, now() - g * interval '0.7 seconds' AS c FROM generate_series(1, 30) g) x;
INSERT INTO gue_jobs (job_id, priority, run_at, job_type, args, error_count, last_error, queue, created_at, updated_at)
SELECT '01JD' || upper(substr(md5('e' || g), 1, 22)), 0, u + power(2, g) * interval '1 second', 'ChargeCard', convert_to('{"order_id":' || 100 + g || '}', 'UTF8'), g, 'psp: context deadline exceeded', 'billing', now() - interval '2 hours', u FROM (SELECT g, now() - g * interval '2 seconds' AS u FROM generate_series(1, 10) g) x;
