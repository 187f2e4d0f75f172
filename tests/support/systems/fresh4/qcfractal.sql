CREATE TYPE internaljobstatusenum AS ENUM ('complete', 'waiting', 'running', 'error', 'cancelled');
CREATE TABLE internal_jobs (id serial PRIMARY KEY, name varchar NOT NULL, status internaljobstatusenum NOT NULL,
  added_date timestamptz NOT NULL, scheduled_date timestamptz NOT NULL, started_date timestamptz,
  last_updated timestamptz, ended_date timestamptz, runner_hostname varchar, runner_uuid varchar,
  progress integer NOT NULL, progress_description varchar, function varchar NOT NULL, kwargs json NOT NULL,
  after_function varchar, after_function_kwargs json, repeat_delay integer, result json, user_id integer,
  unique_name varchar, serial_group varchar, CONSTRAINT ux_internal_jobs_unique_name UNIQUE (unique_name));
CREATE INDEX ix_internal_jobs_added_date ON internal_jobs USING brin (added_date);
CREATE INDEX ix_internal_jobs_scheduled_date ON internal_jobs USING brin (scheduled_date);
CREATE INDEX ix_internal_jobs_last_updated ON internal_jobs USING brin (last_updated);
CREATE INDEX ix_internal_jobs_status ON internal_jobs (status);
CREATE INDEX ix_internal_jobs_name ON internal_jobs (name);
CREATE UNIQUE INDEX ux_internal_jobs_status_serial_group ON internal_jobs (status,
  serial_group) WHERE status = 'running';
INSERT INTO internal_jobs (name, status, added_date, scheduled_date, started_date, last_updated, ended_date,
  runner_hostname, runner_uuid, progress, progress_description, function, kwargs, repeat_delay, result, user_id,
  unique_name) SELECT (ARRAY['update_manager_stats', 'iterate_services', 'delete_old_internal_jobs'])[1 + g % 3],
  (CASE k WHEN 'later' THEN 'waiting' WHEN 'run' THEN 'running' WHEN 'lost' THEN 'running'
  ELSE k END)::internaljobstatusenum, c, CASE WHEN k = 'later' THEN n + g * interval '9 minutes'
  ELSE c + interval '30 seconds' END, s, CASE k WHEN 'run' THEN n - g % 9 * interval '3 seconds' WHEN 'lost'
  THEN s + interval '1 minute' ELSE e END, e, CASE WHEN s IS NOT NULL THEN 'server-' || g % 2 END, CASE
  WHEN s IS NOT NULL THEN md5('ru' || CASE k WHEN 'lost' THEN 99 ELSE g % 4 END)::uuid::text END, CASE k
  WHEN 'complete' THEN 100 WHEN 'run' THEN g % 90 ELSE 0 END, CASE k WHEN 'complete' THEN 'Complete' WHEN 'run'
  THEN 'Processed ' || g END, 'managers.check_manager_heartbeats', '{}', 600, CASE WHEN k = 'complete'
  THEN 'null'::json WHEN k = 'error' THEN '"Traceback (most recent call last): OperationalError"' END, NULL, CASE
  WHEN k = 'later' THEN 'job' || g END
FROM (SELECT *, CASE WHEN k NOT IN ('waiting', 'later', 'cancelled') THEN c + interval '31 seconds' END AS s, CASE
  WHEN k IN ('complete', 'error') THEN c + interval '36 seconds' END AS e FROM (SELECT g, now() AS n, CASE
  WHEN g <= 3 THEN 'waiting' WHEN g <= 15 THEN 'later' WHEN g <= 19 THEN 'run' WHEN g <= 21 THEN 'lost'
  WHEN g % 19 = 0 THEN 'error' WHEN g % 61 = 0 THEN 'cancelled' ELSE 'complete' END AS k, now() - CASE WHEN g <= 19
  THEN g * interval '3 seconds' WHEN g <= 21 THEN interval '8 hours' + g * interval '7 minutes'
  ELSE g * interval '10 minutes' END AS c
FROM generate_series(1, 200) g) s) q;
