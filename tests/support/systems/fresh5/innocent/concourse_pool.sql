CREATE TYPE worker_state AS ENUM ('running', 'stalled', 'landing', 'landed', 'retiring');
CREATE TYPE volume_state AS ENUM ('creating', 'created', 'destroying', 'failed');
CREATE TABLE workers (name text PRIMARY KEY, addr text, expires timestamptz, active_containers integer DEFAULT 0,
  platform text, tags text, baggageclaim_url text DEFAULT '', start_time timestamptz, team_id integer, state
  worker_state NOT NULL DEFAULT 'running', version text);
CREATE TABLE resources (id serial PRIMARY KEY, name text NOT NULL, check_error text, paused boolean DEFAULT false,
  pipeline_id integer NOT NULL, last_checked timestamp NOT NULL DEFAULT '1970-01-01', config text NOT NULL, active
  boolean NOT NULL DEFAULT false);
CREATE TABLE volumes (id serial PRIMARY KEY, handle text NOT NULL UNIQUE, worker_name text NOT NULL, path text,
  container_id integer, team_id integer, state volume_state NOT NULL DEFAULT 'creating', parent_id integer,
  created_at timestamptz);
INSERT INTO workers SELECT 'worker-' || g, CASE WHEN g % 9 > 0 THEN '10.0.0.' || g || ':7777' END, CASE WHEN g % 9 >
  0 THEN now() + interval '30 seconds' END, g % 40, 'linux', '[]', 'http://10.0.0.' || g, now() - g * interval
  '2 days', NULL, (CASE WHEN g % 9 = 0 THEN 'stalled' ELSE 'running' END)::worker_state, '2.4' FROM
  generate_series(1, 40) g;
INSERT INTO resources (name, check_error, pipeline_id, last_checked, config, active) SELECT 'res' || g, CASE WHEN g
  % 20 = 0 THEN 'resource script failed' END, 1 + g % 5, localtimestamp - g % 60 * interval '1 second', '{}', g % 6
  > 0 FROM generate_series(1, 90) g;
INSERT INTO volumes (handle, worker_name, path, container_id, team_id, state, created_at) SELECT md5('vo' || g),
  'worker-' || 1 + g % 40, '/tmp', g, 1, 'created', c FROM (SELECT g, now() - g * interval '2 hours' AS c FROM
  generate_series(1, 140) g) s;
