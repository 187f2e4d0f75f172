CREATE TABLE priv_async_task (id serial PRIMARY KEY, status varchar(10) CHECK (status IN ('planned',
  'running', 'idle', 'error')) DEFAULT 'planned', created timestamp, started timestamp, planned timestamp,
  event_id integer DEFAULT 0, remaining_retries integer DEFAULT 0, last_error_code integer DEFAULT 0,
  last_error varchar(255) DEFAULT '', last_attempt timestamp, realclass varchar(255) DEFAULT 'AsyncTask');
INSERT INTO priv_async_task (status, created, started, planned, event_id, remaining_retries, last_error_code,
  last_error, last_attempt, realclass) SELECT CASE k WHEN 'later' THEN 'planned' WHEN 'lost' THEN 'running'
  ELSE k END, c, CASE WHEN k IN ('running', 'lost') THEN c + interval '3 seconds' END, CASE WHEN k IN
  ('later') THEN n + g * interval '80 seconds' END, 700 + g, CASE WHEN k IN ('later') THEN 2 ELSE 0 END, 0,
  CASE WHEN k IN ('later', 'error') THEN 'Connection could not be established with host smtp' ELSE '' END,
  CASE WHEN k IN ('later', 'error') THEN c + interval '4 seconds' END, (ARRAY['AsyncSendEmail',
  'AsyncSendNewsroom'])[1 + g % 2] FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'planned' WHEN g
  <= 5 THEN 'running' WHEN g <= 9 THEN 'later' WHEN g <= 12 THEN 'lost' WHEN g % 2 = 0 THEN 'error' ELSE
  'planned' END AS k, localtimestamp - CASE WHEN g <= 9 THEN g * interval '25 seconds' WHEN g <= 12 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '20 seconds' END AS c FROM
  generate_series(1, 60) g) s;
