CREATE TABLE jobs_run (created timestamp NOT NULL, updated timestamp NOT NULL, id uuid NOT NULL PRIMARY KEY,
  job_id uuid, started_by_id integer, started_at timestamptz, finished_at timestamptz, task_id uuid,
  status varchar(1) NOT NULL, message text, title text, args json, queue varchar(64) NOT NULL, parent_run_id uuid,
  subtasks_closed boolean NOT NULL DEFAULT false, total_subtasks integer NOT NULL DEFAULT 0,
  completed_subtasks integer NOT NULL DEFAULT 0, failed_subtasks integer NOT NULL DEFAULT 0,
  errored_entries integer NOT NULL DEFAULT 0, inserted_entries integer NOT NULL DEFAULT 0,
  updated_entries integer NOT NULL DEFAULT 0, total_entries integer NOT NULL DEFAULT 0);
CREATE INDEX ix_jobs_run_parent_run_id ON jobs_run (parent_run_id);
INSERT INTO jobs_run (created, updated, id, job_id, started_by_id, started_at, finished_at, task_id, status, message,
  title, args, queue, errored_entries, inserted_entries, total_entries) SELECT c AT TIME ZONE 'UTC', CASE k WHEN 'Q'
  THEN c AT TIME ZONE 'UTC' ELSE (c + interval '2 minutes') AT TIME ZONE 'UTC' END, md5('rn' || g)::uuid,
  md5('jb' || g % 6)::uuid, CASE WHEN g % 4 = 0 THEN 1 + g % 3 END, CASE WHEN k <> 'Q'
  THEN c + interval '3 seconds' END, CASE WHEN k IN ('S', 'F', 'W', 'X') THEN c + interval '2 minutes' END,
  md5('tk' || g)::uuid, CASE k WHEN 'L' THEN 'R' ELSE k END, CASE WHEN k = 'F' THEN 'ConnectionError: upstream ' || g
  WHEN k = 'W' THEN '3 errors in 90 entries' END, 'Manual run ' || g, '{"since":null}', 'celery', CASE WHEN k = 'W'
  THEN 3 ELSE 0 END, CASE WHEN k IN ('S', 'W') THEN g ELSE 0 END, CASE WHEN k IN ('S', 'W') THEN g + 3 ELSE 0 END
FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'Q' WHEN g <= 8 THEN 'R' WHEN g <= 9 THEN 'C' WHEN g <= 11 THEN 'L'
  WHEN g <= 12 THEN 'Q' WHEN g % 9 = 0 THEN 'F' WHEN g % 31 = 0 THEN 'X' WHEN g % 37 = 0 THEN 'W' ELSE 'S' END AS k,
  now() - CASE WHEN g <= 9 THEN g * interval '20 seconds' WHEN g <= 12
  THEN interval '2 days' + g * interval '7 minutes' ELSE g * interval '6 hours' END AS c
FROM generate_series(1, 130) g) s;
