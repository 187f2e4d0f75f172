CREATE TABLE jobs (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  worker_id uuid,
  job_class varchar NOT NULL,
  namespace varchar NOT NULL DEFAULT '',
  queue_name varchar,
  locale varchar,
  timezone varchar,
  cron varchar,
  priority integer,
  executions integer,
  exception_executions jsonb,
  data jsonb,
  running boolean NOT NULL DEFAULT false,
  expired_at timestamp(6),
  finished_at timestamp(6),
  scheduled_at timestamp(6),
  created_at timestamp(6) NOT NULL DEFAULT now(),
  updated_at timestamp(6) NOT NULL DEFAULT now()
);
CREATE INDEX index_jobs_on_worker_id ON jobs (worker_id);
CREATE INDEX index_jobs_on_namespace ON jobs (namespace);
CREATE INDEX index_jobs_on_queue_name ON jobs (queue_name);
CREATE INDEX index_jobs_on_running ON jobs (running);
CREATE INDEX jobs_index ON jobs (scheduled_at ASC NULLS FIRST, priority ASC NULLS LAST, created_at ASC) WHERE running = false AND expired_at IS NULL AND finished_at IS NULL;
CREATE INDEX jobs_retry_index ON jobs (scheduled_at) WHERE running = false AND executions IS NOT NULL AND expired_at IS NULL AND finished_at IS NULL;
CREATE INDEX jobs_cron_index ON jobs (scheduled_at ASC NULLS FIRST, priority ASC NULLS LAST, created_at ASC) WHERE cron IS NOT NULL AND finished_at IS NULL;
CREATE UNIQUE INDEX jobs_unique_cron_index ON jobs (job_class) WHERE cron IS NOT NULL;
CREATE TABLE workers (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  pid integer NOT NULL,
  sid integer NOT NULL,
  capacity integer NOT NULL,
  hostname varchar NOT NULL,
  namespace varchar NOT NULL DEFAULT '',
  master boolean NOT NULL DEFAULT false,
  data jsonb,
  created_at timestamp(6) NOT NULL DEFAULT now(),
  updated_at timestamp(6) NOT NULL DEFAULT now()
);

INSERT INTO workers (id, pid, sid, capacity, hostname, master) VALUES (md5('w1')::uuid, 4201, 4200, 5, 'jobs-1', true), (md5('w2')::uuid, 911, 910, 5, 'jobs-2', true);
INSERT INTO jobs (id, worker_id, job_class, queue_name, locale, timezone, cron, priority, executions, exception_executions, data, running, expired_at, finished_at, scheduled_at, created_at, updated_at)
SELECT md5('sj' || g)::uuid, CASE WHEN k = 'run' THEN md5('w' || 1 + g % 2)::uuid WHEN k = 'lost' THEN md5('w7')::uuid END, CASE WHEN g IN (27, 28) THEN (ARRAY['PurgeCartsJob', 'DailyReportJob'])[g - 26] ELSE (ARRAY['InvoiceMailJob', 'SyncContactJob', 'ThumbnailJob', 'ReindexJob'])[1 + g % 4] END,
       'default', 'en', 'UTC', CASE WHEN g = 27 THEN '15 * * * *' WHEN g = 28 THEN '0 5 * * *' END, CASE WHEN g % 6 = 0 THEN 1 END,
       CASE k WHEN 'done' THEN 1 + (g % 14 = 0)::int WHEN 'run' THEN CASE WHEN g % 4 = 0 THEN 1 END WHEN 'lost' THEN 1 WHEN 'retry' THEN 1 + g % 6 WHEN 'dead' THEN 21 END,
       CASE WHEN k = 'retry' THEN jsonb_build_object('[Net::OpenTimeout]', 1 + g % 6) WHEN k = 'dead' THEN jsonb_build_object('[Net::OpenTimeout]', 20, '[Errno::ECONNREFUSED]', 1) WHEN k = 'done' THEN CASE WHEN g % 14 = 0 THEN '{"[Net::OpenTimeout]": 1}'::jsonb ELSE '{}' END END,
       jsonb_build_object('arguments', jsonb_build_array(1000 + g), 'options', '{}'::jsonb) || CASE WHEN k = 'done' THEN jsonb_build_object('result', g) ELSE '{}' END, k IN ('run', 'lost'),
       CASE WHEN k = 'dead' THEN c + interval '2 days' END, CASE WHEN k = 'done' THEN c + (2 + g % 30) * interval '1 second' END,
       CASE WHEN k = 'later' THEN n + g * interval '23 minutes' WHEN k = 'retry' THEN n + (5 * 2 ^ (1 + g % 6)) * interval '1 second' - interval '3 seconds' WHEN k = 'dead' THEN c + interval '1 day 20 hours' END, c,
       CASE k WHEN 'done' THEN c + (2 + g % 30) * interval '1 second' WHEN 'dead' THEN c + interval '2 days' WHEN 'retry' THEN n - interval '3 seconds' WHEN 'run' THEN n - g % 9 * interval '1 second' WHEN 'lost' THEN c + interval '2 seconds' ELSE c END
FROM (SELECT g, now() AT TIME ZONE 'UTC' AS n, CASE WHEN g <= 6 THEN 'new' WHEN g <= 16 THEN 'later' WHEN g <= 22 THEN 'retry' WHEN g <= 26 THEN 'run' WHEN g <= 28 THEN 'later' WHEN g <= 31 THEN 'lost' WHEN g % 25 = 0 THEN 'dead' ELSE 'done' END AS k FROM generate_series(1, 130) g) s,
     LATERAL (SELECT CASE k WHEN 'new' THEN n - g * interval '500 milliseconds' WHEN 'later' THEN n - g * interval '5 minutes' WHEN 'retry' THEN n - g * interval '2 minutes' WHEN 'run' THEN n - g * interval '1 second' WHEN 'lost' THEN n - interval '5 hours' - g * interval '1 minute' WHEN 'dead' THEN n - g * interval '2 hours' - interval '2 days' ELSE n - g * interval '52 minutes' END AS c) x;
