CREATE TYPE transferdirection AS ENUM ('stage_in', 'stage_out');
CREATE TYPE transferitemstate AS ENUM ('awaiting_job', 'pending', 'active', 'inactive', 'done', 'error');
CREATE TABLE jobs (id serial PRIMARY KEY, workdir varchar(256) NOT NULL, tags jsonb, app_id integer,
  session_id integer, serialized_parameters text, serialized_return_value text, serialized_exception text,
  batch_job_id integer, state varchar(32), last_update timestamptz DEFAULT now(), data json, return_code
  integer, pending_file_cleanup boolean, parent_ids integer[] NOT NULL, num_nodes integer, ranks_per_node
  integer, threads_per_rank integer, threads_per_core integer, gpus_per_rank double precision,
  node_packing_count integer, wall_time_min integer, launch_params json);
CREATE INDEX ix_jobs_state ON jobs (state);
CREATE INDEX ix_jobs_tags ON jobs USING gin (tags jsonb_path_ops);
CREATE TABLE transfer_items (id serial PRIMARY KEY, job_id integer NOT NULL, direction transferdirection NOT
  NULL, local_path varchar(256), remote_path varchar(256), recursive boolean, location_alias varchar(256),
  state transferitemstate NOT NULL, task_id varchar(100), transfer_info json);
INSERT INTO jobs (workdir, tags, app_id, session_id, serialized_parameters, serialized_return_value,
  serialized_exception, batch_job_id, state, last_update, data, return_code, pending_file_cleanup, parent_ids,
  num_nodes, ranks_per_node, threads_per_rank, threads_per_core, gpus_per_rank, node_packing_count,
  wall_time_min, launch_params) SELECT 'run/' || g, jsonb_build_object('exp', 'e' || g % 4), 1 + g % 3, CASE
  WHEN k IN ('RUNNING', 'lost') THEN 4 + g % 2 END, '', '', CASE WHEN k IN ('FAILED') THEN
  'gASVRAAAAAAAAACMCGJ1aWx0aW5z' ELSE '' END, CASE WHEN k IN ('RUNNING', 'lost') THEN 9 END, CASE k WHEN
  'lost' THEN 'RUNNING' ELSE k END, c, '{}', CASE WHEN k IN ('JOB_FINISHED') THEN 0 ELSE CASE WHEN k IN
  ('FAILED') THEN 1 END END, CASE WHEN k IN ('JOB_FINISHED', 'FAILED') THEN false ELSE true END, CASE WHEN g %
  5 = 0 THEN ARRAY[g + 1] ELSE '{}'::integer[] END, 1, 4, 1, 1, 0, 1, 30, '{}' FROM (SELECT g, now() AS n,
  CASE WHEN g <= 2 THEN 'AWAITING_PARENTS' WHEN g <= 5 THEN 'PREPROCESSED' WHEN g <= 9 THEN 'RUNNING' WHEN g
  <= 10 THEN 'RUN_DONE' WHEN g <= 13 THEN 'lost' WHEN g % 14 = 0 THEN 'FAILED' ELSE 'JOB_FINISHED' END AS k,
  now() - CASE WHEN g <= 10 THEN g * interval '25 seconds' WHEN g <= 13 THEN interval '9 hours' + g * interval
  '7 minutes' ELSE g * interval '14 minutes' END AS c FROM generate_series(1, 240) g) s;
INSERT INTO transfer_items (job_id, direction, local_path, remote_path, recursive, location_alias, state,
  task_id, transfer_info) SELECT 1 + g / 2, (CASE WHEN g % 2 = 0 THEN 'stage_in' ELSE 'stage_out'
  END)::transferdirection, 'in' || g || '.dat', '/data/in' || g || '.dat', false, 'APS', k::transferitemstate,
  CASE WHEN k IN ('active', 'done', 'error') THEN md5('ti' || g / 5)::uuid::text END, '{}' FROM (SELECT g,
  now() AS n, CASE WHEN g <= 5 THEN 'awaiting_job' WHEN g <= 8 THEN 'pending' WHEN g <= 12 THEN 'active' WHEN
  g % 17 = 0 THEN 'error' ELSE 'done' END AS k, now() - CASE WHEN g <= 12 THEN g * interval '25 seconds' ELSE
  g * interval '14 minutes' END AS c FROM generate_series(1, 220) g) s;
