CREATE TABLE dex_lease (name text PRIMARY KEY, acquired_by text NOT NULL, acquired_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL);
CREATE TABLE dex_workflow_task_queue (name text PRIMARY KEY, partition_name text NOT NULL, status text NOT
  NULL DEFAULT 'ACTIVE' CHECK (status IN ('ACTIVE', 'PAUSED')), capacity smallint NOT NULL DEFAULT 100,
  created_at timestamptz(3) NOT NULL DEFAULT now(), updated_at timestamptz(3));
CREATE TABLE dex_workflow_history (workflow_run_id uuid, sequence_number integer, event bytea NOT NULL,
  PRIMARY KEY (workflow_run_id, sequence_number));
INSERT INTO dex_lease SELECT 'lease-' || g, md5('in' || g % 2)::uuid::text, now() - g * interval '4 seconds',
  now() + interval '20 seconds' FROM generate_series(1, 4) g;
INSERT INTO dex_workflow_task_queue SELECT 'queue' || g, 'p' || g, CASE WHEN g = 5 THEN 'PAUSED' ELSE 'ACTIVE'
  END, 100, now() - interval '40 days', NULL FROM generate_series(1, 8) g;
INSERT INTO dex_workflow_history SELECT md5('wr' || g / 6)::uuid, g % 6, decode(md5('ev' || g), 'hex') FROM
  generate_series(1, 240) g;
