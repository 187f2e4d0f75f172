CREATE TABLE work_table ("workerID" integer PRIMARY KEY, "batchID" text, "mapType" text, "queueName" text,
  status text, "hasJob" integer, "workParams" bytea, "workAttributes" bytea, "computingSite" text,
  "creationTime" timestamp, "submitTime" timestamp, "startTime" timestamp, "endTime" timestamp, "nCore"
  integer, "accessPoint" text, "modificationTime" timestamp, "lastUpdate" timestamp, "eventFeedTime"
  timestamp, "lockedBy" text, "postProcessed" integer, "nodeID" text, "killTime" timestamp,
  "computingElement" text, "jobType" text, "resourceType" text, "nativeExitCode" integer, "nativeStatus"
  text, "diagMessage" varchar(500), "nJobs" integer, "submissionHost" text, "checkTime" timestamp,
  "harvesterHost" text, "errorCode" integer, "errorDiag" text);
CREATE INDEX idx_work_status ON work_table (status);
INSERT INTO work_table ("workerID", "batchID", "mapType", "queueName", status, "hasJob", "computingSite",
  "creationTime", "submitTime", "startTime", "endTime", "nCore", "modificationTime", "lastUpdate",
  "lockedBy", "jobType", "nativeExitCode", "nativeStatus", "diagMessage", "nJobs", "submissionHost",
  "harvesterHost", "errorCode", "errorDiag") SELECT 100000 + 500 - g, CASE WHEN k NOT IN ('new') THEN
  (900000 + 500 - g)::text END, 'NoJob', (ARRAY['CERN', 'BNL', 'RAL'])[1 + g % 3], CASE k WHEN 'new' THEN
  'ready' WHEN 'wait' THEN 'submitted' WHEN 'work' THEN 'running' WHEN 'lost' THEN 'running' WHEN 'held'
  THEN 'running' WHEN 'bad' THEN 'failed' WHEN 'off' THEN 'cancelled' ELSE 'finished' END, 0, (ARRAY['CERN',
  'BNL', 'RAL'])[1 + g % 3], c AT TIME ZONE 'UTC', CASE WHEN k <> 'new' THEN c + interval '30 seconds' END
  AT TIME ZONE 'UTC', CASE WHEN k NOT IN ('new', 'wait') THEN c + interval '4 minutes' END AT TIME ZONE
  'UTC', CASE WHEN k IN ('done', 'bad', 'off') THEN c + interval '3 hours' END AT TIME ZONE 'UTC', 8, CASE k
  WHEN 'done' THEN c + interval '3 hours' WHEN 'bad' THEN c + interval '3 hours' WHEN 'off' THEN c +
  interval '3 hours' WHEN 'lost' THEN c + interval '5 minutes' ELSE n - g * interval '3 seconds' END AT TIME
  ZONE 'UTC', CASE k WHEN 'new' THEN NULL WHEN 'lost' THEN c + interval '5 minutes' WHEN 'work' THEN n -
  interval '1 minute' WHEN 'held' THEN n - interval '1 minute' ELSE c + interval '3 hours' END AT TIME ZONE
  'UTC', CASE WHEN k IN ('held', 'lost') THEN 'monitor-' || g END, 'managed', CASE k WHEN 'done' THEN 0 WHEN
  'bad' THEN 1 END, CASE k WHEN 'done' THEN 'completed' WHEN 'bad' THEN 'held' END, CASE WHEN k = 'bad' THEN
  'Condor HoldReason: memory' END, 1, 'aipanda' || g % 4, 'h1', CASE WHEN k = 'bad' THEN 8510001 END, CASE
  WHEN k = 'bad' THEN 'held too long' END FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <=
  10 THEN 'wait' WHEN g <= 18 THEN 'work' WHEN g <= 20 THEN 'held' WHEN g <= 23 THEN 'lost' WHEN g % 19 = 6
  THEN 'bad' WHEN g % 53 = 17 THEN 'off' ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN g * interval
  '25 seconds' WHEN g <= 10 THEN g * interval '25 seconds' WHEN g <= 18 THEN g * interval '25 seconds' WHEN
  g <= 20 THEN g * interval '25 seconds' WHEN g <= 23 THEN interval '9 hours' + g * interval '7 minutes'
  ELSE g * interval '17 minutes' END AS c FROM generate_series(1, 440) g) s ORDER BY g DESC;
