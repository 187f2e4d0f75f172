CREATE TABLE cm_co_jobs (id serial PRIMARY KEY, co_id integer NOT NULL, job_type varchar(64), job_type_fk
  integer, job_mode varchar(16), job_params text, requeue_interval integer, retry_interval integer, max_retry
  integer, max_retry_count integer, requeued_from_co_job_id integer REFERENCES cm_co_jobs (id), status
  varchar(2), register_summary varchar(256), start_summary varchar(256), finish_summary varchar(256),
  queue_time timestamp, start_after_time timestamp, start_time timestamp, complete_time timestamp,
  percent_complete integer, created timestamp, modified timestamp);
CREATE INDEX co_jobs_i1 ON cm_co_jobs (co_id);
INSERT INTO cm_co_jobs (co_id, job_type, job_params, requeue_interval, status, register_summary,
  start_summary, finish_summary, queue_time, start_after_time, start_time, complete_time, percent_complete,
  created, modified) SELECT 2 + g % 3, (ARRAY['CoreJob.Provision', 'CoreJob.Expire', 'OrgIdentitySource'])[1 +
  g % 3], '{"id": ' || g || '}', CASE WHEN g % 3 = 1 THEN 3600 END, CASE k WHEN 'later' THEN 'Q' WHEN 'lost'
  THEN 'GO' ELSE k END, 'Registered by CRON', CASE WHEN k IN ('GO', 'lost', 'OK', 'X') THEN 'Started' END,
  CASE WHEN k IN ('OK') THEN 'Job completed' ELSE CASE WHEN k IN ('X') THEN 'No such target' END END, c, CASE
  WHEN k IN ('later') THEN n + g * interval '15 minutes' ELSE CASE WHEN g % 3 = 1 AND k = 'OK' THEN c +
  interval '1 minute' END END, CASE WHEN k IN ('GO', 'lost', 'OK', 'X') THEN c + interval '2 minutes' END,
  CASE WHEN k IN ('OK', 'X', 'CX') THEN c + interval '3 minutes' END, CASE WHEN k IN ('OK') THEN 100 ELSE CASE
  WHEN k IN ('GO', 'lost') THEN g * 5 END END, c, CASE WHEN k IN ('OK', 'X', 'CX') THEN c + interval
  '3 minutes' ELSE c END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 2 THEN 'Q' WHEN g <= 6 THEN
  'later' WHEN g <= 8 THEN 'GO' WHEN g <= 10 THEN 'lost' WHEN g % 9 = 0 THEN 'X' WHEN g % 31 = 0 THEN 'CX'
  ELSE 'OK' END AS k, localtimestamp - CASE WHEN g <= 8 THEN g * interval '25 seconds' WHEN g <= 10 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '35 minutes' END AS c FROM
  generate_series(1, 180) g) s;
