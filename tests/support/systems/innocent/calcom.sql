CREATE TYPE "BookingStatus" AS ENUM ('cancelled','accepted','rejected','pending','awaiting_host');
CREATE TYPE "CreationSource" AS ENUM ('api_v1','api_v2','webapp');
CREATE TABLE "Booking" (
  "id" SERIAL NOT NULL,
  "uid" TEXT NOT NULL,
  "idempotencyKey" TEXT,
  "userId" INTEGER,
  "userPrimaryEmail" TEXT,
  "eventTypeId" INTEGER,
  "title" TEXT NOT NULL,
  "description" TEXT,
  "customInputs" JSONB,
  "responses" JSONB,
  "startTime" TIMESTAMP(3) NOT NULL,
  "endTime" TIMESTAMP(3) NOT NULL,
  "location" TEXT,
  "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" TIMESTAMP(3),
  "status" "BookingStatus" NOT NULL DEFAULT 'accepted',
  "paid" BOOLEAN NOT NULL DEFAULT false,
  "destinationCalendarId" INTEGER,
  "cancellationReason" TEXT,
  "rejectionReason" TEXT,
  "reassignReason" TEXT,
  "reassignById" INTEGER,
  "dynamicEventSlugRef" TEXT,
  "dynamicGroupSlugRef" TEXT,
  "rescheduled" BOOLEAN,
  "fromReschedule" TEXT,
  "recurringEventId" TEXT,
  "smsReminderNumber" TEXT,
  "scheduledJobs" TEXT[],
  "metadata" JSONB,
  "isRecorded" BOOLEAN NOT NULL DEFAULT false,
  "iCalUID" TEXT DEFAULT '',
  "iCalSequence" INTEGER NOT NULL DEFAULT 0,
  "rating" INTEGER,
  "ratingFeedback" TEXT,
  "noShowHost" BOOLEAN DEFAULT false,
  "oneTimePassword" TEXT,
  "cancelledBy" TEXT,
  "rescheduledBy" TEXT,
  "creationSource" "CreationSource",
  CONSTRAINT "Booking_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Booking_uid_key" ON "Booking"("uid");
CREATE UNIQUE INDEX "Booking_idempotencyKey_key" ON "Booking"("idempotencyKey");
CREATE UNIQUE INDEX "Booking_oneTimePassword_key" ON "Booking"("oneTimePassword");
CREATE INDEX "Booking_eventTypeId_idx" ON "Booking"("eventTypeId");
CREATE INDEX "Booking_userId_idx" ON "Booking"("userId");
CREATE INDEX "Booking_destinationCalendarId_idx" ON "Booking"("destinationCalendarId");
CREATE INDEX "Booking_recurringEventId_idx" ON "Booking"("recurringEventId");
CREATE INDEX "Booking_uid_idx" ON "Booking"("uid");
CREATE INDEX "Booking_status_idx" ON "Booking"("status");
CREATE INDEX "Booking_startTime_endTime_status_idx" ON "Booking"("startTime", "endTime", "status");
INSERT INTO "Booking" ("uid","idempotencyKey","userId","userPrimaryEmail","eventTypeId","title","description","customInputs","responses","startTime","endTime","location","createdAt","updatedAt","status","paid","cancellationReason","rejectionReason","rescheduled","scheduledJobs","metadata","iCalUID","oneTimePassword","cancelledBy","creationSource")
SELECT substr(translate(encode(sha256(('b'||i)::bytea),'base64'),'+/=','abc'),1,22), CASE WHEN s.st='accepted' THEN gen_random_uuid()::text END, 11+i%4, 'host'||(i%4)||'@example.com', 40+i%6, '30 Min Meeting between Host '||(i%4)||' and Guest '||i, '', '{}', jsonb_build_object('name','Guest '||i,'email','guest'||i||'@example.org','guests','[]'::jsonb,'location',jsonb_build_object('value','integrations:daily','optionValue','')),
 date_trunc('hour', c + (20+i)*interval '1 hour'), date_trunc('hour', c + (20+i)*interval '1 hour')+interval '30 minutes', 'integrations:daily', c, c + CASE WHEN s.st IN ('cancelled','rejected') THEN interval '5 hours' ELSE interval '2 seconds' END, s.st::"BookingStatus", i%5=0 AND s.st='accepted',
 CASE WHEN s.st='cancelled' THEN 'Something came up' END, CASE WHEN s.st='rejected' THEN 'Fully booked' END, CASE WHEN s.st='cancelled' AND i%2=0 THEN true END, ARRAY[]::text[], '{}', substr(md5('b'||i),1,22)||'@cal.com', gen_random_uuid()::text, CASE WHEN s.st='cancelled' THEN 'guest'||i||'@example.org' END, (CASE WHEN i%6=0 THEN 'api_v2' ELSE 'webapp' END)::"CreationSource"
FROM generate_series(1,48) i CROSS JOIN LATERAL (SELECT (ARRAY['accepted','accepted','cancelled','accepted','pending','accepted','rejected','accepted'])[1+i%8] st, (now() AT TIME ZONE 'utc')-(49-i)*interval '4 hours' c) s;
