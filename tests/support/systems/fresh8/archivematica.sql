CREATE TABLE "Tasks" ("taskUUID" uuid PRIMARY KEY, jobuuid uuid NOT NULL, "createdTime" timestamp NOT NULL,
  "fileUUID" varchar(36), "fileName" text NOT NULL, exec varchar(250) NOT NULL, arguments varchar(1000) NOT
  NULL, "startTime" timestamp, "endTime" timestamp, client varchar(50) NOT NULL, "stdOut" text NOT NULL,
  "stdError" text NOT NULL, "exitCode" bigint);
INSERT INTO "Tasks" ("taskUUID", jobuuid, "createdTime", "fileUUID", "fileName", exec, arguments,
  "startTime", "endTime", client, "stdOut", "stdError", "exitCode") SELECT md5('tk' || g)::uuid, md5('jb' ||
  g / 6)::uuid, c AT TIME ZONE 'UTC', (md5('fi' || g)::uuid)::text, 'scan' || g || '.tif',
  (ARRAY['scanWithClam_v0.0', 'identifyFileFormat_v0.0', 'normalize_v1.0'])[1 + g % 3], '"file" ' || g, CASE
  WHEN k <> 'new' THEN c + interval '2 seconds' END AT TIME ZONE 'UTC', CASE WHEN k IN ('done', 'bad') THEN
  c + interval '20 seconds' END AT TIME ZONE 'UTC', CASE WHEN k IN ('done', 'bad') THEN 'mcpclient_' || g %
  3 ELSE '' END, CASE WHEN k = 'done' THEN 'ok' ELSE '' END, CASE WHEN k = 'bad' THEN 'cannot open' ELSE ''
  END, CASE k WHEN 'done' THEN 0 WHEN 'bad' THEN 1 END FROM (SELECT g, now() AS n, CASE WHEN g <= 6 THEN
  'new' WHEN g <= 10 THEN 'work' WHEN g <= 13 THEN 'lost' WHEN g % 49 = 16 THEN 'bad' ELSE 'done' END AS k,
  now() - CASE WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <= 10 THEN g * interval '25 seconds' WHEN g
  <= 13 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '3 minutes' END AS c FROM
  generate_series(1, 700) g) s ORDER BY g DESC;
