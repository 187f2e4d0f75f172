CREATE TABLE judgehost (judgehostid serial PRIMARY KEY, hostname varchar(64) NOT NULL UNIQUE, enabled
  boolean NOT NULL DEFAULT true, polltime numeric(32,9), hidden boolean NOT NULL DEFAULT false);
INSERT INTO judgehost (hostname, enabled, polltime) SELECT 'judge-' || g, g % 7 > 0, extract(epoch FROM n -
  g % 9 * interval '1 second')::numeric(32,9) FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval
  '9 minutes' AS c FROM generate_series(1, 200) g) s ORDER BY g DESC;
