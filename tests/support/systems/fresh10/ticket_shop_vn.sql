CREATE TABLE payment_webhooks (id bigserial PRIMARY KEY, provider varchar(48) NOT NULL, provider_event_id
  varchar(191) NOT NULL, payment_id bigint, payload_hash bytea NOT NULL, normalized_payload jsonb NOT NULL,
  status varchar(16) NOT NULL DEFAULT 'RECEIVED', attempts integer NOT NULL DEFAULT 0, last_error_code
  varchar(80), received_at timestamp(6) NOT NULL DEFAULT CURRENT_TIMESTAMP, processed_at timestamp(6),
  CONSTRAINT uq_webhooks_provider_event UNIQUE (provider, provider_event_id), CONSTRAINT ck_webhooks_status
  CHECK (status IN ('RECEIVED', 'PROCESSED', 'QUARANTINED')), CONSTRAINT ck_webhooks_processed CHECK
  ((status = 'PROCESSED' AND processed_at IS NOT NULL) OR (status IN ('RECEIVED', 'QUARANTINED') AND
  processed_at IS NULL)));
CREATE INDEX ix_webhooks_status_received ON payment_webhooks (status, received_at, id);
INSERT INTO payment_webhooks (provider, provider_event_id, payment_id, payload_hash, normalized_payload,
  status, attempts, last_error_code, received_at, processed_at) SELECT (ARRAY['momo', 'vnpay'])[1 + g % 2],
  md5('ve' || g), CASE WHEN k IN ('bad') THEN NULL ELSE 8000 - g END, decode(md5('v1' || g) || md5('v2' ||
  g), 'hex'), jsonb_build_object('amount', g * 1000), CASE k WHEN 'new' THEN 'RECEIVED' WHEN 'lost' THEN
  'RECEIVED' WHEN 'retry' THEN 'RECEIVED' WHEN 'bad' THEN 'QUARANTINED' ELSE 'PROCESSED' END, CASE k WHEN
  'new' THEN 0 WHEN 'lost' THEN 0 WHEN 'retry' THEN 2 WHEN 'bad' THEN 5 ELSE 1 END, CASE WHEN k IN ('retry',
  'bad') THEN 'AMOUNT_MISMATCH' END, c::timestamp, CASE WHEN k IN ('done') THEN c + interval '1 second' * (1
  + g % 9) END::timestamp FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'new' WHEN g <= 4 THEN 'retry'
  WHEN g <= 7 THEN 'lost' WHEN g % 47 = 15 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 2 THEN g
  * interval '25 seconds' WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 7 THEN interval '9 hours' + g
  * interval '7 minutes' ELSE g * interval '9 minutes' END AS c FROM generate_series(1, 350) g) s ORDER BY
  s.c;
CREATE TABLE outbox_messages (id bigserial PRIMARY KEY, type varchar(80) NOT NULL, aggregate_type
  varchar(48) NOT NULL, aggregate_id bigint NOT NULL, aggregate_version integer NOT NULL, dedupe_key
  varchar(191) NOT NULL, payload_minimal jsonb NOT NULL, status varchar(16) NOT NULL DEFAULT 'PENDING',
  attempts integer NOT NULL DEFAULT 0, available_at timestamp(6) NOT NULL, lease_until timestamp(6),
  lease_token bytea, last_error_code varchar(80), created_at timestamp(6) NOT NULL DEFAULT
  CURRENT_TIMESTAMP, updated_at timestamp(6) NOT NULL DEFAULT CURRENT_TIMESTAMP, CONSTRAINT uq_outbox_dedupe
  UNIQUE (dedupe_key), CONSTRAINT ck_outbox_status CHECK (status IN ('PENDING', 'PROCESSING', 'DONE',
  'FAILED')), CONSTRAINT ck_outbox_lease CHECK ((status = 'PROCESSING' AND lease_until IS NOT NULL AND
  lease_token IS NOT NULL) OR (status <> 'PROCESSING' AND lease_until IS NULL AND lease_token IS NULL)));
CREATE INDEX ix_outbox_available ON outbox_messages (status, available_at, id);
CREATE INDEX ix_outbox_lease ON outbox_messages (status, lease_until, id);
INSERT INTO outbox_messages (type, aggregate_type, aggregate_id, aggregate_version, dedupe_key,
  payload_minimal, status, attempts, available_at, lease_until, lease_token, last_error_code, created_at,
  updated_at) SELECT (ARRAY['ticket.issued', 'booking.expired', 'mail.send'])[1 + g % 3], (ARRAY['ticket',
  'booking'])[1 + g % 2], 9000 - g, 1 + g % 4, 'ticket:' || g || ':issued', jsonb_build_object('id', g),
  CASE k WHEN 'new' THEN 'PENDING' WHEN 'lostn' THEN 'PENDING' WHEN 'retry' THEN 'PENDING' WHEN 'work' THEN
  'PROCESSING' WHEN 'lost' THEN 'PROCESSING' WHEN 'bad' THEN 'FAILED' ELSE 'DONE' END, CASE k WHEN 'new'
  THEN 0 WHEN 'lostn' THEN 0 WHEN 'retry' THEN 2 WHEN 'bad' THEN 6 ELSE 1 END, CASE k WHEN 'retry' THEN n +
  interval '5 minutes' ELSE c END::timestamp, CASE k WHEN 'work' THEN (n + interval '30 seconds')::timestamp
  WHEN 'lost' THEN (c + interval '1 minute')::timestamp ELSE NULL::timestamp END, CASE WHEN k IN ('work',
  'lost') THEN decode(md5('lk' || g), 'hex') END, CASE WHEN k IN ('retry', 'bad') THEN 'SMTP_DOWN' END,
  c::timestamp, (c + CASE k WHEN 'new' THEN interval '0' WHEN 'lostn' THEN interval '0' ELSE interval
  '1 second' * (1 + g % 9) END)::timestamp FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <=
  5 THEN 'work' WHEN g <= 7 THEN 'retry' WHEN g <= 10 THEN 'lost' WHEN g <= 12 THEN 'lostn' WHEN g % 37 = 12
  THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 5 THEN
  g * interval '25 seconds' WHEN g <= 7 THEN g * interval '25 seconds' WHEN g <= 10 THEN interval '9 hours'
  + g * interval '7 minutes' WHEN g <= 12 THEN interval '9 hours' + g * interval '7 minutes' ELSE g *
  interval '6 minutes' END AS c FROM generate_series(1, 400) g) s ORDER BY s.c;
