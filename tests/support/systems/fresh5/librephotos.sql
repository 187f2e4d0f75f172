CREATE TABLE api_longrunningjob (id serial PRIMARY KEY, job_type integer NOT NULL, finished boolean NOT NULL, failed
  boolean NOT NULL, job_id varchar(36) NOT NULL UNIQUE, queued_at timestamptz NOT NULL, started_at timestamptz,
  finished_at timestamptz, started_by_id integer NOT NULL, progress_current integer NOT NULL, progress_target
  integer NOT NULL);
INSERT INTO api_longrunningjob (job_type, finished, failed, job_id, queued_at, started_at, finished_at,
  started_by_id, progress_current, progress_target) SELECT 1 + g % 9, k IN ('ok', 'bad'), k = 'bad', md5('lj' ||
  g)::uuid::text, c, CASE WHEN k <> 'new' THEN c + interval '4 seconds' END, CASE WHEN k IN ('ok', 'bad') THEN c +
  interval '9 minutes' END, 1 + g % 3, CASE k WHEN 'ok' THEN 50 + g WHEN 'run' THEN 7 WHEN 'lost' THEN 12 ELSE 0
  END, CASE WHEN k = 'new' THEN 0 ELSE 50 + g END FROM (SELECT g, now() AS n, CASE WHEN g <= 1 THEN 'new' WHEN g <=
  3 THEN 'run' WHEN g <= 5 THEN 'lost' WHEN g % 10 = 0 THEN 'bad' ELSE 'ok' END AS k, now() - CASE WHEN g <= 3 THEN
  g * interval '25 seconds' WHEN g <= 5 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '7 hours' END AS c FROM generate_series(1, 110) g) s;
