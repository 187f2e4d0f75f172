CREATE TABLE "idempotency_record" (
    "idempotency_key" TEXT NOT NULL,
    "tool_name" TEXT NOT NULL,
    "tenant_id" TEXT NOT NULL,
    "user_id" TEXT NOT NULL,
    "agent_id" TEXT,
    "conversation_id" TEXT,
    "status" TEXT NOT NULL DEFAULT 'pending',
    "input_hash" TEXT NOT NULL,
    "result" JSONB,
    "error" JSONB,
    "created_at" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "completed_at" TIMESTAMP(3),
    "expires_at" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "idempotency_record_pkey" PRIMARY KEY ("idempotency_key", "tenant_id")
);
CREATE INDEX "idempotency_record_tenant_id_idx" ON "idempotency_record"("tenant_id");
CREATE INDEX "idempotency_record_expires_at_idx" ON "idempotency_record"("expires_at");
CREATE INDEX "idempotency_record_status_expires_at_idx" ON "idempotency_record"("status", "expires_at");
CREATE INDEX "idempotency_record_tool_name_idx" ON "idempotency_record"("tool_name");

WITH s AS (
    SELECT g,
           CASE WHEN g <= 5 THEN 'pending' WHEN g % 7 = 0 THEN 'failed' ELSE 'completed' END AS st,
           CASE WHEN g <= 3 THEN (now() AT TIME ZONE 'utc') - g * interval '3 seconds'
                WHEN g <= 5 THEN (now() AT TIME ZONE 'utc') - g * interval '7 minutes'
                ELSE (now() AT TIME ZONE 'utc') - g * interval '14 minutes' END AS t
    FROM generate_series(1, 96) AS g
)
INSERT INTO "idempotency_record"
SELECT 'key-' || (ARRAY['tnt_north','tnt_south','tnt_demo'])[1 + g % 3] || '-' || lpad((g / 3)::text, 5, '0'),
       (ARRAY['create_person','create_organization','assign_party_role','add_email_address','update_party'])[1 + g % 5],
       (ARRAY['tnt_north','tnt_south','tnt_demo'])[1 + g % 3],
       'user_' || (1 + g % 9),
       CASE WHEN g % 4 <> 0 THEN 'agent-' || (1 + g % 2) END,
       CASE WHEN g % 4 <> 0 THEN 'conv_' || substr(md5((g / 5)::text), 1, 10) END,
       st,
       encode(sha256(convert_to('input' || g::text, 'UTF8')), 'hex'),
       CASE WHEN st = 'completed' THEN jsonb_build_object('partyId', gen_random_uuid(), 'version', 1, 'name', 'Party ' || g) END,
       CASE WHEN st = 'failed' THEN jsonb_build_object('code', (ARRAY['PARTY_NOT_FOUND','EXECUTION_ERROR','VALIDATION_ERROR'])[1 + g % 3],
                                                        'message', 'The operation could not be carried out (' || g || ')') END,
       t,
       CASE WHEN st <> 'pending' THEN t + (20 + (g * 31) % 900) * interval '1 millisecond'
            WHEN g = 2 THEN t - interval '4 minutes' END,
       t + interval '24 hours'
FROM s;
