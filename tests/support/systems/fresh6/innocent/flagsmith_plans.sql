CREATE TABLE task_processor_recurringtask (id serial PRIMARY KEY, uuid uuid NOT NULL UNIQUE, created_at timestamptz
  NOT NULL, task_identifier varchar(200) NOT NULL, serialized_args text, serialized_kwargs text, is_locked boolean
  NOT NULL, run_every interval NOT NULL, first_run_time time, UNIQUE (task_identifier, run_every));
CREATE TABLE task_processor_taskrun (id serial PRIMARY KEY, task_id integer NOT NULL, started_at timestamptz NOT
  NULL, finished_at timestamptz, result varchar(50), error_details text);
INSERT INTO task_processor_recurringtask (uuid, created_at, task_identifier, serialized_args, serialized_kwargs,
  is_locked, run_every) SELECT md5('rt' || g)::uuid, now() - g * interval '9 days', 'tasks.recurring_' || g, '[]',
  '{}', false, g % 9 * interval '5 minutes' + interval '1 minute' FROM generate_series(1, 24) g;
INSERT INTO task_processor_taskrun (task_id, started_at, finished_at, result, error_details) SELECT g, c, CASE WHEN
  g % 17 > 0 THEN c + interval '2 seconds' END, CASE WHEN g % 17 = 0 THEN 'FAILURE' ELSE 'SUCCESS' END, CASE WHEN g
  % 17 = 0 THEN 'Traceback: timeout' END FROM (SELECT g, now() - g * interval '25 minutes' AS c FROM
  generate_series(1, 240) g) s;
