CREATE TABLE schedules (
  id serial PRIMARY KEY,
  project_id integer NOT NULL,
  workflow_definition_id bigint NOT NULL,
  next_run_time bigint NOT NULL,
  next_schedule_time bigint NOT NULL,
  last_session_time bigint,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  disabled_at timestamptz
);
CREATE INDEX schedules_on_next_run_time ON schedules (next_run_time);
CREATE UNIQUE INDEX schedules_on_project_id_and_workflow_definition_id ON schedules (project_id, workflow_definition_id);
CREATE TABLE task_archives (
  id bigint PRIMARY KEY,
  tasks text NOT NULL,
  created_at timestamptz NOT NULL
);
INSERT INTO schedules (project_id, workflow_definition_id, next_run_time, next_schedule_time, last_session_time, created_at, updated_at, disabled_at)
SELECT 1 + g % 9, 300 + g, extract(epoch FROM date_trunc('hour', now()) + g * interval '1 hour')::bigint, extract(epoch FROM date_trunc('hour', now()) + g * interval '1 hour')::bigint, CASE WHEN g % 8 > 0 THEN extract(epoch FROM date_trunc('hour', now()) - (24 - g % 24) * interval '1 hour')::bigint END, now() - interval '200 days' - g * interval '1 day', now() - g * interval '20 minutes', CASE WHEN g % 11 = 0 THEN now() - g * interval '1 day' END FROM generate_series(1, 45) g;
INSERT INTO task_archives (id, tasks, created_at)
SELECT 5000 + g, '[{"id":' || 90000 + g || ',"fullName":"+wf+load","state":"success","updatedAt":"2026-11-2' || g % 7 || 'T04:00:31Z","retryAt":null,"error":{}}]', now() - g * interval '35 minutes' FROM generate_series(1, 120) g;
