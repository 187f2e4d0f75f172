-- Minion (Mojolicious), PostgreSQL backend, schema as of migration 25.
CREATE TYPE minion_state AS ENUM ('inactive', 'active', 'failed', 'finished');
CREATE TABLE minion_jobs (
  id bigserial NOT NULL PRIMARY KEY,
  args jsonb NOT NULL CHECK (jsonb_typeof(args) = 'array'),
  attempts int NOT NULL DEFAULT 1,
  created timestamp with time zone NOT NULL DEFAULT now(),
  delayed timestamp with time zone NOT NULL,
  finished timestamp with time zone,
  notes jsonb CHECK (jsonb_typeof(notes) = 'object') NOT NULL DEFAULT '{}',
  parents bigint[] NOT NULL DEFAULT '{}',
  priority int NOT NULL,
  queue text NOT NULL DEFAULT 'default',
  result jsonb,
  retried timestamp with time zone,
  retries int NOT NULL DEFAULT 0,
  started timestamp with time zone,
  state minion_state NOT NULL DEFAULT 'inactive'::minion_state,
  task text NOT NULL,
  worker bigint,
  expires timestamp with time zone,
  lax bool NOT NULL DEFAULT false
);
CREATE INDEX ON minion_jobs (state, priority DESC, id);
CREATE INDEX ON minion_jobs USING gin (parents);
CREATE INDEX ON minion_jobs USING gin (notes);
CREATE INDEX ON minion_jobs (expires);
CREATE INDEX ON minion_jobs (finished, state);
CREATE UNLOGGED TABLE minion_workers (
  id bigserial NOT NULL PRIMARY KEY,
  host text NOT NULL,
  inbox jsonb CHECK (jsonb_typeof(inbox) = 'array') NOT NULL DEFAULT '[]',
  notified timestamp with time zone NOT NULL DEFAULT now(),
  pid int NOT NULL,
  started timestamp with time zone NOT NULL DEFAULT now(),
  status jsonb CHECK (jsonb_typeof(status) = 'object') NOT NULL DEFAULT '{}'
);
CREATE UNLOGGED TABLE minion_locks (
  id bigserial NOT NULL PRIMARY KEY,
  name text NOT NULL,
  expires timestamp with time zone NOT NULL
);
CREATE INDEX ON minion_locks (name, expires);
CREATE TABLE minion_schedules (
  id bigserial NOT NULL PRIMARY KEY,
  args jsonb NOT NULL CHECK (jsonb_typeof(args) = 'array') DEFAULT '[]',
  attempts int NOT NULL DEFAULT 1,
  created timestamp with time zone NOT NULL DEFAULT now(),
  cron text NOT NULL,
  expire int,
  last_job bigint,
  last_run timestamp with time zone,
  lax bool NOT NULL DEFAULT false,
  name text NOT NULL UNIQUE,
  next_run timestamp with time zone NOT NULL,
  notes jsonb CHECK (jsonb_typeof(notes) = 'object') NOT NULL DEFAULT '{}',
  paused bool NOT NULL DEFAULT false,
  priority int NOT NULL DEFAULT 0,
  queue text NOT NULL DEFAULT 'default',
  task text NOT NULL
);
CREATE INDEX ON minion_schedules (next_run) WHERE NOT paused;

CREATE FUNCTION minion_jobs_notify_workers() RETURNS trigger AS $$
BEGIN
  IF new.delayed <= now() THEN
    NOTIFY "minion.job";
  END IF;
  RETURN NULL;
END;
$$ LANGUAGE plpgsql;
CREATE TRIGGER minion_jobs_notify_workers_trigger
  AFTER INSERT OR UPDATE OF retries ON minion_jobs
  FOR EACH ROW EXECUTE PROCEDURE minion_jobs_notify_workers();

INSERT INTO minion_workers (host, notified, pid, started, status)
SELECT 'app' || g || '.example.net', now() - make_interval(secs => 30 * g), 4100 + g, now() - interval '9 hours', '{"jobs": 4, "performed": 310, "queues": ["default", "important"]}'
FROM generate_series(1, 3) g;

-- finished at the first go
INSERT INTO minion_jobs (args, attempts, created, delayed, finished, notes, priority, queue, result, retried, retries, started, state, task, worker, lax)
SELECT jsonb_build_array('https://example.org/p/' || g), CASE WHEN g % 4 = 0 THEN 5 ELSE 1 END, t, t, t + make_interval(secs => 3 + g % 9), CASE WHEN g % 6 = 0 THEN '{"progress": "done"}'::jsonb ELSE '{}' END,
       g % 3, CASE WHEN g % 5 = 0 THEN 'important' ELSE 'default' END, CASE WHEN g % 3 = 0 THEN NULL ELSE to_jsonb('crawled ' || g || ' links') END,
       NULL, 0, t + interval '1 second', 'finished', (ARRAY['check_links','send_mail','resize_image'])[1 + g % 3], 1 + g % 3, false
FROM (SELECT g, now() - make_interval(mins => g * 31) t FROM generate_series(1, 34) g) s;
-- finished after automatic retries: attempts has been counted down, started and result are those of the last go
INSERT INTO minion_jobs (args, attempts, created, delayed, finished, priority, result, retried, retries, started, state, task, worker)
SELECT jsonb_build_array(g), 3, t, t + interval '48 seconds', t + interval '51 seconds', 0, '"ok"', t + interval '32 seconds', 2, t + interval '49 seconds', 'finished', 'push_webhook', 1 + g % 3
FROM (SELECT g, now() - make_interval(hours => g) t FROM generate_series(1, 5) g) s;
-- failed for good: one attempt only, or the last of several, or the worker went away
INSERT INTO minion_jobs (args, attempts, created, delayed, finished, priority, result, retried, retries, started, state, task, worker)
SELECT jsonb_build_array('img' || g), 1, t, CASE WHEN g % 2 = 0 THEN t + interval '70 seconds' ELSE t END, t + interval '75 seconds', 0,
       CASE g % 3 WHEN 0 THEN '"Worker went away"'::jsonb WHEN 1 THEN '"Job terminated unexpectedly (exit code: 0, signal: 9)"' ELSE '"Can''t connect: Connection refused at lib/App/Task.pm line 31."' END,
       CASE WHEN g % 2 = 0 THEN t + interval '54 seconds' END, CASE WHEN g % 2 = 0 THEN 2 ELSE 0 END, t + interval '71 seconds', 'failed', (ARRAY['resize_image','push_webhook'])[1 + g % 2], 1 + g % 3
FROM (SELECT g, now() - make_interval(hours => g * 4) t FROM generate_series(1, 10) g) s;
-- stuck in a queue that nobody serves: marked by the repair, never started
INSERT INTO minion_jobs (args, created, delayed, priority, queue, result, state, task)
SELECT '[]', t, t, 0, 'legacy', '"Job appears stuck in queue"', 'failed', 'old_report'
FROM (SELECT now() - interval '2 days' - make_interval(hours => g * 3) t FROM generate_series(1, 3) g) s;
-- at work
INSERT INTO minion_jobs (args, attempts, created, delayed, priority, started, state, task, worker, notes)
SELECT jsonb_build_array('https://example.org/run/' || g), 1, now() - make_interval(secs => 40 + g), now() - make_interval(secs => 40 + g), 0, now() - make_interval(secs => 5 * g), 'active', 'check_links', 1 + g % 3, jsonb_build_object('progress', g * 10)
FROM generate_series(1, 6) g;
-- at work for a worker that is no longer registered; the next repair fails them
INSERT INTO minion_jobs (args, attempts, created, delayed, priority, started, state, task, worker)
SELECT jsonb_build_array(g), 4, now() - interval '50 minutes', now() - interval '50 minutes', 5, now() - interval '49 minutes', 'active', 'push_webhook', 97
FROM generate_series(1, 2) g;
-- waiting: ready, delayed, with parents, and with an end of validity
INSERT INTO minion_jobs (args, attempts, created, delayed, priority, task)
SELECT jsonb_build_array('a' || g || '@example.org'), 1, now() - make_interval(secs => g), now() - make_interval(secs => g), 0, 'send_mail' FROM generate_series(1, 9) g;
INSERT INTO minion_jobs (args, attempts, created, delayed, priority, task)
SELECT jsonb_build_array(g), 1, now() - interval '1 minute', now() + make_interval(mins => 10 * g), 0, 'check_links' FROM generate_series(1, 5) g;
INSERT INTO minion_jobs (args, attempts, created, delayed, priority, task, parents, lax)
SELECT jsonb_build_array(g), 1, now() - interval '20 seconds', now() - interval '20 seconds', 0, 'summary', ARRAY(SELECT id FROM minion_jobs WHERE state = 'active' ORDER BY id LIMIT 2), g = 2 FROM generate_series(1, 2) g;
INSERT INTO minion_jobs (args, attempts, created, delayed, expires, priority, task)
SELECT '[]', 1, now() - interval '30 seconds', now() - interval '30 seconds', now() + make_interval(secs => 60 * (g - 2) + 15), 0, 'refresh_cache' FROM generate_series(1, 4) g;
-- waiting for another go after a failure: result, started, finished and worker of the failed go are still there
INSERT INTO minion_jobs (args, attempts, created, delayed, finished, priority, result, retried, retries, started, state, task, worker)
SELECT jsonb_build_array(g), 3, t - make_interval(mins => 1 + g), t + interval '16 seconds', t, 0, '"502 Bad Gateway"', t, 2, t - interval '2 seconds', 'inactive', 'push_webhook', 1 + g % 3
FROM (SELECT g, now() - make_interval(secs => 3 * g) t FROM generate_series(1, 7) g) s;

INSERT INTO minion_locks (name, expires)
SELECT 'unique:report:' || g, now() + make_interval(mins => g * 20) FROM generate_series(1, 4) g;
INSERT INTO minion_schedules (args, cron, last_job, last_run, name, next_run, paused, task)
VALUES ('[]', '*/15 * * * *', 3, now() - interval '8 minutes', 'cache', now() + interval '7 minutes', false, 'refresh_cache'),
       ('["weekly"]', '0 6 * * 1', NULL, NULL, 'weekly-report', now() + interval '4 days', false, 'summary'),
       ('[]', '0 3 * * *', 9, now() - interval '3 days', 'old-import', now() - interval '2 days', true, 'check_links');
