CREATE TABLE "IdempotencyKey" (
    "key" TEXT NOT NULL,
    "tenantId" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "IdempotencyKey_pkey" PRIMARY KEY ("key")
);
CREATE UNIQUE INDEX "IdempotencyKey_key_tenantId_key" ON "IdempotencyKey"("key", "tenantId");
INSERT INTO "IdempotencyKey" ("key", "tenantId", "createdAt")
SELECT CASE WHEN n % 4 = 0 THEN md5('sg' || n)::uuid::text ELSE 'candles-' || (ARRAY['NIFTY', 'BANKNIFTY', 'RELIANCE'])[1 + n % 3] || '-1m-' || to_char(t, 'YYYYMMDDHH24MI') END,
       (ARRAY['tenant-a', 'tenant-a', 'tenant-b', 'tenant-c'])[1 + n % 4], t
FROM generate_series(1, 88) n, LATERAL (SELECT (now() AT TIME ZONE 'UTC') - n * interval '5 min' AS t) x;
