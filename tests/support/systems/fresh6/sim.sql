CREATE TABLE outbox_event (id text PRIMARY KEY, event_type text NOT NULL, payload json NOT NULL, status text NOT
  NULL DEFAULT 'pending', attempts integer NOT NULL DEFAULT 0, max_attempts integer NOT NULL DEFAULT 10,
  available_at timestamp NOT NULL DEFAULT now(), locked_at timestamp, last_error text, created_at timestamp NOT NULL
  DEFAULT now(), processed_at timestamp);
CREATE INDEX outbox_event_status_available_idx ON outbox_event (status, available_at);
CREATE INDEX outbox_event_locked_at_idx ON outbox_event (locked_at);
CREATE TABLE async_jobs (id text PRIMARY KEY, type text NOT NULL, payload jsonb NOT NULL, status text NOT NULL
  DEFAULT 'pending', created_at timestamp NOT NULL DEFAULT now(), started_at timestamp, completed_at timestamp,
  run_at timestamp, attempts integer NOT NULL DEFAULT 0, max_attempts integer NOT NULL DEFAULT 3, error text, output
  jsonb, metadata jsonb NOT NULL DEFAULT '{}', updated_at timestamp NOT NULL DEFAULT now());
CREATE INDEX async_jobs_status_started_at_idx ON async_jobs (status, started_at);
CREATE TABLE idempotency_key (key text PRIMARY KEY, result json NOT NULL, created_at timestamp NOT NULL DEFAULT
  now());
CREATE INDEX idempotency_key_created_at_idx ON idempotency_key (created_at);
CREATE TABLE resume_queue (id text PRIMARY KEY, paused_execution_id text NOT NULL, parent_execution_id text NOT
  NULL, new_execution_id text NOT NULL, context_id text NOT NULL, resume_input jsonb, status text NOT NULL DEFAULT
  'pending', queued_at timestamp NOT NULL DEFAULT now(), claimed_at timestamp, completed_at timestamp,
  failure_reason text);
CREATE INDEX resume_queue_parent_status_idx ON resume_queue (parent_execution_id, status, queued_at);
CREATE TABLE table_jobs (id text PRIMARY KEY, table_id text NOT NULL, workspace_id text NOT NULL, type text NOT
  NULL, status text NOT NULL DEFAULT 'running', payload jsonb, rows_processed integer NOT NULL DEFAULT 0, error
  text, started_at timestamp NOT NULL DEFAULT now(), updated_at timestamp NOT NULL DEFAULT now(), completed_at
  timestamp);
CREATE UNIQUE INDEX table_jobs_one_active_per_table ON table_jobs (table_id) WHERE status = 'running' AND type <>
  'export';
CREATE INDEX table_jobs_watchdog_idx ON table_jobs (status, updated_at);
INSERT INTO outbox_event (id, event_type, payload, status, attempts, available_at, locked_at, last_error,
  created_at, processed_at) SELECT md5('oe' || g)::uuid::text, (ARRAY['stripe.sync-cancel', 'billing.invoice',
  'mail.send'])[1 + g % 3], '{}', CASE k WHEN 'lost' THEN 'processing' WHEN 'later' THEN 'pending' ELSE k END, CASE
  k WHEN 'dead_letter' THEN 10 WHEN 'later' THEN 2 ELSE 0 END, CASE k WHEN 'later' THEN n + g * interval '5 minutes'
  ELSE c END, CASE WHEN k IN ('processing', 'lost') THEN c + interval '5 seconds' END, CASE WHEN k IN
  ('dead_letter', 'later') THEN 'stripe: rate limit' END, c, CASE WHEN k IN ('completed', 'dead_letter') THEN c +
  interval '8 seconds' END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'pending' WHEN g <= 5 THEN
  'processing' WHEN g <= 10 THEN 'later' WHEN g <= 13 THEN 'lost' WHEN g % 31 = 0 THEN 'dead_letter' ELSE
  'completed' END AS k, localtimestamp - CASE WHEN g <= 10 THEN g * interval '25 seconds' WHEN g <= 13 THEN interval
  '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS c FROM generate_series(1, 220) g) s;
INSERT INTO async_jobs (id, type, payload, status, created_at, started_at, completed_at, run_at, attempts, error,
  output, updated_at) SELECT 'run_' || left(md5('aj' || g), 20), (ARRAY['workflow-execution', 'webhook-execution',
  'schedule-execution'])[1 + g % 3], '{}', CASE k WHEN 'lost' THEN 'processing' ELSE k END, c, CASE WHEN k NOT IN
  ('pending', 'cancelled') THEN c + interval '2 seconds' END, CASE WHEN k IN ('completed', 'failed', 'cancelled')
  THEN c + interval '31 seconds' END, CASE WHEN g % 3 = 2 THEN c END, CASE WHEN k IN ('pending', 'cancelled') THEN 0
  ELSE 1 END, CASE k WHEN 'failed' THEN 'Execution timed out' WHEN 'cancelled' THEN 'Cancelled' END, CASE k WHEN
  'completed' THEN '{"ok": true}'::jsonb END, CASE k WHEN 'pending' THEN c ELSE c + interval '31 seconds' END FROM
  (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'pending' WHEN g <= 6 THEN 'processing' WHEN g <= 9 THEN
  'lost' WHEN g % 11 = 0 THEN 'failed' WHEN g % 37 = 0 THEN 'cancelled' ELSE 'completed' END AS k, localtimestamp -
  CASE WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes'
  ELSE g * interval '18 minutes' END AS c FROM generate_series(1, 240) g) s;
INSERT INTO idempotency_key (key, result, created_at) SELECT 'webhook:' || md5('ik' || g), CASE WHEN k IN ('run',
  'lost') THEN json_build_object('success', false, 'status', 'in-progress', 'startedAt', 1) WHEN k = 'failed' THEN
  json_build_object('success', false, 'status', 'failed', 'error', 'boom') ELSE json_build_object('success', true,
  'status', 'completed', 'result', g) END, c FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'run' WHEN g
  <= 5 THEN 'lost' WHEN g % 17 = 0 THEN 'failed' ELSE 'completed' END AS k, localtimestamp - CASE WHEN g <= 3 THEN g
  * interval '25 seconds' WHEN g <= 5 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '40 minutes' END AS c FROM generate_series(1, 160) g) s;
INSERT INTO resume_queue (id, paused_execution_id, parent_execution_id, new_execution_id, context_id, resume_input,
  status, queued_at, claimed_at, completed_at, failure_reason) SELECT md5('rq' || g)::uuid::text, md5('pe' ||
  g)::uuid::text, md5('px' || g)::uuid::text, md5('nx' || g)::uuid::text, 'ctx' || g, '{"ok": 1}', CASE k WHEN
  'lost' THEN 'claimed' ELSE k END, c, CASE WHEN k <> 'pending' THEN c + interval '1 second' END, CASE WHEN k IN
  ('completed', 'failed') THEN c + interval '25 seconds' END, CASE k WHEN 'failed' THEN 'Workflow not found' END
  FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 2 THEN 'pending' WHEN g <= 4 THEN 'claimed' WHEN g <= 7 THEN
  'lost' WHEN g % 13 = 0 THEN 'failed' ELSE 'completed' END AS k, localtimestamp - CASE WHEN g <= 4 THEN g *
  interval '25 seconds' WHEN g <= 7 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '50 minutes' END AS c FROM generate_series(1, 120) g) s;
INSERT INTO table_jobs (id, table_id, workspace_id, type, status, payload, rows_processed, error, started_at,
  updated_at, completed_at) SELECT md5('tj' || g)::uuid::text, 'tbl_' || g, 'ws_' || g % 4, (ARRAY['import',
  'delete', 'export'])[1 + g % 3], CASE k WHEN 'lost' THEN 'running' ELSE k END, CASE WHEN g % 3 = 1 THEN
  '{"filter": {}}'::jsonb END, CASE k WHEN 'ready' THEN 100 * g ELSE 3 * g END, CASE k WHEN 'failed' THEN 'bad csv'
  END, c, c + interval '20 seconds', CASE WHEN k NOT IN ('running', 'lost') THEN c + interval '20 seconds' END FROM
  (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'running' WHEN g <= 5 THEN 'lost' WHEN g % 11 = 0 THEN
  'failed' WHEN g % 29 = 0 THEN 'canceled' ELSE 'ready' END AS k, localtimestamp - CASE WHEN g <= 3 THEN g *
  interval '25 seconds' WHEN g <= 5 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '3 hours'
  END AS c FROM generate_series(1, 100) g) s;
