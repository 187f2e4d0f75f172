CREATE TABLE job_sandbox (job_id varchar(20) PRIMARY KEY, job_name varchar(100), run_time timestamptz,
  pool_id varchar(100), status_id varchar(20), parent_job_id varchar(20), previous_job_id varchar(20),
  service_name varchar(100), loader_name varchar(100), max_retry numeric(20), auth_user_login_id
  varchar(250), run_as_user varchar(250), runtime_data_id varchar(20), recurrence_info_id varchar(20),
  temp_expr_id varchar(20), current_recurrence_count numeric(20), max_recurrence_count numeric(20),
  run_by_instance_id varchar(20), start_date_time timestamptz, finish_date_time timestamptz,
  cancel_date_time timestamptz, last_updated_stamp timestamptz, last_updated_tx_stamp timestamptz,
  created_stamp timestamptz, created_tx_stamp timestamptz);
CREATE INDEX job_sndbx_runstat ON job_sandbox (run_by_instance_id, status_id);
INSERT INTO job_sandbox (job_id, job_name, run_time, pool_id, status_id, parent_job_id, service_name,
  max_retry, run_as_user, runtime_data_id, current_recurrence_count, run_by_instance_id, start_date_time,
  finish_date_time, cancel_date_time, last_updated_stamp, last_updated_tx_stamp, created_stamp,
  created_tx_stamp) SELECT (10900 - g)::text, (ARRAY['Purge old jobs', 'Send mail', 'Rebuild index'])[1 + g
  % 3], c + CASE WHEN k = 'later' THEN interval '9 hours' ELSE interval '1 second' END, 'pool', CASE k WHEN
  'new' THEN 'SERVICE_PENDING' WHEN 'later' THEN 'SERVICE_PENDING' WHEN 'work' THEN 'SERVICE_RUNNING' WHEN
  'lost' THEN 'SERVICE_RUNNING' WHEN 'bad' THEN 'SERVICE_FAILED' WHEN 'crash' THEN 'SERVICE_CRASHED' WHEN
  'off' THEN 'SERVICE_CANCELLED' ELSE 'SERVICE_FINISHED' END, (10900 - g - g % 7)::text,
  (ARRAY['purgeOldJobs', 'sendMailFromScreen', 'rebuildContentKeywords'])[1 + g % 3], -1, 'system', (20900 -
  g)::text, g % 12, CASE WHEN k IN ('new', 'later') THEN NULL ELSE 'ofbiz' || g % 2 END, CASE WHEN k IN
  ('new', 'later', 'off') THEN NULL ELSE c + interval '2 seconds' END, CASE WHEN k IN ('done', 'bad',
  'crash') THEN c + interval '2 seconds' + ((2 + g * 37 % 89) * interval '1 second') END, CASE WHEN k IN
  ('off') THEN c + interval '90 seconds' END, c + interval '3 seconds', c + interval '3 seconds', c, c FROM
  (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 9 THEN 'later' WHEN g <= 11 THEN 'work' WHEN
  g <= 14 THEN 'lost' WHEN g % 31 = 10 THEN 'bad' WHEN g % 83 = 27 THEN 'crash' WHEN g % 67 = 22 THEN 'off'
  ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 9 THEN g *
  interval '25 seconds' WHEN g <= 11 THEN g * interval '25 seconds' WHEN g <= 14 THEN interval '9 hours' + g
  * interval '7 minutes' ELSE g * interval '8 minutes' END AS c FROM generate_series(1, 380) g) s ORDER BY
  s.c;
