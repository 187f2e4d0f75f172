CREATE TABLE sj_retry (id bigserial PRIMARY KEY,
  namespace_id varchar(64) NOT NULL DEFAULT '764d604ec6fc45f68cd92514c40e9e1a', group_name varchar(64) NOT NULL,
  group_id bigint NOT NULL, scene_name varchar(64) NOT NULL, scene_id bigint NOT NULL,
  idempotent_id varchar(64) NOT NULL, biz_no varchar(64) NOT NULL DEFAULT '',
  executor_name varchar(512) NOT NULL DEFAULT '', args_str text NOT NULL, ext_attrs text NOT NULL,
  serializer_name varchar(32) NOT NULL DEFAULT 'jackson', next_trigger_at bigint NOT NULL,
  retry_count int NOT NULL DEFAULT 0, retry_status smallint NOT NULL DEFAULT 0,
  task_type smallint NOT NULL DEFAULT 1, bucket_index int NOT NULL DEFAULT 0, parent_id bigint NOT NULL DEFAULT 0,
  deleted bigint NOT NULL DEFAULT 0, create_dt timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  update_dt timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE UNIQUE INDEX uk_sj_retry_01 ON sj_retry (scene_id, task_type, idempotent_id, deleted);
CREATE INDEX idx_sj_retry_01 ON sj_retry (biz_no);
CREATE INDEX idx_sj_retry_02 ON sj_retry (idempotent_id);
CREATE INDEX idx_sj_retry_03 ON sj_retry (retry_status, bucket_index);
CREATE INDEX idx_sj_retry_05 ON sj_retry (create_dt);
CREATE TABLE sj_retry_task (id bigserial PRIMARY KEY,
  namespace_id varchar(64) NOT NULL DEFAULT '764d604ec6fc45f68cd92514c40e9e1a', group_name varchar(64) NOT NULL,
  scene_name varchar(64) NOT NULL, retry_id bigint NOT NULL, ext_attrs text NOT NULL,
  task_status smallint NOT NULL DEFAULT 1, task_type smallint NOT NULL DEFAULT 1,
  operation_reason smallint NOT NULL DEFAULT 0, client_info varchar(128),
  create_dt timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, update_dt timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE INDEX idx_sj_retry_task_02 ON sj_retry_task (task_status);
CREATE INDEX idx_sj_retry_task_03 ON sj_retry_task (create_dt);
CREATE INDEX idx_sj_retry_task_04 ON sj_retry_task (retry_id);
INSERT INTO sj_retry (group_name, group_id, scene_name, scene_id, idempotent_id, biz_no, executor_name, args_str,
  ext_attrs, next_trigger_at, retry_count, retry_status, bucket_index, deleted, create_dt,
  update_dt) SELECT 'order_group', 3, (ARRAY['pushOrder', 'syncStock'])[1 + g % 2], 20 + g % 2, md5('id' || g),
  'BIZ' || g, 'com.example.RetryScene', '[{"orderId":' || g || '}]', '', (extract(epoch FROM CASE k WHEN 'run'
  THEN n + g * interval '40 seconds' WHEN 'lost' THEN c ELSE c + interval '5 minutes' END) * 1000)::bigint, CASE k
  WHEN 'run' THEN g % 4 WHEN 'lost' THEN 1 WHEN 'dead' THEN 21 WHEN 'stop' THEN 2 ELSE 1 + g % 3 END, CASE k
  WHEN 'ok' THEN 1 WHEN 'dead' THEN 2 WHEN 'stop' THEN 3 ELSE 0 END, g % 128, CASE WHEN k = 'ok' THEN g ELSE 0 END,
  c, c + interval '5 minutes'
FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 25 THEN 'run' WHEN g <= 29 THEN 'lost' WHEN g % 19 = 0
  THEN 'dead' WHEN g % 47 = 0 THEN 'stop' ELSE 'ok' END AS k, localtimestamp - CASE WHEN g <= 25
  THEN g * interval '30 seconds' WHEN g <= 29 THEN interval '8 hours' + g * interval '7 minutes'
  ELSE g * interval '50 minutes' END AS c
FROM generate_series(1, 170) g) s;
INSERT INTO sj_retry_task (group_name, scene_name, retry_id, ext_attrs, task_status, operation_reason, client_info,
  create_dt, update_dt) SELECT 'order_group', (ARRAY['pushOrder', 'syncStock'])[1 + g % 2], 1 + g / 2, '', CASE k
  WHEN 'wait' THEN 1 WHEN 'run' THEN 2 WHEN 'lost' THEN 2 WHEN 'ok' THEN 3 WHEN 'bad' THEN 4 WHEN 'halt' THEN 5
  ELSE 6 END, CASE WHEN k = 'halt' THEN 9 ELSE 0 END, CASE WHEN k <> 'wait'
  THEN '1764000' || g % 3 || '@10.0.0.' || g % 3 || ':17889' END, c, CASE WHEN k = 'wait' THEN c
  ELSE c + interval '2 seconds' END
FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'wait' WHEN g <= 8 THEN 'run' WHEN g <= 10 THEN 'lost'
  WHEN g % 5 = 0 THEN 'bad' WHEN g % 41 = 0 THEN 'halt' WHEN g % 43 = 0 THEN 'off' ELSE 'ok' END AS k,
  localtimestamp - CASE WHEN g <= 8 THEN g * interval '3 seconds' WHEN g <= 10
  THEN interval '8 hours' + g * interval '7 minutes' ELSE g * interval '20 minutes' END AS c
FROM generate_series(1, 230) g) s;
