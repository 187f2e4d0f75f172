CREATE TYPE enum_payload_jobs_task_slug AS ENUM ('inline', 'schedulePublish', 'sendDigest');
CREATE TABLE payload_jobs (
  id serial PRIMARY KEY, input jsonb, completed_at timestamp(3) with time zone, total_tried numeric DEFAULT 0, has_error boolean DEFAULT false, error jsonb, workflow_slug varchar, task_slug enum_payload_jobs_task_slug, queue varchar DEFAULT 'default', wait_until timestamp(3) with time zone, processing_until timestamp(3) with time zone, processing_token varchar, concurrency_key varchar, updated_at timestamp(3) with time zone NOT NULL DEFAULT now(), created_at timestamp(3) with time zone NOT NULL DEFAULT now()
);
CREATE INDEX payload_jobs_completed_at_idx ON payload_jobs (completed_at);
CREATE INDEX payload_jobs_total_tried_idx ON payload_jobs (total_tried);
CREATE INDEX payload_jobs_has_error_idx ON payload_jobs (has_error);
CREATE INDEX payload_jobs_wait_until_idx ON payload_jobs (wait_until);
CREATE INDEX payload_jobs_processing_until_idx ON payload_jobs (processing_until);
CREATE INDEX payload_jobs_created_at_idx ON payload_jobs (created_at);
INSERT INTO payload_jobs (input, completed_at, total_tried, has_error, error, task_slug, queue, wait_until, processing_until, processing_token, updated_at, created_at)
SELECT jsonb_build_object('doc', g), CASE WHEN k = 'ok' THEN c + interval '3 seconds' END, CASE k WHEN 'ok' THEN CASE WHEN g % 15 = 0 THEN 2 ELSE 1 END WHEN 'bad' THEN 4 WHEN 'again' THEN 1 + g % 3 ELSE 0 END, k = 'bad', CASE WHEN k = 'bad' THEN '{"message":"fetch failed","stack":"Error: fetch failed"}'::jsonb END, (ARRAY['inline', 'schedulePublish', 'sendDigest'])[1 + g % 3]::enum_payload_jobs_task_slug, CASE WHEN g % 9 = 0 THEN 'nightly' ELSE 'default' END, CASE k WHEN 'later' THEN n + g * interval '17 minutes' WHEN 'again' THEN n + g % 9 * interval '1 minute' END, CASE k WHEN 'run' THEN n + g % 5 * interval '1 minute' WHEN 'lost' THEN c + interval '5 minutes' END, CASE WHEN k IN ('run', 'lost') THEN md5('tok' || g)::uuid::text END, CASE k WHEN 'new' THEN c WHEN 'later' THEN c WHEN 'run' THEN n - interval '5 seconds' ELSE c + interval '3 seconds' END, c
FROM (SELECT g, now() AS n, CASE WHEN g <= 8 THEN 'new' WHEN g <= 17 THEN 'later' WHEN g <= 23 THEN 'run' WHEN g <= 26 THEN 'lost' WHEN g <= 32 THEN 'again' WHEN g % 16 = 0 THEN 'bad' ELSE 'ok' END AS k, now() - CASE WHEN g BETWEEN 24 AND 26 THEN interval '10 hours' WHEN g <= 32 THEN g * interval '3 seconds' ELSE g * interval '22 minutes' END AS c FROM generate_series(1, 190) g) s;
