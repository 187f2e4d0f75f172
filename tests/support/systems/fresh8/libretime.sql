CREATE TABLE celery_tasks (id serial PRIMARY KEY, task_id varchar(256) NOT NULL, track_reference integer NOT
  NULL, name varchar(256), dispatch_time timestamp, status varchar(256) NOT NULL, CONSTRAINT id_unique
  UNIQUE (id));
INSERT INTO celery_tasks (task_id, track_reference, name, dispatch_time, status) SELECT (md5('ct' ||
  g)::uuid)::text, g, (ARRAY['podcast-download', 'soundcloud-upload'])[1 + g % 2], c AT TIME ZONE 'UTC',
  CASE k WHEN 'work' THEN 'PENDING' WHEN 'lost' THEN 'PENDING' WHEN 'bad' THEN 'FAILED' ELSE 'SUCCESS' END
  FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'work' WHEN g <= 7 THEN 'lost' WHEN g % 13 = 4 THEN
  'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 7 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '30 minutes' END AS c FROM
  generate_series(1, 230) g) s ORDER BY g DESC;
