CREATE TYPE river_job_state AS ENUM ('available','cancelled','completed','discarded','pending','retryable','running','scheduled');
CREATE FUNCTION river_job_state_in_bitmask(bitmask bit(8), state river_job_state) RETURNS boolean LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE state
    WHEN 'available' THEN get_bit(bitmask, 7) WHEN 'cancelled' THEN get_bit(bitmask, 6)
    WHEN 'completed' THEN get_bit(bitmask, 5) WHEN 'discarded' THEN get_bit(bitmask, 4)
    WHEN 'pending' THEN get_bit(bitmask, 3) WHEN 'retryable' THEN get_bit(bitmask, 2)
    WHEN 'running' THEN get_bit(bitmask, 1) WHEN 'scheduled' THEN get_bit(bitmask, 0) ELSE 0 END = 1 $$;
CREATE TABLE river_job (
  id bigserial PRIMARY KEY,
  state river_job_state NOT NULL DEFAULT 'available',
  attempt smallint NOT NULL DEFAULT 0,
  max_attempts smallint NOT NULL DEFAULT 25,
  attempted_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  finalized_at timestamptz,
  scheduled_at timestamptz NOT NULL DEFAULT now(),
  priority smallint NOT NULL DEFAULT 1,
  args jsonb NOT NULL,
  attempted_by text[],
  errors jsonb[],
  kind text NOT NULL,
  metadata jsonb NOT NULL DEFAULT '{}',
  queue text NOT NULL DEFAULT 'default',
  tags varchar(255)[] NOT NULL DEFAULT '{}',
  unique_key bytea,
  unique_states bit(8),
  CONSTRAINT finalized_or_finalized_at_null CHECK ((finalized_at IS NULL AND state NOT IN ('cancelled','completed','discarded')) OR (finalized_at IS NOT NULL AND state IN ('cancelled','completed','discarded'))),
  CONSTRAINT max_attempts_is_positive CHECK (max_attempts > 0),
  CONSTRAINT priority_in_range CHECK (priority >= 1 AND priority <= 4),
  CONSTRAINT queue_length CHECK (char_length(queue) > 0 AND char_length(queue) < 128),
  CONSTRAINT kind_length CHECK (char_length(kind) > 0 AND char_length(kind) < 128)
);
CREATE INDEX river_job_kind ON river_job (kind);
CREATE INDEX river_job_state_and_finalized_at_index ON river_job (state, finalized_at) WHERE finalized_at IS NOT NULL;
CREATE INDEX river_job_prioritized_fetching_index ON river_job (state, queue, priority, scheduled_at, id);
CREATE INDEX river_job_args_index ON river_job USING gin (args);
CREATE INDEX river_job_metadata_index ON river_job USING gin (metadata);
CREATE UNIQUE INDEX river_job_unique_idx ON river_job (unique_key) WHERE unique_key IS NOT NULL AND unique_states IS NOT NULL AND river_job_state_in_bitmask(unique_states, state);
CREATE UNLOGGED TABLE river_leader (
  elected_at timestamptz NOT NULL, expires_at timestamptz NOT NULL, leader_id text NOT NULL,
  name text PRIMARY KEY DEFAULT 'default',
  CONSTRAINT name_length CHECK (name = 'default'),
  CONSTRAINT leader_id_length CHECK (char_length(leader_id) > 0 AND char_length(leader_id) < 128)
);
INSERT INTO river_leader VALUES (now() - interval '6 hours', now() + interval '9 seconds', 'worker-7f9c_2026_11_23T06_11_04_512345', 'default');

-- finished on the first or second try
INSERT INTO river_job (state, attempt, max_attempts, attempted_at, created_at, finalized_at, scheduled_at, priority, args, attempted_by, errors, kind, metadata, queue, unique_key, unique_states)
SELECT 'completed', 1 + (g % 5 = 0)::int, 25, c + interval '2 seconds', c, c + interval '2 seconds' + (g * 37) * interval '1 millisecond', CASE WHEN g % 5 = 0 THEN c + interval '1.9 seconds' ELSE c END, 1 + g % 2,
  jsonb_build_object('invoice_id', 4100 + g, 'amount', 1999 + g), array_fill('worker-7f9c_2026_11_23T06_11_04_512345'::text, ARRAY[1 + (g % 5 = 0)::int]),
  CASE WHEN g % 5 = 0 THEN ARRAY[jsonb_build_object('at', to_char(c, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'attempt', 1, 'error', 'dial tcp: connection refused', 'trace', '')] END,
  (ARRAY['charge_invoice','send_receipt','sync_ledger'])[1 + g % 3], '{}', (ARRAY['default','billing'])[1 + g % 2],
  CASE WHEN g % 4 = 0 THEN sha256(('invoice' || g)::bytea) END, CASE WHEN g % 4 = 0 THEN B'11110101' END
FROM generate_series(1, 40) g, LATERAL (SELECT now() - g * interval '29 minutes' AS c) t;
-- waiting now (some after a short-delay retry) and scheduled for later
INSERT INTO river_job (state, attempt, attempted_at, created_at, scheduled_at, args, attempted_by, errors, kind, queue, unique_key, unique_states)
SELECT 'available', (g % 4 = 0)::int, CASE WHEN g % 4 = 0 THEN c + interval '1 second' END, c, CASE WHEN g % 4 = 0 THEN c + interval '3 seconds' ELSE c END, jsonb_build_object('invoice_id', 4200 + g),
  CASE WHEN g % 4 = 0 THEN ARRAY['worker-7f9c_2026_11_23T06_11_04_512345'] END,
  CASE WHEN g % 4 = 0 THEN ARRAY[jsonb_build_object('at', to_char(c, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'attempt', 1, 'error', 'rate limited', 'trace', '')] END,
  (ARRAY['charge_invoice','send_receipt'])[1 + g % 2], 'default', CASE WHEN g % 3 = 0 THEN sha256(('wait' || g)::bytea) END, CASE WHEN g % 3 = 0 THEN B'11110101' END
FROM generate_series(1, 14) g, LATERAL (SELECT now() - g * interval '5 seconds' AS c) t;
INSERT INTO river_job (state, created_at, scheduled_at, args, kind, queue)
SELECT 'scheduled', now() - g * interval '3 minutes', now() + g * interval '2 hours', jsonb_build_object('customer_id', 77 + g), 'send_reminder', 'default' FROM generate_series(1, 8) g;
INSERT INTO river_job (state, args, kind, created_at, scheduled_at, metadata) SELECT 'pending', '{"step": 2}', 'workflow_step', now() - interval '4 minutes', now() - interval '4 minutes', '{"workflow_id": "01J9ZQ"}' FROM generate_series(1, 3);
-- running: fresh ones, and two that have hung for more than the rescuer's hour
INSERT INTO river_job (state, attempt, attempted_at, created_at, scheduled_at, args, attempted_by, kind, queue, metadata)
SELECT 'running', 1, now() - g * interval '4 seconds', now() - g * interval '6 seconds', now() - g * interval '6 seconds', jsonb_build_object('invoice_id', 4300 + g), ARRAY['worker-7f9c_2026_11_23T06_11_04_512345'], 'charge_invoice', 'billing', CASE WHEN g = 3 THEN '{"cancel_attempted_at": "2026-11-23T19:40:00Z"}'::jsonb ELSE '{}' END
FROM generate_series(1, 6) g;
INSERT INTO river_job (state, attempt, attempted_at, created_at, scheduled_at, args, attempted_by, kind, queue)
SELECT 'running', 1, now() - g * interval '70 minutes', now() - g * interval '71 minutes', now() - g * interval '71 minutes', '{"invoice_id": 9}', ARRAY['worker-dead_2026_11_22T01_00_00_000001'], 'sync_ledger', 'billing' FROM generate_series(1, 2) g;
-- waiting for a later attempt; given up; cancelled (running or before it ran)
INSERT INTO river_job (state, attempt, attempted_at, created_at, scheduled_at, args, attempted_by, errors, kind, queue)
SELECT 'retryable', 3, now() - g * interval '2 minutes', now() - interval '1 hour', now() + g * interval '81 seconds', jsonb_build_object('invoice_id', 4400 + g), array_fill('worker-7f9c_2026_11_23T06_11_04_512345'::text, ARRAY[3]),
  ARRAY(SELECT jsonb_build_object('at', to_char(now() - interval '50 minutes', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'attempt', a, 'error', 'psp answered 503', 'trace', '') FROM generate_series(1, 3) a), 'charge_invoice', 'billing'
FROM generate_series(1, 7) g;
INSERT INTO river_job (state, attempt, max_attempts, attempted_at, created_at, finalized_at, scheduled_at, args, attempted_by, errors, kind, queue)
SELECT 'discarded', 5, 5, f - interval '1 second', f - interval '9 hours', f, f - interval '1 second', jsonb_build_object('invoice_id', 4500 + g), array_fill('worker-7f9c_2026_11_23T06_11_04_512345'::text, ARRAY[5]),
  ARRAY(SELECT jsonb_build_object('at', to_char(f, 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'attempt', a, 'error', 'card declined', 'trace', '') FROM generate_series(1, 5) a), 'charge_invoice', 'billing'
FROM generate_series(1, 5) g, LATERAL (SELECT now() - g * interval '17 hours' AS f) t;
INSERT INTO river_job (state, attempt, attempted_at, created_at, finalized_at, scheduled_at, args, attempted_by, errors, kind, queue, metadata)
SELECT 'cancelled', g % 2, CASE WHEN g % 2 = 1 THEN f - interval '1 second' END, f - interval '1 hour', f, f - interval '1 hour', '{"invoice_id": 12}', CASE WHEN g % 2 = 1 THEN ARRAY['worker-7f9c_2026_11_23T06_11_04_512345'] END,
  CASE WHEN g % 2 = 1 THEN ARRAY['{"at": "2026-11-23T10:00:00Z", "attempt": 1, "error": "JobCancelError: invoice voided", "trace": ""}'::jsonb] END, 'charge_invoice', 'billing', CASE WHEN g % 2 = 0 THEN '{"cancel_attempted_at": "2026-11-23T10:00:00Z"}'::jsonb ELSE '{}' END
FROM generate_series(1, 4) g, LATERAL (SELECT now() - g * interval '3 hours' AS f) t;
