CREATE TYPE inbound_webhook_status AS ENUM ('pending','processing','succeeded','failed');
CREATE TABLE organizations (id uuid DEFAULT gen_random_uuid() PRIMARY KEY, name varchar NOT NULL, hmac_key varchar NOT NULL, created_at timestamp(6) NOT NULL, updated_at timestamp(6) NOT NULL);
CREATE TABLE webhook_endpoints (id uuid DEFAULT gen_random_uuid() PRIMARY KEY, organization_id uuid NOT NULL REFERENCES organizations(id), webhook_url varchar NOT NULL, signature_algo integer DEFAULT 0 NOT NULL, created_at timestamp(6) NOT NULL, updated_at timestamp(6) NOT NULL);
CREATE UNIQUE INDEX index_webhook_endpoints_on_webhook_url_and_organization_id ON webhook_endpoints (webhook_url, organization_id);
CREATE TABLE idempotency_records (
  id uuid DEFAULT gen_random_uuid() NOT NULL PRIMARY KEY,
  idempotency_key bytea NOT NULL,
  resource_id uuid,
  resource_type character varying,
  created_at timestamp(6) without time zone NOT NULL,
  updated_at timestamp(6) without time zone NOT NULL,
  organization_id uuid REFERENCES organizations(id)
);
CREATE UNIQUE INDEX index_idempotency_records_on_idempotency_key ON idempotency_records (idempotency_key);
CREATE INDEX index_idempotency_records_on_organization_id ON idempotency_records (organization_id);
CREATE INDEX index_idempotency_records_on_resource_type_and_resource_id ON idempotency_records (resource_type, resource_id);
CREATE TABLE inbound_webhooks (
  id uuid DEFAULT gen_random_uuid() NOT NULL PRIMARY KEY,
  source character varying NOT NULL,
  event_type character varying NOT NULL,
  payload jsonb NOT NULL,
  status inbound_webhook_status DEFAULT 'pending' NOT NULL,
  organization_id uuid NOT NULL REFERENCES organizations(id),
  code character varying,
  signature character varying,
  created_at timestamp(6) without time zone NOT NULL,
  updated_at timestamp(6) without time zone NOT NULL,
  processing_at timestamp without time zone
);
CREATE INDEX index_inbound_webhooks_on_organization_id ON inbound_webhooks (organization_id);
CREATE INDEX index_inbound_webhooks_on_status_and_created_at ON inbound_webhooks (status, created_at) WHERE status = 'pending';
CREATE INDEX index_inbound_webhooks_on_status_and_processing_at ON inbound_webhooks (status, processing_at) WHERE status = 'processing';
CREATE TABLE webhooks (
  id uuid DEFAULT gen_random_uuid() NOT NULL PRIMARY KEY,
  object_id uuid,
  object_type character varying,
  status integer DEFAULT 0 NOT NULL,
  retries integer DEFAULT 0 NOT NULL,
  http_status integer,
  endpoint character varying,
  webhook_type character varying,
  payload json,
  response json,
  last_retried_at timestamp without time zone,
  created_at timestamp(6) without time zone NOT NULL,
  updated_at timestamp(6) without time zone NOT NULL,
  webhook_endpoint_id uuid REFERENCES webhook_endpoints(id),
  organization_id uuid NOT NULL REFERENCES organizations(id),
  payload_key character varying,
  response_key character varying
);
CREATE INDEX index_webhooks_for_query ON webhooks (organization_id, webhook_endpoint_id, webhook_type, updated_at);
CREATE INDEX index_webhooks_on_endpoint_and_timestamps ON webhooks (webhook_endpoint_id, updated_at, created_at);
CREATE INDEX index_webhooks_on_endpoint_status_and_timestamps ON webhooks (webhook_endpoint_id, status, updated_at);
CREATE INDEX index_webhooks_on_object_type_and_object_id_and_webhook_type ON webhooks (object_type, object_id, webhook_type);
CREATE INDEX index_webhooks_on_organization_id ON webhooks (organization_id);
CREATE INDEX index_webhooks_on_updated_at_for_cleanup ON webhooks (updated_at) INCLUDE (id);
CREATE INDEX index_webhooks_on_webhook_endpoint_id ON webhooks (webhook_endpoint_id);
INSERT INTO organizations SELECT md5('org'||i)::uuid, (ARRAY['Hooli','Pied Piper','Initech'])[i], md5('hm'||i)::uuid::text, (now() at time zone 'UTC') - interval '400 days', (now() at time zone 'UTC') - interval '90 days' FROM generate_series(1,3) i;
INSERT INTO webhook_endpoints SELECT md5('we'||i)::uuid, md5('org'||i)::uuid, 'https://hooks.client'||i||'.test/lago', i%2, (now() at time zone 'UTC') - interval '300 days', (now() at time zone 'UTC') - interval '300 days' FROM generate_series(1,3) i;
INSERT INTO idempotency_records (id, idempotency_key, resource_id, resource_type, created_at, updated_at, organization_id)
SELECT md5('ir'||i)::uuid, sha256(convert_to('v1|external_subscription_idsub_'||(i%9)||'|invoiced_usage'||i*1000||'|organization_id'||md5('org'||(1+i%3))||'|threshold_amount'||i*500,'UTF8')), md5('inv'||i)::uuid, 'Invoice',
 t, t, md5('org'||(1+i%3))::uuid FROM (SELECT i, (now() at time zone 'UTC') - i*interval '1 day 7 minutes 3.217 seconds' t FROM generate_series(1,40) i) x;
INSERT INTO inbound_webhooks (id, source, event_type, payload, status, organization_id, code, signature, created_at, updated_at, processing_at)
SELECT md5('iw'||i)::uuid, CASE WHEN i%6=0 THEN 'moneyhash' ELSE 'stripe' END,
 CASE WHEN i%6=0 THEN 'intent.processed' ELSE (ARRAY['payment_intent.succeeded','payment_intent.payment_failed','setup_intent.succeeded','charge.dispute.closed'])[1+i%4] END,
 CASE WHEN i%6=0 THEN jsonb_build_object('type','intent.processed','data',jsonb_build_object('intent_id','int_'||substr(md5(i::text),1,12),'amount',i*10))
   ELSE to_jsonb(json_build_object('id','evt_'||substr(md5('e'||i),1,24),'object','event','type',(ARRAY['payment_intent.succeeded','payment_intent.payment_failed','setup_intent.succeeded','charge.dispute.closed'])[1+i%4],'data',json_build_object('object',json_build_object('id','pi_'||substr(md5('p'||i),1,24),'amount',i*100)))::text) END,
 st::inbound_webhook_status, md5('org'||(1+i%3))::uuid, CASE WHEN i%5=0 THEN NULL ELSE 'stripe_'||(1+i%3) END,
 CASE WHEN i%6=0 THEN md5('mh'||i) ELSE 't='||(extract(epoch from now())::bigint-i)||',v1='||encode(sha256(convert_to('s'||i,'UTF8')),'hex') END,
 c, CASE st WHEN 'pending' THEN c WHEN 'processing' THEN p ELSE p + (1+i%9)*interval '0.3 seconds' END, CASE st WHEN 'pending' THEN NULL ELSE p END
FROM (SELECT i, st, c, CASE WHEN st='processing' AND i%2=0 THEN c + interval '5 seconds' ELSE c + interval '1.4 seconds' END p FROM
 (SELECT i, CASE WHEN i<=5 THEN 'pending' WHEN i<=9 THEN 'processing' WHEN i%7=0 THEN 'failed' ELSE 'succeeded' END st,
   (now() at time zone 'UTC') - CASE WHEN i<=4 THEN i*interval '2 seconds' WHEN i=5 THEN interval '3 hours' WHEN i IN (6,7,8) THEN i*interval '4 seconds' WHEN i=9 THEN interval '2 hours 30 minutes' ELSE i*interval '9 hours' END c FROM generate_series(1,60) i) a) b;
INSERT INTO webhooks (id, object_id, object_type, status, retries, http_status, endpoint, webhook_type, payload, response, last_retried_at, created_at, updated_at, webhook_endpoint_id, organization_id, payload_key, response_key)
SELECT id, md5('o'||i)::uuid, (ARRAY['Invoice','Customer','CreditNote','Wallet'])[1+i%4], st, r,
 CASE WHEN st=0 THEN NULL WHEN st=1 THEN 200 WHEN i%3=0 THEN NULL ELSE (ARRAY[500,502,404,410])[1+i%4] END,
 'https://hooks.client'||(1+i%3)||'.test/lago', (ARRAY['invoice.created','customer.created','credit_note.created','wallet.updated'])[1+i%4],
 CASE WHEN i>40 THEN json_build_object('webhook_type',(ARRAY['invoice.created','customer.created','credit_note.created','wallet.updated'])[1+i%4],'object_type','x','organization_id',md5('org'||(1+i%3))::uuid) END,
 CASE WHEN i<=40 OR st=0 THEN NULL WHEN st=1 THEN '{}'::json ELSE '"execution expired"'::json END,
 CASE WHEN r>0 THEN c + r*interval '9 seconds' END, c, CASE WHEN st=0 THEN c WHEN r>0 AND st<>1 THEN c + r*interval '9 seconds' ELSE c + r*interval '9 seconds' + interval '2 seconds' END,
 md5('we'||(1+i%3))::uuid, md5('org'||(1+i%3))::uuid,
 CASE WHEN i<=40 THEN 'webhooks/'||to_char(c,'YYYY/MM/DD')||'/'||id||'/payload.json.gz' END,
 CASE WHEN i<=40 AND st<>0 THEN 'webhooks/'||to_char(c,'YYYY/MM/DD')||'/'||id||'/response.json.gz' END
FROM (SELECT i, md5('wh'||i)::uuid id, st, CASE st WHEN 0 THEN 0 WHEN 2 THEN 3 WHEN 3 THEN 1+i%2 ELSE CASE WHEN i%5=0 THEN 1 ELSE 0 END END r,
  (now() at time zone 'UTC') - CASE WHEN i<=4 THEN i*interval '1 second' WHEN st=3 THEN interval '12 seconds' ELSE i*interval '31 hours' END c
 FROM (SELECT i, CASE WHEN i<=4 THEN 0 WHEN i<=8 THEN 3 WHEN i%8=0 THEN 2 ELSE 1 END st FROM generate_series(1,66) i) a) b;
