CREATE TABLE chancy_jobs (
  id uuid PRIMARY KEY,
  queue text NOT NULL,
  func text NOT NULL,
  kwargs jsonb NOT NULL DEFAULT '{}',
  limits jsonb NOT NULL DEFAULT '[]',
  meta jsonb NOT NULL DEFAULT '{}',
  state varchar(25) NOT NULL DEFAULT 'pending',
  priority integer DEFAULT 0,
  attempts integer DEFAULT 0,
  max_attempts integer NOT NULL DEFAULT 1,
  taken_by text,
  created_at timestamptz NOT NULL DEFAULT now(),
  started_at timestamptz,
  completed_at timestamptz,
  scheduled_at timestamptz NOT NULL DEFAULT now(),
  unique_key text,
  errors jsonb NOT NULL DEFAULT '[]'
);
CREATE UNIQUE INDEX chancy_jobs_unique_key ON chancy_jobs (unique_key) WHERE unique_key IS NOT NULL AND state NOT IN ('succeeded','failed');
CREATE INDEX chancy_idx_jobs_queue_state ON chancy_jobs (queue, state);
CREATE INDEX chancy_idx_jobs_fetch_prune ON chancy_jobs (queue, state, attempts, scheduled_at, priority DESC, id DESC) WHERE state IN ('pending','retrying');
CREATE UNLOGGED TABLE chancy_workers (worker_id text PRIMARY KEY, tags text[], queues text[], last_seen timestamptz NOT NULL DEFAULT now(), expires_at timestamptz NOT NULL);
INSERT INTO chancy_workers VALUES ('w-1', ARRAY['hostname=web-1'], ARRAY['default'], now() - interval '7 seconds', now() + interval '53 seconds'), ('w-2', ARRAY['hostname=web-2'], ARRAY['default'], now() - interval '11 minutes', now() - interval '10 minutes');
INSERT INTO chancy_jobs (id, queue, func, kwargs, state, priority, attempts, max_attempts, taken_by, created_at, started_at, completed_at, scheduled_at, unique_key, errors)
SELECT gen_random_uuid(), 'default', (ARRAY['shop.jobs.charge','shop.jobs.mail'])[1 + g % 2], jsonb_build_object('order_id', g), s, g % 2,
  CASE s WHEN 'succeeded' THEN 1 WHEN 'retrying' THEN 1 + g % 2 WHEN 'failed' THEN 3 ELSE 0 END, 3, CASE WHEN s <> 'pending' THEN CASE WHEN g > 66 AND s = 'running' THEN 'w-2' ELSE 'w-1' END END, c,
  CASE WHEN s <> 'pending' THEN c + interval '1 second' END, CASE WHEN s IN ('succeeded','failed') THEN c + interval '1.5 seconds' END, CASE WHEN g BETWEEN 50 AND 58 THEN now() + g * interval '1 minute' ELSE c END, CASE WHEN g % 7 = 0 THEN 'charge-' || g END,
  CASE s WHEN 'retrying' THEN (SELECT jsonb_agg(jsonb_build_object('traceback', 'Traceback ... TimeoutError: psp', 'attempt', a)) FROM generate_series(0, g % 2) a) WHEN 'failed' THEN (SELECT jsonb_agg(jsonb_build_object('traceback', 'Traceback ... Declined', 'attempt', a)) FROM generate_series(0, 2) a) ELSE '[]' END
FROM (SELECT g, CASE WHEN g <= 36 THEN 'succeeded' WHEN g <= 58 THEN 'pending' WHEN g <= 69 THEN 'running' WHEN g <= 75 THEN 'retrying' ELSE 'failed' END AS s,
       now() - CASE WHEN g > 66 AND g <= 69 THEN interval '12 minutes' WHEN g > 36 AND g <= 66 THEN g * interval '0.4 seconds' ELSE g * interval '15 minutes' END AS c FROM generate_series(1, 81) g) x;
