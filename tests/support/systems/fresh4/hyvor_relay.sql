CREATE TYPE send_recipients_type AS ENUM ('to', 'cc', 'bcc');
CREATE TYPE send_recipients_status AS ENUM ('queued', 'accepted', 'deferred', 'bounced', 'complained', 'suppressed',
  'failed');
CREATE TYPE webhook_delivery_status AS ENUM ('pending', 'processing', 'delivered', 'failed');
CREATE TABLE sends (id serial PRIMARY KEY, uuid uuid NOT NULL UNIQUE DEFAULT gen_random_uuid(),
  created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, queued boolean NOT NULL DEFAULT true,
  send_after timestamptz NOT NULL, project_id bigint NOT NULL, domain_id bigint NOT NULL, queue_id bigint NOT NULL,
  queue_name text NOT NULL, from_address text NOT NULL, from_name text, subject text,
  message_id text NOT NULL UNIQUE, size_bytes int NOT NULL);
CREATE INDEX idx_sends_project_id ON sends (project_id);
CREATE INDEX idx_sends_created_at ON sends (created_at);
CREATE INDEX idx_sends_send_after ON sends (send_after) WHERE queued;
CREATE TABLE send_recipients (id serial PRIMARY KEY, send_id bigint NOT NULL, type send_recipients_type NOT NULL,
  address text NOT NULL, name text NOT NULL, status send_recipients_status NOT NULL DEFAULT 'queued',
  try_count int NOT NULL DEFAULT 0, UNIQUE (send_id, address, type));
CREATE TABLE webhook_deliveries (id serial PRIMARY KEY, created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL, send_after timestamptz NOT NULL, webhook_id bigint NOT NULL,
  url varchar(255) NOT NULL, event varchar(255) NOT NULL, status webhook_delivery_status NOT NULL DEFAULT 'pending',
  request_body text NOT NULL, response text, response_code int, try_count int NOT NULL DEFAULT 0,
  signature text NOT NULL);
CREATE INDEX idx_webhook_deliveries_webhook_id ON webhook_deliveries (webhook_id);
CREATE INDEX idx_webhook_deliveries_status ON webhook_deliveries (send_after) WHERE status = 'pending';
CREATE TABLE api_idempotency_records (id serial PRIMARY KEY, created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL, project_id bigint NOT NULL, idempotency_key text NOT NULL, endpoint text NOT NULL,
  response jsonb NOT NULL, status_code integer NOT NULL, UNIQUE (project_id, endpoint, idempotency_key));
INSERT INTO sends (uuid, created_at, updated_at, queued, send_after, project_id, domain_id, queue_id, queue_name,
  from_address, from_name, subject, message_id, size_bytes) SELECT md5('se' || g)::uuid, c, CASE WHEN k = 'new'
  THEN c ELSE c + interval '3 seconds' END, k <> 'ok', CASE WHEN k = 'again' THEN n + g * interval '3 minutes'
  ELSE c END, 1 + g % 4, 1 + g % 5, 1 + g % 2, (ARRAY['transactional', 'distributional'])[1 + g % 2],
  'hello@example.com', 'Hello', 'News ' || g, '<' || md5('mid' || g) || '@example.com>', 4000 + g
FROM (SELECT g, now() AS n, CASE WHEN g <= 6 THEN 'new' WHEN g <= 19 THEN 'again' WHEN g <= 22 THEN 'new'
  ELSE 'ok' END AS k, now() - CASE WHEN g <= 19 THEN g * interval '3 seconds' WHEN g <= 22
  THEN interval '8 hours' + g * interval '7 minutes' ELSE g * interval '21 minutes' END AS c
FROM generate_series(1, 190) g) s;
INSERT INTO send_recipients (send_id, type, address, name, status, try_count) SELECT 1 + g, 'to',
  'r' || g || '@example.org', '', (CASE WHEN g < 6 THEN 'queued' WHEN g < 19 THEN 'deferred' WHEN g < 22
  THEN 'queued' WHEN g % 14 = 0 THEN 'bounced' WHEN g % 23 = 0 THEN 'suppressed' WHEN g % 37 = 0 THEN 'failed'
  ELSE 'accepted' END)::send_recipients_status, CASE WHEN g < 6 OR g BETWEEN 19 AND 21 THEN 0
  ELSE 1 + g % 3 END FROM generate_series(0, 189) g;
INSERT INTO webhook_deliveries (created_at, updated_at, send_after, webhook_id, url, event, status, request_body,
  response, response_code, try_count, signature) SELECT c, CASE WHEN k = 'pending' THEN c
  ELSE c + interval '2 seconds' END, CASE WHEN k = 'again' THEN n + g * interval '2 minutes' ELSE c END, 1 + g % 6,
  'https://example.com/hook/' || g % 6, (ARRAY['send.recipient.accepted', 'send.recipient.bounced',
  'domain.created'])[1 + g % 3], (CASE k WHEN 'again' THEN 'pending' WHEN 'lost' THEN 'processing'
  ELSE k END)::webhook_delivery_status, '{"event":' || g || '}', CASE WHEN k IN ('delivered', 'failed', 'again')
  THEN CASE k WHEN 'delivered' THEN 'ok' ELSE 'upstream error' END END, CASE WHEN k IN ('delivered', 'failed',
  'again') THEN CASE k WHEN 'delivered' THEN 200 ELSE 502 END END, CASE k WHEN 'delivered' THEN 1 WHEN 'failed'
  THEN 7 WHEN 'again' THEN 1 + g % 5 ELSE 0 END, md5('sig' || g)
FROM (SELECT g, now() AS n, CASE WHEN g <= 5 THEN 'pending' WHEN g <= 14 THEN 'again' WHEN g <= 17 THEN 'processing'
  WHEN g <= 19 THEN 'lost' WHEN g % 17 = 0 THEN 'failed' ELSE 'delivered' END AS k, now() - CASE WHEN g <= 17
  THEN g * interval '3 seconds' WHEN g <= 19 THEN interval '8 hours' + g * interval '7 minutes'
  ELSE g * interval '19 minutes' END AS c
FROM generate_series(1, 190) g) s;
INSERT INTO api_idempotency_records (created_at, updated_at, project_id, idempotency_key, endpoint, response,
  status_code) SELECT c, c, 1 + g % 4, 'welcome-' || md5('ai' || g), '/api/console/sends', jsonb_build_object('id',
  g, 'message_id', md5('mid' || g)), CASE WHEN g % 11 = 0 THEN 422 ELSE 200 END FROM (SELECT g,
  now() - g * interval '17 minutes' AS c FROM generate_series(1, 80) g) s;
