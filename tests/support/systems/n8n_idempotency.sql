CREATE TABLE "user" (
    "id"    uuid PRIMARY KEY DEFAULT gen_random_uuid(),
    "email" varchar(255)
);
INSERT INTO "user" ("id", "email")
SELECT md5('n8n-user-' || i)::uuid, 'user' || i || '@example.com' FROM generate_series(1, 6) i;

CREATE TABLE "idempotency_key" (
    "id"             varchar(16) NOT NULL,
    "userId"         uuid NOT NULL,
    "idempotencyKey" varchar(128) NOT NULL,
    "fingerprint"    text NOT NULL,
    "status"         varchar(16) NOT NULL DEFAULT 'processing',
    "responseStatus" smallint,
    "responseBody"   json,
    "createdAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    "updatedAt"      timestamptz(3) NOT NULL DEFAULT CURRENT_TIMESTAMP(3),
    CONSTRAINT "PK_idempotency_key_id" PRIMARY KEY ("id"),
    CONSTRAINT "CHK_idempotency_key_status" CHECK ("status" IN ('processing', 'completed')),
    CONSTRAINT "CHK_idempotency_key_responseStatus" CHECK
        (("status" = 'processing' AND "responseStatus" IS NULL) OR ("status" = 'completed' AND "responseStatus" IS NOT NULL)),
    CONSTRAINT "FK_idempotency_key_userId" FOREIGN KEY ("userId") REFERENCES "user" ("id") ON DELETE CASCADE
);
CREATE UNIQUE INDEX "IDX_idempotency_key_userId_key" ON "idempotency_key" ("userId", "idempotencyKey");
CREATE INDEX "IDX_idempotency_key_createdAt" ON "idempotency_key" ("createdAt");

INSERT INTO "idempotency_key"
SELECT left(translate(encode(sha256(('id' || i)::bytea), 'base64'), '+/=', 'aBc'), 16),
       md5('n8n-user-' || (i % 6 + 1))::uuid,
       CASE WHEN i % 7 = 0 THEN 'ci-deploy-' || 400 + i ELSE gen_random_uuid()::text END,
       encode(sha256(('POST /api/v1/workflows ' || i)::bytea), 'hex'),
       'completed',
       CASE WHEN i % 5 = 0 THEN 201 ELSE 200 END,
       json_build_object('id', left(md5('wf' || i), 16), 'name', 'Sync ' || i, 'active', i % 3 = 0, 'nodes', json_build_array(), 'connections', json_build_object()),
       t, t + (80 + i * 11) * interval '1 millisecond'
FROM (SELECT i, now() - i * interval '11 minutes' AS t FROM generate_series(1, 58) i) s;
INSERT INTO "idempotency_key" ("id", "userId", "idempotencyKey", "fingerprint", "createdAt", "updatedAt")
SELECT left(translate(encode(sha256(('run' || i)::bytea), 'base64'), '+/=', 'aBc'), 16),
       md5('n8n-user-' || (i % 6 + 1))::uuid, gen_random_uuid()::text,
       encode(sha256(('POST /api/v1/credentials ' || i)::bytea), 'hex'), t, t
FROM (SELECT i, CASE WHEN i <= 4 THEN now() - i * interval '1 second' ELSE now() - i * interval '55 minutes' END AS t FROM generate_series(1, 7) i) s;
