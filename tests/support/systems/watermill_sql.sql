CREATE TABLE "watermill_events" (
  "offset" bigserial,
  "uuid" varchar(36) NOT NULL,
  "created_at" timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP,
  "payload" json DEFAULT NULL,
  "metadata" json DEFAULT NULL,
  "transaction_id" xid8 NOT NULL,
  PRIMARY KEY ("transaction_id", "offset")
);
CREATE TABLE "watermill_offsets_events" (
  consumer_group varchar(255) NOT NULL,
  offset_acked bigint,
  last_processed_transaction_id xid8 NOT NULL,
  PRIMARY KEY (consumer_group)
);

INSERT INTO "watermill_events" ("uuid", "created_at", "payload", "metadata", "transaction_id")
SELECT gen_random_uuid()::text, (now() AT TIME ZONE 'UTC') - (81 - g) * interval '6 minutes 0.0217 seconds',
       json_build_object('order_id', 50 + g, 'name', CASE WHEN g % 3 = 0 THEN 'OrderPaid' ELSE 'OrderPlaced' END),
       json_build_object('correlation_id', md5('c' || g / 2)::uuid, 'name', CASE WHEN g % 3 = 0 THEN 'orders.OrderPaid' ELSE 'orders.OrderPlaced' END),
       (600 + g / 2)::text::xid8
FROM generate_series(1, 80) g;
INSERT INTO "watermill_offsets_events" (consumer_group, offset_acked, last_processed_transaction_id) VALUES ('', 74, '637'), ('audit', 61, '630'), ('mailer', 0, '0');
