CREATE TABLE exports (id varchar(191) PRIMARY KEY, "createdAt" timestamptz NOT NULL,
  "updatedAt" timestamptz NOT NULL, "destinationId" varchar(191), "recordId" varchar(191) NOT NULL,
  "exportProcessorId" varchar(191), state varchar(191) NOT NULL, force boolean NOT NULL DEFAULT false,
  "startedAt" timestamptz, "sendAt" timestamptz, "retryCount" integer DEFAULT 0, "completedAt" timestamptz,
  "errorMessage" text, "errorLevel" varchar(191), "oldRecordProperties" text, "newRecordProperties" text,
  "oldGroups" text, "newGroups" text, "toDelete" boolean NOT NULL DEFAULT false,
  "hasChanges" boolean NOT NULL DEFAULT false);
CREATE INDEX exports_state_idx ON exports (state);
CREATE INDEX exports_destination_started_idx ON exports ("destinationId", "startedAt");
INSERT INTO exports SELECT 'exp_' || md5('gx' || g)::uuid, c, CASE WHEN k IN ('new') THEN c
  ELSE c + interval '4 seconds' END, 'dst_' || md5('ds' || g % 3)::uuid, 'rec_' || md5('rc' || g % 60)::uuid, CASE
  WHEN k = 'work' THEN 'exp_' || md5('pr' || g)::uuid END, CASE k WHEN 'new' THEN 'pending' WHEN 'again'
  THEN 'pending' WHEN 'run' THEN 'pending' WHEN 'lost' THEN 'pending' WHEN 'work' THEN 'processing' WHEN 'dead'
  THEN 'failed' WHEN 'skip' THEN 'failed' WHEN 'off' THEN 'canceled' ELSE 'complete' END, false, CASE
  WHEN k IN ('run', 'lost', 'work', 'dead', 'skip', 'ok') THEN c + interval '2 seconds' END, CASE k WHEN 'again'
  THEN n + g * interval '1 minute' WHEN 'dead' THEN NULL ELSE c END, CASE k WHEN 'again' THEN 1 + g % 2 WHEN 'dead'
  THEN 3 WHEN 'skip' THEN 1 ELSE 0 END, CASE WHEN k = 'ok' THEN c + interval '4 seconds' END, CASE k WHEN 'again'
  THEN 'Request failed with status code 429' WHEN 'dead' THEN 'Request failed with status code 400' WHEN 'skip'
  THEN 'no email' END, CASE k WHEN 'skip' THEN 'info' WHEN 'dead' THEN 'error' WHEN 'again' THEN 'error' END, '{}',
  '{"email":{"type":"email","rawValue":"p' || g || '@example.com"}}', '[]', '["all"]', g % 40 = 0, true
FROM (SELECT g, now() AS n, CASE WHEN g <= 6 THEN 'new' WHEN g <= 14 THEN 'again' WHEN g <= 18 THEN 'run'
  WHEN g <= 20 THEN 'work' WHEN g <= 23 THEN 'lost' WHEN g % 17 = 0 THEN 'dead' WHEN g % 29 = 0 THEN 'skip'
  WHEN g % 53 = 0 THEN 'off' ELSE 'ok' END AS k, now() - CASE WHEN g <= 20 THEN g * interval '3 seconds' WHEN g <= 23
  THEN interval '8 hours' + g * interval '7 minutes' ELSE g * interval '14 minutes' END AS c
FROM generate_series(1, 220) g) s;
