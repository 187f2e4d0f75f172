CREATE TABLE cms_publish_jobs (history_id varchar(36) PRIMARY KEY, project_id varchar(36) NOT NULL,
  project_name varchar(255) NOT NULL, user_id varchar(36) NOT NULL, publish_locale varchar(16) NOT NULL,
  publish_flags integer NOT NULL, publish_list bytea, publish_report bytea, resource_count integer NOT NULL,
  enqueue_time bigint NOT NULL, start_time bigint NOT NULL, finish_time bigint NOT NULL);
INSERT INTO cms_publish_jobs (history_id, project_id, project_name, user_id, publish_locale, publish_flags,
  publish_list, publish_report, resource_count, enqueue_time, start_time, finish_time) SELECT md5('oc' ||
  g)::uuid::text, md5('pr' || g % 4)::uuid::text, 'Project ' || g % 4, md5('us' || g % 8)::uuid::text, 'en',
  0, CASE WHEN k IN ('new', 'work', 'lost') THEN '\x00'::bytea END, CASE WHEN k IN ('done') THEN
  '\x01'::bytea END, 1 + g % 30, (extract(epoch FROM c) * 1000)::bigint, CASE k WHEN 'new' THEN 0 ELSE
  (extract(epoch FROM c + interval '800 milliseconds') * 1000)::bigint END, CASE k WHEN 'done' THEN
  (extract(epoch FROM c + interval '800 milliseconds' + ((2 + g * 37 % 89) * interval '1 second')) *
  1000)::bigint ELSE 0 END FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 4 THEN 'work'
  WHEN g <= 7 THEN 'lost' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN
  g <= 4 THEN g * interval '25 seconds' WHEN g <= 7 THEN interval '9 hours' + g * interval '7 minutes' ELSE
  g * interval '21 minutes' END AS c FROM generate_series(1, 280) g) s ORDER BY s.c;
