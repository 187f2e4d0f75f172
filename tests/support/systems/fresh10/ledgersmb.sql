CREATE TABLE pending_job (id serial PRIMARY KEY, batch_class integer NOT NULL, entered_by text NOT NULL
  DEFAULT 'admin', entered_at timestamp NOT NULL DEFAULT localtimestamp, batch_id integer, completed_at
  timestamp, success boolean, error_condition text, CHECK (completed_at IS NULL OR success IS NOT NULL),
  CHECK (success IS NOT FALSE OR error_condition IS NOT NULL));
INSERT INTO pending_job (batch_class, entered_by, entered_at, batch_id, completed_at, success,
  error_condition) SELECT 3 + g % 2, (ARRAY['anna', 'bob', 'carol'])[1 + g % 3], c::timestamp, 4000 - g,
  CASE WHEN k IN ('done', 'bad') THEN c + interval '20 seconds' + ((1 + g * 37 % 23) * interval '1 minute')
  END::timestamp, CASE WHEN k IN ('done', 'bad') THEN k = 'done' END, CASE WHEN k IN ('bad') THEN
  'Account is closed' END FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'new' WHEN g <= 6 THEN 'lost'
  WHEN g % 23 = 7 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 2 THEN g * interval '25 seconds'
  WHEN g <= 6 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '60 minutes' END AS c
  FROM generate_series(1, 240) g) s ORDER BY s.c;
