CREATE TABLE services (created_at timestamp, updated_at timestamp, deleted_at timestamp, deleted integer, id
  serial PRIMARY KEY, name varchar(255) NOT NULL, host varchar(255) NOT NULL, last_seen_up timestamp, UNIQUE
  (host, name, deleted));
INSERT INTO services (created_at, deleted, name, host, last_seen_up) SELECT c AT TIME ZONE 'UTC', 0,
  (ARRAY['watcher-applier', 'watcher-decision-engine'])[1 + g % 2], 'c' || g, (n - g % 50 * interval '1
  second') AT TIME ZONE 'UTC' FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval '60 minutes' AS
  c FROM generate_series(1, 200) g) s ORDER BY g DESC;
