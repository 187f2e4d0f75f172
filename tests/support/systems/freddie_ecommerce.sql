CREATE TABLE "IdempotencyKey" (
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "userId" TEXT,
    "tenantId" TEXT,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "statusCode" INTEGER,
    "response" JSONB,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "IdempotencyKey_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "IdempotencyKey_createdAt_idx" ON "IdempotencyKey"("createdAt");
CREATE UNIQUE INDEX "IdempotencyKey_key_method_path_userId_tenantId_key" ON "IdempotencyKey"("key", "method", "path", "userId", "tenantId");

INSERT INTO "IdempotencyKey" ("id", "key", "userId", "tenantId", "method", "path", "statusCode", "response", "createdAt")
SELECT md5('fi' || n)::uuid::text, md5('fk' || n)::uuid::text, 'cmfo' || substr(md5('u' || n % 11), 1, 21), 'cmft' || substr(md5('t' || n % 4), 1, 21), m,
       CASE WHEN n % 5 = 0 THEN '/api/admin/members' ELSE '/api/admin/products' END || CASE WHEN m = 'POST' THEN '' ELSE '/' || p END,
       CASE m WHEN 'POST' THEN 201 ELSE 200 END,
       CASE WHEN n % 5 = 0 THEN jsonb_build_object('membershipId', p, 'userId', 'cmfo' || substr(md5('v' || n), 1, 21), 'user', jsonb_build_object('id', 'cmfo' || substr(md5('v' || n), 1, 21), 'email', 'staff' || n || '@shop.example', 'name', NULL), 'caps', '{"isOwner": false, "canViewProducts": true, "canManageMembers": false, "canManageProducts": true}'::jsonb, 'version', 1 + n % 3, 'updatedAt', to_char(t, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
            ELSE jsonb_build_object('id', p, 'sku', 'SKU-' || 1000 + n, 'name', 'Product ' || n, 'description', NULL, 'priceInPence', 499 + n * 25, 'currency', 'GBP', 'isActive', true, 'createdAt', to_char(t, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'updatedAt', to_char(t, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'version', CASE m WHEN 'POST' THEN 1 ELSE 2 END) END,
       t
FROM (SELECT n, CASE WHEN n % 3 = 0 THEN 'PATCH' ELSE 'POST' END AS m, 'cmfp' || substr(md5('p' || n), 1, 21) AS p, (now() AT TIME ZONE 'UTC') - n * interval '53 min' AS t FROM generate_series(1, 72) n) x;
-- the same key sent by the admin page to two paths
INSERT INTO "IdempotencyKey" ("id", "key", "userId", "tenantId", "method", "path", "statusCode", "response", "createdAt")
SELECT "id" || 'b', "key", "userId", "tenantId", 'POST', '/api/admin/members', 201, '{"membershipId": "cmfpx0000000000000000001"}', "createdAt" + interval '2 s' FROM "IdempotencyKey" WHERE "method" = 'PATCH' ORDER BY "createdAt" LIMIT 2;
-- reserved and never answered: validation failed, version conflict, duplicate SKU or a crash; nothing removes them
INSERT INTO "IdempotencyKey" ("id", "key", "userId", "tenantId", "method", "path", "createdAt")
SELECT md5('fr' || n)::uuid::text, md5('fz' || n)::uuid::text, 'cmfo' || substr(md5('u' || n % 11), 1, 21), 'cmft' || substr(md5('t' || n % 4), 1, 21), CASE WHEN n % 2 = 0 THEN 'PATCH' ELSE 'POST' END,
       '/api/admin/products' || CASE WHEN n % 2 = 0 THEN '/cmfp' || substr(md5('p' || n), 1, 21) ELSE '' END, (now() AT TIME ZONE 'UTC') - n * n * interval '17 min'
FROM generate_series(1, 14) n;
INSERT INTO "IdempotencyKey" ("id", "key", "userId", "tenantId", "method", "path", "createdAt")
VALUES (md5('fnow')::uuid::text, md5('fnowk')::uuid::text, 'cmfo' || substr(md5('u3'), 1, 21), 'cmft' || substr(md5('t1'), 1, 21), 'POST', '/api/admin/products', (now() AT TIME ZONE 'UTC') - interval '80 ms');
