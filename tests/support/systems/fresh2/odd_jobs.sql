CREATE TABLE jobs (
  id serial PRIMARY KEY, created_at timestamptz NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(), run_at timestamptz NOT NULL DEFAULT now(), status text NOT NULL, payload jsonb NOT NULL, last_error jsonb, attempts int NOT NULL DEFAULT 0, locked_at timestamptz, locked_by text,
  CONSTRAINT incorrect_locking_info CHECK (locked_at IS NULL AND locked_by IS NULL AND status <> 'locked' OR locked_at IS NOT NULL AND locked_by IS NOT NULL AND status IN ('locked', 'cancelled'))
);
CREATE INDEX idx_jobs_created_at ON jobs (created_at);
CREATE INDEX idx_jobs_updated_at ON jobs (updated_at);
CREATE INDEX idx_jobs_locked_at ON jobs (locked_at);
CREATE INDEX idx_jobs_locked_by ON jobs (locked_by);
CREATE INDEX idx_jobs_status ON jobs (status);
CREATE INDEX idx_jobs_run_at ON jobs (run_at);
INSERT INTO jobs (created_at, updated_at, run_at, status, payload, last_error, attempts, locked_at, locked_by)
SELECT c, CASE WHEN k IN ('retry', 'failed') THEN now() - g * interval '20 seconds' ELSE c END,
       CASE k WHEN 'later' THEN now() + g * interval '5 hours' WHEN 'retry' THEN now() + g * interval '15 seconds' WHEN 'failed' THEN now() - g * interval '20 seconds' + interval '17 minutes' ELSE c END,
       CASE k WHEN 'new' THEN 'queued' WHEN 'later' THEN 'queued' WHEN 'run' THEN 'locked' WHEN 'lost' THEN 'locked' ELSE k END,
       jsonb_build_object('tag', (ARRAY['SendWelcomeEmail', 'SendPasswordResetEmail', 'SetupSampleData', 'RebuildIndex'])[1 + g % 4], 'contents', 1000 + g), CASE WHEN k IN ('retry', 'failed') OR k = 'run' AND g % 3 = 0 THEN to_jsonb('HttpExceptionRequest ConnectionTimeout'::text) END,
       CASE k WHEN 'new' THEN 0 WHEN 'later' THEN 0 WHEN 'retry' THEN 1 + g % 8 WHEN 'failed' THEN 10 WHEN 'cancelled' THEN g % 2 ELSE 1 + g % 3 END,
       CASE k WHEN 'run' THEN now() - g % 9 * interval '4 seconds' WHEN 'lost' THEN now() - interval '5 hours' END, CASE WHEN k IN ('run', 'lost') THEN 'worker-' || g % 2 || '/' || 4100 + g % 2 END
FROM (SELECT g, CASE WHEN g <= 34 THEN 'new' WHEN g <= 55 THEN 'later' WHEN g <= 63 THEN 'run' WHEN g <= 67 THEN 'lost' WHEN g <= 86 THEN 'retry' WHEN g <= 96 THEN 'failed' ELSE 'cancelled' END AS k, CASE WHEN g <= 34 THEN now() - g * interval '3 seconds' WHEN g <= 63 THEN now() - g * interval '40 seconds' WHEN g <= 67 THEN now() - interval '5 hours 1 minute' ELSE now() - g * interval '11 minutes' END AS c FROM generate_series(1, 100) g) s;
