CREATE TABLE "OutboxMessage" (
    "Id"            uuid NOT NULL,
    "EventType"     varchar(500) NOT NULL,
    "Payload"       text NOT NULL,
    "CorrelationId" varchar(100),
    "CausationId"   varchar(100),
    "CreatedAt"     timestamptz NOT NULL,
    "UpdatedAt"     timestamptz NOT NULL,
    "ProcessedAt"   timestamptz,
    "NextRetryAt"   timestamptz,
    "RetryCount"    integer NOT NULL DEFAULT 0,
    "Error"         text,
    "Status"        integer NOT NULL DEFAULT 0,
    CONSTRAINT "PK_pulse" PRIMARY KEY ("Id")
);
CREATE INDEX "IX_pulse_Status_CreatedAt" ON "OutboxMessage" ("Status", "CreatedAt") WHERE "Status" IN (0, 3);
CREATE INDEX "IX_pulse_Status_ProcessedAt" ON "OutboxMessage" ("Status", "ProcessedAt") WHERE "Status" = 2;

INSERT INTO "OutboxMessage"
SELECT gen_random_uuid(), et || ', Shop.Contracts, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null',
       json_build_object('Id', md5('ev' || i)::uuid, 'OrderId', 5000 + i, 'PublishedAt', t)::text,
       CASE WHEN i % 3 <> 0 THEN md5('corr' || i / 2) END, CASE WHEN i % 4 = 0 THEN md5('cause' || i) END,
       t,
       CASE st WHEN 0 THEN t WHEN 1 THEN CASE WHEN i % 2 = 0 THEN now() - interval '4 seconds' ELSE now() - interval '40 minutes' END
               WHEN 2 THEN t + d WHEN 3 THEN now() - i * interval '3 seconds' ELSE t + interval '3 minutes' END,
       CASE WHEN st = 2 THEN t + d END,
       CASE WHEN st = 3 THEN now() + (i % 5 - 1) * interval '20 seconds' WHEN st IN (2, 4) AND rc > 0 THEN t + interval '30 seconds' END,
       rc,
       CASE WHEN rc > 0 OR st = 4 THEN (ARRAY['Connection refused (kafka-1:9092)', 'The operation was canceled.', 'Broker: Message size too large'])[i % 3 + 1] END,
       st
FROM (SELECT i, st, now() - CASE WHEN st = 1 AND i % 2 = 1 THEN interval '41 minutes' WHEN st IN (0, 1) THEN i * interval '7 seconds' ELSE i * interval '21 minutes' END AS t,
             (ARRAY['Shop.Contracts.OrderPlaced', 'Shop.Contracts.OrderShipped', 'Shop.Contracts.PaymentReceived'])[i % 3 + 1] AS et,
             CASE WHEN st = 4 THEN 2 WHEN st = 3 THEN 1 + i % 2 WHEN st = 2 AND i % 8 = 0 THEN 1 ELSE 0 END AS rc,
             CASE WHEN st = 2 AND i % 8 = 0 THEN interval '35 seconds' ELSE interval '1.2 seconds' END AS d
      FROM (SELECT i, CASE WHEN i <= 8 THEN 0 WHEN i <= 12 THEN 1 WHEN i <= 19 THEN 3 WHEN i % 14 = 0 THEN 4 ELSE 2 END AS st FROM generate_series(1, 92) i) q) s;
