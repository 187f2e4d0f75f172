CREATE TABLE outbox (
  Id bigserial PRIMARY KEY,
  MessageId character varying(255) UNIQUE NOT NULL,
  Topic character varying(255) NULL,
  MessageType character varying(32) NULL,
  Timestamp timestamptz NULL,
  CorrelationId character varying(255) NULL,
  ReplyTo character varying(255) NULL,
  ContentType character varying(128) NULL,
  PartitionKey character varying(128) NULL,
  WorkflowId character varying(255) NULL,
  JobId character varying(255) NULL,
  Dispatched timestamptz NULL,
  HeaderBag text NULL,
  Body text NULL,
  Source character varying(255) NULL,
  Type character varying(255) NULL,
  DataSchema character varying(255) NULL,
  Subject character varying(255) NULL,
  TraceParent character varying(255) NULL,
  TraceState character varying(255) NULL,
  Baggage text NULL,
  DataRef character varying(255) NULL,
  CausationId character varying(255) NULL,
  SpecVersion character varying(255) NULL
);
CREATE INDEX idx_outbox_causationid ON outbox (causationid);
CREATE TABLE inbox (
  CommandId varchar(256) NOT NULL,
  CommandType varchar(256) NULL,
  CommandBody text NULL,
  Timestamp timestamptz NULL,
  ContextKey varchar(256) NULL,
  CausationId varchar(256) NULL,
  PRIMARY KEY (CommandId, ContextKey)
);

INSERT INTO outbox (messageid, messagetype, topic, timestamp, correlationid, replyto, contenttype, partitionkey, headerbag, body, source, type, dataschema, subject, traceparent, tracestate, baggage, workflowid, jobid, causationid, dispatched)
SELECT md5('m' || g)::uuid::text,
       CASE WHEN g % 9 = 0 THEN 'MT_COMMAND' ELSE 'MT_EVENT' END,
       CASE WHEN g % 9 = 0 THEN 'Salutation.Send' WHEN g % 2 = 0 THEN 'Greeting.Made' ELSE 'Order.Placed' END,
       t.d, CASE WHEN g % 9 = 0 THEN gen_random_uuid()::text ELSE '' END,
       CASE WHEN g % 9 = 0 THEN 'Salutation.Reply' END,
       'application/json; charset=utf-8',
       CASE WHEN g % 2 = 1 THEN 'customer-' || (g % 8) ELSE '' END,
       '{}',
       CASE WHEN g % 2 = 0 THEN json_build_object('greeting', 'Hello no. ' || g, 'id', md5('m' || g)::uuid)::text ELSE json_build_object('orderId', 5000 + g, 'total', 12.5 * g, 'id', md5('m' || g)::uuid)::text END,
       'http://goparamore.io/', CASE WHEN g % 2 = 0 THEN 'greetings.made' ELSE 'orders.placed' END,
       NULL, NULL,
       '00-' || md5('tr' || g) || '-' || substr(md5('sp' || g), 1, 16) || '-01', '', '',
       NULL, NULL,
       md5('cause' || g / 2)::uuid::text,
       CASE WHEN g > 12 THEN t.d + CASE WHEN g % 11 = 0 THEN interval '45.31 seconds' ELSE (90 + g * 3) * interval '1 millisecond' END END
FROM generate_series(1, 60) g,
LATERAL (SELECT now() - CASE WHEN g <= 9 THEN g * interval '420 milliseconds' WHEN g <= 12 THEN g * interval '17 minutes' ELSE g * interval '43 minutes 5.117 seconds' END AS d) t;

INSERT INTO inbox (commandid, commandtype, commandbody, timestamp, contextkey, causationid)
SELECT md5('in' || g / 2)::uuid::text, 'OrderPlaced',
       json_build_object('OrderId', 7000 + g / 2, 'CustomerId', 'cus_' || (g % 12), 'Id', json_build_object('Value', md5('in' || g / 2)::uuid))::text,
       now() - g * interval '1 hour 9 minutes 0.20411 seconds' - CASE WHEN g % 2 = 0 THEN interval '12 milliseconds' ELSE interval '0' END,
       CASE WHEN g % 2 = 0 THEN 'Shop.Billing.Handlers.OrderPlacedBillingHandler' ELSE 'Shop.Stock.Handlers.OrderPlacedStockHandler' END,
       md5('in' || g / 2)::uuid::text
FROM generate_series(2, 49) g;
