CREATE TABLE _private_tasks (id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY, identifier text NOT NULL UNIQUE CONSTRAINT tasks_identifier_check CHECK (length(identifier) <= 128));
CREATE TABLE _private_job_queues (
  id integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY, queue_name text NOT NULL UNIQUE CONSTRAINT job_queues_queue_name_check CHECK (length(queue_name) <= 128),
  locked_at timestamptz, locked_by text, is_available boolean NOT NULL GENERATED ALWAYS AS (locked_at IS NULL) STORED
);
CREATE TABLE _private_jobs (
  id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  job_queue_id integer,
  task_id integer NOT NULL,
  payload json NOT NULL DEFAULT '{}',
  priority smallint NOT NULL DEFAULT 0,
  run_at timestamptz NOT NULL DEFAULT now(),
  attempts smallint NOT NULL DEFAULT 0,
  max_attempts smallint NOT NULL DEFAULT 25,
  last_error text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  key text UNIQUE,
  locked_at timestamptz,
  locked_by text,
  revision integer NOT NULL DEFAULT 0,
  flags jsonb,
  is_available boolean NOT NULL GENERATED ALWAYS AS ((locked_at IS NULL) AND (attempts < max_attempts)) STORED,
  CONSTRAINT jobs_key_check CHECK (length(key) > 0 AND length(key) <= 512),
  CONSTRAINT jobs_max_attempts_check CHECK (max_attempts >= 1)
);
CREATE INDEX jobs_main_index ON _private_jobs (priority, run_at) INCLUDE (id, task_id, job_queue_id) WHERE is_available = true;
CREATE INDEX jobs_no_queue_index ON _private_jobs (priority, run_at) INCLUDE (id, task_id) WHERE is_available = true AND job_queue_id IS NULL;
INSERT INTO _private_tasks (identifier) VALUES ('charge_card'), ('send_email'), ('sync_account');
INSERT INTO _private_job_queues (queue_name, locked_at, locked_by) VALUES ('account-1', NULL, NULL), ('account-2', now() - interval '8 seconds', 'worker-5fa1c9be07d2');
INSERT INTO _private_jobs (task_id, payload, run_at, created_at, updated_at, key, revision, priority, flags, job_queue_id)
SELECT 1 + g % 3, json_build_object('orderId', g), CASE WHEN g > 16 THEN now() + g * interval '5 minutes' ELSE c END, c, c, CASE WHEN g % 4 = 0 THEN 'order:' || g END, CASE WHEN g % 8 = 0 THEN 2 ELSE 0 END, (g % 3)::smallint, CASE WHEN g = 5 THEN '{"bulk": true}'::jsonb END, CASE WHEN g % 7 = 0 THEN 1 END FROM (SELECT g, now() - g * interval '3 seconds' AS c FROM generate_series(1, 26) g) x;
-- in work: attempts has been raised with the claim; the last two are older than the 4 hours of the stale lock
INSERT INTO _private_jobs (task_id, payload, run_at, attempts, created_at, updated_at, locked_at, locked_by, job_queue_id)
SELECT 1, json_build_object('orderId', 100 + g), l - interval '200 milliseconds', 1, l - interval '200 milliseconds', l - interval '200 milliseconds', l, 'worker-5fa1c9be07d2', CASE WHEN g = 1 THEN 2 END FROM (SELECT g, now() - CASE WHEN g > 7 THEN g * interval '35 minutes' ELSE g * interval '8 seconds' END AS l FROM generate_series(1, 9) g) x;
-- failed and waiting (unlocked, run_at moved), then those with no attempts left
INSERT INTO _private_jobs (task_id, payload, run_at, attempts, last_error, created_at, updated_at, key)
SELECT 1, json_build_object('orderId', 200 + g), now() + exp(least(g, 10)) * interval '1 second', g::smallint, 'psp timeout', now() - interval '2 hours', now() - interval '2 hours', CASE WHEN g % 3 = 0 THEN 'retry:' || g END FROM generate_series(1, 8) g;
INSERT INTO _private_jobs (task_id, payload, run_at, attempts, max_attempts, last_error, created_at, updated_at)
SELECT 2, json_build_object('to', 'user' || g || '@example.com'), now() - g * interval '1 day', 3::smallint, 3::smallint, CASE WHEN g = 2 THEN 'Manually marked as failed' ELSE 'mailbox unavailable' END, now() - (g + 1) * interval '1 day', now() - g * interval '1 day' FROM generate_series(1, 6) g;
