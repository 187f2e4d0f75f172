CREATE TABLE bucardo_rate (sync text NOT NULL, goat integer NOT NULL, target text, mastercommit timestamptz
  NOT NULL, slavecommit timestamptz NOT NULL, total integer NOT NULL);
INSERT INTO bucardo_rate (sync, goat, target, mastercommit, slavecommit, total) SELECT 'sync' || g % 6, 1 +
  g % 30, 'db' || g % 3, c, c + interval '2 seconds', g % 80 FROM (SELECT g, now() AS n, 'done' AS k, now()
  - g * interval '9 minutes' AS c FROM generate_series(1, 500) g) s ORDER BY g DESC;
