CREATE TYPE task_state AS ENUM ('pending','in_progress','waiting','succeeded','cancelled','failed');
CREATE TYPE task_retry_policy AS (max_attempts int, initial_interval_ms int, max_interval_ms int, backoff_coefficient float, jitter_factor float);
CREATE TABLE task_queue (
  name text NOT NULL PRIMARY KEY,
  dlq_name text REFERENCES task_queue(name),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE TABLE task (
  id uuid NOT NULL,
  task_queue_name text NOT NULL REFERENCES task_queue(name),
  input jsonb NOT NULL,
  state task_state NOT NULL DEFAULT 'pending',
  timeout interval NOT NULL DEFAULT interval '15 minutes',
  ttl interval NOT NULL DEFAULT interval '14 days',
  delay interval NOT NULL DEFAULT interval '0',
  concurrency_key text,
  priority integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  last_attempt_at timestamptz,
  heartbeat interval NOT NULL DEFAULT interval '30 seconds',
  last_heartbeat_at timestamptz,
  retry_policy task_retry_policy NOT NULL DEFAULT row(5,1000,60000,2.0,0.5)::task_retry_policy,
  run_at timestamptz NOT NULL DEFAULT now(),
  attempt_count integer NOT NULL DEFAULT 0,
  current_attempt integer NOT NULL DEFAULT 0,
  lease_expires_at timestamptz,
  CONSTRAINT task_pkey PRIMARY KEY (task_queue_name, id),
  CONSTRAINT task_attempt_counters_valid CHECK (attempt_count >= current_attempt AND current_attempt >= 0)
);
CREATE UNIQUE INDEX idx_task_concurrency_key_unique ON task (task_queue_name, concurrency_key) WHERE concurrency_key IS NOT NULL AND state IN ('pending','in_progress');
CREATE INDEX idx_task_claim_pending ON task (task_queue_name, priority DESC, run_at, id) WHERE state = 'pending';
CREATE INDEX idx_task_claim_stale ON task (task_queue_name, lease_expires_at, priority DESC, id) WHERE state = 'in_progress';
CREATE TABLE task_attempt (
  task_id uuid NOT NULL,
  task_queue_name text NOT NULL,
  attempt_number integer NOT NULL,
  state task_state NOT NULL DEFAULT 'in_progress',
  error_message text,
  started_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  CONSTRAINT task_attempt_pkey PRIMARY KEY (task_queue_name, task_id, attempt_number),
  CONSTRAINT task_attempt_task_queue_name_task_id_fkey FOREIGN KEY (task_queue_name, task_id) REFERENCES task(task_queue_name, id) ON DELETE CASCADE
);
INSERT INTO task_queue (name, dlq_name, created_at, updated_at) VALUES ('welcome-email',NULL,now()-interval '90 days',now()-interval '90 days'),('settlement',NULL,now()-interval '80 days',now()-interval '80 days');
INSERT INTO task (id, task_queue_name, input, state, delay, concurrency_key, priority, created_at, updated_at, completed_at, last_attempt_at, last_heartbeat_at, run_at, attempt_count, current_attempt, lease_expires_at)
SELECT md5('ut'||i)::uuid, q, jsonb_build_object('user_id',i,'email','u'||i||'@example.org'), st::task_state, d, CASE WHEN i%9=0 THEN 'user-'||i END, i%2, c,
 CASE WHEN n=0 AND st='pending' THEN c WHEN st='in_progress' THEN hb WHEN st='cancelled' THEN c + interval '30 seconds' ELSE la + interval '2 seconds' END,
 CASE WHEN st IN ('succeeded','failed') THEN la + interval '2 seconds' WHEN st='cancelled' THEN c + interval '30 seconds' END,
 CASE WHEN st='pending' AND n>0 THEN la + interval '2 seconds' ELSE la END, hb, CASE WHEN st='pending' AND n>0 THEN la + interval '2 seconds' + d ELSE c + d END, n, n, CASE WHEN st='in_progress' THEN hb + interval '30 seconds' END
FROM (SELECT *, CASE WHEN n=0 THEN NULL WHEN st='in_progress' THEN CASE WHEN i IN (23,24) THEN now()-interval '3 minutes' ELSE la + interval '8 seconds' END ELSE la END hb FROM
 (SELECT i, st, n, c, q, CASE WHEN st='pending' AND n>0 THEN n*interval '2 seconds' WHEN st='pending' AND i<=4 THEN interval '2 hours' ELSE interval '0' END d,
  CASE WHEN n=0 THEN NULL WHEN st='in_progress' THEN CASE WHEN i IN (23,24) THEN now()-interval '4 minutes' ELSE now()-i*interval '0.9 seconds' END WHEN st='pending' THEN now()-interval '3 seconds' ELSE c + n*interval '4 seconds' END la
  FROM (SELECT i, st, (ARRAY['welcome-email','settlement'])[1+i%2] q, CASE WHEN st='pending' THEN CASE WHEN i>9 THEN 1+i%3 ELSE 0 END WHEN st='cancelled' THEN 0 WHEN st='failed' THEN 5 WHEN i%10=0 THEN 2 ELSE 1 END n,
    now() - CASE WHEN st='pending' THEN i*interval '7 seconds' WHEN st='in_progress' THEN interval '6 minutes' WHEN st='waiting' THEN i*interval '3 minutes' ELSE i*interval '4 hours' END c
   FROM (SELECT i, CASE WHEN i<=14 THEN 'pending' WHEN i<=24 THEN 'in_progress' WHEN i<=27 THEN 'waiting' WHEN i%12=0 THEN 'failed' WHEN i%17=0 THEN 'cancelled' ELSE 'succeeded' END st FROM generate_series(1,76) i) z) y) w) v;
INSERT INTO task_attempt (task_id, task_queue_name, attempt_number, state, error_message, started_at, updated_at, completed_at)
SELECT t.id, t.task_queue_name, k, (CASE WHEN k < t.current_attempt OR t.state='pending' THEN 'failed' ELSE t.state::text END)::task_state,
 CASE WHEN k < t.current_attempt OR t.state IN ('pending','failed') THEN 'smtp: temporary failure' END,
 t.last_attempt_at - (t.current_attempt-k)*interval '4 seconds', t.updated_at - (t.current_attempt-k)*interval '4 seconds',
 CASE WHEN k < t.current_attempt OR t.state NOT IN ('in_progress','waiting') THEN t.updated_at - (t.current_attempt-k)*interval '4 seconds' END
FROM task t, generate_series(1, t.current_attempt) k;
