CREATE TABLE job (id serial PRIMARY KEY, created_at timestamp NOT NULL, updated_at timestamp, name varchar(128) NOT
  NULL, payload json, taken boolean NOT NULL, run_at timestamp, state integer NOT NULL DEFAULT 0, attempts integer
  NOT NULL DEFAULT 0, taken_at timestamp, priority integer NOT NULL DEFAULT 50);
CREATE INDEX ix_state_run_at_taken_at_priority_attempts ON job (state, run_at, taken_at, priority, attempts);
CREATE TABLE sync_event (id serial PRIMARY KEY, created_at timestamp NOT NULL, updated_at timestamp, content bytea
  NOT NULL, taken_time timestamp, retry_count integer NOT NULL DEFAULT 0);
CREATE INDEX ix_sync_event_created_at ON sync_event (created_at);
CREATE INDEX ix_sync_event_taken_time ON sync_event (taken_time);
CREATE TABLE batch_import (id serial PRIMARY KEY, created_at timestamp NOT NULL, updated_at timestamp, user_id
  integer NOT NULL, file_id integer NOT NULL, processed boolean NOT NULL, summary text);
INSERT INTO job (created_at, updated_at, name, payload, taken, run_at, state, attempts, taken_at, priority) SELECT
  c, CASE WHEN k NOT IN ('new', 'later') THEN c + interval '40 seconds' END, (ARRAY['onboarding-1', 'batch-import',
  'delete-account'])[1 + g % 3], json_build_object('user_id', g), k IN ('run', 'lost', 'done', 'error'), CASE WHEN k
  = 'later' THEN n + g * interval '9 hours' WHEN g % 3 = 0 THEN c + interval '10 seconds' END, CASE k WHEN 'run'
  THEN 1 WHEN 'lost' THEN 1 WHEN 'done' THEN 2 WHEN 'error' THEN 3 ELSE 0 END, CASE k WHEN 'error' THEN 5 WHEN 'new'
  THEN 0 WHEN 'later' THEN 0 WHEN 'lost' THEN 5 ELSE 1 END, CASE WHEN k NOT IN ('new', 'later') THEN c + interval
  '30 seconds' END, 50 FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 5 THEN 'run' WHEN
  g <= 11 THEN 'later' WHEN g <= 14 THEN 'lost' WHEN g % 31 = 0 THEN 'error' ELSE 'done' END AS k, localtimestamp -
  CASE WHEN g <= 11 THEN g * interval '25 seconds' WHEN g <= 14 THEN interval '9 hours' + g * interval '7 minutes'
  ELSE g * interval '25 minutes' END AS c FROM generate_series(1, 200) g) s;
INSERT INTO sync_event (created_at, content, taken_time, retry_count) SELECT c, decode(md5('e' || g), 'hex'), CASE
  WHEN k = 'lost' THEN c + interval '2 seconds' END, CASE k WHEN 'lost' THEN 1 + g % 8 ELSE 0 END FROM (SELECT g,
  localtimestamp AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 14 THEN 'lost' END AS k, localtimestamp - CASE WHEN g
  <= 4 THEN g * interval '25 seconds' WHEN g <= 14 THEN interval '9 hours' + g * interval '7 minutes' ELSE g *
  interval '25 minutes' END AS c FROM generate_series(1, 14) g) s;
INSERT INTO batch_import (created_at, updated_at, user_id, file_id, processed, summary) SELECT c, CASE WHEN k =
  'done' THEN c + interval '1 minute' END, g, 100 + g, k = 'done', CASE WHEN k = 'done' THEN
  '12 aliases have been imported' END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 1 THEN 'new' WHEN g <= 3
  THEN 'lost' ELSE 'done' END AS k, localtimestamp - CASE WHEN g <= 1 THEN g * interval '25 seconds' WHEN g <= 3
  THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '31 hours' END AS c FROM generate_series(1,
  60) g) s;
