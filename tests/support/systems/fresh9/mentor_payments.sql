CREATE TABLE payment_webhook_events (id bigserial PRIMARY KEY, provider_event_id varchar(255) NOT NULL
  UNIQUE, event_type varchar(100) NOT NULL, payload_json jsonb NOT NULL, processing_status varchar(20) NOT
  NULL DEFAULT 'PENDING', processed_at timestamptz, created_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT chk_webhook_status CHECK (processing_status IN ('PENDING', 'PROCESSED', 'FAILED')));
INSERT INTO payment_webhook_events (provider_event_id, event_type, payload_json, processing_status,
  processed_at, created_at) SELECT 'evt_' || md5('pe' || g), (ARRAY['payment.captured', 'refund.processed',
  'payment.failed'])[1 + g % 3], jsonb_build_object('n', g), CASE k WHEN 'new' THEN 'PENDING' WHEN 'lost'
  THEN 'PENDING' WHEN 'bad' THEN 'FAILED' ELSE 'PROCESSED' END, CASE WHEN k IN ('done') THEN c + interval
  '20 milliseconds' * (1 + g % 50) END, c FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'new' WHEN g <=
  5 THEN 'lost' WHEN g % 31 = 10 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 2 THEN g * interval
  '25 seconds' WHEN g <= 5 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '8 minutes'
  END AS c FROM generate_series(1, 340) g) s ORDER BY s.c;
CREATE TABLE payouts (id bigserial PRIMARY KEY, mentor_id bigint NOT NULL, amount numeric(10,2) NOT NULL,
  status varchar(20) NOT NULL DEFAULT 'REQUESTED', idempotency_key varchar(100) UNIQUE, provider_payout_id
  varchar(255), failure_reason varchar(500), processed_by bigint, requested_at timestamptz NOT NULL DEFAULT
  now(), processed_at timestamptz, CONSTRAINT chk_payout_status CHECK (status IN ('REQUESTED', 'PROCESSING',
  'COMPLETED', 'FAILED')));
CREATE INDEX idx_payouts_mentor ON payouts (mentor_id, status, requested_at DESC);
INSERT INTO payouts (mentor_id, amount, status, idempotency_key, provider_payout_id, failure_reason,
  processed_by, requested_at, processed_at) SELECT 1 + g % 70, 100 + g * 17 % 4000, CASE k WHEN 'new' THEN
  'REQUESTED' WHEN 'work' THEN 'PROCESSING' WHEN 'lost' THEN 'PROCESSING' WHEN 'bad' THEN 'FAILED' ELSE
  'COMPLETED' END, 'po-' || md5('pk' || g), CASE WHEN k IN ('work', 'lost', 'done') THEN 'pout_' || md5('pp'
  || g) END, CASE WHEN k IN ('bad') THEN 'account is closed' END, CASE WHEN k IN ('new') THEN NULL ELSE 3 +
  g % 2 END, c, CASE WHEN k IN ('done', 'bad') THEN c + interval '10 minutes' + ((1 + g * 37 % 23) *
  interval '1 minute') END FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 5 THEN 'work'
  WHEN g <= 9 THEN 'lost' WHEN g % 23 = 7 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g *
  interval '25 seconds' WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '50 minutes' END AS c FROM generate_series(1, 290) g) s ORDER BY
  s.c;
