CREATE TABLE files_sync (remote_name varchar(255) NOT NULL, service_id bigint NOT NULL, file_id bigint,
  remote_date timestamp, remote_size bigint, status varchar(16), error varchar(512), errors bigint, created_at
  timestamp, updated_at timestamp, PRIMARY KEY (remote_name, service_id));
CREATE INDEX idx_files_sync_file_id ON files_sync (file_id);
CREATE TABLE files_share (file_id bigint NOT NULL, service_id bigint NOT NULL, remote_name varchar(255) NOT
  NULL, status varchar(16), error varchar(512), errors bigint, created_at timestamp, updated_at timestamp,
  PRIMARY KEY (file_id, service_id, remote_name));
INSERT INTO files_sync (remote_name, service_id, file_id, remote_date, remote_size, status, error, errors,
  created_at, updated_at) SELECT '/Photos/IMG_' || g || '.jpg', 1 + g % 2, CASE WHEN k IN ('downloaded') THEN
  g ELSE 0 END, c - interval '200 days', 900000 + g * 31, CASE k WHEN 'bad' THEN 'new' WHEN 'lost' THEN 'new'
  ELSE k END, CASE WHEN k IN ('bad') THEN '404 not found' ELSE '' END, CASE WHEN k IN ('bad') THEN 1 + g % 4
  ELSE 0 END, c, CASE WHEN k IN ('new', 'lost') THEN c ELSE c + interval '3 minutes' END FROM (SELECT g,
  localtimestamp AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 6 THEN 'bad' WHEN g <= 9 THEN 'lost' WHEN g % 8 =
  0 THEN 'exists' WHEN g % 23 = 0 THEN 'ignore' ELSE 'downloaded' END AS k, localtimestamp - CASE WHEN g <= 6
  THEN g * interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes' ELSE g *
  interval '12 minutes' END AS c FROM generate_series(1, 240) g) s;
INSERT INTO files_share (file_id, service_id, remote_name, status, error, errors, created_at, updated_at)
  SELECT g, 1, '/Shared/' || g || '.jpg', CASE k WHEN 'lost' THEN 'new' ELSE k END, CASE WHEN k IN ('error')
  THEN 'quota exceeded' ELSE '' END, CASE WHEN k IN ('error') THEN 6 ELSE 0 END, c, CASE WHEN k IN ('new',
  'lost') THEN c ELSE c + interval '2 minutes' END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN
  'new' WHEN g <= 6 THEN 'lost' WHEN g % 14 = 0 THEN 'error' WHEN g % 33 = 0 THEN 'removed' ELSE 'shared' END
  AS k, localtimestamp - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 6 THEN interval '9 hours' +
  g * interval '7 minutes' ELSE g * interval '50 minutes' END AS c FROM generate_series(1, 160) g) s;
