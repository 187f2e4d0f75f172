CREATE TABLE "IdempotencyKey" (
    "idempotency_key" varchar(500) NOT NULL,
    "created_at"      timestamptz NOT NULL,
    CONSTRAINT "PK_pulse_IdempotencyKey" PRIMARY KEY ("idempotency_key")
);
CREATE INDEX "IX_pulse_IdempotencyKey_created_at" ON "IdempotencyKey" ("created_at");

INSERT INTO "IdempotencyKey"
SELECT CASE i % 3 WHEN 0 THEN 'CreateOrderCommand:' || (88000 + i)
                  WHEN 1 THEN 'CapturePayment:' || md5('p' || i)::uuid
                  ELSE gen_random_uuid()::text END,
       now() - (i * i) * interval '97 seconds'
FROM generate_series(1, 80) i;
