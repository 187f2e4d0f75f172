CREATE TYPE coalescepolicy AS ENUM ('earliest', 'latest', 'all');
CREATE TYPE joboutcome AS ENUM ('success', 'error', 'missed_start_deadline', 'deserialization_failed', 'cancelled', 'abandoned');
CREATE TABLE tasks (
  id varchar(500) PRIMARY KEY,
  func varchar(500),
  job_executor varchar(500) NOT NULL,
  max_running_jobs integer,
  misfire_grace_time interval,
  metadata jsonb NOT NULL,
  running_jobs integer NOT NULL DEFAULT 0
);
CREATE TABLE jobs (
  id uuid PRIMARY KEY,
  task_id varchar(500) NOT NULL,
  args bytea NOT NULL,
  kwargs bytea NOT NULL,
  schedule_id varchar(500),
  scheduled_fire_time timestamptz,
  executor varchar(500) NOT NULL,
  jitter interval,
  start_deadline timestamptz,
  result_expiration_time interval,
  metadata jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  acquired_by varchar(500),
  acquired_until timestamptz
);
CREATE INDEX ix_jobs_task_id ON jobs (task_id);
CREATE INDEX ix_jobs_schedule_id ON jobs (schedule_id);
CREATE INDEX ix_jobs_created_at ON jobs (created_at);
CREATE INDEX ix_jobs_acquired_by ON jobs (acquired_by);
CREATE TABLE job_results (
  job_id uuid PRIMARY KEY,
  outcome joboutcome NOT NULL,
  started_at timestamptz,
  finished_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  exception bytea,
  return_value bytea
);
CREATE INDEX ix_job_results_started_at ON job_results (started_at);
CREATE INDEX ix_job_results_expires_at ON job_results (expires_at);

INSERT INTO tasks (id, func, job_executor, max_running_jobs, misfire_grace_time, metadata, running_jobs)
SELECT 'shop.jobs:' || f, 'shop.jobs:' || f, 'async', 4, interval '30 seconds', '{}', 2 FROM unnest(ARRAY['refresh_prices', 'send_invoice', 'sync_stock', 'close_day']) f;
INSERT INTO jobs (id, task_id, args, kwargs, schedule_id, scheduled_fire_time, executor, jitter, start_deadline, result_expiration_time, metadata, created_at, acquired_by, acquired_until)
SELECT md5('job' || g)::uuid, 'shop.jobs:' || (ARRAY['refresh_prices', 'send_invoice', 'sync_stock', 'close_day'])[1 + g % 4], '\x80055d942e', decode('80057d9428' || md5('k' || g), 'hex'),
       CASE WHEN g % 4 <> 1 THEN 'sched-' || g % 9 END, CASE WHEN g % 4 <> 1 THEN date_trunc('second', c) END, 'async', interval '0', CASE WHEN g % 4 = 0 THEN c + interval '10 minutes' END,
       CASE WHEN g % 4 = 1 THEN interval '1 hour' ELSE interval '0' END, '{}', c,
       CASE WHEN g <= 24 THEN (ARRAY['worker-a-1', 'worker-b-1', 'worker-b-2'])[1 + g % 3] WHEN g > 66 THEN 'worker-c-9' END,
       CASE WHEN g <= 24 THEN now() + interval '20 seconds' + g * interval '400 milliseconds' WHEN g > 66 THEN now() - interval '2 hours' - g * interval '1 second' END
FROM (SELECT g, CASE WHEN g > 66 THEN now() - interval '3 hours' - g * interval '1 second' ELSE now() - (70 - g) * interval '900 milliseconds' END AS c FROM generate_series(1, 70) g) s;
INSERT INTO job_results (job_id, outcome, started_at, finished_at, expires_at, exception, return_value)
SELECT md5('old' || g)::uuid, o::joboutcome, CASE WHEN o <> 'missed_start_deadline' THEN f - interval '3 seconds' END, f, f + interval '1 hour', CASE WHEN o = 'error' THEN decode('8005952e' || md5('e' || g), 'hex') END, CASE WHEN o = 'success' THEN decode('80054e2e', 'hex') END
FROM (SELECT g, now() - g * interval '37 seconds' AS f, CASE WHEN g % 17 = 0 THEN 'error' WHEN g % 29 = 0 THEN 'missed_start_deadline' ELSE 'success' END AS o FROM generate_series(1, 90) g) s;
