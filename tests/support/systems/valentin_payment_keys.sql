CREATE TYPE "Status" AS ENUM ('VALIDATED', 'PENDING', 'APPROVED', 'REJECTED');
CREATE TABLE "User" (
  "id" serial PRIMARY KEY, "name" varchar(50) NOT NULL, "email" varchar(255) NOT NULL, "password" text NOT NULL,
  "balance" double precision NOT NULL DEFAULT 0.00, "createdAt" timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP, "roleId" integer NOT NULL DEFAULT 2
);
CREATE UNIQUE INDEX "User_email_key" ON "User" ("email");
CREATE TABLE "Payment" (
  "id" serial PRIMARY KEY, "status" "Status" NOT NULL DEFAULT 'VALIDATED', "amount" double precision NOT NULL, "statusMessage" text,
  "createdAt" timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP, "updatedAt" timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "senderId" integer NOT NULL REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE,
  "recipientId" integer NOT NULL REFERENCES "User" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE TABLE "IdempotencyKey" (
  "id" varchar(128) NOT NULL, "paymentId" integer NOT NULL, "createdAt" timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
  CONSTRAINT "IdempotencyKey_pkey" PRIMARY KEY ("id"),
  CONSTRAINT "IdempotencyKey_paymentId_fkey" FOREIGN KEY ("paymentId") REFERENCES "Payment" ("id") ON DELETE RESTRICT ON UPDATE CASCADE
);
CREATE UNIQUE INDEX "IdempotencyKey_id_key" ON "IdempotencyKey" ("id");
CREATE UNIQUE INDEX "IdempotencyKey_paymentId_key" ON "IdempotencyKey" ("paymentId");

INSERT INTO "User" ("name", "email", "password", "balance")
SELECT 'User ' || n, 'user' || n || '@example.org', '$argon2id$v=19$m=65536,t=3,p=4$' || md5('s' || n), 500 + n FROM generate_series(1, 24) AS n;
INSERT INTO "Payment" ("status", "amount", "statusMessage", "createdAt", "updatedAt", "senderId", "recipientId")
SELECT CASE n % 5 WHEN 0 THEN 'VALIDATED' WHEN 1 THEN 'REJECTED' ELSE 'APPROVED' END::"Status", 10 + n * 1.5,
       CASE n % 5 WHEN 0 THEN NULL WHEN 1 THEN 'Insufficient balance' ELSE 'Payment was succesful via Stripe' END,
       t, CASE WHEN n % 5 = 0 THEN t ELSE t + interval '25 milliseconds' END, 1 + n % 24, CASE WHEN n % 5 = 0 THEN 1 + n % 24 ELSE 1 + (n + 7) % 24 END
FROM (SELECT n, (now() AT TIME ZONE 'UTC') - (61 - n) * interval '47 minutes' AS t FROM generate_series(1, 60) AS n) AS s ORDER BY n;
INSERT INTO "IdempotencyKey" ("id", "paymentId", "createdAt", "updatedAt")
SELECT md5('client-key-' || "id")::uuid::text, "id", "createdAt", "createdAt" FROM "Payment";
