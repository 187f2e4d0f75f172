CREATE TABLE digger_jobs (id bigserial NOT NULL, created_at timestamptz, updated_at timestamptz, deleted_at
  timestamptz, digger_job_id text, status smallint, batch_id text, serialized_job_spec bytea, status_updated_at
  timestamptz, digger_job_summary_id bigint, workflow_run_url text, workflow_file text, plan_footprint bytea,
  pr_comment_url text, pr_comment_id bigint, terraform_output text, run_name text, project_name text, check_run_id
  text, check_run_url text, reporter_type text DEFAULT 'lazy', PRIMARY KEY (id));
CREATE INDEX idx_digger_job_id ON digger_jobs (batch_id);
CREATE INDEX idx_digger_jobs_deleted_at ON digger_jobs (deleted_at);
INSERT INTO digger_jobs (created_at, updated_at, digger_job_id, status, batch_id, serialized_job_spec,
  status_updated_at, digger_job_summary_id, workflow_run_url, workflow_file, terraform_output, project_name) SELECT
  c, CASE WHEN k = 'new' THEN c ELSE c + interval '3 minutes' END, left(md5('dj' || g), 12), CASE k WHEN 'new' THEN
  1 WHEN 'trig' THEN 2 WHEN 'bad' THEN 3 WHEN 'run' THEN 4 WHEN 'lost' THEN 4 WHEN 'held' THEN 6 ELSE 5 END,
  md5('db' || g / 3)::uuid::text, '\x7b7d', CASE WHEN k = 'new' THEN c ELSE c + interval '3 minutes' END, CASE WHEN
  k = 'ok' THEN g END, CASE WHEN k NOT IN ('new', 'held') THEN 'https://github.com/o/r/actions/runs/' || g END,
  'digger_workflow.yml', CASE WHEN k IN ('ok', 'bad') THEN 'Plan: 1 to add' END, 'project' || g % 5 FROM (SELECT g,
  now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 5 THEN 'trig' WHEN g <= 8 THEN 'run' WHEN g <= 10 THEN 'held'
  WHEN g <= 13 THEN 'lost' WHEN g % 11 = 0 THEN 'bad' ELSE 'ok' END AS k, now() - CASE WHEN g <= 10 THEN g *
  interval '25 seconds' WHEN g <= 13 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '25 minutes' END AS c FROM generate_series(1, 170) g) s;
