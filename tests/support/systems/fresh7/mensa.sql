CREATE TABLE events (id uuid PRIMARY KEY, correlation_id varchar(256) NOT NULL, retry_count smallint NOT NULL
  DEFAULT 0, "timestamp" timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, delivered_at timestamp NULL, topic text
  NOT NULL, payload_class text NOT NULL, payload text NOT NULL);
INSERT INTO events (id, correlation_id, retry_count, "timestamp", delivered_at, topic, payload_class, payload)
  SELECT md5('ev' || g)::uuid, md5('co' || g / 3)::uuid::text, CASE WHEN g % 17 = 0 THEN 1 + g % 3 ELSE 0 END,
  c, CASE WHEN k IN ('done') THEN c + interval '3 seconds' END, (ARRAY['user_created', 'payment_initiated',
  'email_sent'])[1 + g % 3], 'com.hillayes.events.UserCreated', '{"userId": ' || g || '}' FROM (SELECT g,
  localtimestamp AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 6 THEN 'lost' ELSE 'done' END AS k,
  localtimestamp - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 6 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '14 minutes' END AS c FROM generate_series(1, 220) g) s;
