CREATE TYPE "IdempotencyStatus" AS ENUM ('IN_PROGRESS', 'COMPLETED');
CREATE TABLE "users" (
    "id" SERIAL NOT NULL,
    "name" VARCHAR(100) NOT NULL,
    "email" TEXT NOT NULL,
    "is_system" BOOLEAN NOT NULL DEFAULT false,
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "users_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "users_email_key" ON "users"("email");
CREATE TABLE "idempotency_keys" (
    "method" TEXT NOT NULL,
    "status" "IdempotencyStatus" NOT NULL,
    "payload_hash" TEXT NOT NULL,
    "response_status" INTEGER,
    "response_body" TEXT,
    "in_progress_until" TIMESTAMP(3) NOT NULL,
    "expires_at" TIMESTAMP(3) NOT NULL,
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMP(3) NOT NULL,
    "idempotency_key" VARCHAR(50) NOT NULL,
    "path" TEXT NOT NULL,
    "user_id" INTEGER NOT NULL,
    CONSTRAINT "idempotency_keys_pkey" PRIMARY KEY ("user_id", "method", "path", "idempotency_key")
);
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_user_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE RESTRICT ON UPDATE CASCADE;

INSERT INTO "users" ("name", "email", "is_system", "created_at")
SELECT CASE WHEN g = 1 THEN 'Treasury' ELSE 'Player ' || g END, 'player' || g || '@example.com', g = 1, (now() AT TIME ZONE 'utc') - interval '90 days' + g * interval '1 day'
FROM generate_series(1, 30) AS g;

WITH s AS (
    SELECT g, CASE WHEN g <= 6 THEN 'IN_PROGRESS' ELSE 'COMPLETED' END AS st,
           CASE WHEN g <= 3 THEN (now() AT TIME ZONE 'utc') - g * interval '11 seconds'
                WHEN g <= 6 THEN (now() AT TIME ZONE 'utc') - g * interval '23 minutes'
                ELSE (now() AT TIME ZONE 'utc') - g * interval '37 minutes' END AS t
    FROM generate_series(1, 75) AS g
)
INSERT INTO "idempotency_keys" ("user_id", "method", "path", "idempotency_key", "status", "payload_hash", "response_status", "response_body", "in_progress_until", "expires_at", "created_at", "updated_at")
SELECT 2 + g % 28, 'POST', (ARRAY['/purchase-credits','/spend-credits','/bonus'])[1 + g % 3], gen_random_uuid()::text,
       st::"IdempotencyStatus", encode(sha256(convert_to('p' || g::text, 'UTF8')), 'hex'),
       CASE WHEN st = 'COMPLETED' THEN 200 END,
       CASE WHEN st = 'COMPLETED' THEN '{"status":"success","data":{"wallet":{"userId":' || (2 + g % 28) || ',"assetTypeId":' || (1 + g % 2) || ',"balance":"' || (g * 25) || '"},"transactionId":"' || gen_random_uuid() || '"}}' END,
       CASE WHEN g = 5 THEN (now() AT TIME ZONE 'utc') + interval '4 minutes' ELSE t + interval '300 seconds' END,
       t + interval '86400 seconds',
       t,
       CASE WHEN g = 5 THEN (now() AT TIME ZONE 'utc') - interval '1 minute'
            WHEN st = 'COMPLETED' THEN t + (30 + (g * 17) % 300) * interval '1 millisecond' ELSE t END
FROM s;
