CREATE TABLE stripe_webhook_events (id uuid PRIMARY KEY, event_id text NOT NULL, type text NOT NULL, payload
  jsonb NOT NULL, processed_at timestamptz, error_message text, created_at timestamptz NOT NULL DEFAULT
  now());
CREATE UNIQUE INDEX stripe_webhook_events_event_id_key ON stripe_webhook_events (event_id);
INSERT INTO stripe_webhook_events (id, event_id, type, payload, processed_at, error_message, created_at)
  SELECT md5('sw' || g)::uuid, 'evt_' || md5('se' || g), (ARRAY['charge.succeeded', 'invoice.paid',
  'payout.failed'])[1 + g % 3], jsonb_build_object('object', 'event'), CASE WHEN k = 'done' THEN c +
  interval '1 second' END, CASE WHEN k = 'bad' THEN 'No such customer' END, c FROM (SELECT g, now() AS n,
  CASE WHEN g <= 3 THEN 'new' WHEN g <= 6 THEN 'lost' WHEN g % 53 = 17 THEN 'bad' ELSE 'done' END AS k,
  now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 6 THEN interval '9 hours' + g * interval
  '7 minutes' ELSE g * interval '6 minutes' END AS c FROM generate_series(1, 430) g) s ORDER BY g DESC;
