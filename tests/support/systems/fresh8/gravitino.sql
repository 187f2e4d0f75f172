CREATE TABLE job_run_meta (job_run_id bigint NOT NULL, job_template_id bigint NOT NULL, metalake_id bigint
  NOT NULL, job_execution_id varchar(256) NOT NULL, job_run_status varchar(64) NOT NULL, job_finished_at
  bigint NOT NULL DEFAULT 0, audit_info text NOT NULL, current_version integer NOT NULL DEFAULT 1,
  last_version integer NOT NULL DEFAULT 1, deleted_at bigint NOT NULL DEFAULT 0, PRIMARY KEY (job_run_id),
  UNIQUE (metalake_id, job_execution_id, deleted_at));
INSERT INTO job_run_meta (job_run_id, job_template_id, metalake_id, job_execution_id, job_run_status,
  job_finished_at, audit_info, deleted_at) SELECT 7000000000 - g, 1 + g % 9, 1 + g % 2, 'local-job-' ||
  md5('je' || g), CASE k WHEN 'new' THEN 'QUEUED' WHEN 'work' THEN 'STARTED' WHEN 'lost' THEN 'STARTED' WHEN
  'bad' THEN 'FAILED' WHEN 'off' THEN 'CANCELLED' ELSE 'SUCCEEDED' END, CASE WHEN k IN ('done', 'bad',
  'off') THEN (extract(epoch FROM c + interval '3 minutes') * 1000)::bigint ELSE 0 END,
  '{"creator":"ann","createTime":"' || to_char(c AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') || '"}',
  CASE WHEN k = 'done' AND g % 17 = 0 THEN (extract(epoch FROM c + interval '1 day') * 1000)::bigint ELSE 0
  END FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 7 THEN 'work' WHEN g <= 10 THEN
  'lost' WHEN g % 23 = 7 THEN 'bad' WHEN g % 59 = 19 THEN 'off' ELSE 'done' END AS k, now() - CASE WHEN g <=
  4 THEN g * interval '25 seconds' WHEN g <= 7 THEN g * interval '25 seconds' WHEN g <= 10 THEN interval '9
  hours' + g * interval '7 minutes' ELSE g * interval '20 minutes' END AS c FROM generate_series(1, 300) g)
  s ORDER BY g DESC;
