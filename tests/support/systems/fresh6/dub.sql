CREATE TYPE "PayoutStatus" AS ENUM ('pending', 'processing', 'processed', 'sent', 'completed', 'failed',
  'canceled');
CREATE TYPE "InvoiceStatus" AS ENUM ('processing', 'completed', 'failed');
CREATE TABLE "Payout" (id text PRIMARY KEY, "programId" text NOT NULL, "partnerId" text NOT NULL, "invoiceId" text,
  amount integer NOT NULL DEFAULT 0, currency text NOT NULL DEFAULT 'USD', status "PayoutStatus" NOT NULL DEFAULT
  'pending', mode text, method text, description text, "periodStart" timestamp(3), "periodEnd" timestamp(3),
  "paypalTransferId" text UNIQUE, "stripeTransferId" text, "stripePayoutId" text, "failureReason" text,
  "webhookEventId" text UNIQUE, "createdAt" timestamp(3) NOT NULL DEFAULT now(), "updatedAt" timestamp(3) NOT NULL,
  "userId" text, "initiatedAt" timestamp(3), "paidAt" timestamp(3));
CREATE INDEX payout_program_status ON "Payout" ("programId", status);
CREATE INDEX payout_status ON "Payout" (status);
CREATE TABLE "Invoice" (id text PRIMARY KEY, "programId" text, "workspaceId" text NOT NULL, number text UNIQUE,
  status "InvoiceStatus" NOT NULL DEFAULT 'processing', type text NOT NULL DEFAULT 'partnerPayout', "paymentMethod"
  text, amount integer NOT NULL DEFAULT 0, fee integer NOT NULL DEFAULT 0, "refundedAmount" integer NOT NULL DEFAULT
  0, total integer NOT NULL DEFAULT 0, "externalAmount" integer NOT NULL DEFAULT 0, "receiptUrl" text,
  "failedReason" text, "failedAttempts" integer NOT NULL DEFAULT 0, "createdAt" timestamp(3) NOT NULL DEFAULT now(),
  "paidAt" timestamp(3));
CREATE TABLE "Job" (id text PRIMARY KEY, name text NOT NULL, payload jsonb NOT NULL, options jsonb, "scheduledFor"
  timestamp(3), attempts integer NOT NULL DEFAULT 0, "lastError" text, "createdAt" timestamp(3) NOT NULL DEFAULT
  now(), "updatedAt" timestamp(3) NOT NULL);
CREATE INDEX job_created ON "Job" ("createdAt");
INSERT INTO "Payout" (id, "programId", "partnerId", "invoiceId", amount, currency, status, mode, method,
  "periodStart", "periodEnd", "paypalTransferId", "stripeTransferId", "failureReason", "createdAt", "updatedAt",
  "userId", "initiatedAt", "paidAt") SELECT 'po_' || left(md5('po' || g), 22), 'prog_' || g % 4, 'pn_' ||
  left(md5('pn' || g % 50), 20), CASE WHEN k NOT IN ('pending', 'canceled') THEN 'inv_' || g % 20 END, 500 + 37 * g,
  'USD', (CASE k WHEN 'lost' THEN 'sent' WHEN 'hung' THEN 'processing' ELSE k END)::"PayoutStatus", CASE WHEN k NOT
  IN ('pending', 'canceled') THEN 'internal' END, CASE WHEN k NOT IN ('pending', 'canceled') THEN (ARRAY['connect',
  'paypal'])[1 + g % 2] END, c - interval '30 days', c, CASE WHEN k IN ('sent', 'completed', 'lost') AND g % 2 = 1
  THEN 'PP' || g END, CASE WHEN k IN ('sent', 'completed', 'lost') AND g % 2 = 0 THEN 'tr_' || g END, CASE k WHEN
  'failed' THEN 'account closed' END, c, c + interval '2 hours', CASE WHEN k NOT IN ('pending', 'canceled') THEN
  'user_' || g % 3 END, CASE WHEN k NOT IN ('pending', 'canceled') THEN c + interval '1 hour' END, CASE WHEN k IN
  ('sent', 'completed', 'lost') THEN c + interval '2 hours' END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <=
  12 THEN 'pending' WHEN g <= 14 THEN 'processing' WHEN g <= 16 THEN 'processed' WHEN g <= 19 THEN 'sent' WHEN g <=
  21 THEN 'lost' WHEN g <= 23 THEN 'hung' WHEN g % 17 = 0 THEN 'failed' WHEN g % 31 = 0 THEN 'canceled' ELSE
  'completed' END AS k, localtimestamp - g * interval '9 hours' AS c FROM generate_series(1, 200) g) s;
INSERT INTO "Invoice" (id, "programId", "workspaceId", number, status, "paymentMethod", amount, fee, total,
  "receiptUrl", "failedReason", "failedAttempts", "createdAt", "paidAt") SELECT 'inv_' || g, 'prog_' || g % 4, 'ws_'
  || g % 4, 'ABC-' || g, (CASE k WHEN 'lost' THEN 'processing' ELSE k END)::"InvoiceStatus", (ARRAY['card',
  'ach'])[1 + g % 2], 10000 + g, 500, 10500 + g, CASE k WHEN 'completed' THEN 'https://pay.example/' || g END, CASE
  k WHEN 'failed' THEN 'card declined' END, CASE k WHEN 'failed' THEN 1 + g % 3 ELSE 0 END, c, CASE k WHEN
  'completed' THEN c + interval '9 minutes' END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN
  'processing' WHEN g <= 5 THEN 'lost' WHEN g % 13 = 0 THEN 'failed' ELSE 'completed' END AS k, localtimestamp -
  CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 5 THEN interval '9 days' + g * interval '7 minutes' ELSE
  g * interval '20 hours' END AS c FROM generate_series(1, 120) g) s;
INSERT INTO "Job" (id, name, payload, options, "scheduledFor", attempts, "lastError", "createdAt", "updatedAt")
  SELECT 'job_' || left(md5('jb' || g), 20), (ARRAY['send-webhook', 'sync-partner', 'trigger-workflow'])[1 + g % 3],
  '{}', CASE WHEN g % 2 = 0 THEN '{"retries": 3}'::jsonb END, CASE WHEN g % 4 = 0 THEN CASE WHEN g <= 20 THEN n + g
  * interval '10 minutes' ELSE c + interval '10 minutes' END END, CASE WHEN g <= 20 THEN 0 ELSE 1 + g % 5 END, CASE
  WHEN g > 20 THEN 'fetch failed' END, c, c + interval '5 minutes' FROM (SELECT g, localtimestamp AS n, 'x' AS k,
  localtimestamp - CASE WHEN g <= 20 THEN g * interval '25 seconds' WHEN g <= 34 THEN interval '5 hours' + g *
  interval '7 minutes' ELSE g * interval '1 hour' END AS c FROM generate_series(1, 34) g) s;
