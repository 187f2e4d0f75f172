CREATE TYPE outbox_event_status AS ENUM ('UNPUBLISHED', 'PUBLISHED', 'CANCELLED');
CREATE TABLE outbox_events (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), aggregate_id uuid NOT NULL
  UNIQUE, event_name varchar(150) NOT NULL, payload jsonb NOT NULL, status outbox_event_status NOT NULL
  DEFAULT 'UNPUBLISHED', created_at timestamptz NOT NULL DEFAULT now(), published_at timestamptz);
INSERT INTO outbox_events (id, aggregate_id, event_name, payload, status, created_at, published_at) SELECT
  md5('so' || g)::uuid, md5('sa' || g)::uuid, (ARRAY['order.created', 'order.cancelled'])[1 + g % 2],
  jsonb_build_object('n', g), CASE k WHEN 'new' THEN 'UNPUBLISHED' WHEN 'lost' THEN 'UNPUBLISHED' WHEN 'off'
  THEN 'CANCELLED' ELSE 'PUBLISHED'::outbox_event_status END, c, CASE WHEN k IN ('done') THEN c + interval
  '1 second' * (1 + g % 6) END FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 7 THEN
  'lost' WHEN g % 53 = 17 THEN 'off' ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN g * interval '25
  seconds' WHEN g <= 7 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '7 minutes' END
  AS c FROM generate_series(1, 330) g) s ORDER BY s.c;
