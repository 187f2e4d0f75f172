CREATE TABLE outbox_events (id varchar(36) PRIMARY KEY, aggregate_id varchar(255) NOT NULL,
  event_type varchar(100) NOT NULL, payload text NOT NULL, routing_key varchar(255), exchange_name varchar(255),
  created_at timestamp NOT NULL, processed boolean DEFAULT false, processed_at timestamp,
  retry_count integer DEFAULT 0, max_retries integer DEFAULT 3, error_message text);
INSERT INTO outbox_events SELECT md5('oe' || g)::uuid::text, (900 + g)::text, (ARRAY['OrderCreated',
  'InventoryReserved'])[1 + g % 2], '{"orderId":' || g || '}', 'order.created', 'orders', c, k IN ('ok', 'dead'),
  CASE WHEN k = 'ok' THEN c + interval '4 seconds' END, CASE k WHEN 'again' THEN 1 + g % 2 WHEN 'dead' THEN 3
  ELSE 0 END, 3, CASE WHEN k IN ('again', 'dead') THEN 'Connection refused' END
FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 6 THEN 'again' WHEN g <= 8 THEN 'new'
  WHEN g % 30 = 0 THEN 'dead' ELSE 'ok' END AS k, localtimestamp - CASE WHEN g <= 6 THEN g * interval '3 seconds'
  WHEN g <= 8 THEN interval '3 hours' + g * interval '7 minutes' ELSE g * interval '40 minutes' END AS c
FROM generate_series(1, 150) g) s;
