CREATE TABLE jobs (id varchar(32) NOT NULL PRIMARY KEY, name varchar(64), created_at timestamp NOT NULL);
CREATE TABLE tasks (
  id varchar(32) NOT NULL PRIMARY KEY,
  job_id varchar(32) NOT NULL REFERENCES jobs (id),
  position integer NOT NULL,
  name varchar(256),
  state varchar(10) NOT NULL,
  created_at timestamp NOT NULL,
  scheduled_at timestamp,
  started_at timestamp,
  completed_at timestamp,
  failed_at timestamp,
  cmd text[],
  entrypoint text[],
  run_script text,
  image varchar(256),
  registry jsonb,
  env jsonb,
  files_ jsonb,
  queue varchar(256),
  error_ text,
  pre_tasks jsonb,
  post_tasks jsonb,
  sidecars jsonb,
  mounts jsonb,
  node_id varchar(32),
  retry jsonb,
  limits jsonb,
  timeout varchar(8),
  result text,
  var varchar(64),
  parallel jsonb,
  parent_id varchar(32),
  each_ jsonb,
  description text,
  subjob jsonb,
  networks text[],
  gpus text,
  if_ text,
  tags text[],
  priority integer,
  workdir varchar(256),
  progress numeric(5,2) DEFAULT 0
);
CREATE INDEX idx_tasks_state ON tasks (state);
CREATE INDEX idx_tasks_job_id ON tasks (job_id);

INSERT INTO jobs (id, name, created_at) SELECT md5('tj' || g), (ARRAY['transcode', 'resize', 'report'])[1 + g % 3], (now() AT TIME ZONE 'UTC') - g * interval '90 minutes' FROM generate_series(1, 40) g;
INSERT INTO tasks (id, job_id, position, name, state, created_at, scheduled_at, started_at, completed_at, failed_at, cmd, entrypoint, run_script, image, env, files_, queue, error_, node_id, retry, limits, timeout, result, var, description, priority, progress)
SELECT md5('tt' || g), md5('tj' || 1 + g % 40), 1 + g % 3, (ARRAY['fetch', 'convert', 'upload'])[1 + g % 3], k, c, CASE WHEN k NOT IN ('CREATED', 'PENDING', 'SKIPPED') THEN c + interval '40 milliseconds' END, CASE WHEN k IN ('RUNNING', 'COMPLETED', 'FAILED', 'STOPPED') THEN c + interval '900 milliseconds' END,
       CASE WHEN k IN ('COMPLETED', 'SKIPPED') THEN c + (3 + g % 200) * interval '1 second' END, CASE WHEN k IN ('FAILED', 'STOPPED', 'CANCELLED') THEN CASE WHEN k = 'FAILED' THEN c + interval '31 seconds' END END, NULL, NULL, 'ffmpeg -i $IN -o $TORK_OUTPUT', 'jrottenberg/ffmpeg:4', jsonb_build_object('IN', 's3://media/' || g || '.mov'), NULL, 'default',
       CASE WHEN k = 'FAILED' THEN 'exit code 1: Conversion failed!' END, CASE WHEN k IN ('RUNNING', 'COMPLETED', 'FAILED', 'STOPPED') THEN md5('node' || g % 3) END, CASE WHEN g % 4 = 0 THEN jsonb_build_object('limit', 2, 'attempts', CASE WHEN k = 'FAILED' THEN 2 ELSE 0 END) END, NULL, '10m', CASE WHEN k = 'COMPLETED' AND g % 3 = 1 THEN 'ok' END, CASE WHEN g % 3 = 1 THEN 'out' END, '', 0, CASE k WHEN 'COMPLETED' THEN 100 WHEN 'RUNNING' THEN g % 100 ELSE 0 END
FROM (SELECT g, now() AT TIME ZONE 'UTC' AS n, CASE WHEN g <= 4 THEN 'PENDING' WHEN g <= 8 THEN 'SCHEDULED' WHEN g <= 16 THEN 'RUNNING' WHEN g % 23 = 0 THEN 'FAILED' WHEN g % 31 = 0 THEN 'CANCELLED' WHEN g % 37 = 0 THEN 'STOPPED' WHEN g % 29 = 0 THEN 'SKIPPED' ELSE 'COMPLETED' END AS k FROM generate_series(1, 140) g) s,
     LATERAL (SELECT CASE WHEN g <= 4 THEN n - g * interval '20 milliseconds' WHEN g <= 13 THEN n - g * interval '4 seconds' WHEN g <= 16 THEN n - interval '7 hours' - g * interval '1 minute' ELSE n - g * interval '33 minutes' END AS c) x;
