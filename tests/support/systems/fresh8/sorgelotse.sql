CREATE TABLE messages (id uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL, type text NOT NULL,
  aggregate_type text NOT NULL, aggregate_id uuid NOT NULL, payload jsonb NOT NULL, created_at timestamptz
  NOT NULL DEFAULT now(), processed_at timestamptz);
INSERT INTO messages (id, type, aggregate_type, aggregate_id, payload, created_at, processed_at) SELECT
  md5('sm' || g)::uuid, (ARRAY['CareStarted', 'CareEnded'])[1 + g % 2], 'care', md5('ca' || g % 50)::uuid,
  '{}'::jsonb, c, CASE WHEN k = 'done' THEN c + interval '2 seconds' END FROM (SELECT g, now() AS n, CASE
  WHEN g <= 4 THEN 'new' WHEN g <= 7 THEN 'lost' ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN g *
  interval '25 seconds' WHEN g <= 7 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '8
  minutes' END AS c FROM generate_series(1, 320) g) s ORDER BY g DESC;
