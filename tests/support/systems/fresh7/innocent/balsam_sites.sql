CREATE TABLE sessions (id serial PRIMARY KEY, heartbeat timestamp, batch_job_id integer, site_id integer NOT
  NULL);
CREATE TABLE log_events (id serial PRIMARY KEY, job_id integer, timestamp timestamp, from_state varchar(32),
  to_state varchar(32), data jsonb);
INSERT INTO sessions (heartbeat, batch_job_id, site_id) SELECT localtimestamp - g * interval '9 seconds', g, 1
  + g % 3 FROM generate_series(1, 16) g;
INSERT INTO log_events (job_id, timestamp, from_state, to_state, data) SELECT 1 + g / 4, localtimestamp - g *
  interval '4 minutes', (ARRAY['READY', 'STAGED_IN', 'PREPROCESSED', 'RUNNING'])[1 + g % 4],
  (ARRAY['STAGED_IN', 'PREPROCESSED', 'RUNNING', 'RUN_DONE'])[1 + g % 4], '{}' FROM generate_series(1, 240) g;
