CREATE TABLE workflows (id bigserial PRIMARY KEY, class text NOT NULL, arguments text, output text, status
  varchar(255) NOT NULL DEFAULT 'pending', created_at timestamp(6), updated_at timestamp(6));
CREATE INDEX workflows_status_index ON workflows (status);
CREATE TABLE workflow_tasks (id varchar(26) PRIMARY KEY, workflow_run_id varchar(26) NOT NULL, namespace
  varchar(255), task_type varchar(255) NOT NULL, status varchar(255) NOT NULL, compatibility varchar(255), payload
  json, connection varchar(255), queue varchar(255), available_at timestamp(6), leased_at timestamp(6), lease_owner
  varchar(255), lease_expires_at timestamp(6), attempt_count integer NOT NULL DEFAULT 0, last_dispatch_attempt_at
  timestamp(6), last_dispatched_at timestamp(6), last_dispatch_error text, last_claim_failed_at timestamp(6),
  last_claim_error text, repair_count integer NOT NULL DEFAULT 0, repair_available_at timestamp(6), last_error text,
  created_at timestamp(6), updated_at timestamp(6));
CREATE INDEX workflow_tasks_status_available_at_index ON workflow_tasks (status, available_at);
INSERT INTO workflows (class, arguments, output, status, created_at, updated_at) SELECT
  (ARRAY['App\Workflows\Order', 'App\Workflows\Refund'])[1 + g % 2], '[]', CASE k WHEN 'completed' THEN
  '{"ok": true}' END, CASE k WHEN 'lost' THEN 'running' WHEN 'hung' THEN 'waiting' ELSE k END, c, CASE WHEN k IN
  ('created', 'pending') THEN c ELSE c + interval '50 seconds' END FROM (SELECT g, localtimestamp AS n, CASE WHEN g
  <= 2 THEN 'pending' WHEN g <= 4 THEN 'running' WHEN g <= 9 THEN 'waiting' WHEN g <= 11 THEN 'lost' WHEN g <= 13
  THEN 'hung' WHEN g % 17 = 0 THEN 'failed' WHEN g % 41 = 0 THEN 'continued' ELSE 'completed' END AS k,
  localtimestamp - CASE WHEN g <= 9 THEN g * interval '25 seconds' WHEN g <= 13 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '35 minutes' END AS c FROM generate_series(1, 200) g) s;
INSERT INTO workflow_tasks (id, workflow_run_id, namespace, task_type, status, payload, connection, queue,
  available_at, leased_at, lease_owner, lease_expires_at, attempt_count, last_dispatch_attempt_at,
  last_dispatched_at, last_error, created_at, updated_at) SELECT '01j' || left(md5('wt' || g), 23), '01j' ||
  left(md5('wr' || g / 3), 23), 'default', (ARRAY['workflow', 'activity', 'timer'])[1 + g % 3], CASE k WHEN 'lost'
  THEN 'leased' WHEN 'later' THEN 'ready' ELSE k END, '{}', 'redis', 'default', CASE k WHEN 'later' THEN n + g *
  interval '30 minutes' ELSE c END, CASE WHEN k NOT IN ('ready', 'later', 'cancelled') THEN c + interval '1 second'
  END, CASE WHEN k NOT IN ('ready', 'later', 'cancelled') THEN 'worker-' || g % 4 END, CASE WHEN k IN ('leased',
  'lost') THEN c + interval '5 minutes' END, CASE WHEN k IN ('ready', 'later', 'cancelled') THEN 0 ELSE 1 END, c, c,
  CASE k WHEN 'failed' THEN 'RuntimeException: boom' END, CASE k WHEN 'later' THEN n - interval '5 minutes' ELSE c
  END, CASE k WHEN 'later' THEN n - interval '5 minutes' WHEN 'ready' THEN c ELSE c + interval '9 seconds' END FROM
  (SELECT g, localtimestamp AS n, CASE WHEN g <= 4 THEN 'ready' WHEN g <= 9 THEN 'leased' WHEN g <= 15 THEN 'later'
  WHEN g <= 18 THEN 'lost' WHEN g % 19 = 0 THEN 'failed' WHEN g % 37 = 0 THEN 'cancelled' ELSE 'completed' END AS k,
  localtimestamp - CASE WHEN g <= 15 THEN g * interval '25 seconds' WHEN g <= 18 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '12 minutes' END AS c FROM generate_series(1, 260) g) s;
