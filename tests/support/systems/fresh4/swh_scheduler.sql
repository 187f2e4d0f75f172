CREATE TYPE task_status AS ENUM ('next_run_not_scheduled', 'next_run_scheduled', 'completed', 'disabled');
CREATE TYPE task_policy AS ENUM ('recurring', 'oneshot');
CREATE TYPE task_priority AS ENUM ('high', 'normal', 'low');
CREATE TYPE task_run_status AS ENUM ('scheduled', 'started', 'eventful', 'uneventful', 'failed', 'permfailed',
  'lost');
CREATE TABLE task (id bigserial PRIMARY KEY, type text NOT NULL, arguments jsonb NOT NULL,
  next_run timestamptz NOT NULL, current_interval interval, status task_status NOT NULL,
  policy task_policy NOT NULL DEFAULT 'recurring', retries_left bigint NOT NULL DEFAULT 0, priority task_priority,
  CHECK (policy <> 'recurring' OR current_interval IS NOT NULL));
CREATE TABLE task_run (id bigserial PRIMARY KEY, task bigint NOT NULL REFERENCES task (id), backend_id text,
  scheduled timestamptz, started timestamptz, ended timestamptz, metadata jsonb,
  status task_run_status NOT NULL DEFAULT 'scheduled');
CREATE INDEX task_run_backend_id ON task_run (backend_id);
INSERT INTO task (type, arguments, next_run, current_interval, status, policy, retries_left,
  priority) SELECT (ARRAY['load-git', 'list-github-full', 'vault-cook-bundle'])[1 + g % 3],
  jsonb_build_object('args', '[]'::jsonb, 'kwargs', jsonb_build_object('url', 'https://example.com/' || g)), CASE k
  WHEN 'wait' THEN n + g * interval '90 minutes' ELSE c END, CASE WHEN k = 'wait' OR g % 3 = 1
  THEN interval '1 day' END, (CASE k WHEN 'wait' THEN 'next_run_not_scheduled' WHEN 'run' THEN 'next_run_scheduled'
  WHEN 'lost' THEN 'next_run_scheduled' WHEN 'off' THEN 'disabled' ELSE 'completed' END)::task_status, (CASE
  WHEN k = 'wait' OR g % 3 = 1 THEN 'recurring' ELSE 'oneshot' END)::task_policy, CASE WHEN k = 'off' THEN 0
  ELSE 3 END, CASE WHEN g % 9 = 0 THEN 'high'::task_priority END
FROM (SELECT g, now() AS n, CASE WHEN g <= 40 THEN 'wait' WHEN g <= 49 THEN 'run' WHEN g <= 52 THEN 'lost'
  WHEN g % 8 = 0 THEN 'off' ELSE 'ok' END AS k, now() - CASE WHEN g <= 49 THEN g * interval '10 seconds' WHEN g <= 52
  THEN interval '2 days' + g * interval '7 minutes' ELSE g * interval '3 hours' END AS c
FROM generate_series(1, 160) g) s;
INSERT INTO task_run (task, backend_id, scheduled, started, ended, metadata, status) SELECT 1 + g % 160,
  md5('br' || g)::uuid::text, c, CASE WHEN k <> 'scheduled' THEN c + interval '8 seconds' END, CASE
  WHEN k NOT IN ('scheduled', 'started') THEN c + interval '50 seconds' END, CASE WHEN k = 'scheduled' THEN '{}'
  ELSE '{"worker":"worker1"}' END::jsonb, k::task_run_status
FROM (SELECT g, now() AS n, CASE WHEN g <= 9 THEN 'scheduled' WHEN g <= 15 THEN 'started' WHEN g <= 18 THEN 'started'
  WHEN g <= 19 THEN 'scheduled' WHEN g % 7 = 0 THEN 'failed' WHEN g % 4 = 0 THEN 'uneventful' WHEN g % 41 = 0
  THEN 'permfailed' ELSE 'eventful' END AS k, now() - CASE WHEN g <= 15 THEN g * interval '6 seconds' WHEN g <= 19
  THEN interval '2 days' + g * interval '7 minutes' ELSE g * interval '40 minutes' END AS c
FROM generate_series(1, 240) g) s;
