CREATE TABLE dag_run (id serial PRIMARY KEY, dag_id varchar(250) NOT NULL, queued_at timestamptz,
  execution_date timestamptz NOT NULL, start_date timestamptz, end_date timestamptz, state varchar(50),
  run_id varchar(250) NOT NULL, creating_job_id integer, external_trigger boolean, run_type varchar(50) NOT
  NULL, conf bytea, data_interval_start timestamptz, data_interval_end timestamptz, last_scheduling_decision
  timestamptz, dag_hash varchar(32), log_template_id integer, updated_at timestamptz, clear_number integer
  NOT NULL DEFAULT 0, UNIQUE (dag_id, run_id), UNIQUE (dag_id, execution_date));
CREATE INDEX idx_dag_run_queued_dags ON dag_run (state, dag_id) WHERE state = 'queued';
CREATE INDEX idx_dag_run_running_dags ON dag_run (state, dag_id) WHERE state = 'running';
INSERT INTO dag_run (dag_id, queued_at, execution_date, start_date, end_date, state, run_id,
  creating_job_id, external_trigger, run_type, data_interval_start, data_interval_end,
  last_scheduling_decision, dag_hash, log_template_id, updated_at) SELECT (ARRAY['etl_orders',
  'daily_report', 'sync_users'])[1 + g % 3], c, c - interval '1 hour', CASE WHEN k IN ('new') THEN NULL ELSE
  c + interval '3 seconds' END, CASE WHEN k IN ('done', 'bad') THEN c + interval '3 seconds' + ((1 + g * 37
  % 23) * interval '1 minute') END, CASE k WHEN 'new' THEN 'queued' WHEN 'work' THEN 'running' WHEN 'lost'
  THEN 'running' WHEN 'bad' THEN 'failed' ELSE 'success' END, 'scheduled__' || to_char(c,
  'YYYY-MM-DD"T"HH24:MI:SS.US'), 30 + g / 100, false, 'scheduled', c - interval '1 hour', c, CASE WHEN k IN
  ('new') THEN NULL ELSE c + interval '5 seconds' END, md5('dh' || g % 3), 2, c + interval '3 seconds' FROM
  (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 6 THEN 'work' WHEN g <= 9 THEN 'lost' WHEN g
  % 23 = 7 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g
  <= 6 THEN g * interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes' ELSE g
  * interval '17 minutes' END AS c FROM generate_series(1, 340) g) s ORDER BY s.c;
CREATE TABLE job (id serial PRIMARY KEY, dag_id varchar(250), state varchar(20), job_type varchar(30),
  start_date timestamptz, end_date timestamptz, latest_heartbeat timestamptz, executor_class varchar(500),
  hostname varchar(500), unixname varchar(1000));
CREATE INDEX job_type_heart ON job (job_type, latest_heartbeat);
INSERT INTO job (state, job_type, start_date, end_date, latest_heartbeat, executor_class, hostname,
  unixname) SELECT CASE k WHEN 'work' THEN 'running' WHEN 'lost' THEN 'running' WHEN 'bad' THEN 'failed'
  ELSE 'success' END, CASE k WHEN 'work' THEN CASE WHEN g = 1 THEN 'SchedulerJob' ELSE 'LocalTaskJob' END
  ELSE 'LocalTaskJob' END, c, CASE WHEN k IN ('done', 'bad') THEN c + ((2 + g * 37 % 89) * interval '1
  second') END, CASE k WHEN 'work' THEN n - interval '3 seconds' WHEN 'lost' THEN c + interval '12 minutes'
  ELSE c + ((2 + g * 37 % 89) * interval '1 second') END, 'CeleryExecutor', 'worker-' || g % 6, 'airflow'
  FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'work' WHEN g <= 7 THEN 'lost' WHEN g % 19 = 6 THEN
  'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 7 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '8 minutes' END AS c FROM
  generate_series(1, 410) g) s ORDER BY s.c;
