CREATE TABLE webhook_endpoints (
  id uuid PRIMARY KEY, url varchar NOT NULL, secret varchar NOT NULL, enabled boolean NOT NULL,
  created_at timestamptz NOT NULL, modified_at timestamptz, deleted_at timestamptz
);
CREATE TABLE external_events (
  id uuid PRIMARY KEY,
  source varchar NOT NULL,
  handled_at timestamptz,
  task_name varchar NOT NULL,
  external_id varchar NOT NULL,
  data jsonb NOT NULL,
  created_at timestamptz NOT NULL,
  modified_at timestamptz,
  deleted_at timestamptz,
  CONSTRAINT external_events_source_external_id_key UNIQUE (source, external_id)
);
CREATE INDEX ix_external_events_source ON external_events (source);
CREATE INDEX ix_external_events_handled_at ON external_events (handled_at);
CREATE INDEX ix_external_events_task_name ON external_events (task_name);
CREATE INDEX ix_external_events_external_id ON external_events (external_id);
CREATE INDEX ix_external_events_created_at ON external_events (created_at);
CREATE INDEX ix_external_events_deleted_at ON external_events (deleted_at);
CREATE TABLE webhook_events (
  id uuid PRIMARY KEY,
  webhook_endpoint_id uuid NOT NULL REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  last_http_code integer,
  succeeded boolean,
  skipped boolean NOT NULL DEFAULT false,
  type varchar NOT NULL,
  payload varchar,
  created_at timestamptz NOT NULL,
  modified_at timestamptz,
  deleted_at timestamptz
);
CREATE INDEX ix_webhook_events_webhook_endpoint_id ON webhook_events (webhook_endpoint_id);
CREATE INDEX ix_webhook_events_type ON webhook_events (type);
CREATE INDEX ix_webhook_events_created_at ON webhook_events (created_at);
CREATE INDEX ix_webhook_events_deleted_at ON webhook_events (deleted_at);
CREATE INDEX ix_webhook_events_created_at_non_archived ON webhook_events (created_at) WHERE payload IS NOT NULL;
CREATE TABLE webhook_deliveries (
  id uuid PRIMARY KEY,
  webhook_endpoint_id uuid NOT NULL REFERENCES webhook_endpoints(id) ON DELETE CASCADE,
  webhook_event_id uuid NOT NULL REFERENCES webhook_events(id) ON DELETE CASCADE,
  succeeded boolean NOT NULL,
  http_code integer,
  response text,
  created_at timestamptz NOT NULL,
  modified_at timestamptz,
  deleted_at timestamptz
);
CREATE INDEX ix_webhook_deliveries_webhook_event_id ON webhook_deliveries (webhook_event_id);
INSERT INTO webhook_endpoints SELECT md5('pe'||i)::uuid, 'https://app'||i||'.test/polar', 'polar_whs_'||md5('s'||i), i<>3, now()-interval '200 days', NULL, NULL FROM generate_series(1,3) i;
INSERT INTO external_events
SELECT md5('ex'||i)::uuid, src, h, CASE src WHEN 'stripe' THEN 'stripe.webhook.'||ty ELSE 'chargeback_stop.webhook.'||ty END,
 CASE src WHEN 'stripe' THEN 'evt_1'||substr(md5('ev'||i),1,23) ELSE 'al_'||substr(md5('ev'||i),1,20) END,
 jsonb_build_object('id','evt_1'||substr(md5('ev'||i),1,23),'type',ty,'created',extract(epoch from c)::bigint,'data',jsonb_build_object('object',jsonb_build_object('id','ch_'||i,'amount',i*100,'currency','usd'))),
 c, CASE WHEN h IS NOT NULL THEN h END, NULL
FROM (SELECT i, src, ty, c, CASE WHEN i<=7 OR i%23=0 THEN NULL ELSE c + (1+i%12)*interval '0.4 seconds' END h FROM
 (SELECT i, CASE WHEN i%12=0 THEN 'chargeback_stop' ELSE 'stripe' END src, CASE WHEN i%12=0 THEN 'alert.created' ELSE (ARRAY['charge.succeeded','payment_intent.succeeded','charge.dispute.created','refund.created'])[1+i%4] END ty,
  now() - CASE WHEN i<=7 THEN i*interval '0.9 seconds' ELSE i*interval '7 hours' END c FROM generate_series(1,74) i) a) b;
INSERT INTO webhook_events
SELECT md5('we'||i)::uuid, md5('pe'||(CASE WHEN sk THEN 3 ELSE 1+i%2 END))::uuid, CASE WHEN sk THEN NULL WHEN ok THEN 200 WHEN ok IS NULL AND i<=6 THEN NULL WHEN i%3=0 THEN NULL ELSE 502 END, ok, sk,
 (ARRAY['order.created','subscription.updated','checkout.updated'])[1+i%3], CASE WHEN c < now()-interval '90 days' THEN NULL ELSE '{"type":"'||(ARRAY['order.created','subscription.updated','checkout.updated'])[1+i%3]||'","timestamp":"2025-01-01T00:00:00Z","data":{"id":"'||md5('d'||i)::uuid||'","amount":'||i*100||'}}' END,
 c, CASE WHEN i<=6 AND NOT sk THEN NULL ELSE CASE WHEN ok = false THEN c + interval '2 hours' WHEN c < now()-interval '90 days' THEN c + interval '90 days 3 hours' ELSE c + interval '1.2 seconds' END END, NULL
FROM (SELECT i, CASE WHEN i<=12 THEN NULL WHEN i%15=0 THEN false ELSE true END ok, i IN (11,12,10) sk, now() - CASE WHEN i<=6 THEN i*interval '0.4 seconds' WHEN i<=12 THEN i*interval '2 minutes' ELSE i*interval '33 hours' END c FROM generate_series(1,78) i) x;
INSERT INTO webhook_deliveries
SELECT gen_random_uuid(), e.webhook_endpoint_id, e.id, coalesce(e.succeeded,false) AND k = n, CASE WHEN coalesce(e.succeeded,false) AND k=n THEN 200 ELSE e.last_http_code END, CASE WHEN coalesce(e.succeeded,false) AND k=n THEN 'ok' ELSE 'Bad Gateway' END, e.created_at + k*interval '1.1 seconds', NULL, NULL
FROM (SELECT e.*, CASE WHEN succeeded = false THEN 10 WHEN succeeded THEN 1 WHEN last_http_code IS NOT NULL THEN 2 ELSE 0 END n FROM webhook_events e) e, generate_series(1, e.n) k;
