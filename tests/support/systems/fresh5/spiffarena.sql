CREATE TABLE future_task (guid varchar(36) PRIMARY KEY, run_at_in_seconds integer NOT NULL,
  queued_to_run_at_in_seconds integer, completed boolean NOT NULL, archived_for_process_instance_status boolean NOT
  NULL, updated_at_in_seconds integer NOT NULL);
CREATE INDEX ix_future_task_run_at_in_seconds ON future_task (run_at_in_seconds);
CREATE INDEX ix_future_task_completed ON future_task (completed);
CREATE TABLE process_instance_queue (id serial PRIMARY KEY, process_instance_id integer NOT NULL UNIQUE, priority
  integer, locked_by varchar(80), locked_at_in_seconds integer, status varchar(50), run_at_in_seconds integer,
  updated_at_in_seconds integer, created_at_in_seconds integer);
CREATE INDEX ix_process_instance_queue_locked_by ON process_instance_queue (locked_by);
CREATE INDEX ix_process_instance_queue_status ON process_instance_queue (status);
INSERT INTO future_task SELECT md5('gu' || g)::uuid::text, extract(epoch FROM CASE k WHEN 'later' THEN n + g *
  interval '3 hours' ELSE c END)::int, CASE WHEN k IN ('done', 'lost') THEN extract(epoch FROM c)::int END, k =
  'done', k = 'arch', extract(epoch FROM CASE k WHEN 'later' THEN n - g * interval '1 hour' ELSE c + interval
  '20 seconds' END)::int FROM (SELECT g, now() AS n, CASE WHEN g <= 15 THEN 'later' WHEN g <= 19 THEN 'lost' WHEN g
  % 17 = 0 THEN 'arch' ELSE 'done' END AS k, now() - CASE WHEN g <= 15 THEN g * interval '25 seconds' WHEN g <= 19
  THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS c FROM generate_series(1,
  140) g) s;
INSERT INTO process_instance_queue (process_instance_id, priority, locked_by, locked_at_in_seconds, status,
  run_at_in_seconds, updated_at_in_seconds, created_at_in_seconds) SELECT g, 2, CASE WHEN k IN ('run', 'lost') THEN
  'worker1:7:' || g END, CASE WHEN k IN ('run', 'lost') THEN extract(epoch FROM c)::int END, CASE k WHEN 'run' THEN
  'running' WHEN 'lost' THEN 'running' ELSE k END, extract(epoch FROM c)::int, extract(epoch FROM c)::int,
  extract(epoch FROM c - interval '1 hour')::int FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'run' WHEN g <= 5
  THEN 'lost' WHEN g % 3 = 0 THEN 'user_input_required' WHEN g % 13 = 0 THEN 'error' ELSE 'complete' END AS k, now()
  - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 5 THEN interval '9 hours' + g * interval '7 minutes'
  ELSE g * interval '25 minutes' END AS c FROM generate_series(1, 110) g) s;
