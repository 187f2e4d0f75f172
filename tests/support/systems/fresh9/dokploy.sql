CREATE TYPE "deploymentStatus" AS ENUM ('running', 'done', 'error');
CREATE TABLE deployment ("deploymentId" text PRIMARY KEY, title text NOT NULL, description text, status
  "deploymentStatus" DEFAULT 'running', "logPath" text NOT NULL, pid text, "applicationId" text, "composeId"
  text, "serverId" text, "isPreviewDeployment" boolean DEFAULT false, "previewDeploymentId" text,
  "createdAt" text NOT NULL, "startedAt" text, "finishedAt" text, "errorMessage" text, "scheduleId" text,
  "backupId" text, "rollbackId" text, "volumeBackupId" text);
INSERT INTO deployment ("deploymentId", title, description, status, "logPath", "applicationId",
  "isPreviewDeployment", "createdAt", "startedAt", "finishedAt", "errorMessage") SELECT substr(md5('dk' ||
  g), 1, 21), 'Deploy ' || g, 'Hash: ' || md5('hs' || g), CASE k WHEN 'work' THEN 'running' WHEN 'lost' THEN
  'running' WHEN 'bad' THEN 'error' ELSE 'done'::"deploymentStatus" END, '/etc/dokploy/logs/' || g ||
  '.log', CASE WHEN k IN ('done', 'work', 'lost', 'bad') THEN substr(md5('ap' || g % 14), 1, 21) END, false,
  to_char(c AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), to_char(c AT TIME ZONE 'UTC',
  'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), CASE WHEN k IN ('done', 'bad') THEN to_char((c + ((2 + g * 37 % 89) *
  interval '1 second')) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END, CASE WHEN k IN ('bad')
  THEN 'exit status 1' END FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'work' WHEN g <= 5 THEN 'lost'
  WHEN g % 13 = 4 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 2 THEN g * interval '25 seconds'
  WHEN g <= 5 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '47 minutes' END AS c
  FROM generate_series(1, 260) g) s ORDER BY s.c;
