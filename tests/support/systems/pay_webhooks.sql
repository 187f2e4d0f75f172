CREATE TABLE pay_webhooks (
  id bigserial PRIMARY KEY,
  processor character varying,
  event_type character varying,
  event jsonb,
  created_at timestamp without time zone NOT NULL,
  updated_at timestamp without time zone NOT NULL
);
-- Left over: 1..26 their job raised; the last ten arrived a moment ago and wait for the job.
INSERT INTO pay_webhooks (processor, event_type, event, created_at, updated_at)
SELECT p, typ,
       CASE p WHEN 'stripe' THEN jsonb_build_object('id', 'evt_1P' || md5(g::text), 'object', 'event', 'api_version', '2025-08-27.basil', 'created', extract(epoch FROM t)::bigint,
                 'data', jsonb_build_object('object', jsonb_build_object('id', 'ch_3P' || md5('c' || g), 'object', 'charge', 'amount', 1500 + g, 'currency', 'usd', 'customer', 'cus_' || left(md5('u' || g), 14))),
                 'livemode', true, 'pending_webhooks', 1, 'request', jsonb_build_object('id', 'req_' || left(md5('r' || g), 14), 'idempotency_key', gen_random_uuid()), 'type', typ)
              WHEN 'paddle_billing' THEN jsonb_build_object('event_id', 'evt_01h' || left(md5(g::text), 20), 'event_type', typ, 'occurred_at', t, 'notification_id', 'ntf_01h' || left(md5('n' || g), 20),
                 'data', jsonb_build_object('id', 'txn_01h' || left(md5('t' || g), 20), 'status', 'completed', 'currency_code', 'EUR'))
              ELSE jsonb_build_object('bt_signature', left(md5('k' || g), 16) || '|' || md5('s' || g), 'bt_payload', encode(convert_to(repeat('notification ' || g || ' ', 12), 'UTF8'), 'base64')) END,
       t, t
FROM generate_series(1, 36) AS g
CROSS JOIN LATERAL (SELECT CASE WHEN g % 6 = 0 THEN 'braintree' WHEN g % 5 = 0 THEN 'paddle_billing' ELSE 'stripe' END AS p) AS a
CROSS JOIN LATERAL (SELECT CASE p WHEN 'braintree' THEN 'subscription_charged_successfully' WHEN 'paddle_billing' THEN 'transaction.completed'
                                  ELSE (ARRAY['charge.succeeded', 'charge.refunded', 'charge.updated'])[1 + g % 3] END AS typ,
                           (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 26 THEN (27 - g) * interval '19 hours' ELSE (37 - g) * interval '400 milliseconds' END AS t) AS b;
