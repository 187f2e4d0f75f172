CREATE TABLE jobs (run_id text NOT NULL, phase text NOT NULL, status text NOT NULL, runner_id text, job_id text
  PRIMARY KEY, UNIQUE (run_id, phase));
INSERT INTO jobs SELECT 'run-' || left(md5('r' || g / 2), 16), CASE WHEN g % 2 = 0 THEN 'plan' ELSE 'apply' END,
  CASE WHEN g > 180 THEN 'unallocated' WHEN g > 176 THEN 'running' WHEN g % 13 = 0 THEN 'errored' WHEN g % 37 = 0
  THEN 'canceled' ELSE 'finished' END, CASE WHEN g <= 180 THEN 'runner-' || g % 4 END, 'job-' || left(md5('j' || g),
  16) FROM generate_series(1, 183) g;
