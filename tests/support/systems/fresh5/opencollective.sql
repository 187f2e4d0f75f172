CREATE TYPE "enum_ExportRequests_status" AS ENUM ('ENQUEUED', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED');
CREATE TABLE "ExportRequests" (id serial PRIMARY KEY, "publicId" varchar(255) UNIQUE, "CollectiveId" integer NOT
  NULL, "CreatedByUserId" integer, "UploadedFileId" integer UNIQUE, name varchar(255) NOT NULL, type varchar(255)
  NOT NULL, parameters jsonb DEFAULT '{}', status "enum_ExportRequests_status" NOT NULL DEFAULT 'ENQUEUED', data
  jsonb DEFAULT '{}', "createdAt" timestamptz NOT NULL DEFAULT now(), "updatedAt" timestamptz NOT NULL DEFAULT
  now(), "deletedAt" timestamptz, "expiresAt" timestamptz);
INSERT INTO "ExportRequests" ("publicId", "CollectiveId", "CreatedByUserId", "UploadedFileId", name, type, status,
  data, "createdAt", "updatedAt", "expiresAt") SELECT 'er_' || left(md5('er' || g), 16), 1 + g % 12, 1 + g % 30,
  CASE WHEN k = 'COMPLETED' THEN g END, 'Export ' || g, 'TRANSACTIONS', (CASE k WHEN 'lost' THEN 'PROCESSING' ELSE k
  END)::"enum_ExportRequests_status", CASE k WHEN 'FAILED' THEN
  '{"error": "timeout", "retryCount": 2, "shouldRetry": false}'::jsonb WHEN 'COMPLETED' THEN
  '{"progress": 100, "rowCount": 900}' ELSE '{}' END, c, c + interval '2 minutes', CASE WHEN k IN ('COMPLETED',
  'EXPIRED') THEN c + interval '30 days' END FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'ENQUEUED' WHEN g <=
  3 THEN 'PROCESSING' WHEN g <= 5 THEN 'lost' WHEN g % 11 = 0 THEN 'FAILED' WHEN g % 3 = 0 THEN 'EXPIRED' ELSE
  'COMPLETED' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 5 THEN interval '9 hours'
  + g * interval '7 minutes' ELSE g * interval '15 hours' END AS c FROM generate_series(1, 120) g) s;
