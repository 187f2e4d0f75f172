CREATE TABLE repo_push_event (
  "id" serial PRIMARY KEY,
  "eventType" varchar NOT NULL,
  "subjectDid" varchar NOT NULL,
  "takedownRef" varchar,
  "confirmedAt" timestamptz,
  "lastAttempted" timestamptz,
  "attempts" integer NOT NULL DEFAULT 0,
  CONSTRAINT repo_push_event_unique_evt UNIQUE ("subjectDid", "eventType")
);
CREATE INDEX repo_push_confirmation_idx ON repo_push_event ("confirmedAt", "attempts");
CREATE TABLE scheduled_action (
  "id" bigserial PRIMARY KEY,
  "action" varchar NOT NULL,
  "eventData" jsonb,
  "did" varchar NOT NULL,
  "executeAt" varchar,
  "executeAfter" varchar,
  "executeUntil" varchar,
  "randomizeExecution" boolean NOT NULL DEFAULT false,
  "createdBy" varchar NOT NULL,
  "createdAt" varchar NOT NULL,
  "updatedAt" varchar NOT NULL,
  "status" varchar NOT NULL DEFAULT 'pending',
  "lastExecutedAt" varchar,
  "lastFailureReason" text,
  "executionEventId" bigint
);
CREATE UNIQUE INDEX scheduled_action_unique_pending_subject ON scheduled_action ("did", "action") WHERE "status" = 'pending';
CREATE INDEX scheduled_action_execute_time_idx ON scheduled_action ("executeAt", "executeAfter", "status");
CREATE INDEX scheduled_action_did_idx ON scheduled_action ("did");
CREATE INDEX scheduled_action_status_created_at_idx ON scheduled_action ("status", "createdAt");

INSERT INTO repo_push_event ("eventType", "subjectDid", "takedownRef", "confirmedAt", "lastAttempted", "attempts")
SELECT CASE WHEN g % 3 = 0 THEN 'appview_takedown' ELSE 'pds_takedown' END, 'did:plc:' || left(md5('did' || g), 24), CASE WHEN g % 7 > 0 THEN 'BSKY-TAKEDOWN-' || 7000 + g END, CASE WHEN g <= 95 AND g % 24 > 0 THEN now() - (130 - g) * interval '51 minutes' END,
       CASE WHEN g % 24 = 0 THEN now() - (130 - g) * interval '40 minutes' WHEN g BETWEEN 96 AND 104 THEN now() - (g - 95) * interval '5 seconds' WHEN g % 15 = 0 THEN now() - (131 - g) * interval '51 minutes' END, CASE WHEN g % 24 = 0 THEN 10 WHEN g BETWEEN 96 AND 104 THEN 1 + g % 5 WHEN g % 15 = 0 THEN 1 ELSE 0 END
FROM generate_series(1, 110) g;
INSERT INTO scheduled_action ("action", "eventData", "did", "executeAt", "executeAfter", "executeUntil", "randomizeExecution", "createdBy", "createdAt", "updatedAt", "status", "lastExecutedAt", "lastFailureReason", "executionEventId")
SELECT 'takedown', jsonb_build_object('comment', 'spam network', 'durationInHours', 0), 'did:plc:' || left(md5('sad' || g), 24), CASE WHEN g % 4 > 0 THEN to_char(x, f) END, CASE WHEN g % 4 = 0 THEN to_char(x, f) END, CASE WHEN g % 4 = 0 THEN to_char(x + interval '2 hours', f) END, g % 4 = 0, 'did:plc:' || left(md5('mod' || g % 3), 24),
       to_char(c, f), to_char(CASE WHEN st = 'pending' THEN c WHEN st = 'cancelled' THEN c + interval '20 minutes' ELSE x + interval '40 seconds' END, f), st, CASE WHEN st IN ('executed', 'failed') THEN to_char(x + interval '40 seconds', f) END, CASE WHEN st = 'failed' THEN 'Account already taken down' END, CASE WHEN st = 'executed' THEN 88000 + g END
FROM (SELECT g, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"' AS f, CASE WHEN g > 76 THEN 'pending' WHEN g % 19 = 0 THEN 'failed' WHEN g % 11 = 0 THEN 'cancelled' ELSE 'executed' END AS st, (now() AT TIME ZONE 'UTC') - (100 - g) * interval '1 hour 10 minutes' AS c FROM generate_series(1, 96) g) s, LATERAL (SELECT CASE WHEN g > 76 THEN (now() AT TIME ZONE 'UTC') + (g - 76) * interval '3 hours' ELSE c + interval '1 hour' END AS x) y;
