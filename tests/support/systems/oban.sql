CREATE TYPE oban_job_state AS ENUM ('available','suspended','scheduled','executing','retryable','completed','discarded','cancelled');
CREATE TABLE oban_jobs (
  id bigserial PRIMARY KEY,
  state oban_job_state NOT NULL DEFAULT 'available',
  queue text NOT NULL DEFAULT 'default',
  worker text NOT NULL,
  args jsonb NOT NULL DEFAULT '{}',
  errors jsonb[] NOT NULL DEFAULT ARRAY[]::jsonb[],
  attempt integer NOT NULL DEFAULT 0,
  max_attempts integer NOT NULL DEFAULT 20,
  inserted_at timestamp(6) NOT NULL DEFAULT timezone('UTC', now()),
  scheduled_at timestamp(6) NOT NULL DEFAULT timezone('UTC', now()),
  attempted_at timestamp(6),
  completed_at timestamp(6),
  attempted_by text[],
  discarded_at timestamp(6),
  priority integer NOT NULL DEFAULT 0,
  tags text[] DEFAULT ARRAY[]::text[],
  meta jsonb DEFAULT '{}',
  cancelled_at timestamp(6),
  CONSTRAINT worker_length CHECK (char_length(worker) > 0 AND char_length(worker) < 128),
  CONSTRAINT queue_length CHECK (char_length(queue) > 0 AND char_length(queue) < 128),
  CONSTRAINT positive_max_attempts CHECK (max_attempts > 0),
  CONSTRAINT attempt_range CHECK (attempt >= 0 AND attempt <= max_attempts),
  CONSTRAINT non_negative_priority CHECK (priority >= 0) NOT VALID
);
CREATE INDEX oban_jobs_state_queue_priority_scheduled_at_id_index ON oban_jobs (state, queue, priority, scheduled_at, id);
CREATE INDEX oban_jobs_args_index ON oban_jobs USING gin (args);
CREATE INDEX oban_jobs_meta_index ON oban_jobs USING gin (meta);
CREATE INDEX oban_jobs_state_cancelled_at_index ON oban_jobs (state, cancelled_at);
CREATE INDEX oban_jobs_state_discarded_at_index ON oban_jobs (state, discarded_at);
CREATE UNLOGGED TABLE oban_peers (name text PRIMARY KEY, node text NOT NULL, started_at timestamp(6) NOT NULL, expires_at timestamp(6) NOT NULL);
INSERT INTO oban_peers VALUES ('Oban', 'app@10.0.3.7', timezone('UTC', now()) - interval '2 days', timezone('UTC', now()) + interval '24 seconds');

INSERT INTO oban_jobs (state, queue, worker, args, errors, attempt, inserted_at, scheduled_at, attempted_at, completed_at, attempted_by, tags)
SELECT 'completed', (ARRAY['default','mailers','billing'])[1 + g % 3], (ARRAY['MyApp.Workers.Charge','MyApp.Workers.Receipt','MyApp.Workers.Sync'])[1 + g % 3], jsonb_build_object('order_id', 900 + g),
  CASE WHEN g % 6 = 0 THEN ARRAY[jsonb_build_object('attempt', 1, 'at', to_char(c, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'error', '** (RuntimeError) upstream timeout')] ELSE '{}' END,
  1 + (g % 6 = 0)::int, c, CASE WHEN g % 6 = 0 THEN c + interval '17 seconds' ELSE c END, c + interval '18 seconds', c + interval '18.4 seconds', ARRAY['app@10.0.3.7', '0b6f2c1e-7a36-4c8f-9d7a-5f2f0d9b8a11'], CASE WHEN g % 7 = 0 THEN ARRAY['priority'] ELSE '{}' END
FROM generate_series(1, 36) g, LATERAL (SELECT timezone('UTC', now()) - g * interval '3 minutes' AS c) t;
INSERT INTO oban_jobs (state, queue, worker, args, inserted_at, scheduled_at, priority)
SELECT 'available', 'default', 'MyApp.Workers.Charge', jsonb_build_object('order_id', 1000 + g), timezone('UTC', now()) - g * interval '2 seconds', timezone('UTC', now()) - g * interval '2 seconds', g % 4 FROM generate_series(1, 12) g;
INSERT INTO oban_jobs (state, queue, worker, args, inserted_at, scheduled_at)
SELECT 'scheduled', 'mailers', 'MyApp.Workers.Reminder', jsonb_build_object('user_id', g), timezone('UTC', now()) - interval '1 hour', timezone('UTC', now()) + g * interval '50 minutes' FROM generate_series(1, 9) g;
-- snoozed: attempt was taken back, attempted_* stays
INSERT INTO oban_jobs (state, queue, worker, args, attempt, inserted_at, scheduled_at, attempted_at, attempted_by, meta)
VALUES ('scheduled', 'billing', 'MyApp.Workers.Charge', '{"order_id": 7}', 0, timezone('UTC', now()) - interval '9 minutes', timezone('UTC', now()) + interval '51 seconds', timezone('UTC', now()) - interval '9 seconds', ARRAY['app@10.0.3.7','0b6f2c1e-7a36-4c8f-9d7a-5f2f0d9b8a11'], '{"snoozed": 4}');
INSERT INTO oban_jobs (state, queue, worker, args, attempt, inserted_at, scheduled_at, attempted_at, attempted_by)
SELECT 'executing', 'billing', 'MyApp.Workers.Charge', jsonb_build_object('order_id', 1100 + g), 1, a - interval '300 milliseconds', a - interval '300 milliseconds', a, ARRAY['app@10.0.3.7','0b6f2c1e-7a36-4c8f-9d7a-5f2f0d9b8a11']
FROM generate_series(1, 8) g, LATERAL (SELECT timezone('UTC', now()) - CASE WHEN g > 6 THEN g * interval '13 minutes' ELSE g * interval '3 seconds' END AS a) t;
INSERT INTO oban_jobs (state, queue, worker, args, errors, attempt, inserted_at, scheduled_at, attempted_at, attempted_by)
SELECT 'retryable', 'billing', 'MyApp.Workers.Charge', jsonb_build_object('order_id', 1200 + g), ARRAY(SELECT jsonb_build_object('attempt', k, 'at', to_char(timezone('UTC', now()) - interval '5 minutes', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'error', '** (MyApp.PspError) 502') FROM generate_series(1, 1 + g % 4) k), 1 + g % 4,
  timezone('UTC', now()) - interval '20 minutes', timezone('UTC', now()) + g * interval '19 seconds', timezone('UTC', now()) - interval '30 seconds', ARRAY['app@10.0.3.7','0b6f2c1e-7a36-4c8f-9d7a-5f2f0d9b8a11'] FROM generate_series(1, 7) g;
INSERT INTO oban_jobs (state, queue, worker, args, errors, attempt, max_attempts, inserted_at, scheduled_at, attempted_at, discarded_at, attempted_by)
SELECT 'discarded', 'billing', 'MyApp.Workers.Charge', jsonb_build_object('order_id', 1300 + g), ARRAY(SELECT jsonb_build_object('attempt', k, 'at', to_char(d, 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), 'error', '** (MyApp.CardDeclined) do_not_honor') FROM generate_series(1, 3) k), 3, 3, d - interval '2 minutes', d - interval '1 second', d - interval '900 milliseconds', d, ARRAY['app@10.0.3.7','0b6f2c1e-7a36-4c8f-9d7a-5f2f0d9b8a11']
FROM generate_series(1, 5) g, LATERAL (SELECT timezone('UTC', now()) - g * interval '11 minutes' AS d) t;
INSERT INTO oban_jobs (state, queue, worker, args, attempt, inserted_at, scheduled_at, cancelled_at)
SELECT 'cancelled', 'mailers', 'MyApp.Workers.Reminder', jsonb_build_object('user_id', 50 + g), 0, timezone('UTC', now()) - interval '3 hours', timezone('UTC', now()) + interval '1 day', timezone('UTC', now()) - g * interval '6 minutes' FROM generate_series(1, 4) g;
