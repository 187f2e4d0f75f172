CREATE TABLE webhook_event (id text NOT NULL PRIMARY KEY, event_type text NOT NULL, event_id text NOT NULL,
  data jsonb NOT NULL, processed boolean NOT NULL DEFAULT false, error_message text, created_at timestamp(3)
  NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE UNIQUE INDEX webhook_event_event_id_key ON webhook_event (event_id);
INSERT INTO webhook_event (id, event_type, event_id, data, processed, error_message, created_at) SELECT
  md5('we' || g)::uuid::text, CASE WHEN k IN ('other') THEN 'customer.updated' ELSE
  (ARRAY['checkout.session.completed', 'invoice.paid'])[1 + g % 2] END, 'evt_' || md5('ev' || g),
  to_jsonb('{"object": {}}'::text), CASE WHEN k IN ('done') THEN true ELSE false END, CASE WHEN k IN ('bad')
  THEN 'User not found' END, c FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 2 THEN 'new' WHEN g <= 5
  THEN 'lost' WHEN g % 7 = 0 THEN 'other' WHEN g % 23 = 0 THEN 'bad' ELSE 'done' END AS k, localtimestamp -
  CASE WHEN g <= 2 THEN g * interval '25 seconds' WHEN g <= 5 THEN interval '9 hours' + g * interval
  '7 minutes' ELSE g * interval '3 hours' END AS c FROM generate_series(1, 160) g) s;
