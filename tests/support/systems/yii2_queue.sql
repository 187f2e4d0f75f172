CREATE TABLE queue (
  id serial PRIMARY KEY,
  channel varchar(255) NOT NULL,
  job bytea NOT NULL,
  pushed_at integer NOT NULL,
  reserved_at integer,
  done_at integer,
  delay integer NOT NULL DEFAULT 0,
  ttr integer NOT NULL,
  attempt integer,
  priority integer NOT NULL DEFAULT 1024
);
CREATE INDEX channel ON queue (channel);
CREATE INDEX reserved_at ON queue (reserved_at);
CREATE INDEX priority ON queue (priority);
INSERT INTO queue (channel, job, pushed_at, delay, reserved_at, done_at, ttr, attempt, priority)
SELECT 'queue', convert_to('O:22:"app\jobs\ChargeOrderJob":1:{s:7:"orderId";i:' || g || ';}', 'UTF8'), p, CASE WHEN g BETWEEN 46 AND 52 THEN 3600 ELSE 0 END,
  CASE WHEN g <= 32 THEN p + 2 WHEN g BETWEEN 53 AND 62 THEN CASE WHEN g > 60 THEN p + 2 ELSE n - (g - 53) * 20 END END, CASE WHEN g <= 32 THEN p + 2 + g % 4 END, 300,
  CASE WHEN g <= 32 THEN 1 + (g % 10 = 0)::int WHEN g BETWEEN 53 AND 62 THEN 1 WHEN g > 62 THEN 1 END, CASE WHEN g % 9 = 0 THEN 10 ELSE 1024 END
FROM (SELECT g, EXTRACT(epoch FROM now())::int AS n, EXTRACT(epoch FROM now())::int - CASE WHEN g <= 32 THEN g * 700 WHEN g BETWEEN 33 AND 52 THEN g WHEN g <= 60 THEN 400 ELSE 900 END AS p FROM generate_series(1, 66) g) x;
