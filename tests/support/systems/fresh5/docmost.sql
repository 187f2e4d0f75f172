CREATE TABLE file_tasks (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), type varchar, source varchar, status
  varchar, file_name varchar NOT NULL, file_path varchar NOT NULL, file_size bigint, file_ext varchar, error_message
  varchar, creator_id uuid, space_id uuid, workspace_id uuid NOT NULL, created_at timestamptz NOT NULL DEFAULT
  now(), updated_at timestamptz NOT NULL DEFAULT now(), deleted_at timestamptz);
INSERT INTO file_tasks SELECT md5('ft' || g)::uuid, 'import', (ARRAY['generic', 'notion', 'confluence'])[1 + g % 3],
  CASE k WHEN 'lost' THEN 'processing' ELSE k END, 'export' || g || '.zip', 'ws/import/' || g || '.zip', 4000 * g,
  'zip', CASE WHEN k = 'failed' THEN 'Failed to import file: bad zip' END, md5('cr' || g % 9)::uuid, md5('sp' || g %
  5)::uuid, md5('ws')::uuid, c, CASE WHEN k = 'processing' THEN c ELSE c + interval '40 seconds' END, NULL FROM
  (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'processing' WHEN g <= 4 THEN 'lost' WHEN g % 8 = 0 THEN 'failed'
  ELSE 'success' END AS k, now() - CASE WHEN g <= 2 THEN g * interval '25 seconds' WHEN g <= 4 THEN interval
  '9 hours' + g * interval '7 minutes' ELSE g * interval '9 hours' END AS c FROM generate_series(1, 90) g) s;
