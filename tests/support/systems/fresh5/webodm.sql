CREATE TABLE app_task (id uuid PRIMARY KEY, uuid varchar(255) NOT NULL, name varchar(255), processing_time integer
  NOT NULL, auto_processing_node boolean NOT NULL, status integer, last_error text, options jsonb NOT NULL,
  available_assets varchar(80)[] NOT NULL, created_at timestamptz NOT NULL, pending_action integer, public boolean
  NOT NULL, resize_to integer NOT NULL, upload_progress double precision NOT NULL, resize_progress double precision
  NOT NULL, running_progress double precision NOT NULL, import_url text NOT NULL, images_count integer NOT NULL,
  partial boolean NOT NULL, epsg integer, size double precision NOT NULL, compacted boolean NOT NULL, project_id
  integer NOT NULL, processing_node_id integer);
CREATE INDEX app_task_uuid ON app_task (uuid);
CREATE INDEX app_task_status ON app_task (status);
CREATE INDEX app_task_pending_action ON app_task (pending_action);
INSERT INTO app_task SELECT md5('wt' || g)::uuid, CASE WHEN k IN ('new', 'part') THEN '' ELSE md5('wu' ||
  g)::uuid::text END, 'Task ' || g, CASE WHEN k IN ('new', 'part') THEN -1 ELSE 60000 * g END, true, CASE k WHEN
  'queued' THEN 10 WHEN 'run' THEN 20 WHEN 'lost' THEN 20 WHEN 'bad' THEN 30 WHEN 'off' THEN 50 WHEN 'ok' THEN 40
  END, CASE WHEN k = 'bad' THEN 'Not enough memory' END, '[]', CASE WHEN k = 'ok' THEN ARRAY['orthophoto.tif'] ELSE
  '{}' END, c, CASE WHEN g % 60 = 1 THEN 3 END, false, -1, CASE WHEN k IN ('new', 'part') THEN 0 ELSE 1 END, 0, CASE
  k WHEN 'ok' THEN 1 WHEN 'run' THEN 0.4 WHEN 'lost' THEN 0.7 ELSE 0 END, '', 50 + g, k = 'part', CASE WHEN k = 'ok'
  THEN 32633 END, CASE WHEN k = 'ok' THEN 300 + g ELSE 0 END, false, 1 + g % 9, CASE WHEN k NOT IN ('new', 'part')
  THEN 1 END FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 5 THEN 'part' WHEN g <= 7 THEN
  'queued' WHEN g <= 10 THEN 'run' WHEN g <= 12 THEN 'lost' WHEN g % 8 = 0 THEN 'bad' WHEN g % 29 = 0 THEN 'off'
  ELSE 'ok' END AS k, now() - CASE WHEN g <= 10 THEN g * interval '25 seconds' WHEN g <= 12 THEN interval '80 hours'
  + g * interval '7 minutes' ELSE g * interval '9 hours' END AS c FROM generate_series(1, 130) g) s;
