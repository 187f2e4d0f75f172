CREATE TABLE "IdempotencyKey" (
  "id" text NOT NULL,
  "route" text NOT NULL,
  "key" text NOT NULL,
  "userId" text,
  "state" text NOT NULL DEFAULT 'PENDING',
  "statusCode" integer,
  "response" jsonb,
  "createdAt" timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "expiresAt" timestamp(3) NOT NULL,
  CONSTRAINT "IdempotencyKey_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "IdempotencyKey_expiresAt_idx" ON "IdempotencyKey" ("expiresAt");
CREATE INDEX "IdempotencyKey_userId_idx" ON "IdempotencyKey" ("userId");
CREATE UNIQUE INDEX "IdempotencyKey_route_key_key" ON "IdempotencyKey" ("route", "key");
INSERT INTO "IdempotencyKey" ("id", "route", "key", "userId", "state", "statusCode", "response", "createdAt", "expiresAt")
SELECT 'cm' || left(md5('ik' || g), 23), (ARRAY['POST:/api/checkout', 'POST:/api/events', 'POST:/api/reservations/rsv' || g % 7])[1 + g % 3], encode(sha256(convert_to('pl' || g, 'UTF8')), 'hex'), CASE WHEN g % 5 > 0 THEN 'cu' || left(md5('us' || g % 12), 23) END, st,
       CASE WHEN st = 'COMPLETED' THEN CASE WHEN g % 14 = 0 THEN 400 WHEN g % 3 = 0 THEN 201 ELSE 200 END END, CASE WHEN st = 'COMPLETED' THEN CASE WHEN g % 14 = 0 THEN '{"message": "Event is sold out"}'::jsonb ELSE jsonb_build_object('ok', true, 'id', 'cr' || left(md5('re' || g), 10)) END END, c, c + interval '10 minutes'
FROM (SELECT g, CASE WHEN g <= 4 OR g IN (40, 71) THEN 'PENDING' ELSE 'COMPLETED' END AS st, (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 4 THEN g * interval '350 milliseconds' ELSE g * interval '6 minutes' END AS c FROM generate_series(1, 110) g) s;
