CREATE TABLE ca_task_queue (task_id serial PRIMARY KEY, user_id integer, row_key char(32), entity_key
  char(32), created_on integer NOT NULL, started_on integer, completed_on integer, priority smallint NOT NULL
  DEFAULT 0, handler varchar(20) NOT NULL, parameters text NOT NULL, notes text, error_code smallint NOT NULL
  DEFAULT 0);
CREATE INDEX i_started_on ON ca_task_queue (started_on);
CREATE INDEX i_completed_on ON ca_task_queue (completed_on);
CREATE INDEX i_error_code ON ca_task_queue (error_code);
CREATE INDEX i_handler ON ca_task_queue (handler);
INSERT INTO ca_task_queue (user_id, row_key, entity_key, created_on, started_on, completed_on, priority,
  handler, parameters, notes, error_code) SELECT 1 + g % 6, md5('rk' || g), md5('ek' || g % 60), extract(epoch
  FROM c)::bigint, CASE WHEN k IN ('new') THEN NULL ELSE extract(epoch FROM c)::bigint + 15 END, CASE WHEN k
  IN ('done', 'bad') THEN extract(epoch FROM c)::bigint + 55 END, 100, (ARRAY['mediaproc', 'dataImport',
  'bulkEdit'])[1 + g % 3], encode(convert_to('a:' || g, 'UTF8'), 'base64'), CASE WHEN k IN ('done') THEN
  'YToxOntzOjE6' END, CASE WHEN k IN ('bad') THEN 520 ELSE 0 END FROM (SELECT g, now() AS n, CASE WHEN g <= 4
  THEN 'new' WHEN g <= 6 THEN 'run' WHEN g <= 9 THEN 'lost' WHEN g % 18 = 0 THEN 'bad' ELSE 'done' END AS k,
  now() - CASE WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval
  '7 minutes' ELSE g * interval '28 minutes' END AS c FROM generate_series(1, 200) g) s;
