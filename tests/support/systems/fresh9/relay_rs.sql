CREATE TABLE jobs (id varchar NOT NULL, queue varchar NOT NULL, timeout interval NOT NULL, max_retries
  integer NOT NULL, retries_remaining integer NOT NULL, data jsonb NOT NULL, state jsonb DEFAULT NULL,
  in_flight boolean DEFAULT false, updated_at timestamp NOT NULL, created_at timestamp NOT NULL, PRIMARY KEY
  (queue, id));
CREATE INDEX idx_queue_in_flight_created_at ON jobs (queue, in_flight, created_at);
INSERT INTO jobs (id, queue, timeout, max_retries, retries_remaining, data, state, in_flight, updated_at,
  created_at) SELECT 'job-' || (9000 - g), (ARRAY['mail', 'sync', 'img'])[1 + g % 3], interval '30 seconds',
  3, CASE k WHEN 'lost' THEN 2 ELSE 3 END, jsonb_build_object('n', g), CASE WHEN k IN ('work', 'lost') THEN
  '{"step": 1}'::jsonb END, k IN ('work', 'lost'), (CASE k WHEN 'work' THEN n - interval '6 seconds' WHEN
  'lost' THEN c + interval '40 seconds' ELSE c END) AT TIME ZONE 'UTC', (c) AT TIME ZONE 'UTC' FROM (SELECT
  g, now() AS n, CASE WHEN g <= 5 THEN 'work' WHEN g <= 9 THEN 'lost' ELSE 'done' END AS k, now() - CASE
  WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes'
  ELSE g * interval '1 minutes' END AS c FROM generate_series(1, 260) g) s ORDER BY s.c;
