CREATE TYPE "IdempotencyStatus" AS ENUM ('processing', 'completed', 'failed');
CREATE TABLE "idempotency_records" (
    "id" text NOT NULL,
    "key" text NOT NULL,
    "requestHash" text NOT NULL,
    "responseStatus" integer,
    "responseBody" jsonb,
    "createdAt" timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt" timestamp(3) NOT NULL,
    "expiresAt" timestamp(3) NOT NULL,
    "status" "IdempotencyStatus" NOT NULL,
    CONSTRAINT "idempotency_records_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "idempotency_records_key_key" ON "idempotency_records" ("key");
CREATE INDEX "idempotency_records_expiresAt_idx" ON "idempotency_records" ("expiresAt");
CREATE INDEX "idempotency_records_status_idx" ON "idempotency_records" ("status");

-- k: C completed, A completed at a second try, F failed, P first try runs, Q a further try runs (answer of the first one still in the row)
WITH r AS (
    SELECT n, CASE WHEN n <= 40 THEN CASE WHEN n % 10 = 0 THEN 'A' ELSE 'C' END WHEN n <= 52 THEN 'F' WHEN n <= 57 THEN 'P' ELSE 'Q' END AS k,
           (now() AT TIME ZONE 'UTC') - CASE WHEN n <= 52 THEN make_interval(hours => (56 - n) * 3, secs => n) WHEN n IN (56, 57) THEN make_interval(hours => 9 * n) WHEN n <= 57 THEN make_interval(secs => 58 - n) ELSE make_interval(mins => n) END AS c
    FROM generate_series(1, 60) n
)
INSERT INTO "idempotency_records" ("id", "key", "requestHash", "responseStatus", "responseBody", "createdAt", "updatedAt", "expiresAt", "status")
SELECT md5('nb' || n)::uuid::text, md5('nbk' || n)::uuid::text, md5('a' || n) || md5('b' || n),
       CASE k WHEN 'C' THEN 201 WHEN 'A' THEN 201 WHEN 'F' THEN CASE WHEN n % 3 = 0 THEN 500 ELSE 409 END END,
       CASE WHEN k IN ('C', 'A') THEN jsonb_build_object('id', md5('u' || n)::uuid, 'email', format('user%s@example.com', n), 'isActive', false)
            WHEN k IN ('F', 'Q') THEN CASE WHEN n % 3 = 0 THEN '{"error": "connect ECONNREFUSED 127.0.0.1:3001"}'::jsonb ELSE '{"error": {"code": "CONFLICT", "message": "Email already exists"}}'::jsonb END END,
       c,
       CASE k WHEN 'P' THEN c WHEN 'Q' THEN (now() AT TIME ZONE 'UTC') - make_interval(secs => n - 57) WHEN 'A' THEN c + interval '4 min 2.3 s' ELSE c + make_interval(secs => 0.15 + (n % 7) * 0.07) END,
       CASE k WHEN 'A' THEN c + interval '4 min 2 s' WHEN 'Q' THEN (now() AT TIME ZONE 'UTC') - make_interval(secs => n - 57) ELSE c END + interval '24 hours',
       (CASE k WHEN 'C' THEN 'completed' WHEN 'A' THEN 'completed' WHEN 'F' THEN 'failed' ELSE 'processing' END)::"IdempotencyStatus"
FROM r ORDER BY n;
