CREATE TABLE request (request_id bigint PRIMARY KEY, cluster_id bigint, command_name varchar(255), create_time
  bigint NOT NULL, end_time bigint NOT NULL, exclusive_execution smallint NOT NULL DEFAULT 0, inputs bytea,
  request_context varchar(255), request_type varchar(255), request_schedule_id bigint, start_time bigint NOT NULL,
  status varchar(255) NOT NULL DEFAULT 'PENDING', display_status varchar(255) NOT NULL DEFAULT 'PENDING',
  cluster_host_info bytea NOT NULL, user_name varchar(255));
CREATE TABLE host_role_command (task_id bigint PRIMARY KEY, attempt_count smallint NOT NULL, retry_allowed smallint
  NOT NULL DEFAULT 0, event varchar(32000) NOT NULL, exitcode integer NOT NULL, host_id bigint, last_attempt_time
  bigint NOT NULL, request_id bigint NOT NULL, role varchar(255), stage_id bigint NOT NULL, start_time bigint NOT
  NULL, original_start_time bigint NOT NULL, end_time bigint, status varchar(255) NOT NULL DEFAULT 'PENDING',
  auto_skip_on_failure smallint NOT NULL DEFAULT 0, std_error bytea, std_out bytea, output_log varchar(255),
  error_log varchar(255), structured_out bytea, role_command varchar(255), command_detail varchar(255),
  custom_command_name varchar(255), is_background smallint NOT NULL DEFAULT 0, ops_display_name varchar(255));
CREATE INDEX idx_hrc_status_role ON host_role_command (status, role);
CREATE TABLE alert_notice (notification_id bigint PRIMARY KEY, target_id bigint NOT NULL, history_id bigint NOT
  NULL, notify_state varchar(255) NOT NULL, uuid varchar(64) NOT NULL UNIQUE);
CREATE INDEX idx_alert_notice_state ON alert_notice (notify_state);
INSERT INTO request (request_id, cluster_id, create_time, end_time, exclusive_execution, request_context,
  request_type, start_time, status, display_status, cluster_host_info, user_name) SELECT g, 2, extract(epoch FROM
  c)::bigint * 1000, CASE WHEN k IN ('COMPLETED', 'FAILED', 'ABORTED') THEN extract(epoch FROM c)::bigint * 1000 +
  95000 ELSE -1 END, 0, 'Restart all of ' || g % 9, 'COMMAND', CASE WHEN k = 'PENDING' THEN -1 ELSE extract(epoch
  FROM c)::bigint * 1000 + 800 END, CASE k WHEN 'lost' THEN 'IN_PROGRESS' ELSE k END, CASE k WHEN 'lost' THEN
  'IN_PROGRESS' ELSE k END, '\x7b7d', 'admin' FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'PENDING' WHEN g <=
  4 THEN 'IN_PROGRESS' WHEN g <= 6 THEN 'lost' WHEN g % 9 = 0 THEN 'FAILED' WHEN g % 23 = 0 THEN 'ABORTED' ELSE
  'COMPLETED' END AS k, now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 6 THEN interval '9 hours'
  + g * interval '7 minutes' ELSE g * interval '3 hours' END AS c FROM generate_series(1, 140) g) s;
INSERT INTO host_role_command (task_id, attempt_count, event, exitcode, host_id, last_attempt_time, request_id,
  role, stage_id, start_time, original_start_time, end_time, status, std_error, std_out, output_log, error_log,
  role_command, command_detail) SELECT g, CASE k WHEN 'PENDING' THEN 0 ELSE 1 END, '{}', CASE k WHEN 'FAILED' THEN 1
  WHEN 'COMPLETED' THEN 0 WHEN 'TIMEDOUT' THEN 999 ELSE 999 END, 1 + g % 12, CASE k WHEN 'PENDING' THEN -1 ELSE
  extract(epoch FROM c)::bigint * 1000 + 900 END, 1 + g / 3, (ARRAY['DATANODE', 'NAMENODE', 'HBASE_MASTER'])[1 + g %
  3], g % 4, CASE k WHEN 'PENDING' THEN -1 ELSE extract(epoch FROM c)::bigint * 1000 + 900 END, CASE k WHEN
  'PENDING' THEN -1 ELSE extract(epoch FROM c)::bigint * 1000 + 900 END, CASE WHEN k IN ('PENDING', 'QUEUED',
  'IN_PROGRESS', 'lost') THEN -1 ELSE extract(epoch FROM c)::bigint * 1000 + 41000 END, CASE k WHEN 'lost' THEN
  'IN_PROGRESS' ELSE k END, CASE k WHEN 'FAILED' THEN 'Traceback'::bytea ELSE ''::bytea END, ''::bytea, CASE WHEN k
  NOT IN ('PENDING', 'QUEUED') THEN '/var/lib/out-' || g || '.txt' END, CASE WHEN k NOT IN ('PENDING', 'QUEUED')
  THEN '/var/lib/errors-' || g || '.txt' END, (ARRAY['START', 'STOP', 'INSTALL'])[1 + g % 3], 'DATANODE START' FROM
  (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'PENDING' WHEN g <= 6 THEN 'QUEUED' WHEN g <= 9 THEN 'IN_PROGRESS'
  WHEN g <= 12 THEN 'lost' WHEN g % 9 = 0 THEN 'FAILED' WHEN g % 23 = 0 THEN 'ABORTED' WHEN g % 29 = 0 THEN
  'TIMEDOUT' ELSE 'COMPLETED' END AS k, now() - CASE WHEN g <= 9 THEN g * interval '25 seconds' WHEN g <= 12 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '70 minutes' END AS c FROM generate_series(1, 260)
  g) s;
INSERT INTO alert_notice (notification_id, target_id, history_id, notify_state, uuid) SELECT g, 1 + g % 3, 500 + g,
  k, md5('al' || g)::uuid::text FROM (SELECT g, now() AS n, CASE WHEN g <= 5 THEN 'PENDING' WHEN g <= 7 THEN
  'DISPATCHED' WHEN g % 12 = 0 THEN 'FAILED' ELSE 'DELIVERED' END AS k, now() - g * interval '25 minutes' AS c FROM
  generate_series(1, 160) g) s;
