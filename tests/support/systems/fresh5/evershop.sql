CREATE TABLE event (event_id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY, uuid uuid NOT NULL DEFAULT
  gen_random_uuid(), name varchar NOT NULL, data json, created_at timestamptz DEFAULT CURRENT_TIMESTAMP, status
  varchar NOT NULL DEFAULT 'pending', started_at timestamptz, completed_at timestamptz, CONSTRAINT "EVENT_UUID"
  UNIQUE (uuid));
INSERT INTO event (uuid, name, data, created_at, status, started_at, completed_at) SELECT md5('ev' || g)::uuid,
  (ARRAY['order_placed', 'product_updated', 'inventory_updated'])[1 + g % 3], json_build_object('id', g), c, CASE k
  WHEN 'lost' THEN 'processing' ELSE k END, CASE WHEN k IN ('processing', 'lost', 'failed') THEN c + interval
  '2 seconds' END, NULL FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'pending' WHEN g <= 6 THEN 'processing'
  WHEN g <= 9 THEN 'lost' ELSE 'failed' END AS k, now() - CASE WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <=
  9 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '11 hours' END AS c FROM generate_series(1,
  30) g) s;
