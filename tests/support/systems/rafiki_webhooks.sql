CREATE TABLE tenants (id uuid PRIMARY KEY, email varchar(255), "apiSecret" varchar(255) NOT NULL, "createdAt" timestamptz DEFAULT CURRENT_TIMESTAMP, "updatedAt" timestamptz DEFAULT CURRENT_TIMESTAMP);
CREATE TABLE assets (id uuid PRIMARY KEY, code varchar(255) NOT NULL);
CREATE TABLE "incomingPayments" (id uuid PRIMARY KEY);
CREATE TABLE "outgoingPayments" (id uuid PRIMARY KEY);
CREATE TABLE "walletAddresses" (id uuid PRIMARY KEY);
CREATE TABLE peers (id uuid PRIMARY KEY);

CREATE TABLE "webhookEvents" (
  id uuid NOT NULL,
  type varchar(255) NOT NULL,
  data json NOT NULL,
  "withdrawalAccountId" uuid,
  "withdrawalAssetId" uuid,
  "withdrawalAmount" bigint,
  "createdAt" timestamptz DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz DEFAULT CURRENT_TIMESTAMP,
  "outgoingPaymentId" uuid REFERENCES "outgoingPayments" (id) ON DELETE CASCADE,
  "incomingPaymentId" uuid REFERENCES "incomingPayments" (id) ON DELETE CASCADE,
  "walletAddressId" uuid REFERENCES "walletAddresses" (id) ON DELETE CASCADE,
  "peerId" uuid REFERENCES peers (id) ON DELETE CASCADE,
  "assetId" uuid REFERENCES assets (id) ON DELETE CASCADE,
  "tenantId" uuid NOT NULL REFERENCES tenants (id),
  CONSTRAINT "webhookEvents_pkey" PRIMARY KEY (id),
  CONSTRAINT webhookevents_withdrawalassetid_foreign FOREIGN KEY ("withdrawalAssetId") REFERENCES assets (id),
  CONSTRAINT webhookevents_related_resource_constraint CHECK (
    CASE WHEN type <> 'wallet_address.not_found'
         THEN num_nonnulls("outgoingPaymentId", "incomingPaymentId", "walletAddressId", "peerId", "assetId") = 1
         ELSE num_nonnulls("outgoingPaymentId", "incomingPaymentId", "walletAddressId", "peerId", "assetId") = 0 END)
);
CREATE INDEX webhookevents_outgoingpaymentid_index ON "webhookEvents" ("outgoingPaymentId");
CREATE INDEX webhookevents_incomingpaymentid_index ON "webhookEvents" ("incomingPaymentId");
CREATE INDEX webhookevents_walletaddressid_index ON "webhookEvents" ("walletAddressId");
CREATE INDEX webhookevents_peerid_index ON "webhookEvents" ("peerId");
CREATE INDEX webhookevents_assetid_index ON "webhookEvents" ("assetId");
CREATE INDEX webhookevents_tenantid_index ON "webhookEvents" ("tenantId");

CREATE TABLE webhooks (
  id uuid NOT NULL,
  "eventId" uuid NOT NULL REFERENCES "webhookEvents" (id) ON DELETE CASCADE,
  "recipientTenantId" uuid NOT NULL REFERENCES tenants (id) ON DELETE CASCADE,
  attempts integer NOT NULL DEFAULT 0,
  "statusCode" integer,
  "processAt" timestamptz DEFAULT CURRENT_TIMESTAMP,
  "createdAt" timestamptz DEFAULT CURRENT_TIMESTAMP,
  "updatedAt" timestamptz DEFAULT CURRENT_TIMESTAMP,
  metadata jsonb,
  CONSTRAINT webhooks_pkey PRIMARY KEY (id)
);
CREATE INDEX webhooks_eventid_index ON webhooks ("eventId");
CREATE INDEX webhooks_recipienttenantid_index ON webhooks ("recipientTenantId");
CREATE INDEX webhooks_processat_index ON webhooks ("processAt");

INSERT INTO tenants (id, email, "apiSecret") SELECT md5('tenant' || g)::uuid, 'ops' || g || '@example.com', md5('secret' || g) FROM generate_series(1, 3) AS g;
INSERT INTO assets SELECT md5('asset' || c)::uuid, c FROM unnest(ARRAY['EUR', 'USD', 'MXN']) AS c;
INSERT INTO "incomingPayments" SELECT md5('ip' || g)::uuid FROM generate_series(1, 60) AS g;
INSERT INTO "outgoingPayments" SELECT md5('op' || g)::uuid FROM generate_series(1, 60) AS g;
INSERT INTO peers SELECT md5('peer' || g)::uuid FROM generate_series(1, 4) AS g;
INSERT INTO "walletAddresses" SELECT md5('wa' || g)::uuid FROM generate_series(1, 4) AS g;

INSERT INTO "webhookEvents" (id, type, data, "withdrawalAccountId", "withdrawalAssetId", "withdrawalAmount", "createdAt", "updatedAt", "outgoingPaymentId", "incomingPaymentId", "peerId", "tenantId")
SELECT md5('ev' || g)::uuid, typ,
       json_build_object('id', CASE WHEN typ LIKE 'out%' THEN md5('op' || g)::uuid WHEN typ LIKE 'peer%' THEN md5('peer' || 1 + g % 4)::uuid ELSE md5('ip' || g)::uuid END,
                         'receivedAmount', json_build_object('value', (g * 125)::text, 'assetCode', 'EUR', 'assetScale', 2)),
       CASE WHEN typ IN ('incoming_payment.completed', 'outgoing_payment.completed') THEN md5(CASE WHEN typ LIKE 'in%' THEN 'ip' ELSE 'op' END || g)::uuid END,
       CASE WHEN typ IN ('incoming_payment.completed', 'outgoing_payment.completed') THEN md5('assetEUR')::uuid END,
       CASE WHEN typ IN ('incoming_payment.completed', 'outgoing_payment.completed') THEN g * 125 END,
       t, t, CASE WHEN typ LIKE 'out%' THEN md5('op' || g)::uuid END, CASE WHEN typ LIKE 'in%' THEN md5('ip' || g)::uuid END,
       CASE WHEN typ LIKE 'peer%' THEN md5('peer' || 1 + g % 4)::uuid END, md5('tenant' || 1 + g % 3)::uuid
FROM generate_series(1, 60) AS g
CROSS JOIN LATERAL (SELECT CASE WHEN g % 15 = 0 THEN 'peer.liquidity_low' ELSE (ARRAY['incoming_payment.created', 'incoming_payment.completed', 'outgoing_payment.created', 'outgoing_payment.completed'])[1 + g % 4] END AS typ,
                           now() - CASE WHEN g > 56 THEN (61 - g) * interval '90 milliseconds' ELSE (61 - g) * interval '26 seconds' END AS t) AS x;

-- Deliveries: 1..40 answered 200 (every eighth only at the third try), 41..45 given up after ten tries, 46..56 failed and due again later, 57..60 not tried yet;
-- events of other tenants go to the operator as well.
INSERT INTO webhooks (id, "eventId", "recipientTenantId", attempts, "statusCode", "processAt", "createdAt", "updatedAt", metadata)
SELECT gen_random_uuid(), md5('ev' || g)::uuid, r.tenant,
       CASE WHEN g <= 40 THEN CASE WHEN g % 8 = 0 THEN 3 ELSE 1 END WHEN g <= 45 THEN 10 WHEN g <= 56 THEN 1 + g % 5 ELSE 0 END,
       CASE WHEN g <= 40 THEN 200 WHEN g <= 56 THEN CASE WHEN g % 3 = 0 THEN NULL WHEN g % 3 = 1 THEN 500 ELSE 404 END END,
       CASE WHEN g <= 40 THEN NULL WHEN g <= 45 THEN t - interval '2 hours' + interval '7 minutes 30 seconds' WHEN g <= 56 THEN now() - interval '2 seconds' + (1 + g % 5) * interval '10 seconds' ELSE t END,
       CASE WHEN g BETWEEN 41 AND 45 THEN t - interval '2 hours' WHEN g BETWEEN 46 AND 56 THEN now() - interval '2 seconds' - 5 * (1 + g % 5) * (g % 5) * interval '1 second' ELSE t END,
       CASE WHEN g <= 40 THEN t + CASE WHEN g % 8 = 0 THEN interval '30.4 seconds' ELSE interval '350 milliseconds' END WHEN g <= 45 THEN t - interval '2 hours' + interval '6 minutes 30 seconds' WHEN g <= 56 THEN now() - interval '2 seconds' ELSE t END,
       CASE WHEN g % 20 = 0 AND r.tenant = md5('tenant1')::uuid THEN '{"sendToCardService":true}'::jsonb END
FROM generate_series(1, 60) AS g
CROSS JOIN LATERAL (SELECT "createdAt" AS t, "tenantId" FROM "webhookEvents" WHERE id = md5('ev' || g)::uuid) AS e
CROSS JOIN LATERAL (SELECT e."tenantId" AS tenant UNION SELECT md5('tenant1')::uuid) AS r;
UPDATE "webhookEvents" AS e SET "createdAt" = w."createdAt", "updatedAt" = w."createdAt" FROM webhooks AS w WHERE w."eventId" = e.id;
