CREATE TABLE builds (id serial PRIMARY KEY, "jobId" integer NOT NULL, "parentBuildId" text, number double
  precision NOT NULL, container varchar(512) NOT NULL, cause varchar(512), sha varchar(40) NOT NULL,
  "createTime" varchar(32) NOT NULL, "startTime" varchar(32), "endTime" varchar(32), meta text, status
  varchar(12) NOT NULL, "statusMessage" text, "eventId" integer, environment text, stats text, UNIQUE
  ("eventId", id, "jobId"));
INSERT INTO builds ("jobId", number, container, cause, sha, "createTime", "startTime", "endTime", meta,
  status, "statusMessage", "eventId", environment, stats) SELECT 1 + g % 20, 7000 - g, 'node:18', 'Started
  by user', substr(md5('sh' || g) || md5('h' || g), 1, 40), to_char(c AT TIME ZONE 'UTC',
  'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), CASE WHEN k IN ('new') THEN NULL ELSE to_char((c + interval '9 seconds')
  AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END, CASE WHEN k IN ('done', 'bad', 'off') THEN
  to_char((c + interval '9 seconds' + ((1 + g * 37 % 23) * interval '1 minute')) AT TIME ZONE 'UTC',
  'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END, '{}', CASE k WHEN 'new' THEN 'QUEUED' WHEN 'work' THEN 'RUNNING'
  WHEN 'lost' THEN 'RUNNING' WHEN 'bad' THEN 'FAILURE' WHEN 'off' THEN 'ABORTED' ELSE 'SUCCESS' END, CASE
  WHEN k IN ('bad') THEN 'Build failed' END, 7000 - g / 3, '[]', '{"hostname":"h' || g % 5 || '"}' FROM
  (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 6 THEN 'work' WHEN g <= 9 THEN 'lost' WHEN g
  % 11 = 3 THEN 'bad' WHEN g % 67 = 22 THEN 'off' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g *
  interval '25 seconds' WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '13 minutes' END AS c FROM generate_series(1, 360) g) s ORDER BY
  s.c;
