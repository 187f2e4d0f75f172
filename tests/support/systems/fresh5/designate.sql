CREATE TYPE zone_tasks_resource_statuses AS ENUM ('ACTIVE', 'PENDING', 'DELETED', 'ERROR', 'COMPLETE');
CREATE TYPE task_types AS ENUM ('IMPORT', 'EXPORT');
CREATE TABLE zone_tasks (id char(32) PRIMARY KEY, created_at timestamp, updated_at timestamp, version integer NOT
  NULL, tenant_id varchar(36), zone_id char(32), task_type task_types, message varchar(160), status
  zone_tasks_resource_statuses NOT NULL DEFAULT 'ACTIVE', location varchar(160));
INSERT INTO zone_tasks SELECT md5('zt' || g), c, CASE WHEN k IN ('COMPLETE', 'ERROR') THEN c + interval '5 seconds'
  END, CASE WHEN k IN ('COMPLETE', 'ERROR') THEN 2 ELSE 1 END, md5('te' || g % 6), CASE WHEN k = 'COMPLETE' THEN
  md5('zo' || g) END, (CASE WHEN g % 3 = 0 THEN 'EXPORT' ELSE 'IMPORT' END)::task_types, CASE k WHEN 'COMPLETE' THEN
  'x.example.org. imported' WHEN 'ERROR' THEN 'Malformed zonefile.' END, (CASE k WHEN 'lost' THEN 'PENDING' ELSE k
  END)::zone_tasks_resource_statuses, CASE WHEN g % 3 = 0 AND k = 'COMPLETE' THEN
  'designate://v2/zones/tasks/exports/' || g END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 1 THEN
  'PENDING' WHEN g <= 4 THEN 'lost' WHEN g % 6 = 0 THEN 'ERROR' ELSE 'COMPLETE' END AS k, localtimestamp - CASE WHEN
  g <= 1 THEN g * interval '25 seconds' WHEN g <= 4 THEN interval '9 hours' + g * interval '7 minutes' ELSE g *
  interval '11 hours' END AS c FROM generate_series(1, 90) g) s;
