CREATE TABLE outbox_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  aggregate_type varchar(255) NOT NULL,
  aggregate_id varchar(255) NOT NULL,
  event_type varchar(255) NOT NULL,
  event_version integer DEFAULT 1 NOT NULL,
  payload jsonb NOT NULL,
  headers jsonb DEFAULT '{}'::jsonb,
  destination_url varchar(1000) NOT NULL,
  destination_type varchar(50) DEFAULT 'http' NOT NULL,
  idempotency_key varchar(255),
  status varchar(50) DEFAULT 'pending' NOT NULL,
  retry_count integer DEFAULT 0 NOT NULL,
  max_retries integer DEFAULT 5 NOT NULL,
  next_retry_at timestamp,
  backoff_multiplier numeric(3,2) DEFAULT '2.0',
  last_error varchar(1000),
  error_details jsonb,
  created_at timestamp DEFAULT now() NOT NULL,
  updated_at timestamp DEFAULT now() NOT NULL,
  processing_started_at timestamp,
  processed_at timestamp,
  metadata jsonb DEFAULT '{}'::jsonb,
  processed_by_worker varchar(255),
  deleted_at timestamp,
  created_date timestamp GENERATED ALWAYS AS ((created_at::date)) STORED NOT NULL,
  CONSTRAINT check_status CHECK (status IN ('pending','processing','succeeded','failed','dlq','cancelled')),
  CONSTRAINT check_retry_count CHECK (retry_count >= 0),
  CONSTRAINT check_destination_type CHECK (destination_type IN ('http','kafka','sqs','rabbitmq','pubsub'))
);
CREATE INDEX idx_outbox_status_retry ON outbox_events (created_at, next_retry_at) WHERE status IN ('pending','failed') AND deleted_at IS NULL;
CREATE INDEX idx_outbox_processing ON outbox_events (status, processing_started_at) WHERE status = 'processing' AND deleted_at IS NULL;
CREATE INDEX idx_outbox_aggregate ON outbox_events (aggregate_type, aggregate_id, created_at DESC NULLS LAST);
CREATE INDEX idx_outbox_created_at ON outbox_events (created_at DESC NULLS LAST);
CREATE UNIQUE INDEX idx_outbox_idempotency ON outbox_events (idempotency_key) WHERE idempotency_key IS NOT NULL AND status != 'succeeded';
CREATE INDEX idx_outbox_partition ON outbox_events (created_date, status);
CREATE INDEX idx_outbox_worker ON outbox_events (processed_by_worker) WHERE processed_by_worker IS NOT NULL;
CREATE TABLE inbox_events (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
  idempotency_key varchar(255) NOT NULL,
  source varchar(255),
  aggregate_type varchar(255) NOT NULL,
  aggregate_id varchar(255) NOT NULL,
  event_type varchar(255) NOT NULL,
  event_version integer DEFAULT 1 NOT NULL,
  payload jsonb NOT NULL,
  headers jsonb DEFAULT '{}'::jsonb,
  metadata jsonb DEFAULT '{}'::jsonb,
  status varchar(20) DEFAULT 'processed' NOT NULL,
  error text,
  received_at timestamp DEFAULT now() NOT NULL,
  processed_at timestamp DEFAULT now(),
  CONSTRAINT check_inbox_status CHECK (status IN ('processed','failed'))
);
CREATE UNIQUE INDEX idx_inbox_idempotency ON inbox_events (idempotency_key);
CREATE INDEX idx_inbox_status ON inbox_events (status) WHERE status = 'failed';
CREATE INDEX idx_inbox_aggregate ON inbox_events (aggregate_type, aggregate_id, received_at DESC NULLS LAST);
CREATE INDEX idx_inbox_cleanup ON inbox_events (processed_at) WHERE status = 'processed';
CREATE INDEX idx_inbox_source ON inbox_events (source) WHERE source IS NOT NULL;
INSERT INTO outbox_events (id, aggregate_type, aggregate_id, event_type, payload, destination_url, idempotency_key, status, retry_count, next_retry_at, last_error, created_at, updated_at, processing_started_at, processed_at, metadata, processed_by_worker)
SELECT md5('oy'||i)::uuid, 'Order', 'order-'||i%20, (ARRAY['OrderPaid','OrderShipped','RefundIssued'])[1+i%3], jsonb_build_object('orderId','order-'||i%20,'amount',i*4,'currency','EUR'),
 'https://hooks.partner'||i%3||'.test/events', CASE WHEN i%3=0 OR i>60 THEN NULL ELSE 'evt-'||md5('x'||i) END, st, r,
 CASE WHEN r=0 THEN NULL WHEN st='failed' THEN ps + interval '0.4 seconds' + power(2,r-1)*interval '1 second' + CASE WHEN i=12 THEN interval '1 minute' ELSE interval '0' END ELSE ps - interval '1 second' END,
 CASE WHEN r>0 THEN CASE WHEN i%4=0 THEN 'Recovered from stale processing state' ELSE 'HTTP 503: Service Unavailable' END END,
 c, CASE st WHEN 'pending' THEN c WHEN 'processing' THEN ps ELSE ps + interval '0.4 seconds' END, ps,
 CASE WHEN st IN ('succeeded','dlq') THEN ps + interval '0.4 seconds' END, '{}', CASE WHEN st='succeeded' THEN 'worker-host'||i%2||'-'||substr(md5('w'||i%2),1,6) END
FROM (SELECT i, st, r, c, CASE WHEN st='pending' THEN NULL WHEN st='processing' THEN CASE WHEN i IN (19,20) THEN utc - interval '8 minutes' ELSE utc - (i-12)*interval '0.9 seconds' END WHEN st='failed' THEN utc - interval '0.6 seconds' ELSE c + r*interval '9 seconds' + interval '0.5 seconds' END ps
 FROM (SELECT i, now() at time zone 'UTC' utc, CASE WHEN i<=6 THEN 'pending' WHEN i<=12 THEN 'failed' WHEN i<=20 THEN 'processing' WHEN i%11=0 THEN 'dlq' ELSE 'succeeded' END st,
  CASE WHEN i<=6 THEN 0 WHEN i<=12 THEN 1+i%4 WHEN i<=20 THEN CASE WHEN i%5=0 THEN 2 ELSE 0 END WHEN i%11=0 THEN 5 WHEN i%7=0 THEN 1 ELSE 0 END r,
  (now() at time zone 'UTC') - CASE WHEN i<=6 THEN i*interval '0.3 seconds' WHEN i<=18 THEN i*interval '5 seconds' WHEN i<=20 THEN interval '9 minutes' ELSE i*interval '3 hours' END c FROM generate_series(1,76) i) a) b;
INSERT INTO inbox_events (id, idempotency_key, source, aggregate_type, aggregate_id, event_type, payload, status, error, received_at, processed_at)
SELECT md5('ie'||i)::uuid, 'kafka:payments:'||i%3||':'||40000+i, CASE WHEN i%8=0 THEN NULL ELSE 'kafka:payments' END, 'Payment', 'pay-'||i, (ARRAY['PaymentCaptured','PaymentFailed'])[1+i%2], jsonb_build_object('paymentId','pay-'||i,'amount',i),
 CASE WHEN i%12=0 THEN 'failed' ELSE 'processed' END, CASE WHEN i%12=0 THEN 'Unknown order order-'||i END, r, CASE WHEN i%12=0 THEN r + interval '0.2 seconds' ELSE r END
FROM (SELECT i, (now() at time zone 'UTC') - i*interval '2 hours 9 minutes' r FROM generate_series(1,60) i) x;
