CREATE TYPE build_status AS ENUM ('pending', 'started', 'aborted', 'succeeded', 'failed', 'errored');
CREATE TABLE builds (id bigserial PRIMARY KEY, name text NOT NULL, status build_status NOT NULL, scheduled boolean
  NOT NULL DEFAULT false, start_time timestamptz, end_time timestamptz, schema varchar(16), private_plan text,
  completed boolean NOT NULL DEFAULT false, job_id integer, reap_time timestamptz, team_id integer NOT NULL,
  manually_triggered boolean DEFAULT false, interceptible boolean DEFAULT true, nonce text, public_plan json DEFAULT
  '{}', pipeline_id integer, drained boolean NOT NULL DEFAULT true, create_time timestamptz NOT NULL DEFAULT now(),
  aborted boolean NOT NULL DEFAULT false, inputs_ready boolean NOT NULL DEFAULT false, created_by text);
CREATE INDEX builds_status ON builds (status);
CREATE INDEX builds_job_id ON builds (job_id);
INSERT INTO builds (name, status, scheduled, start_time, end_time, schema, private_plan, completed, job_id,
  reap_time, team_id, manually_triggered, interceptible, nonce, pipeline_id, drained, create_time, aborted,
  inputs_ready, created_by) SELECT g::text, (CASE k WHEN 'lost' THEN 'started' ELSE k END)::build_status, k <>
  'pending', CASE WHEN k NOT IN ('pending') THEN c + interval '8 seconds' END, CASE WHEN k NOT IN ('pending',
  'started', 'lost') THEN c + interval '4 minutes' END, 'exec.v2', CASE WHEN k <> 'pending' THEN 'x' END, k NOT IN
  ('pending', 'started', 'lost'), 1 + g % 12, CASE WHEN g > 150 THEN c + interval '3 days' END, 1, g % 9 = 0, g <=
  60, md5('no' || g), 1 + g % 3, k NOT IN ('pending', 'started', 'lost'), c, k = 'aborted', true, CASE WHEN g % 9 =
  0 THEN 'admin' END FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'pending' WHEN g <= 9 THEN 'started' WHEN g
  <= 11 THEN 'lost' WHEN g % 7 = 0 THEN 'failed' WHEN g % 19 = 0 THEN 'errored' WHEN g % 31 = 0 THEN 'aborted' ELSE
  'succeeded' END AS k, now() - CASE WHEN g <= 9 THEN g * interval '25 seconds' WHEN g <= 11 THEN interval '9 hours'
  + g * interval '7 minutes' ELSE g * interval '40 minutes' END AS c FROM generate_series(1, 240) g) s;
