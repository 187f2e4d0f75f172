CREATE TABLE jobs (id uuid DEFAULT gen_random_uuid() PRIMARY KEY, name text NOT NULL, scheduled_at
  timestamptz NOT NULL, metadata jsonb, executed_at timestamptz, error_message text);
CREATE UNIQUE INDEX jobs_name_scheduled_at_unique_index ON jobs (name, scheduled_at);
INSERT INTO jobs (id, name, scheduled_at, metadata, executed_at, error_message) SELECT md5('tj' || g)::uuid,
  (ARRAY['docs_update', 'rustc_commits', 'types_planning_meeting_thread_open_notification'])[1 + g % 3],
  CASE WHEN k = 'later' THEN n + g * interval '31 minutes' ELSE c END, '{}'::jsonb, CASE WHEN k IN ('bad',
  'lost') THEN c + interval '40 seconds' END, CASE WHEN k IN ('bad', 'done') THEN 'request timed out' END FROM (SELECT
  g, now() AS n, CASE WHEN g <= 2 THEN 'new' WHEN g <= 122 THEN 'later' WHEN g <= 125 THEN 'lost' ELSE
  'done' END AS k, now() - CASE WHEN g <= 2 THEN g * interval '25 seconds' WHEN g <= 122 THEN g * interval
  '25 seconds' WHEN g <= 125 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '60
  minutes' END AS c FROM generate_series(1, 210) g) s WHERE k <> 'done' OR g > 125 AND g % 3 = 0 ORDER BY g
  DESC;
