CREATE TABLE madmin_queue (id bigserial PRIMARY KEY, queue varchar(255) NOT NULL, cname varchar(32) NOT
  NULL, rtime timestamp NOT NULL, message text NOT NULL);
CREATE INDEX idx_maqueue_queue_rtime_cname ON madmin_queue (queue, rtime, cname);
INSERT INTO madmin_queue (queue, cname, rtime, message) SELECT (ARRAY['mail', 'order/export',
  'product/rebuild'])[1 + g % 3], CASE k WHEN 'work' THEN md5('cn' || g) WHEN 'lost' THEN md5('cn' || g)
  ELSE '' END, (CASE k WHEN 'work' THEN n + interval '24 seconds' ELSE c END)::timestamp(0), '{"id":' || g
  || '}' FROM (SELECT g, now() AS n, CASE WHEN g <= 5 THEN 'work' WHEN g <= 11 THEN 'lost' ELSE 'done' END
  AS k, now() - CASE WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 11 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '1 minutes' END AS c FROM generate_series(1, 205) g) s ORDER BY s.c;
