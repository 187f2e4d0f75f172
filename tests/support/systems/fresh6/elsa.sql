CREATE TABLE "BookmarkQueueItems" ("Id" text PRIMARY KEY, "WorkflowInstanceId" text, "CorrelationId" text,
  "BookmarkId" text, "StimulusHash" text, "ActivityInstanceId" text, "ActivityTypeName" text, "SerializedOptions"
  text, "CreatedAt" timestamptz NOT NULL, "DeliveryAttempts" integer NOT NULL DEFAULT 0, "LastAttemptedAt"
  timestamptz, "LastErrorType" text, "LastErrorMessage" text, "TenantId" text);
CREATE INDEX "IX_BookmarkQueueItem_CreatedAt" ON "BookmarkQueueItems" ("CreatedAt");
CREATE INDEX "IX_BookmarkQueueItem_StimulusHash" ON "BookmarkQueueItems" ("StimulusHash");
CREATE TABLE "WorkflowInboxMessages" ("Id" text PRIMARY KEY, "ActivityTypeName" text NOT NULL, "Hash" text NOT NULL,
  "WorkflowInstanceId" text, "CorrelationId" text, "ActivityInstanceId" text, "CreatedAt" timestamptz NOT NULL,
  "ExpiresAt" timestamptz NOT NULL, "SerializedBookmarkPayload" text, "SerializedInput" text);
CREATE INDEX "IX_WorkflowInboxMessage_ExpiresAt" ON "WorkflowInboxMessages" ("ExpiresAt");
INSERT INTO "BookmarkQueueItems" ("Id", "WorkflowInstanceId", "CorrelationId", "StimulusHash", "ActivityTypeName",
  "SerializedOptions", "CreatedAt", "DeliveryAttempts", "LastAttemptedAt", "LastErrorType", "LastErrorMessage",
  "TenantId") SELECT left(md5('bq' || g), 16), left(md5('wf' || g), 16), CASE WHEN g % 3 = 0 THEN 'ord-' || g END,
  md5('sh' || g % 9), (ARRAY['Elsa.Event', 'Elsa.HttpEndpoint', 'Elsa.RunTask'])[1 + g % 3], '{}', c, CASE WHEN g <=
  6 THEN 0 ELSE 1 + g % 4 END, CASE WHEN g > 6 THEN c + interval '40 seconds' END, CASE WHEN g > 30 THEN
  'System.TimeoutException' END, CASE WHEN g > 30 THEN 'The operation has timed out.' END, '' FROM (SELECT g, now()
  AS n, 'x' AS k, now() - CASE WHEN g <= 30 THEN g * interval '25 seconds' WHEN g <= 44 THEN interval '5 hours' + g
  * interval '7 minutes' ELSE g * interval '1 hour' END AS c FROM generate_series(1, 44) g) s;
INSERT INTO "WorkflowInboxMessages" ("Id", "ActivityTypeName", "Hash", "WorkflowInstanceId", "CorrelationId",
  "CreatedAt", "ExpiresAt", "SerializedBookmarkPayload", "SerializedInput") SELECT left(md5('wi' || g), 16),
  'Elsa.Event', md5('ha' || g % 9), CASE WHEN g % 2 = 0 THEN left(md5('wf' || g), 16) END, 'ord-' || g, c, c +
  interval '1 day', '{}', '{}' FROM (SELECT g, now() AS n, 'x' AS k, now() - CASE WHEN g <= 28 THEN g * interval
  '25 seconds' WHEN g <= 36 THEN interval '5 hours' + g * interval '7 minutes' ELSE g * interval '1 hour' END AS c
  FROM generate_series(1, 36) g) s;
