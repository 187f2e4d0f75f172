CREATE TABLE job (id serial PRIMARY KEY, requester integer, reason text, status integer NOT NULL, progress
  integer, last_report_seen timestamp, next_report_due timestamp, attempt_count integer NOT NULL DEFAULT 0,
  max_retries integer NOT NULL DEFAULT 0, log integer, scheduled_start timestamp, lease_expires timestamp,
  date_created timestamp NOT NULL DEFAULT (CURRENT_TIMESTAMP AT TIME ZONE 'UTC'), date_started timestamp,
  date_finished timestamp, json_data jsonb, job_type integer);
CREATE INDEX job__date_finished__idx ON job (date_finished);
CREATE INDEX job__lease_expires__idx ON job (lease_expires);
INSERT INTO job (requester, status, attempt_count, max_retries, scheduled_start, lease_expires,
  date_created, date_started, date_finished, json_data, job_type) SELECT 1 + g % 60, CASE k WHEN 'new' THEN
  0 WHEN 'work' THEN 1 WHEN 'lost' THEN 1 WHEN 'bad' THEN 3 WHEN 'retry' THEN 0 ELSE 2 END, CASE k WHEN
  'new' THEN 0 WHEN 'retry' THEN 2 WHEN 'bad' THEN 3 ELSE 1 END, 5, CASE WHEN k IN ('retry') THEN (n +
  interval '6 minutes') AT TIME ZONE 'UTC' END, CASE WHEN k IN ('work') THEN (c + interval '5 minutes') AT
  TIME ZONE 'UTC' ELSE CASE WHEN k IN ('lost', 'retry') THEN (c + interval '5 minutes') AT TIME ZONE 'UTC'
  END END, (c) AT TIME ZONE 'UTC', CASE WHEN k IN ('new') THEN NULL ELSE (c + interval '2 seconds') AT TIME
  ZONE 'UTC' END, CASE WHEN k IN ('done', 'bad') THEN (c + interval '2 seconds' + ((2 + g * 37 % 89) *
  interval '1 second')) AT TIME ZONE 'UTC' END, jsonb_build_object('branch', g % 200), 1 + g % 14 FROM
  (SELECT g, now() AS n, CASE WHEN g <= 5 THEN 'new' WHEN g <= 8 THEN 'work' WHEN g <= 11 THEN 'lost' WHEN g
  <= 13 THEN 'retry' WHEN g % 33 = 11 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 5 THEN g *
  interval '25 seconds' WHEN g <= 8 THEN g * interval '25 seconds' WHEN g <= 11 THEN interval '9 hours' + g
  * interval '7 minutes' WHEN g <= 13 THEN g * interval '25 seconds' ELSE g * interval '6 minutes' END AS c
  FROM generate_series(1, 400) g) s ORDER BY s.c;
