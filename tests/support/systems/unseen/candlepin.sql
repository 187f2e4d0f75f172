CREATE TABLE cp_async_jobs (
  id varchar(36) CONSTRAINT cp_async_jobs_pk PRIMARY KEY,
  created timestamp,
  updated timestamp,
  version integer,
  name varchar(255),
  job_key varchar(255),
  job_group varchar(32),
  origin varchar(255),
  executor varchar(255),
  principal varchar(255),
  owner_id varchar(36),
  correlation_id varchar(40),
  previous_state integer,
  state integer,
  attempts integer,
  max_attempts integer,
  start_time timestamp,
  end_time timestamp,
  log_level varchar(32),
  log_execution_details boolean,
  job_result text
);
CREATE TABLE cp_async_job_arguments (job_id varchar(36), name varchar(255), value text, CONSTRAINT cp_async_job_arguments_pk PRIMARY KEY (job_id, name));
INSERT INTO cp_async_jobs (id, created, updated, version, name, job_key, job_group, origin, executor, principal, owner_id, correlation_id, previous_state, state, attempts, max_attempts, start_time, end_time, log_level, log_execution_details, job_result)
SELECT md5('cj' || g)::text, c, CASE WHEN st IN (3, 1) THEN c ELSE c + interval '5 seconds' END, CASE WHEN st = 3 THEN 1 ELSE 3 END, (ARRAY['Refresh Pools', 'Export Job', 'Entitle By Products', 'Hypervisor Update'])[1 + g % 4], (ARRAY['RefreshPoolsJob', 'ExportJob', 'EntitleByProductsJob', 'HypervisorUpdateJob'])[1 + g % 4], 'async_group', 'candlepin-' || g % 2, CASE WHEN st NOT IN (1, 3, 9) THEN CASE WHEN g BETWEEN 15 AND 16 THEN 'candlepin-7' ELSE 'candlepin-' || g % 2 END END,
       'admin', CASE WHEN g % 9 > 0 THEN md5('org' || g % 5) END, left(md5('corr' || g / 2), 36), CASE st WHEN 3 THEN 0 WHEN 1 THEN 0 WHEN 4 THEN 3 WHEN 5 THEN 4 WHEN 6 THEN 4 WHEN 7 THEN 4 WHEN 8 THEN 3 WHEN 9 THEN 0 END, st, CASE st WHEN 3 THEN 0 WHEN 1 THEN 0 WHEN 7 THEN 3 WHEN 5 THEN 1 + g % 2 WHEN 8 THEN 0 WHEN 9 THEN 0 ELSE 1 + (g % 16 = 0)::int END, 3,
       CASE WHEN st IN (4, 5, 6, 7) THEN c + interval '2 seconds' END, CASE WHEN st IN (6, 7) THEN c + (4 + g % 90) * interval '1 second' WHEN st = 5 THEN c + interval '6 seconds' WHEN st IN (8, 9) THEN c + interval '5 seconds' END, 'INFO', true, CASE st WHEN 6 THEN 'Pools refreshed for owner: org' || g % 5 WHEN 7 THEN 'org.candlepin.async.JobExecutionException: Unable to contact upstream' WHEN 5 THEN 'java.net.ConnectException: Connection refused' END
FROM (SELECT g, CASE WHEN g <= 5 THEN 3 WHEN g <= 8 THEN 1 WHEN g <= 16 THEN 4 WHEN g <= 19 THEN 5 WHEN g % 23 = 0 THEN 7 WHEN g % 31 = 0 THEN 8 WHEN g % 47 = 0 THEN 9 ELSE 6 END AS st, localtimestamp - CASE WHEN g <= 8 THEN g * interval '2 seconds' WHEN g <= 14 THEN g * interval '5 seconds' WHEN g <= 16 THEN interval '11 hours' ELSE g * interval '37 minutes' END AS c FROM generate_series(1, 140) g) s;
INSERT INTO cp_async_job_arguments SELECT id, 'org', '"org' || right(id, 1) || '"' FROM cp_async_jobs;
