CREATE TABLE idempotency_requests (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), account_id uuid NOT NULL,
  operation varchar(128) NOT NULL, idempotency_key varchar(255) NOT NULL, request_hash char(64) NOT NULL,
  status varchar(20) NOT NULL DEFAULT 'processing', response_body jsonb, created_at timestamptz NOT NULL
  DEFAULT now(), completed_at timestamptz, expires_at timestamptz NOT NULL DEFAULT (now() + interval '24
  hours'), CONSTRAINT idempotency_requests_scope_unique UNIQUE (account_id, operation, idempotency_key),
  CONSTRAINT idempotency_requests_status_check CHECK (status IN ('processing', 'completed')), CONSTRAINT
  idempotency_requests_hash_check CHECK (request_hash ~ '^[a-f0-9]{64}$'), CONSTRAINT
  idempotency_requests_completion_check CHECK ((status = 'processing' AND completed_at IS NULL AND
  response_body IS NULL) OR (status = 'completed' AND completed_at IS NOT NULL AND response_body IS NOT
  NULL)));
CREATE INDEX idempotency_requests_expiry_idx ON idempotency_requests (expires_at);
INSERT INTO idempotency_requests (id, account_id, operation, idempotency_key, request_hash, status,
  response_body, created_at, completed_at, expires_at) SELECT md5('ti' || g)::uuid, md5('ac' || g %
  40)::uuid, (ARRAY['createInvoice', 'sendInvoice', 'refund'])[1 + g % 3], 'k-' || md5('ik' || g), md5('h1'
  || g) || md5('h2' || g), CASE k WHEN 'work' THEN 'processing' WHEN 'lost' THEN 'processing' ELSE
  'completed' END, CASE WHEN k IN ('done') THEN jsonb_build_object('id', g) END, c, CASE WHEN k IN ('done')
  THEN c + interval '40 milliseconds' * (1 + g % 30) END, c + interval '24 hours' FROM (SELECT g, now() AS
  n, CASE WHEN g <= 2 THEN 'work' WHEN g <= 5 THEN 'lost' ELSE 'done' END AS k, now() - CASE WHEN g <= 2
  THEN g * interval '25 seconds' WHEN g <= 5 THEN interval '9 hours' + g * interval '7 minutes' ELSE g *
  interval '3 minutes' END AS c FROM generate_series(1, 420) g) s ORDER BY s.c;
CREATE TABLE inbox_events (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), account_id uuid NOT NULL,
  consumer_name varchar(128) NOT NULL, event_id varchar(255) NOT NULL, processed_at timestamptz NOT NULL
  DEFAULT now(), CONSTRAINT inbox_events_delivery_unique UNIQUE (account_id, consumer_name, event_id));
INSERT INTO inbox_events (id, account_id, consumer_name, event_id, processed_at) SELECT md5('tj' ||
  g)::uuid, md5('ac' || g % 40)::uuid, (ARRAY['billing', 'mail'])[1 + g % 2], 'evt_' || md5('ev' || g), c
  FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval '4 minutes' AS c FROM generate_series(1,
  300) g) s ORDER BY s.c;
