CREATE TABLE job (id varchar(191) NOT NULL PRIMARY KEY, type varchar(191) NOT NULL, payload json NOT NULL,
  status varchar(191) NOT NULL, result json, "createdAt" timestamp(0) NOT NULL, "startedAt" timestamp(0),
  "completedAt" timestamp(0), "executeAfter" timestamp(0), "packageId" int);
CREATE INDEX type_idx ON job (type);
CREATE INDEX status_idx ON job (status);
CREATE INDEX execute_dt_idx ON job ("executeAfter");
CREATE INDEX creation_idx ON job ("createdAt");
CREATE INDEX completion_idx ON job ("completedAt");
CREATE INDEX started_idx ON job ("startedAt");
CREATE INDEX package_id_idx ON job ("packageId");
INSERT INTO job SELECT md5('jb' || g), (ARRAY['package:updates', 'package:updates', 'githubuser:migrate',
  'securityadvisory:update'])[1 + g % 4], json_build_object('id', g, 'update_equal_refs', false), CASE k WHEN 'new'
  THEN 'queued' WHEN 'later' THEN 'queued' WHEN 'run' THEN 'started' WHEN 'lost' THEN 'started' ELSE k END, CASE
  WHEN k IN ('completed', 'failed', 'errored', 'package_gone') THEN json_build_object('status', k, 'message',
  'Update of package ' || g) END, c, CASE WHEN k NOT IN ('new', 'later') THEN c + interval '3 seconds' END, CASE
  WHEN k IN ('completed', 'failed', 'errored', 'package_gone')
  THEN c + g % 30 * interval '2 seconds' + interval '4 seconds' END, CASE WHEN k = 'later'
  THEN n + g * interval '2 minutes' WHEN g % 12 = 0 THEN c END, CASE WHEN g % 4 < 3 THEN 400 + g END
FROM (SELECT g, localtimestamp(0) AS n, CASE WHEN g <= 6 THEN 'new' WHEN g <= 14 THEN 'later' WHEN g <= 19 THEN 'run'
  WHEN g <= 21 THEN 'lost' WHEN g % 15 = 0 THEN 'failed' WHEN g % 37 = 0 THEN 'errored' WHEN g % 43 = 0
  THEN 'timeout' WHEN g % 59 = 0 THEN 'package_gone' ELSE 'completed' END AS k, localtimestamp(0) - CASE WHEN g <= 19
  THEN g * interval '4 seconds' WHEN g <= 21 THEN interval '25 minutes' + g * interval '7 minutes'
  ELSE g * interval '4 minutes' END AS c
FROM generate_series(1, 220) g) s;
