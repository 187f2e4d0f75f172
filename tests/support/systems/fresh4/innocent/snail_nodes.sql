CREATE TABLE sj_job (id bigserial PRIMARY KEY, namespace_id varchar(64) NOT NULL DEFAULT 'n',
  biz_id varchar(64) NOT NULL, group_name varchar(64) NOT NULL, job_name varchar(64) NOT NULL, args_str text,
  args_type smallint NOT NULL DEFAULT 1, next_trigger_at bigint NOT NULL, job_status smallint NOT NULL DEFAULT 1,
  task_type smallint NOT NULL DEFAULT 1, route_key smallint NOT NULL DEFAULT 4,
  executor_type smallint NOT NULL DEFAULT 1, executor_info varchar(255), trigger_type smallint NOT NULL,
  trigger_interval varchar(255) NOT NULL, block_strategy smallint NOT NULL DEFAULT 1,
  executor_timeout int NOT NULL DEFAULT 0, max_retry_times int NOT NULL DEFAULT 0,
  parallel_num int NOT NULL DEFAULT 1, retry_interval int NOT NULL DEFAULT 0, bucket_index int NOT NULL DEFAULT 0,
  resident smallint NOT NULL DEFAULT 0, notify_ids varchar(128) NOT NULL DEFAULT '', owner_id bigint,
  description varchar(256) NOT NULL DEFAULT '', deleted smallint NOT NULL DEFAULT 0,
  create_dt timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, update_dt timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE sj_server_node (id bigserial PRIMARY KEY, namespace_id varchar(64) NOT NULL DEFAULT 'n',
  group_name varchar(64) NOT NULL, host_id varchar(64) NOT NULL, host_ip varchar(64) NOT NULL,
  host_port int NOT NULL, expire_at timestamp NOT NULL, node_type smallint NOT NULL,
  ext_attrs varchar(256) DEFAULT '', labels varchar(512) DEFAULT '',
  create_dt timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, update_dt timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE sj_distributed_lock (name varchar(64) NOT NULL PRIMARY KEY,
  lock_until timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
  locked_at timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3), locked_by varchar(255) NOT NULL,
  create_dt timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, update_dt timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP);
INSERT INTO sj_job (biz_id, group_name, job_name, args_str, next_trigger_at, job_status, executor_info, trigger_type,
  trigger_interval, executor_timeout, max_retry_times, retry_interval, bucket_index, create_dt,
  update_dt) SELECT md5('bz' || g), 'order_group', 'job' || g, '{}',
  (extract(epoch FROM now() + g * interval '50 seconds') * 1000)::bigint, CASE WHEN g % 6 = 0 THEN 0 ELSE 1 END,
  'demoJob', 2, '60', 60, 3, 5, g % 128, c, c + interval '1 day' FROM (SELECT g,
  localtimestamp - g * interval '2 days' AS c FROM generate_series(1, 60) g) s;
INSERT INTO sj_server_node (group_name, host_id, host_ip, host_port, expire_at, node_type, create_dt,
  update_dt) SELECT 'order_group', (1764000 + g)::text, '10.0.0.' || g, 17889,
  localtimestamp + interval '30 seconds' - CASE WHEN g % 8 = 0 THEN interval '2 days'
  ELSE g * interval '1 second' END, 1 + g % 2, localtimestamp - g * interval '3 hours',
  localtimestamp - g * interval '1 second' FROM generate_series(1, 45) g;
INSERT INTO sj_distributed_lock SELECT 'lock_' || g, localtimestamp + CASE WHEN g % 3 = 0 THEN interval '30 seconds'
  ELSE -g * interval '1 minute' END, localtimestamp - g * interval '1 minute', '10.0.0.' || g % 3,
  localtimestamp - interval '90 days', localtimestamp - g * interval '1 minute' FROM generate_series(1, 42) g;
