CREATE TABLE queue_messages (id bigint PRIMARY KEY, queue text NOT NULL, payload bytea NOT NULL, created
  timestamptz, processed timestamptz);
INSERT INTO queue_messages (id, queue, payload, created, processed) SELECT 300000000000000000 - g,
  (ARRAY['orders', 'mail'])[1 + g % 2], decode(md5('cp' || g), 'hex'), c, CASE WHEN k = 'done' THEN c +
  interval '5 seconds' END FROM (SELECT g, now() AS n, CASE WHEN g <= 5 THEN 'new' WHEN g <= 8 THEN 'lost'
  ELSE 'done' END AS k, now() - CASE WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 8 THEN interval '9
  hours' + g * interval '7 minutes' ELSE g * interval '8 minutes' END AS c FROM generate_series(1, 330) g) s
  ORDER BY g DESC;
