-- What the manual's commands find: stuck keys, finished keys, events, a case, an external table, people with roles of their own.
INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, locked_until, owner, customer, amount,
  currency, reference, correlation_id, created_at)
SELECT 'globex', 'POST /payments', CASE n WHEN 1028 THEN 'order-9' WHEN 1029 THEN 'order-7' WHEN 1030 THEN 'order-8' ELSE 'order-' || n END, 'in_progress', nextval('onceover.fence'), 'raw-sha256', sha256('body'),
  clock_timestamp() - interval '10 minutes', 'payments-' || n % 3 || '/4242', 'c-' || n, 12.50, 'EUR',
  CASE WHEN n IN (1028, 1029) THEN 'silent' WHEN n = 1030 THEN 'unpaid' ELSE 'paid-' || n END,  -- what sandbox.py's gateway answers about each
  'trace-' || n, clock_timestamp() - interval '20 minutes'
FROM generate_series(1001, 1030) AS n;
INSERT INTO onceover.keys (tenant, operation, key, state, fence, fingerprint_kind, fingerprint, response_code, response_version,
  response_body, completed_at, expires_at, customer, amount, currency, reference, created_at)
SELECT 'globex', 'POST /payments', 'done-' || n, 'succeeded', nextval('onceover.fence'), 'raw-sha256', sha256('body'), 201, 1,
  convert_to('{"id":"ch_1"}', 'UTF8'), now() - interval '1 hour', now() + interval '1 day', 'c-' || n, 12.50, 'EUR',
  CASE n WHEN 40 THEN 'unpaid' ELSE 'paid-' || n END,
  now() - interval '2 hours'
FROM generate_series(1, 40) AS n;
CREATE SCHEMA shop;
CREATE TABLE shop.requests (
  idempotency_key text PRIMARY KEY, status text NOT NULL, locked_until timestamptz, created_at timestamptz NOT NULL DEFAULT now(),
  request_hash bytea, response_code integer, response_body jsonb);
INSERT INTO shop.requests (idempotency_key, status, locked_until, created_at, request_hash)
SELECT 'cart-' || n, 'started', now() - interval '5 minutes', now() - n * interval '10 minutes', sha256(('cart' || n)::bytea)
FROM generate_series(1, 30) AS n;
INSERT INTO shop.requests (idempotency_key, status, created_at, request_hash, response_code, response_body)
SELECT 'sold-' || n, 'done', now() - n * interval '1 hour', sha256(('sold' || n)::bytea), 200, '{"order": 1}' FROM generate_series(1, 60) AS n;
CREATE TABLE shop.sent_mails (message_id text PRIMARY KEY, sent_at timestamptz);
INSERT INTO shop.sent_mails SELECT 'mail-' || n, now() FROM generate_series(1, 30) AS n;
ANALYZE shop.requests, shop.sent_mails;
INSERT INTO onceover.outbox (topic, aggregatetype, aggregateid, type, payload)
SELECT 'payments', 'payment', 'p-' || n, 'payment.captured', '{}' FROM generate_series(1, 5) AS n;
INSERT INTO onceover.inbox (consumer, source, event_id, state, stored, attempts, dead_at, last_error, payload)
SELECT 'ledger', 'payments', id, 'dead', true, 10, clock_timestamp(), 'no such account', '{}' FROM unnest(ARRAY['7f3c', '7f3d']) AS id;
CREATE ROLE ops LOGIN SUPERUSER;
CREATE ROLE ana LOGIN SUPERUSER;
CREATE ROLE ben LOGIN SUPERUSER;
