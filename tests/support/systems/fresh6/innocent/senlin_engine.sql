CREATE TABLE event (id varchar(36) PRIMARY KEY, timestamp timestamp, oid varchar(36), oname varchar(255), otype
  varchar(36), cluster_id varchar(36), level varchar(64), "user" varchar(32), project varchar(32), action
  varchar(36), status varchar(255), status_reason text, meta_data text);
CREATE TABLE cluster_lock (cluster_id varchar(36) PRIMARY KEY, action_ids text, semaphore integer);
CREATE TABLE service (id varchar(36) PRIMARY KEY, host varchar(255), "binary" varchar(255), topic varchar(255),
  disabled boolean, disabled_reason varchar(255), created_at timestamp, updated_at timestamp);
INSERT INTO event SELECT md5('ev' || g)::uuid::text, localtimestamp - g * interval '11 minutes', md5('ob' || g %
  50)::uuid::text, 'node-' || g % 50, 'NODE', md5('cl' || g % 6)::uuid::text, '20', md5('us'), md5('pr'),
  (ARRAY['NODE_CREATE', 'NODE_DELETE'])[1 + g % 2], (ARRAY['START', 'END', 'END', 'ERROR'])[1 + g % 4], 'OK', '{}'
  FROM generate_series(1, 240) g;
INSERT INTO cluster_lock SELECT md5('cl' || g)::uuid::text, '["' || md5('an' || g) || '"]', 1 FROM
  generate_series(1, 5) g;
INSERT INTO service SELECT md5('sv' || g)::uuid::text, 'ctl' || g, 'senlin-engine', 'senlin-engine', g = 3, NULL,
  localtimestamp - g * interval '30 days', localtimestamp - g * interval '9 seconds' FROM generate_series(1, 12) g;
