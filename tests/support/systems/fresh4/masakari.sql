CREATE TYPE notification_status AS ENUM ('new', 'running', 'error', 'failed', 'ignored', 'finished');
CREATE TABLE notifications (created_at timestamp, updated_at timestamp, deleted_at timestamp, deleted integer,
  id serial PRIMARY KEY, notification_uuid varchar(36) NOT NULL, generated_time timestamp NOT NULL,
  type varchar(36) NOT NULL, payload text, status notification_status NOT NULL,
  source_host_uuid varchar(36) NOT NULL, failover_segment_uuid varchar(36) NOT NULL, message text,
  CONSTRAINT uniq_notification0uuid UNIQUE (notification_uuid));
INSERT INTO notifications (created_at, updated_at, deleted, notification_uuid, generated_time, type, payload, status,
  source_host_uuid, failover_segment_uuid, message) SELECT c, CASE WHEN k <> 'new' THEN c + interval '1 minute' END,
  0, md5('nt' || g)::uuid::text, c - interval '2 seconds', (ARRAY['COMPUTE_HOST', 'VM', 'PROCESS'])[1 + g % 3],
  '{"event":"STOPPED","cluster_status":"OFFLINE"}', k::notification_status, md5('sh' || g % 5)::uuid::text,
  md5('fs')::uuid::text, NULL
FROM (SELECT g, (now() AT TIME ZONE 'UTC') AS n, CASE WHEN g <= 2 THEN 'new' WHEN g <= 4 THEN 'running' WHEN g <= 5
  THEN 'running' WHEN g <= 7 THEN 'error' WHEN g % 7 = 0 THEN 'ignored' WHEN g % 19 = 0 THEN 'failed'
  ELSE 'finished' END AS k, (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 4 THEN g * interval '20 seconds' WHEN g <= 7
  THEN interval '6 hours' + g * interval '7 minutes' ELSE g * interval '9 hours' END AS c
FROM generate_series(1, 110) g) s;
