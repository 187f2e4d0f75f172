CREATE TABLE job (id serial PRIMARY KEY, create_time timestamp, update_time timestamp, history_id integer,
  tool_id varchar(255), tool_version text, state varchar(64), info varchar(255), command_line text,
  copied_from_job_id integer, param_filename varchar(1024), runner_name varchar(255), job_stdout text,
  job_stderr text, job_runner_name varchar(255), job_runner_external_id varchar(255), exit_code integer,
  traceback text, session_id integer, user_id integer, imported boolean, handler varchar(255), priority
  integer);
CREATE INDEX ix_job_state ON job (state);
INSERT INTO job (create_time, update_time, history_id, tool_id, tool_version, state, info, command_line,
  job_stdout, job_stderr, job_runner_name, job_runner_external_id, exit_code, session_id, user_id, imported,
  handler, priority) SELECT c::timestamp, (c + CASE k WHEN 'new' THEN interval '0' WHEN 'que' THEN interval
  '20 seconds' WHEN 'work' THEN interval '20 seconds' WHEN 'lost' THEN interval '3 minutes' WHEN 'paus' THEN
  interval '2 seconds' ELSE interval '30 seconds' + ((1 + g * 37 % 23) * interval '1 minute')
  END)::timestamp, 400 - g / 10, (ARRAY['upload1', 'bwa_mem', 'fastqc'])[1 + g % 3], '1.2', CASE k WHEN
  'new' THEN 'new' WHEN 'que' THEN 'queued' WHEN 'work' THEN 'running' WHEN 'lost' THEN 'running' WHEN 'bad'
  THEN 'error' WHEN 'paus' THEN 'paused' WHEN 'del_' THEN 'deleted' ELSE 'ok' END, CASE WHEN k IN ('bad')
  THEN 'Job failed' END, CASE WHEN k IN ('new', 'paus') THEN NULL ELSE 'run ' || g END, CASE WHEN k IN
  ('done', 'bad') THEN '' END, CASE WHEN k IN ('done', 'bad') THEN CASE k WHEN 'bad' THEN 'out of memory'
  ELSE '' END END, CASE WHEN k IN ('new', 'paus') THEN NULL ELSE 'slurm' END, CASE WHEN k IN ('que', 'work',
  'lost', 'done', 'bad') THEN (7700 - g)::text END, CASE WHEN k IN ('done', 'bad') THEN CASE k WHEN 'bad'
  THEN 1 ELSE 0 END END, g % 60, 1 + g % 40, false, 'job_handler_' || g % 3, 0 FROM (SELECT g, now() AS n,
  CASE WHEN g <= 3 THEN 'new' WHEN g <= 7 THEN 'que' WHEN g <= 11 THEN 'work' WHEN g <= 14 THEN 'lost' WHEN
  g <= 18 THEN 'paus' WHEN g % 19 = 6 THEN 'bad' WHEN g % 41 = 13 THEN 'del_' ELSE 'done' END AS k, now() -
  CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 7 THEN g * interval '25 seconds' WHEN g <= 11
  THEN g * interval '25 seconds' WHEN g <= 14 THEN interval '9 hours' + g * interval '7 minutes' WHEN g <=
  18 THEN g * interval '25 seconds' ELSE g * interval '9 minutes' END AS c FROM generate_series(1, 400) g) s
  ORDER BY s.c;
