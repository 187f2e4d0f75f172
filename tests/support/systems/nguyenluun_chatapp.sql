CREATE TABLE "Idempotency" (
    "key" TEXT NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'IN_PROGRESS',
    "response" JSONB,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "Idempotency_pkey" PRIMARY KEY ("key")
);
CREATE TABLE "Outbox" (
    "id" TEXT NOT NULL,
    "topic" TEXT NOT NULL,
    "eventKey" TEXT,
    "payload" JSONB NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "publishedAt" TIMESTAMP(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "lastError" TEXT,
    CONSTRAINT "Outbox_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "Outbox_topic_createdAt_idx" ON "Outbox"("topic", "createdAt");
ALTER TABLE "Outbox" ADD COLUMN "claimedAt" TIMESTAMP(3), ADD COLUMN "claimedBy" TEXT;
CREATE INDEX "Outbox_claimedAt_publishedAt_idx" ON "Outbox"("claimedAt", "publishedAt");

CREATE FUNCTION pg_temp.cuid(s text) RETURNS text LANGUAGE sql AS $$ SELECT 'cmg' || translate(substr(md5(s), 1, 11), '0123', 'kxqz') || '00' || translate(substr(md5(s || 'b'), 1, 9), '4567', 'wvut') $$;
CREATE FUNCTION pg_temp.utcnow() RETURNS timestamp LANGUAGE sql AS $$ SELECT now() AT TIME ZONE 'UTC' $$;

INSERT INTO "Idempotency" ("key", "status", "response", "createdAt", "updatedAt")
SELECT md5('ci' || n)::uuid::text, 'COMPLETED',
       jsonb_build_object('id', pg_temp.cuid('m' || n), 'conversationId', pg_temp.cuid('c' || n % 13), 'senderId', pg_temp.cuid('u' || n % 9), 'type', CASE WHEN n % 10 = 0 THEN 'IMAGE' ELSE 'TEXT' END,
         'content', CASE WHEN n % 10 <> 0 THEN (ARRAY['ok mai gặp nhé', 'em gửi file rồi ạ', 'haha', 'deploy xong chưa?', 'đang họp'])[1 + n % 5] END,
         'parentId', CASE WHEN n % 6 = 0 THEN pg_temp.cuid('m' || n - 1) END, 'createdAt', to_char(t, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'editedAt', NULL, 'deletedAt', NULL),
       t, t + (15 + n % 40) * interval '1 ms'
FROM generate_series(1, 95) n, LATERAL (SELECT pg_temp.utcnow() - n * n * interval '23 s' AS t) x;
INSERT INTO "Idempotency" ("key", "status", "createdAt", "updatedAt")
SELECT md5('cf' || n)::uuid::text, 'FAILED', t, t + interval '9 ms' FROM generate_series(1, 9) n, LATERAL (SELECT pg_temp.utcnow() - n * interval '5 h 7 min' AS t) x;
-- running now, and three of a process that was killed
INSERT INTO "Idempotency" ("key", "createdAt", "updatedAt")
SELECT md5('cp' || n)::uuid::text, t, t FROM generate_series(1, 5) n, LATERAL (SELECT pg_temp.utcnow() - CASE WHEN n > 2 THEN n * interval '9 h' ELSE n * interval '12 ms' END AS t) x;

INSERT INTO "Outbox" ("id", "topic", "payload", "createdAt", "publishedAt", "attempts", "lastError", "claimedAt", "claimedBy")
SELECT pg_temp.cuid('o' || n), topic,
       CASE topic WHEN 'messaging.message_deleted' THEN jsonb_build_object('messageId', pg_temp.cuid('m' || n)) ELSE jsonb_build_object('messageId', pg_temp.cuid('m' || n), 'conversationId', pg_temp.cuid('c' || n % 13)) END,
       t, CASE WHEN retried THEN t + interval '30.9 s' ELSE t + (200 + n * 17 % 500) * interval '1 ms' END, CASE WHEN retried THEN 2 ELSE 1 END, NULL,
       CASE WHEN retried THEN t + interval '30.8 s' ELSE t + (120 + n * 17 % 400) * interval '1 ms' END, CASE WHEN n < 60 THEN 'node-k3x9qa' ELSE 'node-p0v81z' END
FROM (SELECT n, CASE WHEN n % 9 = 0 THEN 'messaging.message_updated' WHEN n % 14 = 0 THEN 'messaging.message_deleted' ELSE 'messaging.message_created' END AS topic, n % 17 = 0 AS retried,
             pg_temp.utcnow() - n * n * interval '23 s' - interval '50 s' AS t FROM generate_series(1, 95) n) x;
-- not yet claimed
INSERT INTO "Outbox" ("id", "topic", "payload", "createdAt")
SELECT pg_temp.cuid('ow' || n), 'messaging.message_created', jsonb_build_object('messageId', pg_temp.cuid('mw' || n), 'conversationId', pg_temp.cuid('c' || n)), pg_temp.utcnow() - n * interval '60 ms' FROM generate_series(1, 6) n;
-- tried in vain and tried again each 30 seconds; the claim stays
INSERT INTO "Outbox" ("id", "topic", "payload", "createdAt", "attempts", "lastError", "claimedAt", "claimedBy")
SELECT pg_temp.cuid('oe' || n), 'messaging.message_created', jsonb_build_object('messageId', pg_temp.cuid('me' || n), 'conversationId', pg_temp.cuid('c' || n)), t, (extract(epoch FROM pg_temp.utcnow() - t) / 30)::int,
       CASE WHEN n % 2 = 0 THEN 'Message not found' ELSE 'connect ECONNREFUSED 127.0.0.1:7700' END, pg_temp.utcnow() - n * interval '5 s', 'node-k3x9qa'
FROM generate_series(1, 5) n, LATERAL (SELECT pg_temp.utcnow() - n * interval '47 min' AS t) x;
-- claimed by an instance that was killed: the 30 seconds have just passed
INSERT INTO "Outbox" ("id", "topic", "payload", "createdAt", "attempts", "claimedAt", "claimedBy")
SELECT pg_temp.cuid('od' || n), 'messaging.message_created', jsonb_build_object('messageId', pg_temp.cuid('md' || n), 'conversationId', pg_temp.cuid('c' || n)), pg_temp.utcnow() - interval '33 s', 1, pg_temp.utcnow() - interval '31 s' + n * interval '3 ms', 'node-7yq2bd'
FROM generate_series(1, 4) n;
