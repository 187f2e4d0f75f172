CREATE TABLE backgroundtask (mvccversion bigint NOT NULL DEFAULT 0, backgroundtaskid bigint PRIMARY KEY,
  groupid bigint, companyid bigint, userid bigint, username varchar(75), createdate timestamp, modifieddate
  timestamp, name varchar(255), servletcontextnames varchar(255), taskexecutorclassname varchar(200),
  taskcontextmap text, completed boolean, completiondate timestamp, status integer, statusmessage text);
CREATE INDEX ix_bt_1 ON backgroundtask (groupid, name, taskexecutorclassname);
INSERT INTO backgroundtask (mvccversion, backgroundtaskid, groupid, companyid, userid, username, createdate,
  modifieddate, name, servletcontextnames, taskexecutorclassname, taskcontextmap, completed, completiondate,
  status, statusmessage) SELECT CASE k WHEN 'new' THEN 0 WHEN 'work' THEN 2 WHEN 'lost' THEN 2 ELSE 4 END,
  440000 - g * 3, 20120 + g % 3, 20097, 20130 + g % 9, 'User ' || g % 9, c::timestamp(3), (c + CASE WHEN k
  IN ('new') THEN interval '0' ELSE interval '2 seconds' + ((2 + g * 37 % 89) * interval '1 second')
  END)::timestamp(3), (ARRAY['export', 'import', 'reindex'])[1 + g % 3], 'exportimport',
  (ARRAY['com.example.ExportExecutor', 'com.example.ImportExecutor', 'com.example.ReindexExecutor'])[1 + g %
  3], '{"threadLocal":' || g || '}', k IN ('done', 'bad', 'off'), CASE WHEN k IN ('done', 'bad', 'off') THEN
  c + interval '2 seconds' + ((2 + g * 37 % 89) * interval '1 second') END::timestamp(3), CASE k WHEN 'new'
  THEN 4 WHEN 'work' THEN 1 WHEN 'lost' THEN 1 WHEN 'bad' THEN 2 WHEN 'off' THEN 5 ELSE 3 END, CASE WHEN k
  IN ('bad') THEN 'Unable to execute background task' END FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN
  'new' WHEN g <= 5 THEN 'work' WHEN g <= 8 THEN 'lost' WHEN g % 29 = 9 THEN 'bad' WHEN g % 89 = 29 THEN
  'off' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 5 THEN g *
  interval '25 seconds' WHEN g <= 8 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '14
  minutes' END AS c FROM generate_series(1, 330) g) s ORDER BY s.c;
