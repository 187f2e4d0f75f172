CREATE TABLE "job" (
  "id" bigserial PRIMARY KEY,
  "stateid" bigint,
  "statename" text,
  "invocationdata" jsonb NOT NULL,
  "arguments" jsonb NOT NULL,
  "createdat" timestamptz NOT NULL,
  "expireat" timestamptz,
  "updatecount" integer NOT NULL DEFAULT 0
);
CREATE INDEX ix_hangfire_job_statename ON "job" ("statename");
CREATE INDEX ix_hangfire_job_expireat ON "job" ("expireat");
CREATE INDEX ix_hangfire_job_statename_is_not_null ON "job" ("statename") INCLUDE ("id") WHERE "statename" IS NOT NULL;
CREATE TABLE "state" (
  "id" bigserial PRIMARY KEY, "jobid" bigint NOT NULL REFERENCES "job" ("id") ON UPDATE CASCADE ON DELETE CASCADE, "name" text NOT NULL, "reason" text, "createdat" timestamptz NOT NULL, "data" jsonb, "updatecount" integer NOT NULL DEFAULT 0
);
CREATE INDEX ix_hangfire_state_jobid ON "state" ("jobid");
CREATE TABLE "jobqueue" ("id" bigserial PRIMARY KEY, "jobid" bigint NOT NULL, "queue" text NOT NULL, "fetchedat" timestamptz, "updatecount" integer NOT NULL DEFAULT 0);
CREATE INDEX ix_hangfire_jobqueue_queueandfetchedat ON "jobqueue" ("queue", "fetchedat");
CREATE INDEX ix_hangfire_jobqueue_jobidandqueue ON "jobqueue" ("jobid", "queue");
CREATE INDEX ix_hangfire_jobqueue_fetchedat_queue_jobid ON "jobqueue" ("fetchedat" NULLS FIRST, "queue", "jobid");
CREATE TABLE "server" ("id" text PRIMARY KEY, "data" jsonb, "lastheartbeat" timestamptz NOT NULL, "updatecount" integer NOT NULL DEFAULT 0);
CREATE TABLE "lock" ("resource" text NOT NULL CONSTRAINT lock_resource_key UNIQUE, "updatecount" integer NOT NULL DEFAULT 0, "acquired" timestamptz);
INSERT INTO "server" VALUES ('web-1:4412:6f1d', '{"Queues": ["default"], "StartedAt": "2026-11-23T08:00:00Z", "WorkerCount": 20}', now() - interval '11 seconds', 0);
INSERT INTO "lock" VALUES ('HangFire:recurring-jobs:lock', 0, now() - interval '1 second');
-- 1..34 Succeeded, 35..48 Enqueued, 49..58 Processing, 59..66 Scheduled, 67..72 Failed, 73..76 Deleted
INSERT INTO "job" ("statename", "invocationdata", "arguments", "createdat", "expireat")
SELECT s, jsonb_build_object('Type', 'Shop.OrderJobs, Shop', 'Method', (ARRAY['Charge','SendReceipt'])[1 + g % 2], 'ParameterTypes', '["System.Int64, mscorlib"]', 'Arguments', NULL), jsonb_build_array(g::text), c, CASE WHEN s IN ('Succeeded','Deleted') THEN c + interval '1 day 3 seconds' END
FROM (SELECT g, CASE WHEN g <= 34 THEN 'Succeeded' WHEN g <= 48 THEN 'Enqueued' WHEN g <= 58 THEN 'Processing' WHEN g <= 66 THEN 'Scheduled' WHEN g <= 72 THEN 'Failed' ELSE 'Deleted' END AS s, now() - CASE WHEN g BETWEEN 35 AND 56 THEN g * interval '0.3 seconds' WHEN g IN (57, 58) THEN interval '42 minutes' ELSE g * interval '17 minutes' END AS c FROM generate_series(1, 76) g) x;
INSERT INTO "state" ("jobid", "name", "reason", "createdat", "data") SELECT "id", 'Enqueued', NULL, "createdat", '{"Queue": "default", "EnqueuedAt": "2026-11-23T10:00:00Z"}' FROM "job" WHERE "statename" <> 'Scheduled' OR "id" % 2 = 0;
INSERT INTO "state" ("jobid", "name", "reason", "createdat", "data")
SELECT "id", "statename", CASE "statename" WHEN 'Scheduled' THEN 'Retry attempt 1 of 10: card network down' END, "createdat" + interval '3 seconds', CASE "statename" WHEN 'Failed' THEN '{"FailedAt": "2026-11-23T10:00:00Z", "ExceptionType": "Shop.Declined", "ExceptionMessage": "card declined"}'::jsonb WHEN 'Succeeded' THEN '{"Latency": "12", "SucceededAt": "2026-11-23T10:00:00Z", "PerformanceDuration": "340"}' WHEN 'Processing' THEN '{"ServerId": "web-1:4412:6f1d", "WorkerId": "b31c", "StartedAt": "2026-11-23T10:00:00Z"}' ELSE '{}' END FROM "job" WHERE "statename" <> 'Enqueued';
UPDATE "job" j SET "stateid" = (SELECT max(s."id") FROM "state" s WHERE s."jobid" = j."id");
INSERT INTO "jobqueue" ("jobid", "queue", "fetchedat") SELECT "id", 'default', CASE "statename" WHEN 'Processing' THEN "createdat" + interval '0.1 seconds' END FROM "job" WHERE "statename" IN ('Enqueued','Processing');
