CREATE TABLE runs (id serial PRIMARY KEY, job_name varchar, run_id char(32) NOT NULL, state varchar(10),
  started_at timestamp, last_heartbeat_at timestamp, ended_at timestamp, payload text, payload_flags integer,
  trigger varchar);
CREATE INDEX ix_runs_job_name ON runs (job_name);
CREATE INDEX ix_runs_run_id ON runs (run_id);
INSERT INTO runs (job_name, run_id, state, started_at, last_heartbeat_at, ended_at, payload, payload_flags,
  trigger) SELECT 'dev:tap-' || (ARRAY['gitlab', 'postgres', 'stripe'])[1 + g % 3] || '-to-target-postgres',
  md5('mr' || g), CASE k WHEN 'run' THEN 'RUNNING' WHEN 'lost' THEN 'RUNNING' WHEN 'bad' THEN 'FAIL' WHEN 'edit'
  THEN 'STATE_EDIT' WHEN 'idle' THEN 'IDLE' ELSE 'SUCCESS' END, c, CASE k WHEN 'run'
  THEN n - g % 3 * interval '400 milliseconds' WHEN 'lost' THEN c + interval '4 minutes' WHEN 'edit' THEN NULL
  WHEN 'idle' THEN NULL ELSE c + interval '9 minutes' END, CASE WHEN k IN ('ok', 'bad')
  THEN c + interval '9 minutes 1 second' WHEN k = 'edit' THEN c END, CASE WHEN k = 'bad'
  THEN '{"error":"Extractor failed"}' ELSE '{"singer_state":{"bookmarks":{"x":' || g || '}}}' END, CASE WHEN k = 'ok'
  THEN 1 ELSE 0 END, CASE WHEN g % 4 > 0 THEN 'schedule' END
FROM (SELECT g, (now() AT TIME ZONE 'UTC') AS n, CASE WHEN g <= 3 THEN 'run' WHEN g <= 5 THEN 'lost' WHEN g % 9 = 0
  THEN 'bad' WHEN g % 37 = 0 THEN 'edit' ELSE 'ok' END AS k, (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 3
  THEN g * interval '3 minutes' WHEN g <= 5 THEN interval '1 day' + g * interval '7 minutes'
  ELSE g * interval '6 hours' END AS c
FROM generate_series(1, 150) g) s;
