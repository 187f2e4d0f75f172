CREATE TABLE "Request" ("CreationTime" timestamp, "JobID" integer DEFAULT 0, "Owner" varchar(255),
  "OwnerDN" varchar(255), "RequestName" varchar(255) NOT NULL, "Error" varchar(255),
  "Status" varchar(10) DEFAULT 'Waiting', "LastUpdate" timestamp, "OwnerGroup" varchar(32), "SubmitTime" timestamp,
  "RequestID" serial PRIMARY KEY, "SourceComponent" varchar(255), "NotBefore" timestamp);
CREATE INDEX "ix_Request_Status" ON "Request" ("Status");
INSERT INTO "Request" ("CreationTime", "JobID", "Owner", "RequestName", "Error", "Status", "LastUpdate",
  "OwnerGroup", "SubmitTime", "SourceComponent", "NotBefore") SELECT c, CASE WHEN g % 3 = 0 THEN 0
  ELSE 810000 + g END, 'user' || g % 9, 'job_' || g || '_failover', CASE WHEN k = 'Failed'
  THEN 'Could not remove replica' END, CASE k WHEN 'later' THEN 'Waiting' WHEN 'lost' THEN 'Assigned' ELSE k END,
  CASE k WHEN 'Waiting' THEN c ELSE c + interval '5 minutes' END, 'lhcb_user', c, NULL, CASE WHEN k = 'later'
  THEN n + g * interval '20 minutes' ELSE c END
FROM (SELECT g, (now() AT TIME ZONE 'UTC') AS n, CASE WHEN g <= 7 THEN 'Waiting' WHEN g <= 19 THEN 'later'
  WHEN g <= 24 THEN 'Assigned' WHEN g <= 28 THEN 'Scheduled' WHEN g <= 31 THEN 'lost' WHEN g % 15 = 0 THEN 'Failed'
  WHEN g % 43 = 0 THEN 'Canceled' ELSE 'Done' END AS k, (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 28
  THEN g * interval '30 seconds' WHEN g <= 31 THEN interval '1 day' + g * interval '7 minutes'
  ELSE g * interval '50 minutes' END AS c
FROM generate_series(1, 170) g) s;
