CREATE TYPE enum_job_status AS ENUM ('Running', 'Stopping', 'Stopped', 'Success', 'Error');
CREATE TABLE jobs (arguments text[], assessment_id bigint, assessment_question_id bigint, authn_user_id
  bigint, command text, course_id bigint, course_instance_id bigint, course_request_id bigint, data jsonb
  NOT NULL DEFAULT '{}' CHECK (jsonb_typeof(data) = 'object'), description text, env jsonb, error_message
  text, exit_code integer, exit_signal text, finish_date timestamptz, heartbeat_at timestamptz DEFAULT
  CURRENT_TIMESTAMP, id bigserial PRIMARY KEY, job_sequence_id bigint, last_in_sequence boolean,
  no_job_sequence_update boolean DEFAULT false, number_in_sequence integer, output text, start_date
  timestamptz DEFAULT CURRENT_TIMESTAMP, status enum_job_status, type text, user_id bigint,
  working_directory text, UNIQUE (job_sequence_id, number_in_sequence));
CREATE INDEX jobs_status_idx ON jobs (status);
INSERT INTO jobs (authn_user_id, course_id, data, description, error_message, exit_code, finish_date,
  heartbeat_at, job_sequence_id, last_in_sequence, number_in_sequence, output, start_date, status, type,
  user_id) SELECT 1 + g % 30, 1 + g % 8, CASE WHEN k = 'done' THEN '{"ok": true}'::jsonb ELSE '{}'::jsonb
  END, 'Sync from disk', CASE WHEN k = 'bad' THEN 'ENOENT' END, CASE k WHEN 'done' THEN 0 WHEN 'bad' THEN 1
  END, CASE WHEN k IN ('done', 'bad') THEN c + interval '40 seconds' END, CASE k WHEN 'work' THEN n -
  interval '7 seconds' WHEN 'lost' THEN c + interval '30 seconds' ELSE c + interval '35 seconds' END, 1000 -
  g / 3, true, 1 + g % 3, CASE WHEN k NOT IN ('work') THEN 'line 1' END, c, CASE k WHEN 'work' THEN
  'Running' WHEN 'lost' THEN 'Running' WHEN 'bad' THEN 'Error' ELSE 'Success'::enum_job_status END,
  (ARRAY['sync', 'clone', 'regrade'])[1 + g % 3], 1 + g % 30 FROM (SELECT g, now() AS n, CASE WHEN g <= 4
  THEN 'work' WHEN g <= 7 THEN 'lost' WHEN g % 15 = 5 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g
  <= 4 THEN g * interval '25 seconds' WHEN g <= 7 THEN interval '9 hours' + g * interval '7 minutes' ELSE g
  * interval '15 minutes' END AS c FROM generate_series(1, 390) g) s ORDER BY g DESC;
CREATE TYPE enum_batched_migration_job_status AS ENUM ('pending', 'failed', 'succeeded');
CREATE TABLE batched_migration_jobs (attempts integer NOT NULL DEFAULT 0, batched_migration_id bigint NOT
  NULL, created_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP, data jsonb, finished_at timestamptz, id
  bigserial PRIMARY KEY, max_value bigint NOT NULL, min_value bigint NOT NULL CHECK (min_value > 0),
  started_at timestamptz, status enum_batched_migration_job_status NOT NULL DEFAULT 'pending', updated_at
  timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP, CHECK (max_value >= min_value));
CREATE INDEX batched_migration_jobs_batched_migration_id_status_idx ON batched_migration_jobs
  (batched_migration_id, status);
INSERT INTO batched_migration_jobs (attempts, batched_migration_id, created_at, data, finished_at,
  max_value, min_value, started_at, status, updated_at) SELECT CASE WHEN k = 'new' THEN 0 ELSE 1 END, 9 - g
  / 60, c, CASE WHEN k = 'bad' THEN '{"error": {"message": "x"}}'::jsonb END, CASE WHEN k IN ('done', 'bad')
  THEN c + interval '12 seconds' END, (500 - g) * 1000 + 999, (500 - g) * 1000, CASE WHEN k <> 'new' THEN c
  + interval '1 second' END, CASE k WHEN 'new' THEN 'pending' WHEN 'work' THEN 'pending' WHEN 'lost' THEN
  'pending' WHEN 'bad' THEN 'failed' ELSE 'succeeded'::enum_batched_migration_job_status END, CASE WHEN k IN
  ('done', 'bad') THEN c + interval '12 seconds' ELSE c END FROM (SELECT g, now() AS n, CASE WHEN g <= 2
  THEN 'new' WHEN g <= 3 THEN 'work' WHEN g <= 5 THEN 'lost' WHEN g % 55 = 18 THEN 'bad' ELSE 'done' END AS
  k, now() - CASE WHEN g <= 2 THEN g * interval '25 seconds' WHEN g <= 3 THEN g * interval '25 seconds' WHEN
  g <= 5 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '2 minutes' END AS c FROM
  generate_series(1, 420) g) s ORDER BY g DESC;
