CREATE TYPE t_file_state AS ENUM ('STAGING', 'ARCHIVING', 'SUBMITTED', 'READY', 'ACTIVE', 'FINISHED',
  'FAILED', 'CANCELED', 'NOT_USED', 'ON_HOLD');
CREATE TABLE t_file (file_id bigserial PRIMARY KEY, log_file_debug boolean, file_index integer, job_id
  char(36) NOT NULL, file_state t_file_state NOT NULL, transfer_host varchar(150), source_surl
  varchar(1100), dest_surl varchar(1100), source_se varchar(150), dest_se varchar(150), staging_host
  varchar(1024), reason varchar(2048), current_failures integer, filesize bigint, checksum varchar(100),
  finish_time timestamp, start_time timestamp, pid integer, tx_duration double precision, throughput real,
  retry integer DEFAULT 0, user_filesize bigint, file_metadata text, retry_timestamp timestamp, log_file
  varchar(2048), hashed_id integer DEFAULT 0, vo_name varchar(50), activity varchar(255) DEFAULT 'default',
  transferred bigint, priority integer DEFAULT 3);
INSERT INTO t_file (file_index, job_id, file_state, transfer_host, source_surl, dest_surl, source_se,
  dest_se, reason, filesize, finish_time, start_time, pid, tx_duration, throughput, retry, user_filesize,
  retry_timestamp, log_file, hashed_id, vo_name, transferred) SELECT 0, md5('fj' || g / 2)::uuid::text, CASE
  k WHEN 'new' THEN 'SUBMITTED' WHEN 'retry' THEN 'SUBMITTED' WHEN 'work' THEN 'ACTIVE' WHEN 'lost' THEN
  'ACTIVE' WHEN 'bad' THEN 'FAILED' WHEN 'off' THEN 'CANCELED' ELSE 'FINISHED'::t_file_state END, CASE WHEN
  k IN ('new', 'off') THEN NULL ELSE 'fts' || g % 4 || '.example.org' END, 'davs://a.example/' || g,
  'davs://b.example/' || g, 'davs://a.example', 'davs://b.example', CASE WHEN k IN ('bad', 'retry') THEN
  'TRANSFER globus_ftp: connection refused' END, 1000000 + g * 9973, CASE WHEN k IN ('done', 'bad', 'off')
  THEN (c + interval '4 seconds' + ((2 + g * 37 % 89) * interval '1 second')) AT TIME ZONE 'UTC' END, CASE
  WHEN k IN ('new', 'off', 'retry') THEN NULL ELSE (c + interval '4 seconds') AT TIME ZONE 'UTC' END, CASE
  WHEN k IN ('work', 'lost', 'done', 'bad') THEN 4000 + g % 900 END, CASE WHEN k IN ('done') THEN 2 + g * 37
  % 89 END, CASE WHEN k IN ('done') THEN 10.5 + g % 40 END, CASE k WHEN 'retry' THEN 1 WHEN 'bad' THEN 2
  ELSE 0 END, 0, CASE WHEN k IN ('retry') THEN (n + interval '7 minutes') AT TIME ZONE 'UTC' END, CASE WHEN
  k IN ('done', 'bad') THEN '/var/log/fts3/' || g END, g * 181 % 65536, (ARRAY['atlas', 'cms'])[1 + g % 2],
  CASE k WHEN 'done' THEN 1000000 + g * 9973 WHEN 'work' THEN 200000 WHEN 'lost' THEN 200000 ELSE 0 END FROM
  (SELECT g, now() AS n, CASE WHEN g <= 6 THEN 'new' WHEN g <= 10 THEN 'work' WHEN g <= 14 THEN 'lost' WHEN
  g <= 16 THEN 'retry' WHEN g % 27 = 9 THEN 'bad' WHEN g % 91 = 30 THEN 'off' ELSE 'done' END AS k, now() -
  CASE WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <= 10 THEN g * interval '25 seconds' WHEN g <= 14
  THEN interval '9 hours' + g * interval '7 minutes' WHEN g <= 16 THEN g * interval '25 seconds' ELSE g *
  interval '4 minutes' END AS c FROM generate_series(1, 520) g) s ORDER BY s.c;
