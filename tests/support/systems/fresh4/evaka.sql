CREATE TABLE async_job (id uuid DEFAULT gen_random_uuid() NOT NULL, type text NOT NULL,
  submitted_at timestamptz DEFAULT now() NOT NULL, run_at timestamptz DEFAULT now() NOT NULL, claimed_at timestamptz,
  claimed_by bigint, retry_count integer NOT NULL, retry_interval interval NOT NULL, started_at timestamptz,
  completed_at timestamptz, payload jsonb NOT NULL, initial_retry_count integer,
  CONSTRAINT "pk$async_job" PRIMARY KEY (id));
CREATE INDEX "idx$async_job_run_at" ON async_job (run_at) WHERE completed_at IS NULL;
CREATE INDEX "idx$async_job_completed_at" ON async_job (completed_at) WHERE completed_at IS NOT NULL;
INSERT INTO async_job SELECT md5('aj' || g)::uuid, (ARRAY['SendMessageNotificationEmail', 'GenerateFinanceDecisions',
  'UploadToKoski', 'SendJamixOrder'])[1 + g % 4], c, CASE k WHEN 'new' THEN c WHEN 'later'
  THEN n + g * interval '20 minutes' ELSE c + interval '1 second' + i END, CASE WHEN k NOT IN ('new', 'later')
  THEN c + interval '1 second' END, CASE WHEN k NOT IN ('new', 'later') THEN 8800000 + g END, CASE k WHEN 'new'
  THEN m WHEN 'later' THEN m WHEN 'dead' THEN 0 WHEN 'again' THEN m - 2 ELSE m - 1 END, i, CASE WHEN k NOT IN ('new',
  'later') THEN c + interval '1100 milliseconds' END, CASE WHEN k = 'ok' THEN c + interval '2 seconds' END,
  jsonb_build_object('id', g), m
FROM (SELECT *, CASE WHEN g % 4 = 0 THEN 24 * 60 ELSE 3 END AS m, CASE WHEN g % 4 = 0 THEN interval '5 minutes'
  ELSE interval '1 hour' END AS i FROM (SELECT g, now() AS n, CASE WHEN g <= 5 THEN 'new' WHEN g <= 14 THEN 'later'
  WHEN g <= 18 THEN 'run' WHEN g <= 24 THEN 'again' WHEN g % 27 = 0 THEN 'dead' ELSE 'ok' END AS k, now() - CASE
  WHEN g <= 24 THEN g * interval '3 seconds' ELSE g * interval '25 minutes' END AS c
FROM generate_series(1, 210) g) s) q;
