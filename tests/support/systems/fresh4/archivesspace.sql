CREATE TABLE job (id serial PRIMARY KEY, repo_id integer NOT NULL, lock_version integer NOT NULL DEFAULT 0,
  json_schema_version integer NOT NULL, job_blob bytea NOT NULL, time_submitted timestamp NOT NULL,
  time_started timestamp, time_finished timestamp, owner_id integer NOT NULL, status varchar(255) NOT NULL,
  created_by varchar(255), last_modified_by varchar(255), create_time timestamp NOT NULL,
  system_mtime timestamp NOT NULL, user_mtime timestamp NOT NULL, job_params varchar(255),
  job_type varchar(255) NOT NULL DEFAULT 'unknown_job_type');
CREATE INDEX job_status_idx ON job (status);
CREATE INDEX job_system_mtime_index ON job (system_mtime);
INSERT INTO job (repo_id, lock_version, json_schema_version, job_blob, time_submitted, time_started, time_finished,
  owner_id, status, created_by, last_modified_by, create_time, system_mtime, user_mtime, job_params,
  job_type) SELECT 2 + g % 3, CASE WHEN k = 'queued' THEN 1 ELSE 3 END, 1, decode(md5('jb' || g), 'hex'), c, CASE
  WHEN k IN ('running', 'lost', 'completed', 'failed') OR k = 'canceled' AND g % 2 = 0
  THEN c + interval '5 seconds' END, CASE WHEN k IN ('completed', 'failed', 'canceled')
  THEN c + g % 50 * interval '3 seconds' + interval '9 seconds' END, 1 + g % 6, CASE k WHEN 'lost' THEN 'running'
  ELSE k END, 'user' || g % 6, 'user' || g % 6, c, CASE k WHEN 'queued' THEN c WHEN 'running'
  THEN n - g * interval '1 second' WHEN 'lost' THEN c + interval '30 seconds'
  ELSE c + g % 50 * interval '3 seconds' + interval '9 seconds' END, c, NULL, (ARRAY['import_job',
  'print_to_pdf_job', 'report_job', 'find_and_replace_job'])[1 + g % 4]
FROM (SELECT g, (now() AT TIME ZONE 'UTC') AS n, CASE WHEN g <= 4 THEN 'queued' WHEN g <= 7 THEN 'running'
  WHEN g <= 9 THEN 'lost' WHEN g % 11 = 0 THEN 'failed' WHEN g % 23 = 0 THEN 'canceled' ELSE 'completed' END AS k,
  (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 7 THEN g * interval '20 seconds' WHEN g <= 9
  THEN interval '1 day' + g * interval '7 minutes' ELSE g * interval '6 hours' END AS c
FROM generate_series(1, 130) g) s;
