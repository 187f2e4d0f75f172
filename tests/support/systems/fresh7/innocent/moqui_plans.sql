CREATE TABLE service_job_run_lock (job_name varchar(63) PRIMARY KEY, job_run_id varchar(40), last_run_time
  timestamp, last_updated_stamp timestamp);
CREATE TABLE service_parameter_semaphore (service_name varchar(255), parameter_value varchar(255), lock_thread
  varchar(255), lock_time timestamp, last_updated_stamp timestamp, PRIMARY KEY (service_name,
  parameter_value));
INSERT INTO service_job_run_lock SELECT 'job_' || g, CASE WHEN g = 3 THEN '200001' END, localtimestamp - g *
  interval '7 minutes', localtimestamp - g * interval '7 minutes' FROM generate_series(1, 24) g;
INSERT INTO service_parameter_semaphore SELECT 'org.moqui.Order#place', 'o' || g, 'http-' || g % 8,
  localtimestamp - g * interval '1 second', localtimestamp - g * interval '1 second' FROM generate_series(1,
  9) g;
