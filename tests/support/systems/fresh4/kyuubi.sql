CREATE TABLE metadata (key_id bigserial PRIMARY KEY, identifier varchar(36) NOT NULL,
  session_type varchar(32) NOT NULL, real_user varchar(255) NOT NULL, user_name varchar(255) NOT NULL,
  ip_address varchar(128), kyuubi_instance varchar(1024), state varchar(128) NOT NULL, resource varchar(1024),
  class_name varchar(1024), request_name varchar(1024), request_conf text, request_args text,
  create_time bigint NOT NULL, engine_type varchar(32) NOT NULL, cluster_manager varchar(128),
  engine_open_time bigint, engine_id varchar(128), engine_name text, engine_url varchar(1024),
  engine_state varchar(32), engine_error text, end_time bigint, priority int NOT NULL DEFAULT 10,
  peer_instance_closed boolean DEFAULT false);
CREATE UNIQUE INDEX unique_identifier_index ON metadata (identifier);
CREATE INDEX user_name_index ON metadata (user_name);
CREATE INDEX engine_type_index ON metadata (engine_type);
CREATE INDEX create_time_index ON metadata (create_time);
CREATE INDEX priority_create_time_index ON metadata (priority DESC, create_time ASC);
INSERT INTO metadata (identifier, session_type, real_user, user_name, ip_address, kyuubi_instance, state, resource,
  class_name, request_name, request_conf, request_args, create_time, engine_type, cluster_manager, engine_open_time,
  engine_id, engine_name, engine_url, engine_state, engine_error, end_time) SELECT md5('mi' || g)::uuid::text,
  'BATCH', 'user' || g % 6, 'user' || g % 6, '10.0.0.' || g % 200, CASE k WHEN 'INITIALIZED' THEN NULL WHEN 'lost'
  THEN 'kyuubi-9:10099' ELSE 'kyuubi-' || g % 2 || ':10099' END, CASE k WHEN 'lost' THEN 'RUNNING' ELSE k END,
  's3://jars/app.jar', 'org.example.App', 'batch' || g, '{}', '[]', t, 'SPARK', 'k8s', CASE WHEN k IN ('RUNNING',
  'lost', 'FINISHED', 'ERROR') THEN t + 9000 ELSE 0 END, CASE WHEN k IN ('RUNNING', 'lost', 'FINISHED', 'ERROR')
  THEN 'spark-' || md5('sp' || g) END, CASE WHEN k IN ('RUNNING', 'lost', 'FINISHED', 'ERROR') THEN 'app' || g END,
  NULL, CASE WHEN k IN ('RUNNING', 'lost') THEN 'RUNNING' WHEN k = 'FINISHED' THEN 'FINISHED' WHEN k = 'ERROR'
  THEN 'FAILED' END, CASE WHEN k = 'ERROR' THEN 'Driver pod failed: OOMKilled' END, CASE WHEN k IN ('FINISHED',
  'ERROR', 'CANCELED') THEN t + 100000 + g * 900 ELSE 0 END
FROM (SELECT g, k, (extract(epoch FROM c) * 1000)::bigint AS t FROM (SELECT g, now() AS n, CASE WHEN g <= 5
  THEN 'INITIALIZED' WHEN g <= 9 THEN 'PENDING' WHEN g <= 16 THEN 'RUNNING' WHEN g <= 19 THEN 'lost' WHEN g % 10 = 0
  THEN 'ERROR' WHEN g % 37 = 0 THEN 'CANCELED' ELSE 'FINISHED' END AS k, now() - CASE WHEN g <= 16
  THEN g * interval '25 seconds' WHEN g <= 19 THEN interval '2 days' + g * interval '7 minutes'
  ELSE g * interval '40 minutes' END AS c
FROM generate_series(1, 170) g) s) q;
