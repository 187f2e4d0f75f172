CREATE TABLE "Basket" (
    "id" TEXT NOT NULL, "userId" TEXT NOT NULL, "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP, "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "Basket_pkey" PRIMARY KEY ("id")
);
CREATE TABLE "BasketItem" (
    "id" TEXT NOT NULL, "basketId" TEXT NOT NULL, "productId" TEXT NOT NULL, "quantity" INTEGER NOT NULL, "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP, "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "BasketItem_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "BasketItem_basketId_fkey" FOREIGN KEY ("basketId") REFERENCES "Basket"("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE TABLE "Idempotency" (
    "id" TEXT NOT NULL,
    "key" TEXT NOT NULL,
    "userId" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "request" JSONB NOT NULL,
    "response" JSONB NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT "Idempotency_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Idempotency_key_key" ON "Idempotency"("key");

INSERT INTO "Basket" SELECT md5('ab' || n)::uuid::text, n::text, t, t FROM generate_series(1, 42) n, LATERAL (SELECT (now() AT TIME ZONE 'UTC') - n * interval '7 h' AS t) x;
INSERT INTO "BasketItem" SELECT md5('abi' || n)::uuid::text, md5('ab' || 1 + n % 42)::uuid::text, (1 + n * 7 % 60)::text, 1 + n % 4, t, t + CASE WHEN n % 3 = 0 THEN interval '5 min' ELSE interval '0' END
FROM generate_series(1, 110) n, LATERAL (SELECT (now() AT TIME ZONE 'UTC') - n * interval '97 min' AS t) x;
INSERT INTO "Idempotency" ("id", "key", "userId", "operation", "request", "response", "createdAt")
SELECT md5('abk' || n)::uuid::text, md5('abkk' || n)::uuid::text, b."userId", 'addOrUpdateItem', jsonb_build_object('basketId', b."id", 'productId', i."productId", 'quantity', i."quantity"),
       jsonb_build_object('item', to_jsonb(i), 'basket', to_jsonb(b) || jsonb_build_object('items', jsonb_build_array(to_jsonb(i)))), i."createdAt" + interval '11 ms'
FROM generate_series(1, 110) n JOIN "BasketItem" i ON i."id" = md5('abi' || n)::uuid::text JOIN "Basket" b ON b."id" = i."basketId";
