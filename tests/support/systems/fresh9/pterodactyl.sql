CREATE TABLE backups (id bigserial PRIMARY KEY, server_id integer NOT NULL, uuid char(36) NOT NULL UNIQUE,
  upload_id text, is_successful boolean NOT NULL DEFAULT false, is_locked smallint NOT NULL DEFAULT 0, name
  varchar(191) NOT NULL, ignored_files text NOT NULL, disk varchar(191) NOT NULL, checksum varchar(191),
  bytes bigint NOT NULL DEFAULT 0, completed_at timestamp, created_at timestamp, updated_at timestamp,
  deleted_at timestamp);
INSERT INTO backups (server_id, uuid, is_successful, is_locked, name, ignored_files, disk, checksum, bytes,
  completed_at, created_at, updated_at, deleted_at) SELECT 1 + g % 30, md5('bu' || g)::uuid::text, k IN
  ('done', 'gone'), (g % 40 = 1)::integer, 'Backup ' || g, '[]', 'wings', CASE WHEN k IN ('done', 'gone')
  THEN 'sha1:' || md5('cs' || g) END, CASE k WHEN 'done' THEN 1000000 + g * 997 WHEN 'gone' THEN 1000000 + g
  * 997 ELSE 0 END, CASE WHEN k IN ('done', 'bad', 'gone') THEN c + ((1 + g * 37 % 23) * interval '1
  minute') END::timestamp(0), c::timestamp(0), (c + CASE k WHEN 'work' THEN interval '0' WHEN 'lost' THEN
  interval '0' ELSE ((1 + g * 37 % 23) * interval '1 minute') END)::timestamp(0), CASE WHEN k IN ('gone')
  THEN c + interval '2 days' END::timestamp(0) FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'work' WHEN
  g <= 5 THEN 'lost' WHEN g % 37 = 12 THEN 'bad' WHEN g % 4 = 1 THEN 'gone' ELSE 'done' END AS k, now() -
  CASE WHEN g <= 2 THEN g * interval '25 seconds' WHEN g <= 5 THEN interval '9 hours' + g * interval '7
  minutes' ELSE g * interval '40 minutes' END AS c FROM generate_series(1, 290) g) s ORDER BY s.c;
