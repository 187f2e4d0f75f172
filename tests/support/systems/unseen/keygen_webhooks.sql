CREATE TABLE webhook_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  account_id uuid,
  api_version varchar,
  created_at timestamp NOT NULL,
  endpoint varchar,
  environment_id uuid,
  event_type_id uuid NOT NULL,
  idempotency_token varchar,
  jid varchar,
  last_response_body text,
  last_response_code integer,
  payload text,
  status varchar,
  updated_at timestamp NOT NULL,
  webhook_endpoint_id uuid
);
CREATE INDEX index_webhook_events_on_account_id_and_created_at ON webhook_events (account_id, created_at DESC);
CREATE UNIQUE INDEX index_webhook_events_on_id_and_created_at_and_account_id ON webhook_events (id, created_at, account_id);
CREATE INDEX index_webhook_events_on_idempotency_token ON webhook_events (idempotency_token);
CREATE INDEX index_webhook_events_on_jid_and_created_at_and_account_id ON webhook_events (jid, created_at, account_id);
CREATE INDEX index_webhook_events_on_event_type_id ON webhook_events (event_type_id);
INSERT INTO webhook_events (id, account_id, api_version, created_at, endpoint, environment_id, event_type_id, idempotency_token, jid, last_response_body, last_response_code, payload, status, updated_at, webhook_endpoint_id)
SELECT md5('kw' || g)::uuid, md5('acc' || g % 3)::uuid, '1.7', c, 'https://hooks' || g % 3 || '.example.com/keygen', NULL, md5('et' || g % 6)::uuid, encode(sha256(convert_to('it' || g, 'UTF8')), 'hex'), left(md5('jid' || g), 24), CASE st WHEN 'DELIVERED' THEN 'ok' WHEN 'FAILING' THEN (ARRAY['REQ_TIMEOUT', 'Bad Gateway'])[1 + g % 2] WHEN 'FAILED' THEN 'CONN_REFUSED' END,
       CASE st WHEN 'DELIVERED' THEN 200 + (g % 8 = 0)::int * 4 WHEN 'FAILING' THEN CASE WHEN g % 2 = 1 THEN 502 END END, '{"data":{"id":"' || md5('lic' || g)::uuid || '","type":"licenses"}}', st, CASE st WHEN 'DELIVERING' THEN c + interval '40 milliseconds' WHEN 'DELIVERED' THEN c + interval '700 milliseconds' ELSE c + interval '21 minutes' END, md5('we' || g % 3)::uuid
FROM (SELECT g, CASE WHEN g <= 5 THEN 'DELIVERING' WHEN g <= 14 THEN 'FAILING' WHEN g % 27 = 0 THEN 'FAILED' ELSE 'DELIVERED' END AS st, (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 4 THEN g * interval '250 milliseconds' WHEN g <= 14 THEN interval '22 minutes' + g * interval '5 minutes' ELSE g * interval '42 minutes' END AS c FROM generate_series(1, 130) g) s;
