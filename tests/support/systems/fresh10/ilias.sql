CREATE TABLE il_bt_bucket (id integer PRIMARY KEY, user_id integer, root_task_id integer, current_task_id
  integer, state smallint, total_number_of_tasks integer, percentage smallint, title varchar(255),
  description varchar(255), last_heartbeat integer);
INSERT INTO il_bt_bucket (id, user_id, root_task_id, current_task_id, state, total_number_of_tasks,
  percentage, title, description, last_heartbeat) SELECT 5000 - g, 200 + g % 90, 9000 - g, 9000 - g, CASE k
  WHEN 'new' THEN 0 WHEN 'lost0' THEN 0 WHEN 'work' THEN 1 WHEN 'lost' THEN 1 WHEN 'ask' THEN 2 WHEN 'bad'
  THEN 4 ELSE 3 END, 4 + g % 3, CASE k WHEN 'new' THEN 0 WHEN 'lost0' THEN 0 WHEN 'work' THEN g * 7 % 90
  WHEN 'lost' THEN g * 7 % 90 WHEN 'bad' THEN g * 7 % 90 WHEN 'ask' THEN 80 ELSE 100 END,
  (ARRAY['Download files', 'Export of results'])[1 + g % 2], '', CASE k WHEN 'new' THEN extract(epoch FROM
  c)::integer WHEN 'lost0' THEN extract(epoch FROM c)::integer WHEN 'work' THEN extract(epoch FROM n -
  interval '6 seconds')::integer WHEN 'lost' THEN extract(epoch FROM c + interval '2 minutes')::integer WHEN
  'ask' THEN extract(epoch FROM c + interval '2 minutes')::integer ELSE extract(epoch FROM c + interval
  '20 seconds')::integer END FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'new' WHEN g <= 5 THEN 'work'
  WHEN g <= 9 THEN 'lost' WHEN g <= 11 THEN 'lost0' WHEN g <= 17 THEN 'ask' WHEN g % 23 = 7 THEN 'bad' ELSE
  'done' END AS k, now() - CASE WHEN g <= 2 THEN g * interval '25 seconds' WHEN g <= 5 THEN g * interval
  '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes' WHEN g <= 11 THEN interval
  '9 hours' + g * interval '7 minutes' WHEN g <= 17 THEN g * interval '25 seconds' ELSE g * interval
  '40 minutes' END AS c FROM generate_series(1, 230) g) s ORDER BY s.c;
