CREATE TABLE workflow_status (
  workflow_uuid text PRIMARY KEY, status text, name text, authenticated_user text, assumed_role text, authenticated_roles text, request text, output text, error text, executor_id text,
  created_at bigint NOT NULL DEFAULT (EXTRACT(epoch FROM now()) * 1000.0)::bigint, updated_at bigint NOT NULL DEFAULT (EXTRACT(epoch FROM now()) * 1000.0)::bigint,
  application_version text, application_id text, class_name varchar(255) DEFAULT NULL, config_name varchar(255) DEFAULT NULL, recovery_attempts bigint DEFAULT 0,
  queue_name text, workflow_timeout_ms bigint, workflow_deadline_epoch_ms bigint, inputs text, started_at_epoch_ms bigint, deduplication_id text, priority int4 NOT NULL DEFAULT 0,
  queue_partition_key text, forked_from text, owner_xid text DEFAULT NULL, parent_workflow_id text DEFAULT NULL, serialization text DEFAULT NULL, delay_until_epoch_ms bigint DEFAULT NULL,
  was_forked_from boolean NOT NULL DEFAULT false, rate_limited boolean NOT NULL DEFAULT false, completed_at bigint, attributes jsonb, schedule_name text,
  debounce_deadline_epoch_ms bigint DEFAULT NULL, is_debounced boolean NOT NULL DEFAULT false, application_name text DEFAULT NULL
);
CREATE INDEX workflow_status_created_at_index ON workflow_status (created_at);
CREATE UNIQUE INDEX uq_workflow_status_dedup_id ON workflow_status (queue_name, deduplication_id) WHERE deduplication_id IS NOT NULL;
CREATE INDEX idx_workflow_status_delayed ON workflow_status (delay_until_epoch_ms) WHERE status = 'DELAYED';
CREATE INDEX idx_workflow_status_forked_from ON workflow_status (forked_from) WHERE forked_from IS NOT NULL;
CREATE INDEX idx_workflow_status_parent_workflow_id ON workflow_status (parent_workflow_id) WHERE parent_workflow_id IS NOT NULL;
CREATE INDEX idx_workflow_status_pending ON workflow_status (created_at) WHERE status = 'PENDING';
CREATE INDEX idx_workflow_status_failed ON workflow_status (status, created_at) WHERE status IN ('ERROR','CANCELLED','MAX_RECOVERY_ATTEMPTS_EXCEEDED');
CREATE INDEX idx_workflow_status_in_flight ON workflow_status (queue_name, status, priority, created_at) WHERE status IN ('ENQUEUED','PENDING');
CREATE INDEX idx_workflow_status_rate_limited ON workflow_status (queue_name, started_at_epoch_ms) WHERE rate_limited = true;
CREATE INDEX idx_workflow_status_completed_at ON workflow_status (completed_at) WHERE completed_at IS NOT NULL;
CREATE INDEX idx_workflow_status_started_at ON workflow_status (started_at_epoch_ms) WHERE started_at_epoch_ms IS NOT NULL;
CREATE INDEX idx_workflow_status_attributes ON workflow_status USING gin (attributes) WHERE attributes IS NOT NULL;
CREATE INDEX idx_workflow_status_schedule_name ON workflow_status (schedule_name) WHERE schedule_name IS NOT NULL;
CREATE INDEX idx_workflow_status_partition_dequeue_v2 ON workflow_status (queue_name, status, queue_partition_key, priority, created_at, workflow_uuid) WHERE status IN ('ENQUEUED','PENDING') AND queue_partition_key IS NOT NULL;
CREATE TABLE operation_outputs (
  workflow_uuid text NOT NULL REFERENCES workflow_status (workflow_uuid) ON UPDATE CASCADE ON DELETE CASCADE, function_id integer NOT NULL, function_name text NOT NULL DEFAULT '', output text, error text, child_workflow_id text,
  started_at_epoch_ms bigint, completed_at_epoch_ms bigint, serialization text, application_name text, PRIMARY KEY (workflow_uuid, function_id)
);
-- s: how the workflow stands; q: came through a queue (every third was called directly)
INSERT INTO workflow_status (workflow_uuid, status, name, output, error, executor_id, created_at, updated_at, application_version, application_id, recovery_attempts, queue_name, workflow_timeout_ms, workflow_deadline_epoch_ms, inputs, started_at_epoch_ms, deduplication_id, priority, owner_xid, serialization, delay_until_epoch_ms, completed_at, application_name)
SELECT CASE WHEN g % 4 = 0 THEN 'order-' || g || '-charge' ELSE gen_random_uuid()::text END, s, (ARRAY['charge_order','send_receipt','sync_ledger'])[1 + g % 3],
  CASE s WHEN 'SUCCESS' THEN 'gASVCgAAAAAAAACMBmNoX' || g || 'lC4=' END, CASE s WHEN 'ERROR' THEN 'gASVNAAAAAAAAACMCGJ1aWx0aW5zlIwMUnVudGltZUVycm9ylJOUjA1jYXJkIGRlY2xpbmVklIWUUpQu' END,
  CASE WHEN s = 'ENQUEUED' AND g % 7 = 0 THEN NULL ELSE 'exec-' || g % 3 END, c, CASE WHEN s IN ('ENQUEUED','DELAYED') THEN c WHEN s = 'PENDING' THEN c + CASE WHEN q THEN 700 ELSE 0 END ELSE c + 2400 END,
  CASE WHEN s = 'ENQUEUED' AND g % 7 = 0 THEN NULL ELSE 'f3a91c' END, CASE WHEN s = 'ENQUEUED' AND g % 7 = 0 THEN NULL ELSE '' END, CASE WHEN s IN ('ENQUEUED','DELAYED') THEN 0 WHEN s = 'MAX_RECOVERY_ATTEMPTS_EXCEEDED' THEN 101 ELSE 1 END,
  CASE WHEN q AND s NOT IN ('CANCELLED','MAX_RECOVERY_ATTEMPTS_EXCEEDED') THEN 'payments' END, CASE WHEN g % 5 = 0 THEN 60000 END, CASE WHEN g % 5 = 0 AND s NOT IN ('ENQUEUED','DELAYED') THEN c + 60700 END,
  'gASVGgAAAAAAAAB9lCiMBGFyZ3OUS' || g || 'GFlIwGa3dhcmdzlH2UdS4=', CASE WHEN q AND s IN ('PENDING','SUCCESS','ERROR') THEN c + 700 END, CASE WHEN q AND g % 6 = 0 AND s IN ('ENQUEUED','PENDING') THEN 'dedup-' || g END, CASE WHEN q THEN g % 2 ELSE 0 END,
  gen_random_uuid()::text, 'py_pickle', CASE s WHEN 'DELAYED' THEN c + 3600000 END, CASE WHEN s NOT IN ('ENQUEUED','DELAYED','PENDING') THEN c + 2400 END, 'shop'
FROM (SELECT g, s, g % 3 <> 0 OR s IN ('ENQUEUED','DELAYED') AS q, (EXTRACT(epoch FROM now() - CASE WHEN s IN ('ENQUEUED') THEN g * interval '0.3 seconds' WHEN s = 'PENDING' AND g % 4 > 0 THEN g * interval '0.5 seconds' ELSE g * interval '13 minutes' END) * 1000)::bigint AS c
      FROM (SELECT g, CASE WHEN g <= 40 THEN 'SUCCESS' WHEN g <= 54 THEN 'ENQUEUED' WHEN g <= 64 THEN 'PENDING' WHEN g <= 67 THEN 'DELAYED' WHEN g <= 74 THEN 'ERROR' WHEN g <= 79 THEN 'CANCELLED' ELSE 'MAX_RECOVERY_ATTEMPTS_EXCEEDED' END AS s FROM generate_series(1, 82) g) y) x;
INSERT INTO operation_outputs (workflow_uuid, function_id, function_name, output, started_at_epoch_ms, completed_at_epoch_ms, serialization, application_name)
SELECT workflow_uuid, f, (ARRAY['reserve','charge'])[f], 'gASVCgAAAAAAAACMBmNoXzGULg==', created_at + f * 300, created_at + f * 300 + 190, 'py_pickle', 'shop' FROM workflow_status, generate_series(1, 2) f WHERE status = 'SUCCESS';
