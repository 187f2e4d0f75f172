CREATE TABLE idempotency_keys (key text NOT NULL, application_id bigint NOT NULL, endpoint text NOT NULL,
  request_hash text NOT NULL, response_status smallint, response_body jsonb, locked_at timestamptz,
  completed_at timestamptz, expires_at timestamptz NOT NULL, created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (application_id, key));
CREATE INDEX idempotency_expiry_idx ON idempotency_keys (expires_at);
INSERT INTO idempotency_keys (key, application_id, endpoint, request_hash, response_status, response_body,
  locked_at, completed_at, expires_at, created_at) SELECT md5('np' || g)::uuid::text, 1 + g % 9,
  (ARRAY['POST /v1/payments', 'POST /v1/refunds'])[1 + g % 2], md5('n1' || g) || md5('n2' || g), CASE WHEN k
  IN ('done', 'bad') THEN CASE k WHEN 'bad' THEN 422 ELSE 201 END END, CASE WHEN k IN ('done', 'bad') THEN
  jsonb_build_object('id', g) END, CASE WHEN k IN ('work', 'lost') THEN c END, CASE WHEN k IN ('done',
  'bad') THEN c + interval '90 milliseconds' * (1 + g % 30) END, c + interval '24 hours', c FROM (SELECT g,
  now() AS n, CASE WHEN g <= 2 THEN 'work' WHEN g <= 6 THEN 'lost' WHEN g % 23 = 7 THEN 'bad' ELSE 'done'
  END AS k, now() - CASE WHEN g <= 2 THEN g * interval '25 seconds' WHEN g <= 6 THEN interval '9 hours' + g
  * interval '7 minutes' ELSE g * interval '3 minutes' END AS c FROM generate_series(1, 480) g) s ORDER BY
  s.c;
CREATE TYPE delivery_status AS ENUM ('pending', 'delivered', 'failed', 'abandoned');
CREATE TABLE webhook_deliveries (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, application_id bigint
  NOT NULL, event_type text NOT NULL, payload jsonb NOT NULL, signature text NOT NULL, status
  delivery_status NOT NULL DEFAULT 'pending', attempts integer NOT NULL DEFAULT 0, next_attempt_at
  timestamptz, last_status_code smallint, last_error text, delivered_at timestamptz, created_at timestamptz
  NOT NULL DEFAULT now());
CREATE INDEX webhook_retry_idx ON webhook_deliveries (next_attempt_at) WHERE status = 'pending';
INSERT INTO webhook_deliveries (application_id, event_type, payload, signature, status, attempts,
  next_attempt_at, last_status_code, last_error, delivered_at, created_at) SELECT 1 + g % 9,
  (ARRAY['payment.success', 'payment.failed', 'refund.done'])[1 + g % 3], jsonb_build_object('n', g),
  md5('sg' || g), CASE k WHEN 'new' THEN 'pending' WHEN 'lost' THEN 'pending' WHEN 'retry' THEN 'pending'
  WHEN 'bad' THEN 'abandoned' ELSE 'delivered' END::delivery_status, CASE k WHEN 'new' THEN 0 WHEN 'lost'
  THEN 0 WHEN 'retry' THEN 2 WHEN 'bad' THEN 8 ELSE 1 END, CASE k WHEN 'new' THEN c WHEN 'lost' THEN c WHEN
  'retry' THEN n + interval '6 minutes' ELSE NULL END, CASE WHEN k IN ('done', 'retry', 'bad') THEN CASE k
  WHEN 'retry' THEN 503 WHEN 'bad' THEN 503 ELSE 200 END END, CASE WHEN k IN ('retry', 'bad') THEN
  'connection refused' END, CASE WHEN k IN ('done') THEN c + interval '1 second' * (1 + g % 20) END, c FROM
  (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 6 THEN 'retry' WHEN g <= 10 THEN 'lost' WHEN
  g % 41 = 13 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN
  g <= 6 THEN g * interval '25 seconds' WHEN g <= 10 THEN interval '9 hours' + g * interval '7 minutes' ELSE
  g * interval '6 minutes' END AS c FROM generate_series(1, 420) g) s ORDER BY s.c;
