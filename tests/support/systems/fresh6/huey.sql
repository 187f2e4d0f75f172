CREATE TABLE schedule (id serial PRIMARY KEY, queue varchar(255) NOT NULL, data bytea NOT NULL, timestamp bigint NOT
  NULL);
CREATE INDEX schedule_queue_timestamp ON schedule (queue, timestamp);
INSERT INTO schedule (queue, data, timestamp) SELECT 'app', decode(md5('t' || g), 'hex'), CASE WHEN g <= 34 THEN
  extract(epoch FROM n + g * interval '20 minutes') ELSE extract(epoch FROM n - g * interval '20 minutes') END *
  1000 FROM (SELECT g, now() AS n, 'x' AS k, now() - g * interval '25 minutes' AS c FROM generate_series(1, 38) g)
  s;
