CREATE TABLE webhook_events (
  id              bigserial PRIMARY KEY,
  stripe_event_id varchar,
  event_type      varchar,
  payload         text,
  processed_at    timestamp(6),
  created_at      timestamp(6) NOT NULL,
  updated_at      timestamp(6) NOT NULL
);
CREATE UNIQUE INDEX index_webhook_events_on_stripe_event_id ON webhook_events (stripe_event_id);
INSERT INTO webhook_events (stripe_event_id, event_type, payload, processed_at, created_at, updated_at)
SELECT id, ty, '{"id": "' || id || '", "object": "event", "type": "' || ty || '", "livemode": true, "data": {"object": {"id": "' || CASE WHEN ty LIKE 'invoice%' THEN 'in_' ELSE 'sub_' END || left(md5('o' || n), 24) || '"}}}',
       t, t + interval '210 microseconds', t + interval '210 microseconds'
FROM (SELECT n, 'evt_1Q' || left(md5('ev' || n), 22) AS id,
             (ARRAY['invoice.payment_succeeded', 'customer.subscription.updated', 'invoice.payment_failed', 'account.updated', 'charge.succeeded', 'customer.subscription.deleted'])[1 + n % 6] AS ty,
             (now() AT TIME ZONE 'UTC') - (67 - n) * interval '143 minutes' AS t
      FROM generate_series(1, 66) AS n) AS s ORDER BY n;
