CREATE TABLE application_deployment_queues (id bigserial PRIMARY KEY, application_id varchar(255) NOT NULL,
  deployment_uuid varchar(255) NOT NULL UNIQUE, pull_request_id integer NOT NULL DEFAULT 0,
  force_rebuild boolean NOT NULL DEFAULT false, commit varchar(255) NOT NULL DEFAULT 'HEAD',
  status varchar(255) NOT NULL DEFAULT 'queued', is_webhook boolean NOT NULL DEFAULT false, created_at timestamp(0),
  updated_at timestamp(0), logs text, current_process_id varchar(255), restart_only boolean NOT NULL DEFAULT false,
  git_type varchar(255), server_id integer, application_name varchar(255), server_name varchar(255),
  deployment_url varchar(255), destination_id varchar(255), only_this_server boolean NOT NULL DEFAULT false,
  rollback boolean NOT NULL DEFAULT false, commit_message text, is_api boolean NOT NULL DEFAULT false,
  build_server_id integer, horizon_job_id varchar(255), horizon_job_worker varchar(255), finished_at timestamp(0));
INSERT INTO application_deployment_queues (application_id, deployment_uuid, commit, status, is_webhook, created_at,
  updated_at, logs, current_process_id, git_type, server_id, application_name, server_name, destination_id,
  commit_message, horizon_job_id, horizon_job_worker, finished_at) SELECT (1 + g % 9)::text, md5('du' || g),
  md5('cm' || g), CASE k WHEN 'lost' THEN 'in_progress' ELSE k END, g % 2 = 0, c, CASE k WHEN 'queued' THEN c
  WHEN 'in_progress' THEN n - g * interval '1 second' WHEN 'lost' THEN c + interval '2 minutes'
  ELSE c + interval '3 minutes' END, CASE WHEN k <> 'queued'
  THEN '[{"output":"Starting deployment of ' || g || '"}]' END, CASE WHEN k <> 'queued' THEN (30000 + g)::text END,
  'github', 1 + g % 3, 'app' || g % 9, 'server' || g % 3, '0', 'Fix ' || g, CASE WHEN k <> 'queued'
  THEN md5('hj' || g)::uuid::text END, CASE WHEN k <> 'queued' THEN 'coolify-1' END, CASE WHEN k IN ('finished',
  'failed', 'cancelled-by-user') THEN c + interval '3 minutes' END
FROM (SELECT g, localtimestamp(0) AS n, CASE WHEN g <= 5 THEN 'queued' WHEN g <= 7 THEN 'in_progress' WHEN g <= 9
  THEN 'lost' WHEN g % 8 = 0 THEN 'failed' WHEN g % 35 = 0 THEN 'cancelled-by-user' ELSE 'finished' END AS k,
  localtimestamp(0) - CASE WHEN g <= 7 THEN g * interval '30 seconds' WHEN g <= 9
  THEN interval '1 day' + g * interval '7 minutes' ELSE g * interval '3 hours' END AS c
FROM generate_series(1, 150) g) s;
