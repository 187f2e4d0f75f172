CREATE TABLE submissions (id serial PRIMARY KEY, source_code text, language_id integer, stdin text,
  expected_output text, stdout text, status_id integer, created_at timestamp, finished_at timestamp, time
  numeric, memory integer, stderr text, token varchar, number_of_runs integer, cpu_time_limit numeric,
  wall_time_limit numeric, memory_limit integer, max_file_size integer, compile_output text, exit_code
  integer, exit_signal integer, message text, wall_time numeric, webhooks json);
CREATE INDEX index_submissions_on_token ON submissions (token);
INSERT INTO submissions (source_code, language_id, stdin, expected_output, stdout, status_id, created_at,
  finished_at, time, memory, token, number_of_runs, cpu_time_limit, wall_time_limit, memory_limit,
  max_file_size, exit_code, message, wall_time) SELECT 'print(' || g || ')', 50 + g % 20, '1', g::text, CASE
  WHEN k IN ('done', 'wrong') THEN g::text END, CASE k WHEN 'new' THEN 1 WHEN 'work' THEN 2 WHEN 'lost' THEN
  2 WHEN 'wrong' THEN 4 WHEN 'bad' THEN 13 WHEN 'tle' THEN 5 ELSE 3 END, (c) AT TIME ZONE 'UTC', CASE WHEN k
  IN ('done', 'wrong', 'bad', 'tle') THEN (c + interval '1 second' * (1 + g % 7)) AT TIME ZONE 'UTC' END,
  CASE WHEN k IN ('done', 'wrong', 'tle') THEN 0.01 * (g % 90) END, CASE WHEN k IN ('done', 'wrong', 'tle')
  THEN 3000 + g % 900 END, md5('to' || g)::uuid::text, 1, 5.0, 10.0, 128000, 1024, CASE WHEN k IN ('done',
  'wrong') THEN 0 END, CASE WHEN k IN ('bad') THEN 'Internal Error' END, CASE WHEN k IN ('done', 'wrong',
  'tle') THEN 0.02 * (g % 90) END FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 6 THEN
  'work' WHEN g <= 9 THEN 'lost' WHEN g % 5 = 1 THEN 'wrong' WHEN g % 31 = 10 THEN 'tle' WHEN g % 89 = 29
  THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 6 THEN
  g * interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '3 minutes' END AS c FROM generate_series(1, 500) g) s ORDER BY s.c;
