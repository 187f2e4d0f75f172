CREATE TABLE task_processor_task (id serial PRIMARY KEY, uuid uuid NOT NULL UNIQUE, created_at timestamptz NOT NULL,
  scheduled_for timestamptz, task_identifier varchar(200) NOT NULL, serialized_args text, serialized_kwargs text,
  num_failures integer NOT NULL, completed boolean NOT NULL, is_locked boolean NOT NULL, priority smallint);
CREATE INDEX incomplete_tasks_idx ON task_processor_task (scheduled_for) WHERE NOT completed AND num_failures < 3;
INSERT INTO task_processor_task (uuid, created_at, scheduled_for, task_identifier, serialized_args,
  serialized_kwargs, num_failures, completed, is_locked, priority) SELECT md5('tk' || g)::uuid, CASE k WHEN 'later'
  THEN n - interval '20 minutes' ELSE c END, CASE k WHEN 'later' THEN n + g * interval '1 hour' ELSE c END,
  (ARRAY['tasks.call_environment_webhook', 'audit.create_log', 'edge.sync_identity'])[1 + g % 3], '[]', '{"id": ' ||
  g || '}', CASE k WHEN 'dead' THEN 3 WHEN 'retry' THEN 1 ELSE 0 END, k = 'done', k IN ('run', 'lost'), 100 FROM
  (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 5 THEN 'run' WHEN g <= 12 THEN 'later' WHEN g <= 13
  THEN 'retry' WHEN g <= 16 THEN 'lost' WHEN g % 17 = 0 THEN 'dead' ELSE 'done' END AS k, now() - CASE WHEN g <= 13
  THEN g * interval '25 seconds' WHEN g <= 16 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '25 minutes' END AS c FROM generate_series(1, 240) g) s;
