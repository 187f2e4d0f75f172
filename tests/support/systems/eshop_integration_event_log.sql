CREATE TABLE "IntegrationEventLog" (
  "EventId" uuid NOT NULL,
  "EventTypeName" text NOT NULL,
  "State" integer NOT NULL,
  "TimesSent" integer NOT NULL,
  "CreationTime" timestamp with time zone NOT NULL,
  "Content" text NOT NULL,
  "TransactionId" uuid NOT NULL,
  CONSTRAINT "PK_IntegrationEventLog" PRIMARY KEY ("EventId")
);

INSERT INTO "IntegrationEventLog" ("EventId", "EventTypeName", "State", "TimesSent", "CreationTime", "Content", "TransactionId")
SELECT e.id,
       'eShop.Ordering.API.Application.IntegrationEvents.Events.' || n.t,
       s.v, CASE WHEN s.v = 0 THEN 0 ELSE 1 END, c.d,
       '{' || chr(10) || '  "OrderId": ' || (100 + g / 2) || ',' || chr(10)
           || '  "OrderStatus": ' || (g % 6) || ',' || chr(10)
           || '  "BuyerName": "buyer' || (g % 9) || '",' || chr(10)
           || '  "BuyerIdentityGuid": "' || md5('b' || g % 9)::uuid || '",' || chr(10)
           || '  "Id": "' || e.id || '",' || chr(10)
           || '  "CreationDate": "' || to_char(c.d AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US') || 'Z"' || chr(10) || '}',
       md5('tx' || g / 2)::uuid
FROM generate_series(1, 80) g,
LATERAL (SELECT md5('ev' || g)::uuid AS id) e,
LATERAL (SELECT CASE g % 4 WHEN 0 THEN 'OrderStartedIntegrationEvent' WHEN 1 THEN 'OrderStatusChangedToSubmittedIntegrationEvent' WHEN 2 THEN 'OrderStatusChangedToPaidIntegrationEvent' ELSE 'OrderStockConfirmedIntegrationEvent' END AS t) n,
LATERAL (SELECT CASE WHEN g <= 3 THEN 0 WHEN g <= 5 THEN 1 WHEN g = 30 THEN 1 WHEN g % 13 = 0 THEN 3 WHEN g = 47 THEN 0 ELSE 2 END AS v) s,
LATERAL (SELECT now() - CASE WHEN g <= 5 THEN g * interval '35 milliseconds' ELSE g * interval '1 hour 22 minutes 0.71405 seconds' END AS d) c;
