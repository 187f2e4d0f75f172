CREATE TABLE outbox_message (id bigserial PRIMARY KEY, event text NOT NULL, destination varchar(255) NOT
  NULL, status varchar(20) NOT NULL, processed_at timestamp, error text, retries smallint DEFAULT 0,
  created_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, updated_at timestamp DEFAULT CURRENT_TIMESTAMP);
INSERT INTO outbox_message (event, destination, status, processed_at, error, retries, created_at,
  updated_at) SELECT '{"order":' || g || '}', (ARRAY['notification.email', 'notification.sse'])[1 + g % 2],
  CASE k WHEN 'new' THEN 'PENDING' WHEN 'lost' THEN 'PENDING' WHEN 'bad' THEN 'FAILED' ELSE 'PROCESSED' END,
  CASE WHEN k IN ('done', 'bad') THEN c + interval '1 second' * (g % 9) END::timestamp(0), CASE WHEN k IN
  ('bad') THEN 'Broker is not available' END, CASE k WHEN 'bad' THEN 5 ELSE 0 END, c::timestamp(0), (c +
  CASE k WHEN 'new' THEN interval '0' WHEN 'lost' THEN interval '0' ELSE interval '1 second' * (g % 9)
  END)::timestamp(0) FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 6 THEN 'lost' WHEN g
  % 41 = 13 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g
  <= 6 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '4 minutes' END AS c FROM
  generate_series(1, 400) g) s ORDER BY s.c;
