CREATE TABLE pinax_stripe_customer (
  id serial PRIMARY KEY,
  stripe_id varchar(255) NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  account_balance numeric(9,2),
  currency varchar(10) NOT NULL,
  delinquent boolean NOT NULL,
  default_source text NOT NULL,
  date_purged timestamptz,
  user_id integer UNIQUE
);
CREATE TABLE pinax_stripe_event (
  id serial PRIMARY KEY,
  stripe_id varchar(255) NOT NULL UNIQUE,
  created_at timestamptz NOT NULL,
  kind varchar(250) NOT NULL,
  livemode boolean NOT NULL,
  webhook_message text NOT NULL,
  validated_message text,
  valid boolean,
  processed boolean NOT NULL,
  request varchar(100) NOT NULL,
  pending_webhooks integer NOT NULL CHECK (pending_webhooks >= 0),
  api_version varchar(100) NOT NULL,
  customer_id integer REFERENCES pinax_stripe_customer (id) DEFERRABLE INITIALLY DEFERRED
);
CREATE INDEX pinax_stripe_event_customer_idx ON pinax_stripe_event (customer_id);
CREATE INDEX pinax_stripe_event_stripe_id_like ON pinax_stripe_event (stripe_id varchar_pattern_ops);
CREATE TABLE pinax_stripe_eventprocessingexception (
  id serial PRIMARY KEY,
  data text NOT NULL,
  message varchar(500) NOT NULL,
  traceback text NOT NULL,
  created_at timestamptz NOT NULL,
  event_id integer REFERENCES pinax_stripe_event (id) DEFERRABLE INITIALLY DEFERRED
);
INSERT INTO pinax_stripe_customer (stripe_id, created_at, account_balance, currency, delinquent, default_source, user_id)
SELECT 'cus_' || substr(md5('c' || i), 1, 14), now() - i * interval '9 days', 0, 'usd', i % 8 = 0, 'card_' || substr(md5('k' || i), 1, 16), i
FROM generate_series(1, 24) i;
INSERT INTO pinax_stripe_event (stripe_id, created_at, kind, livemode, webhook_message, validated_message, valid, processed, request, pending_webhooks, api_version, customer_id)
SELECT 'evt_' || substr(md5('e' || i), 1, 24), now() - i * interval '95 minutes', k, true, m, m, true, true,
       CASE WHEN i % 3 = 0 THEN '' ELSE 'req_' || substr(md5('r' || i), 1, 14) END, 1, '2015-10-16',
       CASE WHEN i % 5 = 4 THEN NULL ELSE 1 + i % 24 END
FROM generate_series(1, 60) i,
     LATERAL (SELECT (ARRAY['invoice.created','charge.succeeded','customer.subscription.updated','invoice.payment_succeeded','transfer.paid'])[1 + i % 5] AS k) a,
     LATERAL (SELECT '{"id": "evt_' || substr(md5('e' || i), 1, 24) || '", "type": "' || k || '", "data": {"object": {"id": "obj_' || i || '"}}}' AS m) b;
-- validated, handler raised
INSERT INTO pinax_stripe_event (stripe_id, created_at, kind, livemode, webhook_message, validated_message, valid, processed, request, pending_webhooks, api_version, customer_id)
SELECT 'evt_' || substr(md5('ef' || i), 1, 24), now() - i * interval '13 hours', 'invoice.payment_failed', true, m, m, true, false,
       'req_' || substr(md5('rf' || i), 1, 14), 1, '2015-10-16', 1 + i
FROM generate_series(1, 6) i, LATERAL (SELECT '{"id": "evt_' || substr(md5('ef' || i), 1, 24) || '", "type": "invoice.payment_failed", "data": {"object": {"id": "in_' || i || '"}}}' AS m) b;
INSERT INTO pinax_stripe_eventprocessingexception (data, message, traceback, created_at, event_id)
SELECT '', 'No such customer: cus_' || id, 'Traceback (most recent call last): ...', created_at + interval '1 second', id
FROM pinax_stripe_event WHERE NOT processed;
-- does not match what the provider answers
INSERT INTO pinax_stripe_event (stripe_id, created_at, kind, livemode, webhook_message, validated_message, valid, processed, request, pending_webhooks, api_version, customer_id)
SELECT 'evt_' || substr(md5('ei' || i), 1, 24), now() - i * interval '3 days', 'charge.succeeded', true,
       '{"id": "evt_' || substr(md5('ei' || i), 1, 24) || '", "type": "charge.succeeded", "data": {"object": {"id": "ch_forged"}}}',
       '{"id": "evt_' || substr(md5('ei' || i), 1, 24) || '", "type": "charge.succeeded", "data": {"object": {"id": "ch_' || i || '"}}}',
       false, false, '', 1, '2015-10-16', NULL
FROM generate_series(1, 2) i;
-- just stored
INSERT INTO pinax_stripe_event (stripe_id, created_at, kind, livemode, webhook_message, validated_message, valid, processed, request, pending_webhooks, api_version, customer_id)
SELECT 'evt_' || substr(md5('en' || i), 1, 24), now() - i * interval '300 milliseconds', 'charge.succeeded', true,
       '{"id": "evt_' || substr(md5('en' || i), 1, 24) || '", "type": "charge.succeeded", "data": {"object": {"id": "ch_n' || i || '"}}}',
       NULL, NULL, false, '', 1, '2015-10-16', NULL
FROM generate_series(1, 2) i;
