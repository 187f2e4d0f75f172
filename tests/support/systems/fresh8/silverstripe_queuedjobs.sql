CREATE TABLE "QueuedJobDescriptor" ("ID" serial PRIMARY KEY, "ClassName" varchar(255) DEFAULT
  'Symbiote\QueuedJobs\DataObjects\QueuedJobDescriptor', "LastEdited" timestamp, "Created" timestamp,
  "JobTitle" varchar(255), "Signature" varchar(64), "Implementation" varchar(255), "StartAfter" timestamp,
  "JobStarted" timestamp, "JobRestarted" timestamp, "JobFinished" timestamp, "TotalSteps" integer NOT NULL
  DEFAULT 0, "StepsProcessed" integer NOT NULL DEFAULT 0, "LastProcessedCount" integer NOT NULL DEFAULT -1,
  "ResumeCounts" integer NOT NULL DEFAULT 0, "SavedJobData" text, "SavedJobMessages" text, "JobStatus"
  varchar(16) DEFAULT 'New', "JobType" varchar(16), "Worker" varchar(32), "Expiry" timestamp,
  "NotifiedBroken" boolean NOT NULL DEFAULT false, "WorkerCount" integer NOT NULL DEFAULT 0, "RunAsID"
  integer NOT NULL DEFAULT 0);
CREATE INDEX "QueuedJobDescriptor_JobStatus" ON "QueuedJobDescriptor" ("JobStatus");
INSERT INTO "QueuedJobDescriptor" ("LastEdited", "Created", "JobTitle", "Signature", "Implementation",
  "StartAfter", "JobStarted", "JobRestarted", "JobFinished", "TotalSteps", "StepsProcessed",
  "LastProcessedCount", "ResumeCounts", "SavedJobData", "SavedJobMessages", "JobStatus", "JobType",
  "Worker", "Expiry", "NotifiedBroken", "WorkerCount", "RunAsID") SELECT CASE k WHEN 'work' THEN n -
  interval '20 seconds' WHEN 'lost' THEN c + interval '5 minutes' WHEN 'new' THEN c WHEN 'later' THEN c ELSE
  c + interval '70 seconds' END AT TIME ZONE 'UTC', c AT TIME ZONE 'UTC', 'Rebuild ' || g, md5('sj' || g),
  (ARRAY['App\Jobs\ReindexJob', 'App\Jobs\PublishJob'])[1 + g % 2], CASE WHEN k = 'later' THEN n + interval
  '9 hours' WHEN g % 5 = 0 THEN c END AT TIME ZONE 'UTC', CASE WHEN k NOT IN ('new', 'later') THEN c +
  interval '6 seconds' END AT TIME ZONE 'UTC', CASE WHEN k NOT IN ('new', 'later') THEN c + interval '6
  seconds' END AT TIME ZONE 'UTC', CASE WHEN k = 'done' THEN c + interval '70 seconds' END AT TIME ZONE
  'UTC', CASE WHEN k IN ('new', 'later') THEN 0 ELSE 40 END, CASE k WHEN 'done' THEN 40 WHEN 'new' THEN 0
  WHEN 'later' THEN 0 ELSE g % 30 END, CASE k WHEN 'lost' THEN g % 30 ELSE -1 END, CASE WHEN k = 'bad' THEN
  3 ELSE 0 END, 'O:8:"stdClass":0:{}', CASE WHEN k IN ('done', 'bad') THEN 'a:1:{i:0;s:4:"done";}' END, CASE
  k WHEN 'new' THEN 'New' WHEN 'later' THEN 'New' WHEN 'work' THEN 'Running' WHEN 'lost' THEN 'Running' WHEN
  'bad' THEN 'Broken' WHEN 'hold' THEN 'Paused' ELSE 'Complete' END, (ARRAY['1', '2', '3'])[1 + g % 3], CASE
  WHEN k IN ('work', 'lost', 'bad') THEN md5('w' || g) END, CASE k WHEN 'work' THEN n + interval '14
  minutes' WHEN 'lost' THEN c + interval '15 minutes' WHEN 'bad' THEN c + interval '15 minutes' END AT TIME
  ZONE 'UTC', k = 'bad', CASE WHEN k IN ('new', 'later') THEN 0 ELSE 1 END, 1 + g % 9 FROM (SELECT g, now()
  AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 7 THEN 'later' WHEN g <= 10 THEN 'work' WHEN g <= 12 THEN
  'lost' WHEN g % 29 = 9 THEN 'bad' WHEN g % 97 = 32 THEN 'hold' ELSE 'done' END AS k, now() - CASE WHEN g
  <= 4 THEN g * interval '25 seconds' WHEN g <= 7 THEN g * interval '25 seconds' WHEN g <= 10 THEN g *
  interval '25 seconds' WHEN g <= 12 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '11 minutes' END AS c FROM generate_series(1, 320) g) s ORDER BY g DESC;
