CREATE TABLE inflight_updates (id bigserial PRIMARY KEY, device_id bigint NOT NULL, deployment_id bigint,
  firmware_id integer, firmware_uuid uuid, status varchar NOT NULL DEFAULT 'pending', priority_queue boolean NOT
  NULL DEFAULT false, progress integer, inserted_at timestamp NOT NULL, updated_at timestamp NOT NULL DEFAULT
  now());
CREATE UNIQUE INDEX inflight_updates_device_id_index ON inflight_updates (device_id);
CREATE INDEX inflight_updates_deployment_id_index ON inflight_updates (deployment_id);
INSERT INTO inflight_updates (device_id, deployment_id, firmware_id, firmware_uuid, status, progress, inserted_at,
  updated_at) SELECT 1000 + g, CASE WHEN g % 9 > 0 THEN 1 + g % 4 END, CASE WHEN k <> 'requested' THEN 1 + g % 5
  END, CASE WHEN k <> 'requested' THEN md5('fw' || g % 5)::uuid END, CASE k WHEN 'lost' THEN 'downloading' ELSE k
  END, CASE WHEN k IN ('downloading', 'updating', 'lost') THEN g % 100 END, c, CASE k WHEN 'requested' THEN c ELSE c
  + interval '20 seconds' END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 8 THEN 'requested' WHEN g <= 14
  THEN 'received' WHEN g <= 16 THEN 'started' WHEN g <= 34 THEN 'downloading' WHEN g <= 42 THEN 'updating' WHEN g <=
  45 THEN 'rescheduled' WHEN g <= 50 THEN 'lost' ELSE 'completed' END AS k, localtimestamp - CASE WHEN g <= 45 THEN
  g * interval '25 seconds' WHEN g <= 50 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '20 minutes' END AS c FROM generate_series(1, 60) g) s;
