CREATE TABLE o_ex_task (id bigint NOT NULL, creationdate timestamp NOT NULL, lastmodified timestamp NOT NULL,
  e_name varchar(255) NOT NULL, e_status varchar(16) NOT NULL, e_status_before_edit varchar(16),
  e_executor_node varchar(16), e_executor_boot_id varchar(64), e_task text NOT NULL, e_scheduled timestamp,
  e_ressubpath varchar(2048), fk_resource_id bigint, fk_identity_id bigint, PRIMARY KEY (id));
INSERT INTO o_ex_task (id, creationdate, lastmodified, e_name, e_status, e_status_before_edit,
  e_executor_node, e_executor_boot_id, e_task, e_scheduled, fk_resource_id, fk_identity_id) SELECT 98304 + g,
  c, c, md5('en' || g)::uuid::text, CASE k WHEN 'later' THEN 'newTask' WHEN 'lost' THEN 'inWork' ELSE k END,
  CASE WHEN k IN ('edition') THEN 'newTask' END, CASE WHEN k IN ('inWork', 'lost', 'failed') THEN (1 + g %
  2)::text END, CASE WHEN k IN ('inWork', 'lost', 'failed') THEN md5('bo' || g % 2)::uuid::text END,
  '<ExportTask><id>' || g || '</id></ExportTask>', CASE WHEN k IN ('later') THEN n + g * interval '1 hour'
  END, CASE WHEN g % 2 = 0 THEN g END, 10 + g % 30 FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN
  'newTask' WHEN g <= 9 THEN 'later' WHEN g <= 12 THEN 'inWork' WHEN g <= 13 THEN 'edition' WHEN g <= 16 THEN
  'lost' WHEN g % 2 = 0 THEN 'failed' ELSE 'newTask' END AS k, localtimestamp - CASE WHEN g <= 13 THEN g *
  interval '25 seconds' WHEN g <= 16 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '1 minute' END AS c FROM generate_series(1, 70) g) s;
