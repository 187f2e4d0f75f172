CREATE TABLE saga_states (saga_id varchar(36) PRIMARY KEY, current_step integer NOT NULL DEFAULT 0,
  total_steps integer NOT NULL DEFAULT 0, status varchar(50) NOT NULL, data jsonb NOT NULL, failed_step
  integer, compensated_steps integer[] NOT NULL DEFAULT '{}', compensated_status varchar(50), created_at
  timestamp NOT NULL DEFAULT now(), updated_at timestamp NOT NULL DEFAULT now());
CREATE INDEX idx_saga_states_status ON saga_states (status);
CREATE INDEX idx_saga_states_updated_at ON saga_states (updated_at);
INSERT INTO saga_states (saga_id, current_step, total_steps, status, data, failed_step, compensated_steps,
  compensated_status, created_at, updated_at) SELECT md5('ls' || g)::uuid::text, CASE k WHEN 'work' THEN 1 +
  g % 3 WHEN 'lost' THEN 1 + g % 3 WHEN 'comp' THEN 2 WHEN 'lostc' THEN 2 WHEN 'bad' THEN 2 ELSE 4 END, 4,
  CASE k WHEN 'work' THEN 'running' WHEN 'lost' THEN 'running' WHEN 'comp' THEN 'compensating' WHEN 'lostc'
  THEN 'compensating' WHEN 'bad' THEN 'failed' ELSE 'completed' END, jsonb_build_object('n', g), CASE WHEN k
  IN ('comp', 'lostc', 'bad') THEN 2 END, CASE k WHEN 'bad' THEN ARRAY[1, 0] WHEN 'comp' THEN ARRAY[1] WHEN
  'lostc' THEN ARRAY[1] ELSE '{}' END::integer[], CASE WHEN k IN ('comp', 'lostc', 'bad') THEN CASE k WHEN
  'bad' THEN 'completed' ELSE 'running' END END, c::timestamp, (c + CASE k WHEN 'work' THEN interval
  '3 seconds' WHEN 'lost' THEN interval '3 seconds' WHEN 'comp' THEN interval '3 seconds' WHEN 'lostc' THEN
  interval '3 seconds' ELSE interval '3 seconds' + ((2 + g * 37 % 89) * interval '1 second') END)::timestamp
  FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'work' WHEN g <= 4 THEN 'comp' WHEN g <= 7 THEN 'lost'
  WHEN g <= 9 THEN 'lostc' WHEN g % 23 = 7 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g
  * interval '25 seconds' WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 7 THEN interval '9 hours' + g
  * interval '7 minutes' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '8 minutes' END AS c FROM generate_series(1, 360) g) s ORDER BY s.c;
