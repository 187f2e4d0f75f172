CREATE TABLE instance_info (
  id bigserial NOT NULL,
  actual_trigger_time bigint,
  app_id bigint,
  expected_trigger_time bigint,
  finished_time bigint,
  gmt_create timestamp(6),
  gmt_modified timestamp(6),
  instance_id bigint,
  instance_params text,
  job_id bigint,
  job_params text,
  last_report_time bigint,
  result text,
  running_times bigint,
  status integer,
  task_tracker_address varchar(255),
  type integer,
  wf_instance_id bigint,
  PRIMARY KEY (id)
);
CREATE INDEX idx01_instance_info ON instance_info (job_id, status);
CREATE INDEX idx02_instance_info ON instance_info (app_id, status);
CREATE INDEX idx03_instance_info ON instance_info (instance_id, status);
INSERT INTO instance_info (actual_trigger_time, app_id, expected_trigger_time, finished_time, gmt_create, gmt_modified, instance_id, instance_params, job_id, job_params, last_report_time, result, running_times, status, task_tracker_address, type, wf_instance_id)
SELECT CASE WHEN st > 1 THEN (extract(epoch FROM x) * 1000)::bigint + 12 END, 1 + g % 3, (extract(epoch FROM x) * 1000)::bigint, CASE WHEN st IN (4, 5, 9, 10) THEN (extract(epoch FROM x + (3 + g % 200) * interval '1 second') * 1000)::bigint END, (x - interval '8 seconds') AT TIME ZONE 'UTC', (CASE WHEN st = 1 THEN now() - g * interval '1 second' WHEN st IN (2, 3) THEN r ELSE x + (3 + g % 200) * interval '1 second' END) AT TIME ZONE 'UTC',
       660000000000000 + g * 64, CASE WHEN g % 5 = 0 THEN '{"day":"2026-11-26"}' END, 10 + g % 8, NULL, CASE WHEN st IN (3, 4, 5, 10) THEN (extract(epoch FROM CASE WHEN st = 3 THEN r ELSE x + (3 + g % 200) * interval '1 second' END) * 1000)::bigint END,
       CASE st WHEN 5 THEN 'ok: ' || g || ' rows' WHEN 4 THEN 'java.sql.SQLTimeoutException: statement cancelled' WHEN 10 THEN 'stopped by user' WHEN 9 THEN 'canceled by user' END, CASE WHEN st = 1 THEN 0 WHEN st = 9 THEN 0 WHEN st = 4 THEN 3 ELSE 1 + (g % 14 = 0)::int END, st, CASE WHEN st NOT IN (1, 9) THEN '10.3.0.' || 10 + g % 4 || ':27777' END, 1, CASE WHEN g % 10 = 0 THEN 880000 + g END
FROM (SELECT g, CASE WHEN g <= 10 THEN 1 WHEN g <= 12 THEN 2 WHEN g <= 20 THEN 3 WHEN g % 19 = 0 THEN 4 WHEN g % 43 = 0 THEN 10 WHEN g % 41 = 0 THEN 9 ELSE 5 END AS st, CASE WHEN g <= 10 THEN now() + g * interval '3 minutes' WHEN g <= 12 THEN now() - interval '1 second' WHEN g <= 17 THEN now() - g * interval '20 seconds' WHEN g <= 20 THEN now() - interval '6 hours' ELSE now() - g * interval '26 minutes' END AS x, CASE WHEN g <= 17 THEN now() - g % 8 * interval '1 second' ELSE now() - interval '5 hours 50 minutes' END AS r FROM generate_series(1, 140) g) s;
