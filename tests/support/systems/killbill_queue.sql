CREATE DOMAIN datetime AS timestamp without time zone;
CREATE TABLE bus_events (
  record_id serial UNIQUE,
  class_name varchar(128) NOT NULL,
  event_json text NOT NULL,
  user_token varchar(36),
  created_date datetime NOT NULL,
  creating_owner varchar(50) NOT NULL,
  processing_owner varchar(50) DEFAULT NULL,
  processing_available_date datetime DEFAULT NULL,
  processing_state varchar(14) DEFAULT 'AVAILABLE',
  error_count int DEFAULT 0,
  search_key1 bigint DEFAULT NULL,
  search_key2 bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (record_id)
);
CREATE INDEX idx_bus_where ON bus_events (processing_state, processing_owner, processing_available_date);
CREATE INDEX bus_events_tenant_account_record_id ON bus_events (search_key2, search_key1);
CREATE TABLE notifications (
  record_id serial UNIQUE,
  class_name varchar(256) NOT NULL,
  event_json text NOT NULL,
  user_token varchar(36),
  created_date datetime NOT NULL,
  creating_owner varchar(50) NOT NULL,
  processing_owner varchar(50) DEFAULT NULL,
  processing_available_date datetime DEFAULT NULL,
  processing_state varchar(14) DEFAULT 'AVAILABLE',
  error_count int DEFAULT 0,
  search_key1 bigint NOT NULL,
  search_key2 bigint NOT NULL DEFAULT 0,
  queue_name varchar(64) NOT NULL,
  effective_date datetime NOT NULL,
  future_user_token varchar(36),
  PRIMARY KEY (record_id)
);
CREATE INDEX idx_comp_where ON notifications (effective_date, processing_state, processing_owner, processing_available_date);
CREATE INDEX idx_update ON notifications (processing_state, processing_owner, processing_available_date);
CREATE INDEX idx_get_ready ON notifications (effective_date, created_date);
CREATE INDEX notifications_tenant_account_record_id ON notifications (search_key2, search_key1);

-- done entries are moved to a history table; these are the ones at work, waiting, or waiting after an error
INSERT INTO bus_events (class_name, event_json, user_token, created_date, creating_owner, processing_owner, processing_available_date, processing_state, error_count, search_key1, search_key2)
SELECT 'org.killbill.billing.' || CASE g % 3 WHEN 0 THEN 'payment.api.DefaultPaymentInfoEvent' WHEN 1 THEN 'invoice.api.user.DefaultInvoiceCreationEvent' ELSE 'subscription.api.user.DefaultEffectiveSubscriptionEvent' END,
       json_build_object('accountId', md5('a' || g % 11)::uuid, 'amount', 10.5 * g, 'currency', 'USD', 'searchKey1', 40 + g % 11, 'searchKey2', 1 + g % 2, 'userToken', md5('u' || g / 3)::uuid)::text,
       md5('u' || g / 3)::uuid::text, date_trunc('second', c.d), 'kb-node-' || (1 + g % 2),
       CASE s WHEN 2 THEN 'kb-node-' || (1 + g % 2) WHEN 4 THEN 'kb-node-9' END,
       CASE s WHEN 2 THEN date_trunc('second', (now() AT TIME ZONE 'UTC') + interval '5 minutes' - (g % 12) * interval '4 seconds') WHEN 3 THEN date_trunc('second', (now() AT TIME ZONE 'UTC') - (g % 9) * interval '1 second') WHEN 4 THEN date_trunc('second', c.d + interval '5 minutes') END,
       CASE WHEN s IN (2, 4) THEN 'IN_PROCESSING' ELSE 'AVAILABLE' END,
       CASE WHEN s = 3 THEN 1 + g % 2 ELSE 0 END,
       CASE WHEN g % 10 = 0 THEN NULL ELSE 40 + g % 11 END, 1 + g % 2
FROM (SELECT g, CASE WHEN g <= 3 THEN 4 WHEN g <= 8 THEN 3 WHEN g <= 28 THEN 2 ELSE 1 END AS s FROM generate_series(1, 44) g) q,
LATERAL (SELECT (now() AT TIME ZONE 'UTC') - CASE s WHEN 4 THEN interval '21 minutes' + g * interval '5 seconds' ELSE (45 - g) * interval '2 seconds' END AS d) c;

INSERT INTO notifications (class_name, event_json, user_token, created_date, creating_owner, processing_owner, processing_available_date, processing_state, error_count, search_key1, search_key2, queue_name, effective_date, future_user_token)
SELECT n.c, n.j, md5('u' || g)::uuid::text, date_trunc('second', (now() AT TIME ZONE 'UTC') - g * interval '5 hours 3 minutes'), 'kb-node-' || (1 + g % 2),
       CASE WHEN g <= 4 THEN 'kb-node-' || (1 + g % 2) WHEN g = 5 THEN 'kb-node-9' END,
       CASE WHEN g <= 4 THEN date_trunc('second', (now() AT TIME ZONE 'UTC') + interval '5 minutes' - g * interval '7 seconds') WHEN g = 5 THEN date_trunc('second', (now() AT TIME ZONE 'UTC') - interval '14 minutes') WHEN g = 6 THEN date_trunc('second', (now() AT TIME ZONE 'UTC') - interval '2 seconds') END,
       CASE WHEN g <= 5 THEN 'IN_PROCESSING' ELSE 'AVAILABLE' END,
       CASE WHEN g = 6 THEN 1 ELSE 0 END,
       40 + g % 11, 1 + g % 2, n.q,
       date_trunc('second', (now() AT TIME ZONE 'UTC') + CASE WHEN g <= 4 THEN interval '-9 seconds' WHEN g = 5 THEN interval '-19 minutes' WHEN g <= 9 THEN interval '-1 second' * g ELSE g * interval '17 hours' END),
       md5('f' || g)::uuid::text
FROM generate_series(1, 48) g,
LATERAL (SELECT CASE g % 3 WHEN 0 THEN 'org.killbill.billing.invoice.notification.NextBillingDateNotificationKey' WHEN 1 THEN 'org.killbill.billing.payment.retry.PaymentRetryNotificationKey' ELSE 'org.killbill.billing.subscription.engine.core.SubscriptionNotificationKey' END AS c,
                CASE g % 3 WHEN 0 THEN 'invoice-service:next-billing-date-queue' WHEN 1 THEN 'payment-service:retry' ELSE 'subscription-service:subscription-events' END AS q,
                json_build_object('uuidKey', md5('n' || g)::uuid)::text AS j) n;
