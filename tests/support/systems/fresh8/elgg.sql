CREATE TABLE elgg_queue (id serial PRIMARY KEY, name varchar(255) NOT NULL, data bytea NOT NULL, timestamp
  integer NOT NULL, worker varchar(32));
CREATE INDEX elgg_queue_retrieve ON elgg_queue (timestamp, worker);
INSERT INTO elgg_queue (name, data, timestamp, worker) SELECT (ARRAY['notifications', 'elgg_plugins'])[1 + g
  % 2], decode(md5('qd' || g), 'hex'), extract(epoch FROM c)::integer, CASE WHEN k = 'lost' THEN md5('ew' ||
  g) END FROM (SELECT g, now() AS n, CASE WHEN g <= 236 THEN 'new' WHEN g <= 240 THEN 'lost' ELSE 'done' END
  AS k, now() - CASE WHEN g <= 236 THEN g * interval '25 seconds' WHEN g <= 240 THEN interval '9 hours' + g
  * interval '7 minutes' ELSE g * interval '1 minutes' END AS c FROM generate_series(1, 240) g) s ORDER BY g
  DESC;
