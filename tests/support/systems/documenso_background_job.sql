CREATE TYPE "BackgroundJobStatus" AS ENUM ('PENDING','PROCESSING','COMPLETED','FAILED');
CREATE TYPE "BackgroundJobTaskStatus" AS ENUM ('PENDING','COMPLETED','FAILED');
CREATE TABLE "BackgroundJob" (
  "id" text NOT NULL CONSTRAINT "BackgroundJob_pkey" PRIMARY KEY,
  "status" "BackgroundJobStatus" NOT NULL DEFAULT 'PENDING',
  "payload" jsonb,
  "retried" integer NOT NULL DEFAULT 0,
  "maxRetries" integer NOT NULL DEFAULT 3,
  "jobId" text NOT NULL,
  "name" text NOT NULL,
  "version" text NOT NULL,
  "submittedAt" timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamp(3) NOT NULL,
  "completedAt" timestamp(3),
  "lastRetriedAt" timestamp(3)
);
CREATE TABLE "BackgroundJobTask" (
  "id" text NOT NULL CONSTRAINT "BackgroundJobTask_pkey" PRIMARY KEY,
  "name" text NOT NULL,
  "status" "BackgroundJobTaskStatus" NOT NULL DEFAULT 'PENDING',
  "result" jsonb,
  "retried" integer NOT NULL DEFAULT 0,
  "maxRetries" integer NOT NULL DEFAULT 3,
  "createdAt" timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamp(3) NOT NULL,
  "completedAt" timestamp(3),
  "jobId" text NOT NULL CONSTRAINT "BackgroundJobTask_jobId_fkey" REFERENCES "BackgroundJob" ("id") ON DELETE CASCADE ON UPDATE CASCADE
);
INSERT INTO "BackgroundJob" ("id", "status", "payload", "jobId", "name", "version", "submittedAt", "updatedAt", "completedAt")
SELECT 'cm2job' || g, s::"BackgroundJobStatus", jsonb_build_object('documentId', g, 'recipientId', 900 + g), (ARRAY['send.signing.requested.email','internal.seal-document'])[1 + g % 2], (ARRAY['Send Signing Email','Seal Document'])[1 + g % 2], '1.0.0', c,
  CASE s WHEN 'PENDING' THEN c WHEN 'PROCESSING' THEN c + interval '60 milliseconds' ELSE c + interval '3 seconds' END, CASE WHEN s IN ('COMPLETED','FAILED') THEN c + interval '3 seconds' END
FROM (SELECT g, CASE WHEN g <= 36 THEN 'COMPLETED' WHEN g <= 48 THEN 'PENDING' WHEN g <= 58 THEN 'PROCESSING' ELSE 'FAILED' END AS s, timezone('UTC', now()) - CASE WHEN g BETWEEN 37 AND 44 THEN g * interval '2 milliseconds' WHEN g BETWEEN 49 AND 55 THEN g * interval '0.1 seconds' ELSE g * interval '47 minutes' END AS c FROM generate_series(1, 66) g) x;
INSERT INTO "BackgroundJobTask" ("id", "name", "status", "result", "retried", "createdAt", "updatedAt", "completedAt", "jobId")
SELECT 'task-' || encode(sha256(n::bytea), 'hex') || '--' || j."id", n, CASE WHEN j."status" = 'COMPLETED' THEN 'COMPLETED' ELSE 'PENDING' END::"BackgroundJobTaskStatus", CASE WHEN j."status" = 'COMPLETED' THEN 'null'::jsonb END, CASE WHEN j."status" = 'FAILED' THEN 3 ELSE 0 END, j."submittedAt" + interval '80 milliseconds', COALESCE(j."completedAt", j."updatedAt"), CASE WHEN j."status" = 'COMPLETED' THEN j."completedAt" - interval '20 milliseconds' END, j."id"
FROM "BackgroundJob" j, LATERAL (SELECT CASE WHEN j."name" = 'Seal Document' THEN 'seal-document' ELSE 'send-signing-email' END AS n) t WHERE j."status" <> 'PENDING';
