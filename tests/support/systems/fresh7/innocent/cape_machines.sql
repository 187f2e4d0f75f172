CREATE TABLE machines (id serial PRIMARY KEY, name varchar(255) NOT NULL UNIQUE, label varchar(255) NOT NULL
  UNIQUE, arch varchar(255) NOT NULL, ip varchar(255) NOT NULL, platform varchar(255) NOT NULL, interface
  varchar(255), snapshot varchar(255), locked boolean NOT NULL, locked_changed_on timestamp, status
  varchar(255), status_changed_on timestamp, resultserver_ip varchar(255) NOT NULL, resultserver_port
  varchar(255) NOT NULL, reserved boolean NOT NULL);
CREATE TABLE samples (id serial PRIMARY KEY, file_size bigint NOT NULL, file_type text NOT NULL, md5
  varchar(32) NOT NULL, crc32 varchar(8) NOT NULL, sha1 varchar(40) NOT NULL, sha256 varchar(64) NOT NULL
  UNIQUE, sha512 varchar(128) NOT NULL, ssdeep varchar(255), source_url varchar(2000));
CREATE TABLE errors (id serial PRIMARY KEY, message varchar(1024) NOT NULL, task_id integer NOT NULL);
INSERT INTO machines (name, label, arch, ip, platform, locked, locked_changed_on, status, status_changed_on,
  resultserver_ip, resultserver_port, reserved) SELECT 'win10-' || g, 'win10-' || g, 'x64', '192.168.1.' || g,
  'windows', g <= 3, localtimestamp - g * interval '2 minutes', CASE WHEN g <= 3 THEN 'running' ELSE
  'poweroff' END, localtimestamp - g * interval '2 minutes', '10.0.0.1', '2042', false FROM generate_series(1,
  16) g;
INSERT INTO samples (file_size, file_type, md5, crc32, sha1, sha256, sha512) SELECT 1000 + g,
  'PE32 executable', md5('a' || g), left(md5('b' || g), 8), left(md5('c' || g) || md5('d' || g), 40), md5('e'
  || g) || md5('f' || g), md5('g' || g) || md5('h' || g) || md5('i' || g) || md5('j' || g) FROM
  generate_series(1, 200) g;
INSERT INTO errors (message, task_id) SELECT 'The analysis hit the critical timeout', g FROM
  generate_series(1, 90) g;
