CREATE TABLE persisted_durable_jobs (id bigserial PRIMARY KEY, job_name varchar NOT NULL, job_type varchar
  NOT NULL DEFAULT 'RECURRING', creation_time timestamp NOT NULL, execution_time timestamp NOT NULL,
  remaining_attempts integer NOT NULL, success_time timestamp, error_message text);
CREATE INDEX index_persisted_durable_jobs_by_execution_time ON persisted_durable_jobs (execution_time);
INSERT INTO persisted_durable_jobs (job_name, creation_time, execution_time, remaining_attempts,
  success_time, error_message) SELECT (ARRAY['OLD_JOB_CLEANUP', 'REPORTING_DASHBOARD_MONTHLY_REFRESH',
  'UNUSED_PROGRAM_IMAGES_CLEANUP'])[1 + g % 3], (c - interval '1 day')::timestamp, CASE k WHEN 'later' THEN
  n + g * interval '9 hours' ELSE c END::timestamp, CASE k WHEN 'lost' THEN 3 WHEN 'later' THEN 3 WHEN
  'retry' THEN 1 WHEN 'bad' THEN 0 ELSE 2 END, CASE WHEN k IN ('done') THEN c + interval '5 seconds' + ((2 +
  g * 37 % 89) * interval '1 second') END::timestamp, CASE WHEN k IN ('retry', 'bad') THEN
  'JobExecutionException: timed out' || chr(10) || 'at durablejobs' END FROM (SELECT g, now() AS n, CASE
  WHEN g <= 6 THEN 'later' WHEN g <= 8 THEN 'retry' WHEN g <= 11 THEN 'lost' WHEN g % 27 = 9 THEN 'bad' ELSE
  'done' END AS k, now() - CASE WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <= 8 THEN g * interval
  '25 seconds' WHEN g <= 11 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '90 minutes' END AS c FROM generate_series(1, 260) g) s ORDER BY s.c;
