CREATE TYPE "ScheduledEventStatus" AS ENUM ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'CANCELED');
CREATE TYPE "ScheduledEventTypeEnum" AS ENUM ('FINALIZE_INVOICE', 'RETRY_PAYMENT', 'CANCEL_SUBSCRIPTION',
  'PAUSE_SUBSCRIPTION', 'APPLY_PLAN_CHANGE');
CREATE TABLE scheduled_event (id uuid PRIMARY KEY, subscription_id uuid NOT NULL, tenant_id uuid NOT NULL,
  event_type "ScheduledEventTypeEnum" NOT NULL, scheduled_time timestamp NOT NULL, priority integer NOT NULL,
  event_data jsonb NOT NULL, created_at timestamp DEFAULT CURRENT_TIMESTAMP NOT NULL,
  updated_at timestamp DEFAULT CURRENT_TIMESTAMP NOT NULL, status "ScheduledEventStatus" NOT NULL,
  retries integer NOT NULL DEFAULT 0, last_retry_at timestamp, error text, processed_at timestamp,
  source text NOT NULL);
CREATE INDEX idx_scheduled_event_time ON scheduled_event (scheduled_time) WHERE status = 'PENDING';
CREATE TABLE outbox_event (id uuid PRIMARY KEY, tenant_id uuid NOT NULL, aggregate_id text NOT NULL,
  aggregate_type text NOT NULL, event_type text NOT NULL, payload jsonb,
  created_at timestamp NOT NULL DEFAULT (now() AT TIME ZONE 'utc'));
INSERT INTO scheduled_event SELECT md5('sv' || g)::uuid, md5('sub' || g % 40)::uuid, md5('tn' || g % 3)::uuid,
  (ARRAY['FINALIZE_INVOICE', 'RETRY_PAYMENT', 'CANCEL_SUBSCRIPTION'])[1 + g % 3]::"ScheduledEventTypeEnum", CASE k
  WHEN 'later' THEN n + g * interval '5 hours' ELSE c + interval '1 minute' END, g % 3, '{"type":"x"}', CASE k
  WHEN 'later' THEN n - g * interval '1 day' ELSE c END, CASE k WHEN 'later' THEN n - g * interval '1 day'
  WHEN 'PENDING' THEN c ELSE c + interval '62 seconds' END, (CASE k WHEN 'later' THEN 'PENDING' WHEN 'lost'
  THEN 'PROCESSING' ELSE k END)::"ScheduledEventStatus", CASE WHEN k = 'FAILED' THEN 3 WHEN g % 19 = 0 THEN 1
  ELSE 0 END, CASE WHEN k = 'FAILED' OR g % 19 = 0 THEN c + interval '61 seconds' END, CASE k WHEN 'FAILED'
  THEN 'payment provider answered 402' WHEN 'CANCELED' THEN 'subscription was terminated' END, CASE
  WHEN k = 'COMPLETED' THEN c + interval '62 seconds' END, 'API'
FROM (SELECT g, (now() AT TIME ZONE 'UTC') AS n, CASE WHEN g <= 2 THEN 'PENDING' WHEN g <= 32 THEN 'later'
  WHEN g <= 34 THEN 'PROCESSING' WHEN g <= 36 THEN 'lost' WHEN g % 17 = 0 THEN 'FAILED' WHEN g % 23 = 0
  THEN 'CANCELED' ELSE 'COMPLETED' END AS k, (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 34
  THEN g * interval '20 seconds' WHEN g <= 36 THEN interval '5 hours' + g * interval '7 minutes'
  ELSE g * interval '2 hours' END AS c
FROM generate_series(1, 170) g) s;
INSERT INTO outbox_event SELECT md5('oe' || g)::uuid, md5('tn' || g % 3)::uuid, md5('iv' || g)::uuid::text,
  'Invoice', 'meteroid.invoice.finalized', jsonb_build_object('n', g), (now() AT TIME ZONE 'UTC') - CASE WHEN g > 40
  THEN interval '3 hours' ELSE g * interval '1 second' END FROM generate_series(1, 46) g;
