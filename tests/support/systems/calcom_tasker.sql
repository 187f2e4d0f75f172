CREATE TABLE "Task" (
  "id" TEXT NOT NULL,
  "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" TIMESTAMP(3) NOT NULL,
  "scheduledAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "succeededAt" TIMESTAMP(3),
  "type" TEXT NOT NULL,
  "payload" TEXT NOT NULL,
  "attempts" INTEGER NOT NULL DEFAULT 0,
  "maxAttempts" INTEGER NOT NULL DEFAULT 3,
  "lastError" TEXT,
  "lastFailedAttemptAt" TIMESTAMP(3),
  "referenceUid" TEXT,
  CONSTRAINT "Task_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Task_id_key" ON "Task" ("id");
CREATE UNIQUE INDEX "Task_referenceUid_type_key" ON "Task" ("referenceUid", "type");
INSERT INTO "Task"
SELECT md5('ct'||i)::uuid::text, c, CASE WHEN a=0 THEN c WHEN ok THEN s + a*interval '60 seconds' ELSE s + a*interval '60 seconds' END, s,
 CASE WHEN ok THEN s + a*interval '60 seconds' END, (ARRAY['sendWebhook','createCRMEvent','triggerHostNoShowWebhook'])[1+i%3], '{"bookingUid":"'||md5('b'||i)||'","triggerEvent":"BOOKING_CREATED"}', a, 3,
 CASE WHEN (NOT ok AND a>0) OR a>1 THEN 'Webhook responded with status 500' END, CASE WHEN NOT ok AND a>0 THEN s + a*interval '60 seconds' WHEN a>1 THEN s + (a-1)*interval '60 seconds' END,
 CASE WHEN i%3=2 THEN md5('b'||i) END
FROM (SELECT i, ok, a, c, CASE WHEN i<=8 THEN c + i*interval '5 hours' WHEN i%3=2 THEN c + interval '15 minutes' ELSE c END s FROM
 (SELECT i, i>24 AND i%8<>0 ok, CASE WHEN i<=16 THEN 0 WHEN i<=24 THEN 1+i%2 WHEN i%8=0 THEN 3 WHEN i%7=0 THEN 2 ELSE 1 END a,
  (now() at time zone 'UTC') - CASE WHEN i<=8 THEN i*interval '3 minutes' WHEN i<=16 THEN interval '15 minutes' + i*interval '2 seconds' WHEN i<=24 THEN interval '21 minutes' ELSE i*interval '4 hours' END c FROM generate_series(1,72) i) z) x;
