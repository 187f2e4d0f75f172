CREATE TABLE dex_activity_task (queue_name text NOT NULL, workflow_run_id uuid, created_event_id integer,
  activity_name text NOT NULL, priority smallint NOT NULL DEFAULT 0, status text NOT NULL DEFAULT 'CREATED',
  argument bytea, retry_policy bytea NOT NULL, attempt smallint NOT NULL DEFAULT 1, visible_from
  timestamptz(3) NOT NULL DEFAULT now(), locked_by text, locked_until timestamptz(3), lock_version smallint
  NOT NULL DEFAULT 0, created_at timestamptz(3) NOT NULL DEFAULT now(), updated_at timestamptz(3), CONSTRAINT
  dex_activity_task_pk PRIMARY KEY (queue_name, workflow_run_id, created_event_id), CONSTRAINT
  dex_activity_task_status_check CHECK (status IN ('CREATED', 'QUEUED'))) PARTITION BY LIST (queue_name);
CREATE TABLE dex_activity_task_default PARTITION OF dex_activity_task FOR VALUES IN ('default');
CREATE TABLE dex_activity_task_bom PARTITION OF dex_activity_task FOR VALUES IN ('bom');
CREATE INDEX dex_activity_task_poll_idx ON dex_activity_task (priority DESC, created_at) WHERE status =
  'QUEUED';
CREATE TABLE dex_workflow_task (queue_name text, workflow_run_id uuid, workflow_name text NOT NULL, priority
  smallint NOT NULL, sticky_to text, sticky_until timestamptz(3), locked_by text, locked_until timestamptz(3),
  lock_version smallint NOT NULL DEFAULT 0, created_at timestamptz(3) NOT NULL DEFAULT now(), CONSTRAINT
  dex_workflow_task_pk PRIMARY KEY (queue_name, workflow_run_id)) PARTITION BY LIST (queue_name);
CREATE TABLE dex_workflow_task_default PARTITION OF dex_workflow_task FOR VALUES IN ('default');
CREATE TABLE dex_workflow_run (id uuid PRIMARY KEY, parent_id uuid REFERENCES dex_workflow_run (id) DEFERRABLE
  INITIALLY DEFERRED, workflow_name text NOT NULL, workflow_version smallint NOT NULL, workflow_instance_id
  text, task_queue_name text NOT NULL, status text NOT NULL DEFAULT 'CREATED', custom_status text,
  concurrency_key text, priority smallint NOT NULL DEFAULT 0, labels jsonb, sticky_to text, sticky_until
  timestamptz(3), created_at timestamptz(3) NOT NULL, updated_at timestamptz(3), started_at timestamptz(3),
  completed_at timestamptz(3), CONSTRAINT dex_workflow_run_status_check CHECK (status IN ('CREATED',
  'RUNNING', 'SUSPENDED', 'CANCELED', 'COMPLETED', 'FAILED')));
CREATE UNIQUE INDEX dex_workflow_run_workflow_instance_id_idx ON dex_workflow_run (workflow_instance_id) WHERE
  workflow_instance_id IS NOT NULL AND status IN ('CREATED', 'RUNNING', 'SUSPENDED');
CREATE INDEX dex_workflow_run_completed_at_idx ON dex_workflow_run (completed_at) WHERE completed_at IS NOT
  NULL;
CREATE TABLE dex_workflow_inbox (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, workflow_run_id uuid NOT
  NULL, visible_from timestamptz(3) NOT NULL DEFAULT now(), event bytea NOT NULL);
CREATE TABLE "NOTIFICATION_OUTBOX" ("ID" uuid NOT NULL PRIMARY KEY, "TIMESTAMP" timestamptz(3) NOT NULL,
  "SCOPE" text NOT NULL, "GROUP" text NOT NULL, "LEVEL" text NOT NULL, "PAYLOAD" bytea NOT NULL);
INSERT INTO dex_activity_task (queue_name, workflow_run_id, created_event_id, activity_name, status, argument,
  retry_policy, attempt, visible_from, locked_by, locked_until, lock_version, created_at, updated_at) SELECT
  CASE WHEN g % 4 = 0 THEN 'bom' ELSE 'default' END, md5('wr' || g / 2)::uuid, 3 + g % 2, (ARRAY['import-bom',
  'scan', 'notify'])[1 + g % 3], CASE WHEN k IN ('new', 'later') THEN 'CREATED' ELSE 'QUEUED' END,
  decode(md5('ar' || g), 'hex'), '\x0a02', CASE WHEN k IN ('later') THEN 3 ELSE 1 END, CASE WHEN k IN
  ('later') THEN n + g * interval '20 seconds' ELSE c END, CASE WHEN k IN ('held', 'lost') THEN md5('in' || g
  % 2)::uuid::text END, CASE WHEN k IN ('held') THEN n + interval '40 seconds' ELSE CASE WHEN k IN ('lost')
  THEN c + interval '1 minute' END END, CASE WHEN k IN ('held', 'lost') THEN 1 ELSE CASE WHEN k IN ('later')
  THEN 2 ELSE 0 END END, c, CASE WHEN k IN ('new') THEN NULL ELSE c + interval '1 second' END FROM (SELECT g,
  now() AS n, CASE WHEN g <= 4 THEN 'held' WHEN g <= 9 THEN 'later' WHEN g <= 12 THEN 'lost' WHEN g % 3 = 0
  THEN 'new' ELSE 'queued' END AS k, now() - CASE WHEN g <= 9 THEN g * interval '25 seconds' WHEN g <= 12 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '2 seconds' END AS c FROM generate_series(1,
  110) g) s;
INSERT INTO dex_workflow_task (queue_name, workflow_run_id, workflow_name, priority, sticky_to, sticky_until,
  locked_by, locked_until, lock_version, created_at) SELECT 'default', md5('wr' || g)::uuid,
  'process-project', 0, CASE WHEN g % 3 = 0 THEN md5('in' || g % 2)::uuid::text END, CASE WHEN g % 3 = 0 THEN
  n + interval '4 minutes' END, CASE WHEN k IN ('held', 'lost') THEN md5('in' || g % 2)::uuid::text END, CASE
  WHEN k IN ('held') THEN n + interval '20 seconds' ELSE CASE WHEN k IN ('lost') THEN c + interval
  '30 seconds' END END, CASE WHEN k IN ('held', 'lost') THEN 1 ELSE 0 END, c FROM (SELECT g, now() AS n, CASE
  WHEN g <= 4 THEN 'held' WHEN g <= 6 THEN 'lost' ELSE 'wait' END AS k, now() - CASE WHEN g <= 4 THEN g *
  interval '25 seconds' WHEN g <= 6 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '2 seconds' END AS c FROM generate_series(1, 60) g) s;
INSERT INTO dex_workflow_run (id, workflow_name, workflow_version, workflow_instance_id, task_queue_name,
  status, labels, sticky_to, sticky_until, created_at, updated_at, started_at, completed_at) SELECT md5('wr'
  || g)::uuid, 'process-project', 1, CASE WHEN g % 6 = 0 THEN 'project:' || g END, 'default', CASE k WHEN
  'lost' THEN 'RUNNING' ELSE k END, jsonb_build_object('project', g), CASE WHEN k IN ('RUNNING') THEN md5('in'
  || g % 2)::uuid::text END, CASE WHEN k IN ('RUNNING') THEN n + interval '4 minutes' END, c, CASE WHEN k IN
  ('CREATED') THEN NULL ELSE c + interval '2 minutes' END, CASE WHEN k IN ('CREATED') THEN NULL ELSE c +
  interval '1 second' END, CASE WHEN k IN ('COMPLETED', 'FAILED', 'CANCELED') THEN c + interval '2 minutes'
  END FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'CREATED' WHEN g <= 7 THEN 'RUNNING' WHEN g <= 8 THEN
  'SUSPENDED' WHEN g <= 11 THEN 'lost' WHEN g % 15 = 0 THEN 'FAILED' WHEN g % 44 = 0 THEN 'CANCELED' ELSE
  'COMPLETED' END AS k, now() - CASE WHEN g <= 8 THEN g * interval '25 seconds' WHEN g <= 11 THEN interval
  '9 hours' + g * interval '7 minutes' ELSE g * interval '16 minutes' END AS c FROM generate_series(1, 220) g)
  s;
INSERT INTO dex_workflow_inbox (workflow_run_id, visible_from, event) SELECT md5('wr' || g % 30)::uuid, CASE
  WHEN k IN ('later') THEN n + g * interval '30 seconds' ELSE c END, decode(md5('em' || g), 'hex') FROM
  (SELECT g, now() AS n, CASE WHEN g <= 6 THEN 'later' ELSE 'now' END AS k, now() - CASE WHEN g <= 6 THEN g *
  interval '25 seconds' ELSE g * interval '1 second' END AS c FROM generate_series(1, 60) g) s;
INSERT INTO "NOTIFICATION_OUTBOX" ("ID", "TIMESTAMP", "SCOPE", "GROUP", "LEVEL", "PAYLOAD") SELECT md5('no' ||
  g)::uuid, c, 'PORTFOLIO', (ARRAY['NEW_VULNERABILITY', 'BOM_PROCESSED'])[1 + g % 2], 'INFORMATIONAL',
  decode(md5('pl' || g), 'hex') FROM (SELECT g, now() AS n, CASE WHEN g <= 54 THEN 'new' ELSE 'lost' END AS k,
  now() - CASE WHEN g <= 54 THEN g * interval '25 seconds' ELSE g * interval '7 minutes' END AS c FROM
  generate_series(1, 60) g) s;
