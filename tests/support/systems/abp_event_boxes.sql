CREATE TABLE "AbpEventInbox" (
  "Id" uuid NOT NULL,
  "ExtraProperties" text NOT NULL,
  "MessageId" text NOT NULL,
  "EventName" character varying(256) NOT NULL,
  "EventData" bytea NOT NULL,
  "CreationTime" timestamp without time zone NOT NULL,
  "Status" integer NOT NULL,
  "HandledTime" timestamp without time zone,
  "RetryCount" integer NOT NULL,
  "NextRetryTime" timestamp without time zone,
  CONSTRAINT "PK_AbpEventInbox" PRIMARY KEY ("Id")
);
CREATE INDEX "IX_AbpEventInbox_MessageId" ON "AbpEventInbox" ("MessageId");
CREATE INDEX "IX_AbpEventInbox_Status_CreationTime" ON "AbpEventInbox" ("Status", "CreationTime");
CREATE TABLE "AbpEventOutbox" (
  "Id" uuid NOT NULL,
  "ExtraProperties" text NOT NULL,
  "EventName" character varying(256) NOT NULL,
  "EventData" bytea NOT NULL,
  "CreationTime" timestamp without time zone NOT NULL,
  CONSTRAINT "PK_AbpEventOutbox" PRIMARY KEY ("Id")
);
CREATE INDEX "IX_AbpEventOutbox_CreationTime" ON "AbpEventOutbox" ("CreationTime");

-- Policy RetryLater. 1..60 processed, 61..64 discarded after ten retries, 65..72 failed at least once and waiting for their next time, 73..80 fresh.
INSERT INTO "AbpEventInbox" ("Id", "ExtraProperties", "MessageId", "EventName", "EventData", "CreationTime", "Status", "HandledTime", "RetryCount", "NextRetryTime")
SELECT gen_random_uuid(), '{"X-Correlation-Id":"' || md5('corr' || g) || '"}', md5('message' || g), ev,
       convert_to('{"Entity":{"Id":"' || gen_random_uuid() || '","UserName":"user' || g || '"}}', 'UTF8'),
       t,
       CASE WHEN g <= 60 THEN 2 WHEN g <= 64 THEN 1 ELSE 0 END,
       CASE WHEN g <= 60 THEN t + CASE WHEN g % 12 = 0 THEN interval '30.2 seconds' ELSE interval '1.4 seconds' END WHEN g <= 64 THEN t + interval '2 hours 50 minutes' END,
       CASE WHEN g <= 60 AND g % 12 = 0 THEN 1 WHEN g BETWEEN 61 AND 64 THEN 10 WHEN g BETWEEN 65 AND 72 THEN g - 65 ELSE 0 END,
       CASE WHEN g <= 60 AND g % 12 = 0 THEN t + interval '30 seconds' WHEN g BETWEEN 65 AND 72 THEN nowu + (g - 64) * interval '1 second' END
FROM generate_series(1, 80) AS g
CROSS JOIN LATERAL (SELECT now() AT TIME ZONE 'UTC' AS nowu) AS n
CROSS JOIN LATERAL (SELECT nowu - CASE WHEN g > 72 THEN (81 - g) * interval '220 milliseconds' WHEN g > 64 THEN 10 * (2 ^ (g - 64) - 1) * interval '1 second' - (g - 64) * interval '1 second'
                                       WHEN g > 60 THEN interval '2 hours 55 minutes' + (65 - g) * interval '9 seconds' ELSE (61 - g) * interval '1 minute 50 seconds' END AS t,
                           CASE WHEN g % 3 = 0 THEN 'Volo.Abp.Domain.Entities.Events.Distributed.EntityUpdatedEto<Volo.Abp.Users.UserEto>' ELSE 'Shop.Orders.OrderPlaced' END AS ev) AS x;

INSERT INTO "AbpEventOutbox" ("Id", "ExtraProperties", "EventName", "EventData", "CreationTime")
SELECT gen_random_uuid(), '{"X-Correlation-Id":"' || md5('oc' || g) || '"}', 'Shop.Payments.PaymentReceived', convert_to('{"OrderId":' || g || ',"Amount":' || g * 3 || '.5}', 'UTF8'),
       (now() AT TIME ZONE 'UTC') - (30 - g) * interval '160 milliseconds'
FROM generate_series(1, 30) AS g;
