CREATE TABLE webhook_events (id uuid NOT NULL PRIMARY KEY, provider text NOT NULL, state varchar(255) DEFAULT
  'pending', event_id text NOT NULL, event_type text NOT NULL, payload jsonb NOT NULL DEFAULT '{}',
  inserted_at timestamp(0) NOT NULL, updated_at timestamp(0) NOT NULL, CONSTRAINT webhook_events_state_check
  CHECK (state IN ('pending', 'processing', 'processed', 'failed')));
CREATE UNIQUE INDEX webhook_events_provider_event_id_index ON webhook_events (provider, event_id);
CREATE INDEX webhook_events_state_index ON webhook_events (state);
CREATE TABLE message_idempotency_entries (id uuid NOT NULL PRIMARY KEY, message_type varchar(255) NOT NULL
  DEFAULT 'email', idempotency_key text NOT NULL, message_template text NOT NULL, params jsonb NOT NULL
  DEFAULT '{}', rendered_message text, user_id uuid, email varchar(255), phone_number text, inserted_at
  timestamp(0) NOT NULL, updated_at timestamp(0) NOT NULL);
CREATE UNIQUE INDEX message_idempotency_entries_unique_index ON message_idempotency_entries (message_type,
  idempotency_key, message_template);
INSERT INTO webhook_events (id, provider, state, event_id, event_type, payload, inserted_at, updated_at)
  SELECT md5('wh' || g)::uuid, 'stripe', CASE k WHEN 'lost' THEN 'processing' ELSE k END, 'evt_' || md5('ev'
  || g), (ARRAY['payment_intent.succeeded', 'invoice.paid'])[1 + g % 2], jsonb_build_object('id', g), c, CASE
  WHEN k IN ('pending') THEN c ELSE c + interval '2 seconds' END FROM (SELECT g, localtimestamp AS n, CASE
  WHEN g <= 1 THEN 'pending' WHEN g <= 3 THEN 'processing' WHEN g <= 6 THEN 'lost' WHEN g % 16 = 0 THEN
  'failed' ELSE 'processed' END AS k, localtimestamp - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g
  <= 6 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '45 minutes' END AS c FROM
  generate_series(1, 180) g) s;
INSERT INTO message_idempotency_entries (id, idempotency_key, message_template, params, rendered_message,
  user_id, email, inserted_at, updated_at) SELECT md5('mi' || g)::uuid, 'booking_confirmation_' || md5('ik' ||
  g), (ARRAY['booking_confirmation', 'ticket_order'])[1 + g % 2], jsonb_build_object('name', 'n' || g), CASE
  WHEN g % 7 > 0 THEN '<html>Hello ' || g || '</html>' END, md5('us' || g % 60)::uuid, 'u' || g % 60 ||
  '@example.com', c, c FROM (SELECT g, localtimestamp AS n, 'x' AS k, localtimestamp - CASE WHEN g <= 4 THEN g
  * interval '25 seconds' ELSE g * interval '50 minutes' END AS c FROM generate_series(1, 170) g) s;
