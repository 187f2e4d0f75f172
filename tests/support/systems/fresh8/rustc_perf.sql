CREATE TABLE benchmark_request (id serial PRIMARY KEY, tag text UNIQUE, parent_sha text, commit_type text
  NOT NULL, pr integer, created_at timestamptz NOT NULL, completed_at timestamptz, status text NOT NULL,
  backends text NOT NULL, profiles text NOT NULL, commit_date timestamptz, duration_ms integer);
CREATE INDEX benchmark_request_status_idx ON benchmark_request (status) WHERE status != 'completed';
CREATE UNIQUE INDEX benchmark_request_pr_commit_type_idx ON benchmark_request (pr, commit_type) WHERE status
  != 'completed';
INSERT INTO benchmark_request (tag, parent_sha, commit_type, pr, created_at, completed_at, status, backends,
  profiles, commit_date, duration_ms) SELECT CASE WHEN k <> 'wait' THEN md5('tag' || g) END, CASE WHEN k <>
  'wait' THEN md5('ps' || g) END, CASE WHEN k = 'wait' THEN 'try' WHEN g % 2 = 0 THEN 'master' ELSE 'try'
  END, 100000 + g, c, CASE WHEN k = 'done' THEN c + interval '70 minutes' END, CASE k WHEN 'wait' THEN
  'waiting_for_artifacts' WHEN 'new' THEN 'artifacts_ready' WHEN 'work' THEN 'in_progress' WHEN 'lost' THEN
  'in_progress' ELSE 'completed' END, '', '', CASE WHEN k <> 'wait' THEN c - interval '1 hour' END, CASE
  WHEN k = 'done' THEN 4200000 + g END FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'wait' WHEN g <= 7
  THEN 'new' WHEN g <= 8 THEN 'work' WHEN g <= 10 THEN 'lost' ELSE 'done' END AS k, now() - CASE WHEN g <= 4
  THEN g * interval '25 seconds' WHEN g <= 7 THEN g * interval '25 seconds' WHEN g <= 8 THEN g * interval
  '25 seconds' WHEN g <= 10 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '50
  minutes' END AS c FROM generate_series(1, 260) g) s ORDER BY g DESC;
CREATE TABLE job_queue (id serial PRIMARY KEY, request_tag text NOT NULL, target text NOT NULL, backend text
  NOT NULL, profile text NOT NULL, benchmark_set integer NOT NULL, created_at timestamptz NOT NULL DEFAULT
  NOW(), started_at timestamptz, completed_at timestamptz, status text NOT NULL, retry integer DEFAULT 0,
  collector_name text, CONSTRAINT job_queue_unique UNIQUE (request_tag, target, backend, profile,
  benchmark_set));
CREATE INDEX job_queue_status_target_benchmark_set_idx ON job_queue (status, target, benchmark_set);
INSERT INTO job_queue (request_tag, target, backend, profile, benchmark_set, created_at, started_at,
  completed_at, status, retry, collector_name) SELECT md5('tag' || (g / 4)), 'x86_64-unknown-linux-gnu',
  'llvm', (ARRAY['check', 'debug', 'opt', 'doc'])[1 + g % 4], g % 2, c, CASE WHEN k <> 'new' THEN c +
  interval '2 minutes' END, CASE WHEN k IN ('done', 'bad') THEN c + interval '30 minutes' END, CASE k WHEN
  'new' THEN 'queued' WHEN 'work' THEN 'in_progress' WHEN 'lost' THEN 'in_progress' WHEN 'bad' THEN 'failed'
  ELSE 'success' END, CASE k WHEN 'bad' THEN 3 WHEN 'new' THEN 0 ELSE 1 END, CASE WHEN k <> 'new' THEN
  'collector-' || g % 2 END FROM (SELECT g, now() AS n, CASE WHEN g <= 8 THEN 'new' WHEN g <= 10 THEN 'work'
  WHEN g <= 12 THEN 'lost' WHEN g % 67 = 22 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 8 THEN g
  * interval '25 seconds' WHEN g <= 10 THEN g * interval '25 seconds' WHEN g <= 12 THEN interval '9 hours' +
  g * interval '7 minutes' ELSE g * interval '14 minutes' END AS c FROM generate_series(1, 480) g) s ORDER
  BY g DESC;
