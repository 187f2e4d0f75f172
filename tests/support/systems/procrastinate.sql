CREATE TYPE procrastinate_job_status AS ENUM ('todo','doing','succeeded','failed','cancelled','aborting','aborted');
CREATE TYPE procrastinate_job_event_type AS ENUM ('deferred','started','deferred_for_retry','failed','succeeded','cancelled','abort_requested','aborted','scheduled','retried');
CREATE TABLE procrastinate_workers (id bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY, last_heartbeat timestamptz NOT NULL DEFAULT now());
CREATE TABLE procrastinate_jobs (
  id bigserial PRIMARY KEY,
  queue_name varchar(128) NOT NULL,
  task_name varchar(128) NOT NULL,
  priority integer NOT NULL DEFAULT 0,
  lock text,
  queueing_lock text,
  args jsonb NOT NULL DEFAULT '{}',
  status procrastinate_job_status NOT NULL DEFAULT 'todo',
  scheduled_at timestamptz,
  attempts integer NOT NULL DEFAULT 0,
  abort_requested boolean NOT NULL DEFAULT false,
  worker_id bigint REFERENCES procrastinate_workers (id) ON DELETE SET NULL,
  CONSTRAINT check_not_todo_abort_requested CHECK (NOT (status = 'todo' AND abort_requested = true))
);
CREATE TABLE procrastinate_events (
  id bigserial PRIMARY KEY,
  job_id bigint NOT NULL REFERENCES procrastinate_jobs ON DELETE CASCADE,
  type procrastinate_job_event_type,
  at timestamptz DEFAULT now()
);
CREATE UNIQUE INDEX procrastinate_jobs_queueing_lock_idx_v1 ON procrastinate_jobs (queueing_lock) WHERE status = 'todo';
CREATE UNIQUE INDEX procrastinate_jobs_lock_idx_v1 ON procrastinate_jobs (lock) WHERE status = 'doing';
CREATE INDEX idx_procrastinate_jobs_worker_not_null ON procrastinate_jobs (worker_id) WHERE worker_id IS NOT NULL AND status = 'doing';
CREATE INDEX procrastinate_jobs_queue_name_idx_v1 ON procrastinate_jobs (queue_name);
CREATE INDEX procrastinate_jobs_id_lock_idx_v1 ON procrastinate_jobs (id, lock) WHERE status = ANY (ARRAY['todo','doing']::procrastinate_job_status[]);
CREATE INDEX procrastinate_jobs_priority_idx_v1 ON procrastinate_jobs (priority DESC, id) WHERE status = 'todo';
CREATE INDEX procrastinate_events_job_id_fkey_v1 ON procrastinate_events (job_id);
CREATE INDEX idx_procrastinate_workers_last_heartbeat ON procrastinate_workers (last_heartbeat);

INSERT INTO procrastinate_workers (last_heartbeat) SELECT now() - CASE WHEN g = 4 THEN interval '3 minutes' ELSE g * interval '2 seconds' END FROM generate_series(1, 4) g;
INSERT INTO procrastinate_jobs (queue_name, task_name, priority, lock, args, status, scheduled_at, attempts, worker_id)
SELECT (ARRAY['default','mail'])[1 + g % 2], (ARRAY['shop.tasks.charge','shop.tasks.mail'])[1 + g % 2], 0, CASE WHEN g % 2 = 0 THEN 'customer-' || g % 9 ELSE NULL END, jsonb_build_object('order_id', g), 'succeeded', CASE WHEN g % 7 = 0 THEN now() - g * interval '20 minutes' END, 1 + (g % 7 = 0)::int, CASE WHEN g % 3 = 0 THEN NULL ELSE 1 + g % 3 END FROM generate_series(1, 30) g;
INSERT INTO procrastinate_jobs (queue_name, task_name, priority, lock, queueing_lock, args, status, scheduled_at, attempts)
SELECT 'default', 'shop.tasks.charge', g % 2, CASE WHEN g % 3 = 0 THEN 'customer-' || g END, CASE WHEN g % 4 = 0 THEN 'sync-' || g END, jsonb_build_object('order_id', 100 + g), 'todo', CASE WHEN g % 5 = 0 THEN now() + g * interval '10 minutes' END, 0 FROM generate_series(1, 15) g;
INSERT INTO procrastinate_jobs (queue_name, task_name, args, status, scheduled_at, attempts, worker_id)
SELECT 'default', 'shop.tasks.charge', jsonb_build_object('order_id', 200 + g), 'todo', now() + g * interval '8 seconds', g, 2 FROM generate_series(1, 5) g;
INSERT INTO procrastinate_jobs (queue_name, task_name, lock, args, status, attempts, abort_requested, worker_id)
SELECT 'default', 'shop.tasks.charge', 'run-' || g, jsonb_build_object('order_id', 300 + g), 'doing', 0, g = 2, CASE WHEN g = 7 THEN NULL WHEN g = 6 THEN 4 ELSE 1 + g % 3 END FROM generate_series(1, 7) g;
INSERT INTO procrastinate_jobs (queue_name, task_name, args, status, attempts, worker_id) SELECT 'default', 'shop.tasks.charge', jsonb_build_object('order_id', 400 + g), 'failed', 1 + g % 3, 1 + g % 3 FROM generate_series(1, 6) g;
INSERT INTO procrastinate_jobs (queue_name, task_name, args, status, attempts, abort_requested) SELECT 'mail', 'shop.tasks.mail', jsonb_build_object('order_id', 500 + g), 'cancelled', 0, g = 1 FROM generate_series(1, 3) g;
INSERT INTO procrastinate_jobs (queue_name, task_name, args, status, attempts, worker_id) SELECT 'default', 'shop.tasks.charge', jsonb_build_object('order_id', 600 + g), 'aborted', 1, 1 FROM generate_series(1, 2) g;
INSERT INTO procrastinate_events (job_id, type, at) SELECT id, 'deferred', now() - (90 - id) * interval '21 minutes' FROM procrastinate_jobs;
INSERT INTO procrastinate_events (job_id, type, at) SELECT id, 'started', now() - (90 - id) * interval '21 minutes' + interval '1 second' FROM procrastinate_jobs WHERE status NOT IN ('todo','cancelled');
INSERT INTO procrastinate_events (job_id, type, at) SELECT id, status::text::procrastinate_job_event_type, now() - (90 - id) * interval '21 minutes' + interval '3 seconds' FROM procrastinate_jobs WHERE status NOT IN ('todo','doing');
