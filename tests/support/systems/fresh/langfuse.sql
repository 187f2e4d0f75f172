CREATE TABLE batch_exports (
  id text PRIMARY KEY, created_at timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP, updated_at timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP, project_id text NOT NULL, user_id text NOT NULL, finished_at timestamp(3), expires_at timestamp(3), name text NOT NULL, status text NOT NULL, query jsonb NOT NULL, format text NOT NULL, url text, log text
);
CREATE INDEX batch_exports_project_id_user_id_idx ON batch_exports (project_id, user_id);
CREATE INDEX batch_exports_status_idx ON batch_exports (status);
CREATE TABLE pending_deletions (id text PRIMARY KEY, project_id text NOT NULL, object text NOT NULL, object_id text NOT NULL, is_deleted boolean NOT NULL DEFAULT false, created_at timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP, updated_at timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP);
CREATE INDEX pending_deletions_project_id_object_is_deleted_object_id_id_idx ON pending_deletions (project_id, object, is_deleted, object_id, id);
CREATE TABLE background_migrations (id text PRIMARY KEY, name text NOT NULL, script text NOT NULL, args jsonb NOT NULL, state jsonb NOT NULL DEFAULT '{}', finished_at timestamp(3), failed_at timestamp(3), failed_reason text, worker_id text, locked_at timestamp(3));
CREATE UNIQUE INDEX background_migrations_name_key ON background_migrations (name);
INSERT INTO batch_exports (id, created_at, updated_at, project_id, user_id, finished_at, expires_at, name, status, query, format, url, log)
SELECT 'cm' || left(md5('be' || g), 23), c, CASE k WHEN 'QUEUED' THEN c ELSE c + interval '40 seconds' END, 'cm' || left(md5('p' || g % 5), 23), 'cm' || left(md5('u' || g % 9), 23), CASE WHEN k IN ('COMPLETED', 'FAILED') THEN c + interval '40 seconds' END, CASE WHEN k = 'COMPLETED' THEN c + interval '1 day' END,
       'Export ' || g, k, jsonb_build_object('tableName', 'traces', 'filter', '[]'::jsonb), (ARRAY['CSV', 'JSON', 'JSONL'])[1 + g % 3], CASE WHEN k = 'COMPLETED' THEN 'https://files.example.com/' || g END, CASE WHEN k = 'FAILED' THEN 'Query timed out' END
FROM (SELECT g, now() AT TIME ZONE 'UTC' AS n, CASE WHEN g <= 5 THEN 'QUEUED' WHEN g <= 12 THEN 'PROCESSING' WHEN g % 13 = 0 THEN 'FAILED' WHEN g % 29 = 0 THEN 'CANCELLED' ELSE 'COMPLETED' END AS k FROM generate_series(1, 110) g) s, LATERAL (SELECT CASE WHEN g <= 5 THEN n - g * interval '1 second' WHEN g <= 8 THEN n - interval '45 seconds' WHEN g <= 12 THEN n - interval '7 hours' ELSE n - g * interval '3 hours' END AS c) x;
INSERT INTO pending_deletions (id, project_id, object, object_id, is_deleted, created_at, updated_at)
SELECT 'cm' || left(md5('pd' || g), 23), 'cm' || left(md5('p' || g % 5), 23), CASE WHEN g % 4 = 0 THEN 'observation' ELSE 'trace' END, md5('o' || g)::uuid::text, d, c, CASE WHEN d THEN c + interval '2 minutes' ELSE c END
FROM (SELECT g, g > 15 AS d, (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 6 THEN g * interval '5 seconds' WHEN g <= 15 THEN interval '9 hours' ELSE g * interval '2 hours' END AS c FROM generate_series(1, 120) g) s;
INSERT INTO background_migrations (id, name, script, args, state, finished_at, failed_at, failed_reason, worker_id, locked_at)
SELECT md5('bm' || g)::uuid::text, '2026' || 100 + g || '_migrate_part_' || g, 'migratePart' || g, '{}', jsonb_build_object('maxDate', '2026-01-01'), CASE WHEN g > 6 AND g % 9 > 0 THEN n - g * interval '1 day' END, CASE WHEN g > 6 AND g % 9 = 0 THEN n - g * interval '1 day' END, CASE WHEN g > 6 AND g % 9 = 0 THEN 'Database is not reachable' END,
       CASE WHEN g > 3 THEN md5('w' || g)::uuid::text END, CASE WHEN g = 4 THEN n - interval '5 seconds' WHEN g IN (5, 6) THEN n - interval '20 hours' END
FROM (SELECT g, now() AT TIME ZONE 'UTC' AS n FROM generate_series(1, 34) g) s;
