CREATE TABLE tasks (id serial PRIMARY KEY, state text NOT NULL, "timestamp" timestamp NOT NULL,
  description text NOT NULL, result text, output text, checkpoint_time timestamp, type text NOT NULL, username text,
  deployment_name text, started_at timestamp, event_output text, result_output text,
  context_id varchar(64) NOT NULL DEFAULT '');
CREATE INDEX tasks_context_id_index ON tasks (context_id);
CREATE INDEX tasks_description_index ON tasks (description);
CREATE INDEX tasks_state_index ON tasks (state);
CREATE INDEX tasks_timestamp_index ON tasks ("timestamp");
INSERT INTO tasks (state, "timestamp", description, result, output, checkpoint_time, type, username, deployment_name,
  started_at, event_output, result_output, context_id) SELECT CASE k WHEN 'lost' THEN 'processing' ELSE k END, CASE k
  WHEN 'queued' THEN c WHEN 'processing' THEN c + interval '2 seconds' WHEN 'lost' THEN c + interval '2 seconds'
  ELSE c + interval '2 seconds' + g % 50 * interval '9 seconds' END, (ARRAY['create deployment',
  'run errand smoke-tests', 'scheduled SnapshotDeployments', 'retrieve vm-stats'])[1 + g % 4], CASE k WHEN 'done'
  THEN '/deployments/cf' WHEN 'error' THEN 'Timed out pinging VM ' || g WHEN 'cancelled'
  THEN 'Task ' || g || ' cancelled' WHEN 'timeout' THEN NULL END, '/var/vcap/store/director/tasks/' || g, CASE k
  WHEN 'queued' THEN c WHEN 'processing' THEN n - g % 9 * interval '2 seconds' WHEN 'lost'
  THEN c + interval '3 minutes' ELSE c + interval '2 seconds' END, (ARRAY['update_deployment', 'run_errand',
  'snapshot_deployments', 'vms'])[1 + g % 4], 'admin', CASE WHEN g % 4 < 2 THEN 'cf' END, CASE WHEN k <> 'queued'
  THEN c + interval '2 seconds' END, CASE WHEN k <> 'queued' THEN '{"time":1,"stage":"Preparing"}' END, CASE
  WHEN k = 'done' THEN '' END, ''
FROM (SELECT g, (now() AT TIME ZONE 'UTC') AS n, CASE WHEN g <= 4 THEN 'queued' WHEN g <= 7 THEN 'processing'
  WHEN g <= 8 THEN 'cancelling' WHEN g <= 10 THEN 'lost' WHEN g % 11 = 0 THEN 'error' WHEN g % 37 = 0
  THEN 'cancelled' WHEN g % 41 = 0 THEN 'timeout' ELSE 'done' END AS k, (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 8
  THEN g * interval '20 seconds' WHEN g <= 10 THEN interval '1 day' + g * interval '7 minutes'
  ELSE g * interval '70 minutes' END AS c
FROM generate_series(1, 180) g) s;
