CREATE TABLE bulk_request (id bigserial PRIMARY KEY, uid varchar(64) NOT NULL UNIQUE, owner varchar(32) NOT
  NULL, arrived_at timestamp NOT NULL, started_at timestamp, last_modified timestamp NOT NULL, status
  varchar(16) NOT NULL, activity varchar(32) NOT NULL, expand_directories varchar(8) NOT NULL, url_prefix
  varchar(256), target_prefix varchar(256), clear_on_success boolean, clear_on_failure boolean,
  cancel_on_failure boolean, arguments text, prestore boolean);
CREATE INDEX idx_bulk_request_status ON bulk_request (status);
CREATE INDEX idx_bulk_request_arrived ON bulk_request (arrived_at);
CREATE TABLE request_target (id bigserial PRIMARY KEY, pid integer NOT NULL, rid bigint NOT NULL, pnfsid
  varchar(36), path varchar(256) NOT NULL, type varchar(16), state varchar(16) NOT NULL, created_at timestamp
  NOT NULL, started_at timestamp, last_updated timestamp NOT NULL, error_type varchar(64), error_message text,
  UNIQUE (rid, path));
CREATE INDEX idx_request_target_state ON request_target (state);
INSERT INTO bulk_request (uid, owner, arrived_at, started_at, last_modified, status, activity,
  expand_directories, clear_on_success, clear_on_failure, cancel_on_failure, arguments, prestore) SELECT
  md5('bu' || g)::uuid::text, '1000:' || 500 + g % 9, c, CASE WHEN k IN ('QUEUED') THEN NULL ELSE c + interval
  '2 seconds' END, CASE WHEN k IN ('QUEUED') THEN c ELSE c + interval '80 seconds' END, CASE k WHEN 'lost'
  THEN 'STARTED' ELSE k END, (ARRAY['PIN', 'STAGE', 'DELETE'])[1 + g % 3], 'NONE', false, false, g % 5 = 0,
  'lifetime:24', false FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 2 THEN 'QUEUED' WHEN g <= 5 THEN
  'STARTED' WHEN g <= 7 THEN 'lost' WHEN g % 16 = 0 THEN 'CANCELLED' ELSE 'COMPLETED' END AS k, localtimestamp
  - CASE WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 7 THEN interval '9 hours' + g * interval
  '7 minutes' ELSE g * interval '2 hours' END AS c FROM generate_series(1, 120) g) s;
INSERT INTO request_target (pid, rid, pnfsid, path, type, state, created_at, started_at, last_updated,
  error_type, error_message) SELECT g % 3, 1 + g / 4, upper(left(md5('pn' || g), 36)), '/pnfs/data/file' || g,
  'REGULAR', CASE k WHEN 'lost' THEN 'RUNNING' ELSE k END, c, CASE WHEN k IN ('CREATED', 'READY', 'SKIPPED')
  THEN NULL ELSE c + interval '1 second' END, CASE WHEN k IN ('CREATED') THEN c ELSE c + interval '22 seconds'
  END, CASE WHEN k IN ('FAILED') THEN 'CacheException' END, CASE WHEN k IN ('FAILED') THEN 'no such file' END
  FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'CREATED' WHEN g <= 4 THEN 'READY' WHEN g <= 7
  THEN 'RUNNING' WHEN g <= 10 THEN 'lost' WHEN g % 11 = 0 THEN 'FAILED' WHEN g % 29 = 0 THEN 'CANCELLED' WHEN
  g % 31 = 0 THEN 'SKIPPED' ELSE 'COMPLETED' END AS k, localtimestamp - CASE WHEN g <= 7 THEN g * interval
  '25 seconds' WHEN g <= 10 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '21 minutes'
  END AS c FROM generate_series(1, 280) g) s;
