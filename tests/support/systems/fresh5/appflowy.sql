CREATE TABLE af_import_task (task_id uuid NOT NULL PRIMARY KEY, file_size bigint NOT NULL, workspace_id text NOT
  NULL, created_by bigint NOT NULL, status smallint NOT NULL, metadata jsonb NOT NULL DEFAULT '{}', created_at
  timestamptz DEFAULT CURRENT_TIMESTAMP, uid bigint, file_url text);
CREATE INDEX idx_af_import_task_status_created_at ON af_import_task (status, created_at);
INSERT INTO af_import_task SELECT md5('af' || g)::uuid, 20000 * g, md5('aw' || g)::uuid::text, 1000 + g % 30, CASE k
  WHEN 'new' THEN 0 WHEN 'lost' THEN 0 WHEN 'bad' THEN 2 WHEN 'old' THEN 3 WHEN 'off' THEN 4 ELSE 1 END, '{}', c,
  1000 + g % 30, 'https://s3.example.org/' || g FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 5
  THEN 'lost' WHEN g % 9 = 0 THEN 'bad' WHEN g % 16 = 0 THEN 'old' WHEN g % 35 = 0 THEN 'off' ELSE 'done' END AS k,
  now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 5 THEN interval '9 hours' + g * interval
  '7 minutes' ELSE g * interval '3 hours' END AS c FROM generate_series(1, 130) g) s;
