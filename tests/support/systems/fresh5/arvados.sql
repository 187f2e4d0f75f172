CREATE TABLE containers (id bigserial PRIMARY KEY, uuid varchar(255), owner_uuid varchar(255), created_at timestamp
  NOT NULL, modified_at timestamp, modified_by_user_uuid varchar(255), state varchar(255), started_at timestamp,
  finished_at timestamp, log varchar(255), environment text, cwd varchar(255), command text, output_path
  varchar(255), mounts text, runtime_constraints text, output varchar(255), container_image varchar(255), progress
  double precision, priority bigint, updated_at timestamp NOT NULL, exit_code integer, auth_uuid varchar(255),
  locked_by_uuid varchar(255), runtime_status jsonb DEFAULT '{}', lock_count integer NOT NULL DEFAULT 0, cost double
  precision NOT NULL DEFAULT 0.0);
CREATE UNIQUE INDEX index_containers_on_uuid ON containers (uuid);
CREATE INDEX index_containers_on_locked_by_uuid_and_priority ON containers (locked_by_uuid, priority);
INSERT INTO containers (uuid, owner_uuid, created_at, modified_at, modified_by_user_uuid, state, started_at,
  finished_at, log, environment, cwd, command, output_path, mounts, output, container_image, priority, updated_at,
  exit_code, auth_uuid, locked_by_uuid, runtime_status, lock_count, cost) SELECT 'zzzzz-dz642-' || lpad(g::text, 15,
  '0'), 'zzzzz-tpzed-000000000000000', c, c + interval '2 minutes', 'zzzzz-tpzed-' || lpad((g % 9)::text, 15, '0'),
  CASE k WHEN 'lost' THEN 'Running' ELSE k END, CASE WHEN k IN ('Running', 'lost', 'Complete', 'off') THEN c +
  interval '3 minutes' END, CASE WHEN k IN ('Complete', 'Cancelled') THEN c + interval '40 minutes' END, CASE WHEN k
  = 'Complete' THEN md5('lg' || g) || '+60' END, '{}', '/var/spool', '["true"]', '/out', '{}', CASE WHEN k =
  'Complete' THEN md5('ou' || g) || '+90' END, md5('im' || g % 4) || '+1', CASE k WHEN 'Cancelled' THEN 0 ELSE 500 +
  g END, c + interval '40 minutes', CASE WHEN k = 'Complete' THEN CASE WHEN g % 15 = 0 THEN 1 ELSE 0 END END, CASE
  WHEN k IN ('Locked', 'Running', 'lost') THEN 'zzzzz-gj3su-' || lpad(g::text, 15, '0') END, CASE WHEN k IN
  ('Locked', 'Running', 'lost') THEN 'zzzzz-gj3su-000000000000001' END, CASE WHEN k = 'Cancelled' THEN
  '{"error": "Failed to start container"}'::jsonb ELSE '{}' END, CASE k WHEN 'Queued' THEN 0 WHEN 'Cancelled' THEN 5
  ELSE 1 END, CASE WHEN k = 'Complete' THEN 0.02 * g ELSE 0 END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <=
  8 THEN 'Queued' WHEN g <= 10 THEN 'Locked' WHEN g <= 16 THEN 'Running' WHEN g <= 18 THEN 'lost' WHEN g % 16 = 0
  THEN 'Cancelled' ELSE 'Complete' END AS k, localtimestamp - CASE WHEN g <= 16 THEN g * interval '25 seconds' WHEN
  g <= 18 THEN interval '70 hours' + g * interval '7 minutes' ELSE g * interval '70 minutes' END AS c FROM
  generate_series(1, 190) g) s;
