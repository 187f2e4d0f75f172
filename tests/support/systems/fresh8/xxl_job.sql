CREATE TABLE xxl_job_log (id bigserial PRIMARY KEY, job_group integer NOT NULL, job_id integer NOT NULL,
  executor_address varchar(255), executor_handler varchar(255), executor_param text, executor_sharding_param
  varchar(20), executor_fail_retry_count integer NOT NULL DEFAULT 0, trigger_time timestamp, trigger_code
  integer NOT NULL, trigger_msg text, handle_time timestamp, handle_code integer NOT NULL, handle_msg text,
  alarm_status smallint NOT NULL DEFAULT 0);
CREATE INDEX i_handle_code ON xxl_job_log (handle_code);
INSERT INTO xxl_job_log (job_group, job_id, executor_address, executor_handler, executor_param,
  executor_fail_retry_count, trigger_time, trigger_code, trigger_msg, handle_time, handle_code, handle_msg,
  alarm_status) SELECT 1 + g % 3, 1 + g % 12, 'http://10.0.0.' || (1 + g % 9) || ':9999/',
  (ARRAY['settleHandler', 'reportHandler', 'cleanHandler'])[1 + g % 3], '', CASE WHEN k = 'bad' THEN 2 ELSE
  0 END, c::timestamp, CASE WHEN k = 'unsent' THEN 500 ELSE 200 END, 'trigger type: cron', CASE WHEN k IN
  ('done', 'bad') THEN c + interval '4 seconds' END::timestamp, CASE k WHEN 'work' THEN 0 WHEN 'lost' THEN 0
  WHEN 'unsent' THEN 0 WHEN 'bad' THEN 500 ELSE 200 END, CASE k WHEN 'done' THEN '' WHEN 'bad' THEN
  'NullPointerException' END, CASE k WHEN 'bad' THEN 2 WHEN 'unsent' THEN 2 ELSE 0 END FROM (SELECT g, now()
  AS n, CASE WHEN g <= 4 THEN 'work' WHEN g <= 7 THEN 'lost' WHEN g % 37 = 12 THEN 'bad' WHEN g % 101 = 33
  THEN 'unsent' ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 7
  THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '3 minutes' END AS c FROM
  generate_series(1, 900) g) s ORDER BY g DESC;
