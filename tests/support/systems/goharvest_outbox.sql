CREATE TABLE outbox (
  id bigserial PRIMARY KEY,
  create_time timestamp with time zone NOT NULL,
  kafka_topic varchar(249) NOT NULL,
  kafka_key varchar(100) NOT NULL,
  kafka_value varchar(10000),
  kafka_header_keys text[] NOT NULL,
  kafka_header_values text[] NOT NULL,
  leader_id uuid
);

-- published rows are deleted; the first ones are marked by the present leader, two still by the leader before
INSERT INTO outbox (create_time, kafka_topic, kafka_key, kafka_value, kafka_header_keys, kafka_header_values, leader_id)
SELECT now() - (61 - g) * interval '73 milliseconds', CASE WHEN g % 3 = 0 THEN 'shipping.events' ELSE 'orders.events' END, 'order-' || (g % 17),
       CASE WHEN g % 12 = 0 THEN NULL ELSE '{"type":"' || CASE WHEN g % 3 = 0 THEN 'shipped' ELSE 'placed' END || '","order":' || (g % 17) || '}' END,
       CASE WHEN g % 4 = 0 THEN ARRAY['trace', 'source'] ELSE '{}'::text[] END,
       CASE WHEN g % 4 = 0 THEN ARRAY[md5('t' || g), 'shop'] ELSE '{}'::text[] END,
       CASE WHEN g <= 22 THEN md5('leader-now')::uuid WHEN g <= 24 THEN md5('leader-before')::uuid END
FROM generate_series(1, 60) g;
