CREATE TYPE "MetodoPagamento" AS ENUM ('PIX', 'CARTAO', 'BOLETO');
CREATE TYPE "StatusPagamento" AS ENUM ('PENDENTE', 'PAGO', 'FALHADO', 'EXPIRADO');
CREATE TABLE "Customer" (
    "id" TEXT NOT NULL, "nome" TEXT NOT NULL, "email" TEXT NOT NULL, "documento" TEXT NOT NULL, "telefone" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP, "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "Customer_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "Customer_email_key" ON "Customer"("email");
CREATE UNIQUE INDEX "Customer_documento_key" ON "Customer"("documento");
CREATE TABLE "Charge" (
    "id" TEXT NOT NULL, "customerId" TEXT NOT NULL, "valor" DOUBLE PRECISION NOT NULL, "moeda" TEXT NOT NULL,
    "metodo_pagamento" "MetodoPagamento" NOT NULL, "status" "StatusPagamento" NOT NULL, "data_vencimento" TIMESTAMP(3), "parcelas" INTEGER,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP, "updatedAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "Charge_pkey" PRIMARY KEY ("id"),
    CONSTRAINT "Charge_customerId_fkey" FOREIGN KEY ("customerId") REFERENCES "Customer"("id") ON DELETE CASCADE ON UPDATE CASCADE
);
CREATE TABLE "IdempotencyKey" (
    "id" TEXT NOT NULL,
    "requestKey" TEXT NOT NULL,
    "responseStatus" INTEGER NOT NULL,
    "responseBody" TEXT NOT NULL,
    "createdAt" TIMESTAMP(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMP(3) NOT NULL,
    CONSTRAINT "IdempotencyKey_pkey" PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX "IdempotencyKey_requestKey_key" ON "IdempotencyKey"("requestKey");
CREATE INDEX "IdempotencyKey_requestKey_idx" ON "IdempotencyKey"("requestKey");
CREATE INDEX "IdempotencyKey_expiresAt_idx" ON "IdempotencyKey"("expiresAt");

INSERT INTO "Customer"
SELECT md5('cli' || n)::uuid::text, (ARRAY['Ana', 'Bruno', 'Carla', 'Diego', 'Elisa'])[1 + n % 5] || ' ' || (ARRAY['Souza', 'Lima', 'Pereira', 'Alves'])[1 + n % 4], 'cliente' || n || '@exemplo.com.br', lpad((n::bigint * 73548219 % 99999999999)::text, 11, '0'), '+55119' || 80000000 + n * 91, t, t
FROM generate_series(1, 45) n, LATERAL (SELECT (now() AT TIME ZONE 'UTC') - n * interval '31 h' AS t) x;
INSERT INTO "Charge"
SELECT md5('cob' || n)::uuid::text, md5('cli' || 1 + n % 45)::uuid::text, 19.9 + n * 7, CASE WHEN n % 19 = 0 THEN 'USD' ELSE 'BRL' END, (ARRAY['PIX', 'CARTAO', 'BOLETO'])[1 + n % 3]::"MetodoPagamento",
       (CASE WHEN n % 13 = 0 THEN 'FALHADO' WHEN n > 70 AND n % 3 = 2 THEN 'EXPIRADO' WHEN n % 4 = 0 THEN 'PENDENTE' ELSE 'PAGO' END)::"StatusPagamento", CASE WHEN n % 3 = 2 THEN t + interval '3 days' END, CASE WHEN n % 3 = 1 THEN 1 + n % 12 END, t, t + interval '4 min'
FROM generate_series(1, 90) n, LATERAL (SELECT (now() AT TIME ZONE 'UTC') - n * interval '41 min' AS t) x;
-- answers of the last days; those over 24 hours old stay until the key comes again (the clean-up function is never called)
INSERT INTO "IdempotencyKey"
SELECT md5('ik' || n)::uuid::text, CASE WHEN n % 7 = 0 THEN 'pedido-' || 4400 + n ELSE md5('rk' || n)::uuid::text END, st,
       CASE st WHEN 201 THEN '{"success":true,"message":"Cobrança criada com sucesso","data":{"id":"' || md5('cob' || n)::uuid || '","customerId":"' || md5('cli' || 1 + n % 45)::uuid || '","valor":' || 19.9 + n * 7 || ',"moeda":"BRL","metodo_pagamento":"' || (ARRAY['PIX', 'CARTAO', 'BOLETO'])[1 + n % 3] || '","status":"PENDENTE"}}'
         WHEN 400 THEN '{"success":false,"message":"Dados inválidos","errors":["valor deve ser maior que zero"]}'
         WHEN 404 THEN '{"success":false,"message":"Cliente não encontrado","errors":[]}'
         WHEN 409 THEN '{"success":false,"message":"Email já cadastrado"}'
         ELSE '{"success":false,"message":"Erro interno do servidor"}' END,
       t, t + interval '24 h' - interval '2 ms'
FROM (SELECT n, CASE WHEN n % 43 = 0 THEN 500 WHEN n % 16 = 0 THEN 400 WHEN n % 21 = 0 THEN 404 WHEN n % 27 = 0 THEN 409 ELSE 201 END AS st, (now() AT TIME ZONE 'UTC') - n * interval '41 min' AS t FROM generate_series(1, 90) n) x;
