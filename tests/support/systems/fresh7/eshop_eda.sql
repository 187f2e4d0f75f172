CREATE TABLE processed_events (event_id uuid PRIMARY KEY, processed_at timestamp NOT NULL, created_at
  timestamp, updated_at timestamp);
CREATE TABLE orders_outbox_events (id uuid PRIMARY KEY, aggregate_type varchar(255) NOT NULL, aggregate_id
  varchar(255) NOT NULL, type varchar(255) NOT NULL, payload text NOT NULL, created_at timestamp, updated_at
  timestamp);
INSERT INTO processed_events (event_id, processed_at, created_at, updated_at) SELECT md5('pe' || g)::uuid, c,
  c + interval '2 milliseconds', c + interval '2 milliseconds' FROM (SELECT g, localtimestamp AS n, 'x' AS k,
  localtimestamp - CASE WHEN g <= 5 THEN g * interval '25 seconds' ELSE g * interval '9 minutes' END AS c FROM
  generate_series(1, 200) g) s;
INSERT INTO orders_outbox_events (id, aggregate_type, aggregate_id, type, payload, created_at, updated_at)
  SELECT md5('oo' || g)::uuid, 'Order', md5('or' || g / 3)::uuid::text, (ARRAY['OrderRequested',
  'OrderConfirmed', 'OrderPaid'])[1 + g % 3], '{"orderId": ' || g / 3 || '}', c, c FROM (SELECT g,
  localtimestamp AS n, 'x' AS k, localtimestamp - CASE WHEN g <= 5 THEN g * interval '25 seconds' ELSE g *
  interval '9 minutes' END AS c FROM generate_series(1, 200) g) s;
