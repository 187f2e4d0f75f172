CREATE TABLE flow_tasks (id serial PRIMARY KEY, type varchar(255), options text, command varchar(255), error
  varchar(255), started_at timestamp, finished_at timestamp, user_id integer, redirect_url varchar(255), created_at
  timestamp NOT NULL, updated_at timestamp NOT NULL, exception text, unique_hash varchar);
CREATE INDEX index_flow_tasks_on_unique_hash ON flow_tasks (unique_hash);
CREATE INDEX index_flow_tasks_on_user_id ON flow_tasks (user_id);
INSERT INTO flow_tasks (type, options, error, started_at, finished_at, user_id, redirect_url, created_at,
  updated_at, exception, unique_hash) SELECT (ARRAY['ObservationsExportFlowTask', 'BulkObservationFile'])[1 + g %
  2], '--- {}', CASE WHEN k = 'bad' THEN 'Timed out' END, CASE WHEN k <> 'new' THEN c + interval '30 seconds' END,
  CASE WHEN k IN ('ok', 'bad') THEN c + interval '6 minutes' END, 1 + g % 50, '/observations/export', c, c +
  interval '6 minutes', CASE WHEN k = 'bad' THEN 'Timeout::Error' END, md5('uh' || g) FROM (SELECT g, localtimestamp
  AS n, CASE WHEN g <= 2 THEN 'new' WHEN g <= 4 THEN 'run' WHEN g <= 7 THEN 'lost' WHEN g % 13 = 0 THEN 'bad' ELSE
  'ok' END AS k, localtimestamp - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 7 THEN interval
  '9 hours' + g * interval '7 minutes' ELSE g * interval '2 hours' END AS c FROM generate_series(1, 140) g) s;
