CREATE TABLE webhook_events (id bigserial PRIMARY KEY, event_key varchar(255) NOT NULL UNIQUE, empresa_id
  integer, event_kind varchar(20) NOT NULL, message_id varchar(128), status_id varchar(128), phone_number_id
  varchar(100), payload_hash varchar(64), payload_json jsonb NOT NULL, status varchar(20) NOT NULL DEFAULT
  'received', attempt_count integer NOT NULL DEFAULT 0, next_retry_at timestamp, lease_token varchar(64),
  lease_expires_at timestamp, last_error text, processed_at timestamp, created_at timestamp DEFAULT
  CURRENT_TIMESTAMP);
CREATE INDEX ix_webhook_events_status_created_at ON webhook_events (status, created_at);
INSERT INTO webhook_events (event_key, empresa_id, event_kind, message_id, status_id, phone_number_id,
  payload_hash, payload_json, status, attempt_count, next_retry_at, lease_token, lease_expires_at,
  last_error, processed_at, created_at) SELECT 'wamid.' || md5('we' || g), 1 + g % 12, (ARRAY['message',
  'status'])[1 + g % 2], CASE WHEN g % 2 = 0 THEN 'wamid.' || md5('wm' || g) END, CASE WHEN g % 2 = 1 THEN
  md5('ws' || g) END, '10' || g % 12, md5('ph' || g) || md5('pi' || g), jsonb_build_object('n', g), CASE k
  WHEN 'new' THEN 'received' WHEN 'lostn' THEN 'received' WHEN 'work' THEN 'processing' WHEN 'lost' THEN
  'processing' WHEN 'retry' THEN 'retry' WHEN 'bad' THEN 'failed' ELSE 'processed' END, CASE k WHEN 'new'
  THEN 0 WHEN 'lostn' THEN 0 WHEN 'retry' THEN 2 WHEN 'bad' THEN 8 ELSE 1 END, CASE WHEN k IN ('retry') THEN
  n + interval '3 minutes' END::timestamp, CASE WHEN k IN ('work', 'lost') THEN md5('lt' || g) END, CASE k
  WHEN 'work' THEN (n + interval '40 seconds')::timestamp WHEN 'lost' THEN (c + interval
  '1 minute')::timestamp ELSE NULL::timestamp END, CASE WHEN k IN ('retry', 'bad') THEN 'timeout of the bot'
  END, CASE WHEN k IN ('done') THEN c + interval '1 second' * (1 + g % 20) END::timestamp, c::timestamp FROM
  (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 5 THEN 'work' WHEN g <= 7 THEN 'retry' WHEN g
  <= 10 THEN 'lost' WHEN g <= 12 THEN 'lostn' WHEN g % 43 = 14 THEN 'bad' ELSE 'done' END AS k, now() - CASE
  WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 7 THEN g *
  interval '25 seconds' WHEN g <= 10 THEN interval '9 hours' + g * interval '7 minutes' WHEN g <= 12 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '4 minutes' END AS c FROM
  generate_series(1, 460) g) s ORDER BY s.c;
CREATE TABLE outbox_messages (id bigserial PRIMARY KEY, dedup_key varchar(255) NOT NULL UNIQUE, empresa_id
  integer NOT NULL, contato_id integer, mensagem_id integer, webhook_event_id bigint, channel varchar(30)
  NOT NULL DEFAULT 'whatsapp', message_type varchar(30) NOT NULL DEFAULT 'text', recipient varchar(40) NOT
  NULL, content text NOT NULL, payload_json jsonb NOT NULL, provider_message_id varchar(128),
  provider_status varchar(30), provider_status_payload jsonb, provider_status_at timestamp, status
  varchar(20) NOT NULL DEFAULT 'pending', attempt_count integer NOT NULL DEFAULT 0, next_retry_at timestamp,
  lease_token varchar(64), lease_expires_at timestamp, last_error text, processed_at timestamp, created_at
  timestamp DEFAULT CURRENT_TIMESTAMP);
CREATE INDEX ix_outbox_messages_status_created_at ON outbox_messages (status, created_at);
INSERT INTO outbox_messages (dedup_key, empresa_id, contato_id, mensagem_id, webhook_event_id, recipient,
  content, payload_json, provider_message_id, provider_status, provider_status_payload, provider_status_at,
  status, attempt_count, next_retry_at, lease_token, lease_expires_at, last_error, processed_at, created_at)
  SELECT 'reply:' || md5('dk' || g), 1 + g % 12, 900 - g, 3000 - g, 5000 - g, '5511' || (900000000 + g),
  'Ola ' || g, jsonb_build_object('n', g), CASE WHEN k IN ('done') THEN 'wamid.' || md5('pm' || g) END, CASE
  WHEN k IN ('done') THEN CASE WHEN g % 5 = 0 THEN 'delivered' WHEN g % 5 = 1 THEN 'failed' ELSE 'read' END
  END, CASE WHEN k IN ('done') THEN '{}'::jsonb END, CASE WHEN k IN ('done') THEN c + interval '20 seconds'
  END::timestamp, CASE k WHEN 'new' THEN 'pending' WHEN 'lostn' THEN 'pending' WHEN 'work' THEN 'processing'
  WHEN 'lost' THEN 'processing' WHEN 'retry' THEN 'retry' WHEN 'bad' THEN 'failed' ELSE 'sent' END, CASE k
  WHEN 'new' THEN 0 WHEN 'lostn' THEN 0 WHEN 'retry' THEN 2 WHEN 'bad' THEN 8 ELSE 1 END, CASE WHEN k IN
  ('retry') THEN n + interval '3 minutes' END::timestamp, CASE WHEN k IN ('work', 'lost') THEN md5('lu' ||
  g) END, CASE k WHEN 'work' THEN (n + interval '40 seconds')::timestamp WHEN 'lost' THEN (c + interval
  '1 minute')::timestamp ELSE NULL::timestamp END, CASE WHEN k IN ('retry', 'bad') THEN
  '(#131047) re-engagement' END, CASE WHEN k IN ('done') THEN c + interval '1 second' * (1 + g % 20)
  END::timestamp, c::timestamp FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 5 THEN
  'work' WHEN g <= 7 THEN 'retry' WHEN g <= 10 THEN 'lost' WHEN g <= 12 THEN 'lostn' WHEN g % 37 = 12 THEN
  'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 5 THEN g *
  interval '25 seconds' WHEN g <= 7 THEN g * interval '25 seconds' WHEN g <= 10 THEN interval '9 hours' + g
  * interval '7 minutes' WHEN g <= 12 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '5 minutes' END AS c FROM generate_series(1, 430) g) s ORDER BY s.c;
