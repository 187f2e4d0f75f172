CREATE TABLE moderation_event (
  "id" serial PRIMARY KEY,
  "action" varchar NOT NULL,
  "subjectType" varchar NOT NULL,
  "subjectDid" varchar NOT NULL,
  "subjectUri" varchar,
  "subjectCid" varchar,
  "comment" text,
  "meta" jsonb,
  "createdAt" varchar NOT NULL,
  "createdBy" varchar NOT NULL,
  "reversedAt" varchar,
  "reversedBy" varchar,
  "durationInHours" integer,
  "expiresAt" varchar,
  "reversedReason" text,
  "createLabelVals" varchar,
  "negateLabelVals" varchar,
  "legacyRefId" integer
);
INSERT INTO moderation_event ("action", "subjectType", "subjectDid", "subjectUri", "subjectCid", "comment", "meta", "createdAt", "createdBy", "durationInHours", "expiresAt", "createLabelVals")
SELECT 'tools.ozone.moderation.defs#modEvent' || (ARRAY['Report', 'Label', 'Takedown', 'Acknowledge', 'Comment'])[1 + g % 5], CASE WHEN g % 3 = 0 THEN 'com.atproto.admin.defs#repoRef' ELSE 'com.atproto.repo.strongRef' END, 'did:plc:' || left(md5('ms' || g % 50), 24), CASE WHEN g % 3 > 0 THEN 'at://did:plc:' || left(md5('ms' || g % 50), 24) || '/app.bsky.feed.post/3k' || left(md5('p' || g), 11) END, CASE WHEN g % 3 > 0 THEN 'bafyrei' || md5('c' || g) END, CASE WHEN g % 2 = 0 THEN 'seen before' END, CASE WHEN g % 5 = 0 THEN '{"reportType": "com.atproto.moderation.defs#reasonSpam"}'::jsonb END,
       to_char((now() AT TIME ZONE 'UTC') - g * interval '13 minutes', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'did:plc:' || left(md5('mod' || g % 6), 24), CASE WHEN g % 10 = 2 THEN 72 END, CASE WHEN g % 10 = 2 THEN to_char((now() AT TIME ZONE 'UTC') - g * interval '13 minutes' + interval '72 hours', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') END, CASE WHEN g % 5 = 1 THEN 'spam' END FROM generate_series(1, 140) g;
