CREATE TABLE jobs (id uuid PRIMARY KEY, project_id uuid NOT NULL, run_id uuid NOT NULL, fleet_id uuid,
  run_name varchar(100) NOT NULL, job_num integer NOT NULL, job_name varchar(100) NOT NULL, submission_num
  integer NOT NULL, submitted_at timestamp NOT NULL, last_processed_at timestamp NOT NULL,
  skip_min_processing_interval boolean NOT NULL DEFAULT false, status varchar(100) NOT NULL,
  termination_reason varchar(100), termination_reason_message text, disconnected_at timestamp, exit_status
  integer, job_spec_data text NOT NULL, job_provisioning_data text, runner_timestamp bigint, inactivity_secs
  integer, graceful_termination_attempts integer, remove_at timestamp, volumes_detached_at timestamp,
  instance_assigned boolean NOT NULL DEFAULT false, instance_id uuid, used_instance_id uuid, replica_num
  integer NOT NULL, deployment_num integer NOT NULL, job_runtime_data text, ready boolean NOT NULL DEFAULT
  false, registered boolean NOT NULL DEFAULT false, waiting_master_job boolean, image_pull_progress text,
  lock_expires_at timestamp, lock_token uuid, lock_owner varchar(100));
CREATE INDEX ix_jobs_status ON jobs (status);
CREATE INDEX ix_jobs_pipeline_fetch_q ON jobs (last_processed_at) WHERE status NOT IN ('terminated',
  'aborted', 'failed', 'done');
INSERT INTO jobs (id, project_id, run_id, run_name, job_num, job_name, submission_num, submitted_at,
  last_processed_at, status, termination_reason, exit_status, job_spec_data, job_provisioning_data,
  runner_timestamp, inactivity_secs, remove_at, instance_assigned, used_instance_id, replica_num,
  deployment_num, job_runtime_data, lock_expires_at, lock_token, lock_owner) SELECT md5('dj' || g)::uuid,
  md5('pr' || g % 5)::uuid, md5('ru' || g / 2)::uuid, 'run-' || g / 2, g % 2, 'run-' || g / 2 || '-' || g %
  2, 0, c AT TIME ZONE 'UTC', CASE k WHEN 'new' THEN c WHEN 'work' THEN n - interval '12 seconds' WHEN
  'lock' THEN n - interval '12 seconds' WHEN 'lost' THEN c + interval '2 minutes' ELSE c + interval '3
  hours' END AT TIME ZONE 'UTC', CASE k WHEN 'new' THEN 'submitted' WHEN 'work' THEN 'running' WHEN 'lock'
  THEN 'running' WHEN 'lost' THEN 'provisioning' WHEN 'bad' THEN 'failed' WHEN 'off' THEN 'terminated' ELSE
  'done' END, CASE k WHEN 'done' THEN 'done_by_runner' WHEN 'bad' THEN 'container_exited_with_error' WHEN
  'off' THEN 'terminated_by_user' END, CASE k WHEN 'done' THEN 0 WHEN 'bad' THEN 137 END, '{"image": "x"}',
  CASE WHEN k <> 'new' THEN '{"backend": "aws"}' END, CASE WHEN k IN ('work', 'lock', 'done', 'bad') THEN
  (extract(epoch FROM c) * 1000)::bigint END, CASE WHEN k IN ('work', 'lock') THEN 0 END, CASE WHEN k IN
  ('done', 'off') THEN c + interval '181 minutes' END AT TIME ZONE 'UTC', k <> 'new', CASE WHEN k <> 'new'
  THEN md5('in' || g)::uuid END, 0, 0, CASE WHEN k <> 'new' THEN '{}' END, CASE k WHEN 'lock' THEN n +
  interval '20 seconds' WHEN 'lost' THEN c + interval '3 minutes' END AT TIME ZONE 'UTC', CASE WHEN k IN
  ('lock', 'lost') THEN md5('lt' || g)::uuid END, CASE WHEN k IN ('lock', 'lost') THEN 'JobRunningPipeline'
  END FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 8 THEN 'work' WHEN g <= 11 THEN
  'lock' WHEN g <= 14 THEN 'lost' WHEN g % 13 = 4 THEN 'bad' WHEN g % 29 = 9 THEN 'off' ELSE 'done' END AS
  k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 8 THEN g * interval '25 seconds' WHEN
  g <= 11 THEN g * interval '25 seconds' WHEN g <= 14 THEN interval '9 hours' + g * interval '7 minutes'
  ELSE g * interval '30 minutes' END AS c FROM generate_series(1, 360) g) s ORDER BY g DESC;
