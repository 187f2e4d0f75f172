CREATE TABLE replica_heartbeat (replica_id text PRIMARY KEY, last_heartbeat timestamptz NOT NULL);
CREATE TABLE task_run (
  id serial,
  resource_id text NOT NULL DEFAULT gen_random_uuid()::text,
  creator text,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  project text NOT NULL,
  task_id integer NOT NULL,
  attempt integer NOT NULL,
  status text NOT NULL CHECK (status IN ('PENDING', 'AVAILABLE', 'RUNNING', 'DONE', 'FAILED', 'CANCELED')),
  started_at timestamptz NULL,
  run_at timestamptz,
  result jsonb NOT NULL DEFAULT '{}',
  replica_id text,
  payload jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (project, id)
);
CREATE INDEX idx_task_run_task_id ON task_run (task_id);
CREATE UNIQUE INDEX idx_task_run_unique_resource_id ON task_run (resource_id);
CREATE UNIQUE INDEX uk_task_run_task_id_attempt ON task_run (project, task_id, attempt);
CREATE INDEX idx_task_run_active_status_id ON task_run (status, id) WHERE status IN ('PENDING', 'AVAILABLE', 'RUNNING');
CREATE INDEX idx_task_run_running_replica ON task_run (replica_id) WHERE status = 'RUNNING' AND replica_id IS NOT NULL;

INSERT INTO replica_heartbeat VALUES ('bb-7d9f-a1', now() - interval '3 seconds'), ('bb-7d9f-b2', now() - interval '8 seconds'), ('bb-5c11-z9', now() - interval '2 hours');
INSERT INTO task_run (resource_id, creator, created_at, updated_at, project, task_id, attempt, status, started_at, run_at, result, replica_id, payload)
SELECT md5('tr' || g)::uuid::text, 'dba' || g % 4 || '@example.org', c, CASE st WHEN 'PENDING' THEN c WHEN 'AVAILABLE' THEN c + interval '1 second' WHEN 'RUNNING' THEN c + interval '3 seconds' ELSE c + (5 + g % 120) * interval '1 second' END, 'proj-' || g % 3, 100 + g - CASE WHEN g % 25 = 1 AND g > 1 THEN 3 ELSE 0 END, CASE WHEN g % 25 = 1 AND g > 1 THEN 1 ELSE 0 END, st, CASE WHEN st IN ('RUNNING', 'DONE', 'FAILED') THEN c + interval '3 seconds' END, CASE WHEN st = 'PENDING' AND g > 122 THEN now() + (g - 120) * interval '4 hours' WHEN g % 9 = 0 THEN c + interval '1 second' END,
       CASE st WHEN 'DONE' THEN jsonb_build_object('detail', 'Applied migration version 20261127', 'hasPriorBackup', false) WHEN 'FAILED' THEN jsonb_build_object('detail', 'failed to execute: relation "orders" already exists (SQLSTATE 42P07)', 'startPosition', jsonb_build_object('line', 3)) ELSE '{}' END, CASE WHEN st IN ('RUNNING', 'DONE', 'FAILED') THEN CASE WHEN g IN (112, 113) THEN 'bb-5c11-z9' ELSE 'bb-7d9f-' || (ARRAY['a1', 'b2'])[1 + g % 2] END END, '{}'
FROM (SELECT g, CASE WHEN g > 119 THEN 'PENDING' WHEN g > 117 THEN 'AVAILABLE' WHEN g > 111 THEN 'RUNNING' WHEN g % 23 = 0 THEN 'CANCELED' WHEN g % 25 = 23 THEN 'FAILED' ELSE 'DONE' END AS st, CASE WHEN g > 117 THEN now() - (135 - g) * interval '2 seconds' WHEN g > 113 THEN now() - interval '40 seconds' WHEN g > 111 THEN now() - interval '130 minutes' ELSE now() - (125 - g) * interval '3 hours' END AS c FROM generate_series(1, 134) g) s;
