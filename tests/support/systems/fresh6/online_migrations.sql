CREATE TABLE background_schema_migrations (id bigserial PRIMARY KEY, migration_name varchar NOT NULL, table_name
  varchar NOT NULL, definition varchar NOT NULL, status varchar NOT NULL DEFAULT 'pending', shard varchar,
  statement_timeout integer, started_at timestamp, finished_at timestamp, max_attempts integer NOT NULL, attempts
  integer NOT NULL DEFAULT 0, error_class varchar, error_message varchar, backtrace varchar[], connection_class_name
  varchar, created_at timestamp(6) NOT NULL, updated_at timestamp(6) NOT NULL);
CREATE UNIQUE INDEX index_background_schema_migrations_on_unique_configuration ON background_schema_migrations
  (migration_name, table_name, shard, connection_class_name);
INSERT INTO background_schema_migrations (migration_name, table_name, definition, status, statement_timeout,
  started_at, finished_at, max_attempts, attempts, error_class, error_message, backtrace, created_at, updated_at)
  SELECT 'index_t' || g % 8 || '_on_c' || g, 't' || g % 8, 'CREATE INDEX CONCURRENTLY i' || g || ' ON t' || g % 8 ||
  ' (c' || g || ')', CASE k WHEN 'lost' THEN 'running' ELSE k END, 3600, CASE WHEN k <> 'pending' THEN c + interval
  '1 minute' END, CASE WHEN k IN ('succeeded', 'failed') THEN c + interval '20 minutes' END, 5, CASE k WHEN
  'pending' THEN 0 WHEN 'failed' THEN 5 WHEN 'errored' THEN 2 ELSE 1 END, CASE WHEN k IN ('errored', 'failed') THEN
  'ActiveRecord::LockWaitTimeout' END, CASE WHEN k IN ('errored', 'failed') THEN
  'canceling statement due to lock timeout' END, CASE WHEN k IN ('errored', 'failed') THEN ARRAY['a.rb:1'] END, c,
  CASE k WHEN 'pending' THEN c ELSE c + interval '20 minutes' END FROM (SELECT g, localtimestamp AS n, CASE WHEN g
  <= 3 THEN 'pending' WHEN g <= 4 THEN 'running' WHEN g <= 6 THEN 'errored' WHEN g <= 8 THEN 'lost' WHEN g % 11 = 0
  THEN 'failed' ELSE 'succeeded' END AS k, localtimestamp - CASE WHEN g <= 6 THEN g * interval '25 seconds' WHEN g
  <= 8 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '20 hours' END AS c FROM
  generate_series(1, 70) g) s;
