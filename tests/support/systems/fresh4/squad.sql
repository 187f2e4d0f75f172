CREATE TABLE ci_testjob (id serial PRIMARY KEY, definition text, name varchar(256),
  environment varchar(100) NOT NULL, created_at timestamptz, submitted_at timestamptz, fetched_at timestamptz,
  started_at timestamptz, ended_at timestamptz, submitted boolean NOT NULL, fetched boolean NOT NULL,
  fetch_attempts integer NOT NULL, last_fetch_attempt timestamptz, failure text, can_resubmit boolean NOT NULL,
  resubmitted_count integer NOT NULL, subtasks_count integer NOT NULL, job_id varchar(128), job_status varchar(128),
  backend_id integer NOT NULL, target_id integer NOT NULL, target_build_id integer, testrun_id integer,
  parent_job_id integer);
CREATE INDEX ci_testjob_submitted ON ci_testjob (submitted, fetched);
INSERT INTO ci_testjob (definition, name, environment, created_at, submitted_at, fetched_at, started_at, ended_at,
  submitted, fetched, fetch_attempts, last_fetch_attempt, failure, can_resubmit, resubmitted_count, subtasks_count,
  job_id, job_status, backend_id, target_id, target_build_id, testrun_id) SELECT 'job_name: lkft ' || g,
  'lkft ' || g % 9, 'dragonboard-410c', c, CASE WHEN k <> 'new' THEN c + interval '3 seconds' END, CASE
  WHEN k IN ('ok', 'bad') THEN c + interval '2 hours' END, CASE WHEN k IN ('ok', 'bad')
  THEN c + interval '10 minutes' END, CASE WHEN k IN ('ok', 'bad') THEN c + interval '110 minutes' END, k <> 'new',
  k IN ('ok', 'bad', 'no'), CASE WHEN k = 'no' THEN 3 WHEN k = 'try' THEN 1 ELSE 0 END, CASE WHEN k NOT IN ('new',
  'sent') THEN c + interval '2 hours' END, CASE WHEN k IN ('no', 'try')
  THEN '500 Server Error: Internal Server Error' END, k = 'bad', 0, 0, CASE WHEN k <> 'new'
  THEN (600000 + g)::text END, CASE k WHEN 'new' THEN NULL WHEN 'sent' THEN 'Submitted' WHEN 'run' THEN 'Running'
  WHEN 'try' THEN 'Complete' WHEN 'ok' THEN 'Complete' WHEN 'bad' THEN 'Incomplete' ELSE 'Canceled' END, 1 + g % 2,
  1 + g % 4, 1 + g / 10, CASE WHEN k IN ('ok', 'bad') THEN 9000 + g END
FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 9 THEN 'sent' WHEN g <= 18 THEN 'run' WHEN g <= 21
  THEN 'try' WHEN g <= 25 THEN 'run' WHEN g % 11 = 0 THEN 'bad' WHEN g % 37 = 0 THEN 'no' ELSE 'ok' END AS k,
  now() - CASE WHEN g <= 18 THEN g * interval '9 minutes' WHEN g <= 25
  THEN interval '3 days' + g * interval '7 minutes' ELSE g * interval '80 minutes' END AS c
FROM generate_series(1, 170) g) s;
