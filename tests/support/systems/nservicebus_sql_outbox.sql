CREATE TABLE "Billing_OutboxData" (
  "MessageId" character varying(200),
  "Dispatched" boolean NOT NULL DEFAULT false,
  "DispatchedAt" timestamp,
  "PersistenceVersion" character varying(23),
  "Operations" jsonb NOT NULL,
  PRIMARY KEY ("MessageId")
);
CREATE INDEX "Index_DispatchedAt" ON "Billing_OutboxData" USING btree ("DispatchedAt" ASC NULLS LAST);
CREATE INDEX "Index_Dispatched" ON "Billing_OutboxData" USING btree ("Dispatched" ASC NULLS LAST);

-- 80 incoming messages whose outgoing messages were all handed to the transport, kept for de-duplication (7 days).
INSERT INTO "Billing_OutboxData" ("MessageId", "Dispatched", "DispatchedAt", "PersistenceVersion", "Operations")
SELECT gen_random_uuid()::text, true, (now() AT TIME ZONE 'UTC') - g * interval '1 hour 53 minutes' - g * g * interval '170 milliseconds', '8.1.0.0', '[]'
FROM generate_series(1, 80) AS g;

-- 9 whose handler has committed but whose outgoing messages are not dispatched yet (some of them for long: the endpoint went down).
INSERT INTO "Billing_OutboxData" ("MessageId", "PersistenceVersion", "Operations")
SELECT gen_random_uuid()::text, '8.1.0.0',
       jsonb_build_array(jsonb_build_object(
         'MessageId', gen_random_uuid(),
         'Body', encode(convert_to('{"OrderId":"A-' || (400 + g) || '","Amount":' || (g * 19.5) || '}', 'UTF8'), 'base64'),
         'Headers', jsonb_build_object('NServiceBus.MessageId', gen_random_uuid(), 'NServiceBus.MessageIntent', 'Publish',
                    'NServiceBus.ConversationId', gen_random_uuid(), 'NServiceBus.TimeSent', to_char(now() AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS:US Z'),
                    'NServiceBus.ContentType', 'application/json', 'NServiceBus.EnclosedMessageTypes', 'Billing.Messages.OrderBilled, Billing.Messages',
                    'NServiceBus.OriginatingEndpoint', 'Billing'),
         'Options', jsonb_build_object('EventType', 'Billing.Messages.OrderBilled, Billing.Messages, Version=1.0.0.0, Culture=neutral, PublicKeyToken=null')))
FROM generate_series(1, 9) AS g;

-- 3 whose handler sent nothing and which are about to be marked.
INSERT INTO "Billing_OutboxData" ("MessageId", "PersistenceVersion", "Operations")
SELECT gen_random_uuid()::text, '8.1.0.0', '[]' FROM generate_series(1, 3);
