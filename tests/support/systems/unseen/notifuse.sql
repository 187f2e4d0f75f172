CREATE TABLE email_queue (
  id varchar(36) PRIMARY KEY,
  status varchar(20) NOT NULL DEFAULT 'pending',
  priority integer NOT NULL DEFAULT 5,
  source_type varchar(20) NOT NULL,
  source_id varchar(36) NOT NULL,
  integration_id varchar(36) NOT NULL,
  provider_kind varchar(20) NOT NULL,
  contact_email varchar(255) NOT NULL,
  message_id varchar(100) NOT NULL,
  template_id varchar(36) NOT NULL,
  payload jsonb NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  max_attempts integer NOT NULL DEFAULT 3,
  last_error text,
  next_retry_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  processed_at timestamptz
);
CREATE INDEX idx_email_queue_pending ON email_queue (priority ASC, created_at ASC) WHERE status = 'pending';
CREATE INDEX idx_email_queue_next_retry ON email_queue (next_retry_at) WHERE status = 'pending' AND next_retry_at IS NOT NULL;
CREATE INDEX idx_email_queue_retry ON email_queue (next_retry_at) WHERE status = 'failed' AND attempts < max_attempts;
CREATE INDEX idx_email_queue_source ON email_queue (source_type, source_id, status);
CREATE INDEX idx_email_queue_integration ON email_queue (integration_id, status);
CREATE TABLE tasks (
  id uuid PRIMARY KEY,
  workspace_id varchar(20) NOT NULL,
  type varchar(50) NOT NULL,
  status varchar(20) NOT NULL,
  progress double precision NOT NULL DEFAULT 0,
  state jsonb,
  error_message text,
  created_at timestamp NOT NULL,
  updated_at timestamp NOT NULL,
  last_run_at timestamp,
  completed_at timestamp,
  next_run_after timestamp,
  timeout_after timestamp,
  max_runtime integer NOT NULL DEFAULT 300,
  max_retries integer NOT NULL DEFAULT 3,
  retry_count integer NOT NULL DEFAULT 0,
  retry_interval integer NOT NULL DEFAULT 300,
  broadcast_id varchar(36),
  recurring_interval integer,
  integration_id varchar(36)
);
CREATE INDEX idx_tasks_workspace_id ON tasks (workspace_id);
CREATE INDEX idx_tasks_status ON tasks (status);
CREATE INDEX idx_tasks_type ON tasks (type);
CREATE INDEX idx_tasks_next_run_after ON tasks (next_run_after);

INSERT INTO email_queue (id, status, priority, source_type, source_id, integration_id, provider_kind, contact_email, message_id, template_id, payload, attempts, last_error, next_retry_at, created_at, updated_at)
SELECT md5('q' || g)::uuid::text, st, CASE WHEN g % 5 = 0 THEN 1 ELSE 5 END, CASE WHEN g % 5 = 0 THEN 'automation' ELSE 'broadcast' END, md5('b' || g % 4)::uuid::text, 'ses-main', 'ses', 'reader' || g || '@example.net',
       'ws1_' || md5('m' || g)::uuid, 'spring-news', jsonb_build_object('from_address', 'news@example.org', 'subject', 'Spring news', 'html_content', '<p>Hello</p>', 'rate_limit_per_minute', 60),
       CASE st WHEN 'pending' THEN 0 WHEN 'processing' THEN 1 + (g % 6 = 0)::int WHEN 'failed' THEN 1 + g % 2 WHEN 'paused' THEN 0 END,
       CASE st WHEN 'failed' THEN (ARRAY['SES error: Throttling: Maximum sending rate exceeded.', 'dial tcp 10.2.0.9:587: i/o timeout'])[1 + g % 2] END,
       CASE WHEN st = 'failed' THEN now() + (g - 62) * interval '35 seconds' WHEN st = 'pending' AND g % 9 = 0 THEN now() + g * interval '2 seconds' END, c,
       CASE st WHEN 'processing' THEN CASE WHEN g > 54 THEN now() - interval '26 minutes' - g * interval '3 seconds' ELSE now() - (g - 40) * interval '600 milliseconds' END WHEN 'failed' THEN now() - (71 - g) * interval '11 seconds' WHEN 'paused' THEN c + interval '3 minutes' ELSE c END
FROM (SELECT g, CASE WHEN g <= 40 THEN 'pending' WHEN g <= 57 THEN 'processing' WHEN g <= 70 THEN 'failed' ELSE 'paused' END AS st, CASE WHEN g <= 40 THEN now() - g * interval '1.3 seconds' WHEN g <= 70 THEN now() - interval '30 minutes' - g * interval '2 seconds' ELSE now() - interval '2 days' - g * interval '1 second' END AS c FROM generate_series(1, 86) g) s;

INSERT INTO tasks (id, workspace_id, type, status, progress, state, error_message, created_at, updated_at, last_run_at, completed_at, next_run_after, timeout_after, max_runtime, max_retries, retry_count, broadcast_id, recurring_interval, integration_id)
SELECT md5('t' || g)::uuid, (ARRAY['acme', 'aare', 'north'])[1 + g % 3], ty, st, CASE st WHEN 'completed' THEN 100 WHEN 'running' THEN g % 90 WHEN 'paused' THEN 30 + g % 50 ELSE 0 END,
       jsonb_build_object('progress', 0, 'message', '', ty, jsonb_build_object('offset', g * 50)), CASE st WHEN 'failed' THEN 'failed to fetch recipients: context deadline exceeded' WHEN 'pending' THEN CASE WHEN g BETWEEN 9 AND 12 THEN 'connection refused' END END,
       c, u, CASE WHEN st <> 'pending' OR g BETWEEN 9 AND 12 THEN u - interval '20 seconds' END, CASE WHEN st = 'completed' THEN u END,
       CASE WHEN st = 'pending' AND g <= 8 THEN n + g * interval '3 hours' WHEN st = 'pending' THEN n + g * interval '20 seconds' WHEN st = 'paused' THEN n + (g - 18) * interval '30 seconds' WHEN g % 2 = 0 THEN c END,
       CASE WHEN st = 'running' THEN CASE WHEN g <= 27 THEN n + g * interval '2 seconds' ELSE n - interval '1 hour' - g * interval '1 minute' END END, 50, 3,
       CASE st WHEN 'failed' THEN 3 WHEN 'pending' THEN CASE WHEN g BETWEEN 9 AND 12 THEN 1 ELSE 0 END ELSE (g % 13 = 0)::int END, CASE WHEN ty = 'send_broadcast' THEN md5('b' || g)::uuid::text END, NULL, NULL
FROM (SELECT g, now() AT TIME ZONE 'UTC' AS n, (ARRAY['send_broadcast', 'build_segment', 'process_contact_segment_queue', 'send_broadcast'])[1 + g % 4] AS ty, CASE WHEN g <= 14 THEN 'pending' WHEN g <= 20 THEN 'paused' WHEN g <= 30 THEN 'running' WHEN g % 12 = 0 THEN 'failed' ELSE 'completed' END AS st FROM generate_series(1, 100) g) s,
     LATERAL (SELECT CASE WHEN g <= 14 THEN n - g * interval '1 minute' WHEN g <= 30 THEN n - interval '2 hours' - g * interval '1 minute' ELSE n - g * interval '3 hours' END AS c) c1, LATERAL (SELECT CASE WHEN st = 'pending' THEN c WHEN g <= 27 THEN n - g * interval '1 second' WHEN g <= 30 THEN n - interval '61 minutes' - g * interval '1 minute' ELSE c + g * interval '3 seconds' END AS u) u1;
