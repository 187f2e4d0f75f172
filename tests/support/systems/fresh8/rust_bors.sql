CREATE TABLE build (id serial PRIMARY KEY, repository text NOT NULL, branch text NOT NULL, commit_sha text
  NOT NULL, status text NOT NULL, parent text NOT NULL, created_at timestamptz NOT NULL DEFAULT
  CURRENT_TIMESTAMP, check_run_id bigint, kind text NOT NULL DEFAULT 'try', duration interval, pr_number
  bigint);
CREATE UNIQUE INDEX build_repository_branch_commit_sha_idx ON build (repository, branch, commit_sha);
INSERT INTO build (repository, branch, commit_sha, status, parent, created_at, check_run_id, kind, duration,
  pr_number) SELECT 'rust-lang/rust', CASE WHEN g % 3 = 0 THEN 'automation/bors/auto' ELSE
  'automation/bors/try' END, encode(sha256(('cm' || g)::bytea), 'hex'), CASE k WHEN 'work' THEN 'pending'
  WHEN 'lost' THEN 'pending' WHEN 'bad' THEN 'failure' WHEN 'off' THEN 'cancelled' WHEN 'late' THEN
  'timeouted' ELSE 'success' END, encode(sha256(('pa' || g)::bytea), 'hex'), c, 700000 + g, CASE WHEN g % 3
  = 0 THEN 'auto' ELSE 'try' END, CASE WHEN k IN ('done', 'bad') THEN interval '3 hours' + g * interval '1
  second' END, 90000 + g FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'work' WHEN g <= 6 THEN 'lost'
  WHEN g % 9 = 3 THEN 'bad' WHEN g % 31 = 10 THEN 'off' WHEN g % 71 = 23 THEN 'late' ELSE 'done' END AS k,
  now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 6 THEN interval '9 hours' + g * interval
  '7 minutes' ELSE g * interval '40 minutes' END AS c FROM generate_series(1, 350) g) s ORDER BY g DESC;
