CREATE TABLE log (id serial PRIMARY KEY, dttm timestamptz, dag_id varchar(250), task_id varchar(250),
  map_index integer, event varchar(60), execution_date timestamptz, owner varchar(500), owner_display_name
  varchar(500), extra text);
INSERT INTO log (dttm, dag_id, task_id, map_index, event, execution_date, owner, extra) SELECT c,
  (ARRAY['etl_orders', 'daily_report'])[1 + g % 2], (ARRAY['extract', 'load', 'mail'])[1 + g % 3], -1,
  (ARRAY['running', 'success', 'failed', 'trigger'])[1 + g % 4], c - interval '1 hour', 'airflow', NULL FROM
  (SELECT g, now() AS n, 'done' AS k, now() - g * interval '3 minutes' AS c FROM generate_series(1, 500) g)
  s ORDER BY s.c;
