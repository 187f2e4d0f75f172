CREATE TABLE oc_file_locks (
  id SERIAL NOT NULL,
  lock INT DEFAULT 0 NOT NULL,
  key VARCHAR(64) NOT NULL,
  ttl INT DEFAULT -1 NOT NULL,
  PRIMARY KEY(id)
);
CREATE UNIQUE INDEX lock_key_index ON oc_file_locks (key);
CREATE INDEX lock_ttl_index ON oc_file_locks (ttl);
CREATE TABLE oc_authtoken (
  id SERIAL NOT NULL,
  uid VARCHAR(64) DEFAULT '' NOT NULL,
  login_name VARCHAR(64) DEFAULT '' NOT NULL,
  password TEXT DEFAULT NULL,
  name TEXT DEFAULT '' NOT NULL,
  token VARCHAR(200) DEFAULT '' NOT NULL,
  type SMALLINT DEFAULT 0 NOT NULL,
  remember SMALLINT DEFAULT 0 NOT NULL,
  last_activity INT DEFAULT 0 NOT NULL,
  last_check INT DEFAULT 0 NOT NULL,
  scope TEXT DEFAULT NULL,
  PRIMARY KEY(id)
);
CREATE UNIQUE INDEX authtoken_token_index ON oc_authtoken (token);
CREATE INDEX authtoken_last_activity_index ON oc_authtoken (last_activity);
CREATE TABLE oc_bruteforce_attempts (
  id SERIAL NOT NULL,
  action VARCHAR(64) DEFAULT '' NOT NULL,
  occurred INT DEFAULT 0 NOT NULL,
  ip VARCHAR(255) DEFAULT '' NOT NULL,
  subnet VARCHAR(255) DEFAULT '' NOT NULL,
  metadata VARCHAR(255) DEFAULT '' NOT NULL,
  PRIMARY KEY(id)
);
CREATE INDEX bruteforce_attempts_ip ON oc_bruteforce_attempts (ip);
CREATE INDEX bruteforce_attempts_subnet ON oc_bruteforce_attempts (subnet);
CREATE TABLE oc_comments_read_markers (
  user_id VARCHAR(64) DEFAULT '' NOT NULL,
  marker_datetime TIMESTAMP(0) WITHOUT TIME ZONE DEFAULT NULL,
  object_type VARCHAR(64) DEFAULT '' NOT NULL,
  object_id VARCHAR(64) DEFAULT '' NOT NULL
);
CREATE INDEX comments_marker_object_index ON oc_comments_read_markers (object_type, object_id);
CREATE UNIQUE INDEX comments_marker_index ON oc_comments_read_markers (user_id, object_type, object_id);
-- lock: 0 free, n > 0 shared by n, -1 exclusive; ttl: epoch seconds
INSERT INTO oc_file_locks (lock, key, ttl) SELECT CASE WHEN n % 20 = 0 THEN -1 WHEN n % 7 = 0 THEN 1 + n % 3 ELSE 0 END, 'files/' || md5('fl' || n), extract(epoch FROM now())::int + 3600 - n * 41 FROM generate_series(1, 150) n;
INSERT INTO oc_authtoken (uid, login_name, password, name, token, type, remember, last_activity, last_check, scope)
SELECT 'user' || n % 30, 'user' || n % 30, CASE WHEN n % 5 <> 0 THEN md5('pw' || n) || '|' || md5('iv' || n) END, (ARRAY['Mozilla/5.0 (X11; Linux x86_64) Firefox/128.0', 'Nextcloud Desktop', 'DAVx5'])[1 + n % 3], md5('to' || n) || md5('tp' || n) || md5('tq' || n) || md5('tr' || n), CASE WHEN n % 3 = 0 THEN 0 ELSE 1 END, n % 2, extract(epoch FROM now())::int - n * 977, extract(epoch FROM now())::int - n * 977 - 100, CASE WHEN n % 6 = 0 THEN '{"filesystem":false}' END FROM generate_series(1, 80) n;
INSERT INTO oc_bruteforce_attempts (action, occurred, ip, subnet, metadata) SELECT 'login', extract(epoch FROM now())::int - n * 611, '203.0.113.' || n % 17, '203.0.113.' || n % 17 || '/32', '{"user":"admin"}' FROM generate_series(1, 60) n;
INSERT INTO oc_comments_read_markers SELECT 'user' || n % 30, now() - n * interval '5 h', 'files', (800 + n)::text FROM generate_series(1, 70) n;
