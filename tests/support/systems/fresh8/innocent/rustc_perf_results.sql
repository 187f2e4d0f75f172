CREATE TABLE artifact_collection_duration (aid integer PRIMARY KEY, date_recorded timestamptz NOT NULL,
  duration integer NOT NULL);
INSERT INTO artifact_collection_duration (aid, date_recorded, duration) SELECT 1000 - g, c, 3000 + g FROM
  (SELECT g, now() AS n, 'done' AS k, now() - g * interval '9 minutes' AS c FROM generate_series(1, 300) g)
  s ORDER BY g DESC;
CREATE TABLE collector_config (id serial PRIMARY KEY, target text NOT NULL, name text NOT NULL UNIQUE,
  date_added timestamptz NOT NULL DEFAULT NOW(), last_heartbeat_at timestamptz, benchmark_set integer NOT
  NULL, is_active boolean NOT NULL DEFAULT false, commit_sha text);
INSERT INTO collector_config (target, name, date_added, last_heartbeat_at, benchmark_set, is_active,
  commit_sha) SELECT 'x86_64-unknown-linux-gnu', 'collector-' || g, c, CASE WHEN g % 4 = 0 THEN n - interval
  '20 seconds' ELSE c + interval '9 days' END, g % 2, g % 4 = 0, md5('cs' || g) FROM (SELECT g, now() AS n,
  'done' AS k, now() - g * interval '2000 minutes' AS c FROM generate_series(1, 200) g) s ORDER BY g DESC;
