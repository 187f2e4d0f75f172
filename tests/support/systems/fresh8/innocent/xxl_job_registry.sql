CREATE TABLE xxl_job_registry (id bigserial PRIMARY KEY, registry_group varchar(50) NOT NULL, registry_key
  varchar(255) NOT NULL, registry_value varchar(255) NOT NULL, update_time timestamp, UNIQUE
  (registry_group, registry_key, registry_value));
INSERT INTO xxl_job_registry (registry_group, registry_key, registry_value, update_time) SELECT 'EXECUTOR',
  'app-' || g % 20, 'http://10.0.1.' || g || ':9999/', (n - g % 30 * interval '1 second')::timestamp FROM
  (SELECT g, now() AS n, 'done' AS k, now() - g * interval '9 minutes' AS c FROM generate_series(1, 240) g)
  s ORDER BY g DESC;
CREATE TABLE xxl_job_info (id serial PRIMARY KEY, job_group integer NOT NULL, name varchar(255) NOT NULL,
  author varchar(64), alarm_email varchar(255), schedule_type varchar(50) NOT NULL DEFAULT 'NONE',
  schedule_conf varchar(128), misfire_strategy varchar(50) NOT NULL DEFAULT 'DO_NOTHING',
  executor_route_strategy varchar(50), executor_handler varchar(255), executor_param text,
  executor_block_strategy varchar(50), executor_timeout integer NOT NULL DEFAULT 0,
  executor_fail_retry_count integer NOT NULL DEFAULT 0, glue_type varchar(50) NOT NULL, glue_source text,
  glue_remark varchar(128), glue_updatetime timestamp, child_jobid varchar(255), trigger_status smallint NOT
  NULL DEFAULT 0, trigger_last_time bigint NOT NULL DEFAULT 0, trigger_next_time bigint NOT NULL DEFAULT 0,
  add_time timestamp, update_time timestamp);
INSERT INTO xxl_job_info (job_group, name, author, schedule_type, schedule_conf, executor_route_strategy,
  executor_handler, executor_block_strategy, executor_fail_retry_count, glue_type, trigger_status,
  trigger_last_time, trigger_next_time, add_time, update_time) SELECT 1 + g % 3, 'plan ' || g, 'ops',
  'CRON', '0 0 * * * ?', 'FIRST', 'h' || g % 9, 'SERIAL_EXECUTION', g % 3, 'BEAN', CASE WHEN g % 6 = 0 THEN
  0 ELSE 1 END, CASE WHEN g % 6 = 0 THEN 0 ELSE (extract(epoch FROM n) - g % 3600)::bigint * 1000 END, CASE
  WHEN g % 6 = 0 THEN 0 ELSE (extract(epoch FROM n) + 3600 - g % 3600)::bigint * 1000 END, c::timestamp,
  c::timestamp FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval '300 minutes' AS c FROM
  generate_series(1, 220) g) s ORDER BY g DESC;
