CREATE TABLE t_default (
  task_id uuid PRIMARY KEY,
  task_name text NOT NULL,
  params jsonb NOT NULL,
  headers jsonb,
  retry_strategy jsonb,
  max_attempts integer,
  cancellation jsonb,
  enqueue_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  first_started_at timestamptz,
  state text NOT NULL CHECK (state IN ('pending','running','sleeping','completed','failed','cancelled')),
  attempts integer NOT NULL DEFAULT 0,
  last_attempt_run uuid,
  completed_payload jsonb,
  cancelled_at timestamptz,
  idempotency_key text UNIQUE
) WITH (fillfactor=70);
CREATE TABLE r_default (
  run_id uuid PRIMARY KEY,
  task_id uuid NOT NULL,
  attempt integer NOT NULL,
  state text NOT NULL CHECK (state IN ('pending','running','sleeping','completed','failed','cancelled')),
  claimed_by text,
  claim_expires_at timestamptz,
  available_at timestamptz NOT NULL,
  wake_event text,
  event_payload jsonb,
  started_at timestamptz,
  completed_at timestamptz,
  failed_at timestamptz,
  result jsonb,
  failure_reason jsonb,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp()
) WITH (fillfactor=70);
CREATE INDEX r_default_sai ON r_default (state, available_at);
CREATE INDEX r_default_ti ON r_default (task_id);
CREATE INDEX r_default_cei ON r_default (claim_expires_at) WHERE state = 'running' AND claim_expires_at IS NOT NULL;
INSERT INTO t_default (task_id, task_name, params, headers, retry_strategy, max_attempts, cancellation, enqueue_at, first_started_at, state, attempts, last_attempt_run, completed_payload, cancelled_at, idempotency_key)
SELECT md5('at'||i)::uuid, (ARRAY['order-fulfilment','refund','digest'])[1+i%3], jsonb_build_object('order',i,'amount',i*9), NULL, '{"kind":"exponential","base_seconds":30,"factor":2}', 5, NULL, c,
 CASE WHEN (st='pending' AND a=1) OR (st='cancelled' AND i%2=0) THEN NULL ELSE c + interval '1 second' END, st, a, md5('ar'||i||'-'||a)::uuid,
 CASE WHEN st='completed' THEN jsonb_build_object('ok',true,'order',i) END, CASE WHEN st='cancelled' THEN c + interval '50 seconds' END, CASE WHEN i%4=0 THEN 'order:'||i END
FROM (SELECT i, st, CASE st WHEN 'failed' THEN 5 WHEN 'sleeping' THEN 1+i%3 WHEN 'cancelled' THEN 1 WHEN 'pending' THEN 1 ELSE CASE WHEN i%6=0 THEN 2 ELSE 1 END END a,
 now() - CASE WHEN st='pending' THEN i*interval '0.5 seconds' WHEN st='running' THEN CASE WHEN i IN (18,19) THEN interval '14 minutes' ELSE interval '2 minutes' END WHEN st='sleeping' THEN interval '6 minutes' ELSE i*interval '100 minutes' END c
 FROM (SELECT i, CASE WHEN i<=10 THEN 'pending' WHEN i<=19 THEN 'running' WHEN i<=27 THEN 'sleeping' WHEN i%13=0 THEN 'failed' WHEN i%16=0 THEN 'cancelled' ELSE 'completed' END st FROM generate_series(1,66) i) z) x;
INSERT INTO r_default (run_id, task_id, attempt, state, claimed_by, claim_expires_at, available_at, started_at, completed_at, failed_at, result, failure_reason, created_at)
SELECT md5('ar'||i||'-'||k)::uuid, t.task_id, k, rs,
 CASE WHEN rs IN ('running','completed','failed') THEN 'worker-'||i%3 END,
 CASE WHEN rs='running' THEN CASE WHEN i IN (18,19) THEN now() - interval '5 minutes' ELSE now() + (35-i)*interval '1 second' END WHEN rs IN ('completed','failed') THEN st + interval '30 seconds' END,
 CASE WHEN rs='sleeping' THEN now() + i*interval '11 seconds' WHEN rs='pending' THEN t.enqueue_at WHEN rs='cancelled' THEN t.enqueue_at ELSE st END,
 CASE WHEN rs IN ('running','completed','failed') OR (rs='sleeping' AND k=1) THEN st WHEN rs='cancelled' THEN t.first_started_at END,
 CASE WHEN rs='completed' THEN st + interval '4 seconds' END, CASE WHEN rs='failed' THEN st + interval '3 seconds' END,
 CASE WHEN rs='completed' THEN t.completed_payload END, CASE WHEN rs='failed' THEN CASE WHEN k%2=0 THEN '{"name":"$ClaimTimeout","message":"worker did not finish task within claim interval"}'::jsonb ELSE '{"name":"Error","message":"gateway 502"}'::jsonb END END,
 CASE WHEN k=1 THEN t.enqueue_at ELSE st - interval '30 seconds' END
FROM (SELECT t.*, i, k, CASE WHEN k < t.attempts THEN 'failed' ELSE t.state END rs,
   CASE WHEN t.state='running' AND k=t.attempts THEN CASE WHEN i IN (18,19) THEN now() - interval '6 minutes' ELSE now() - (i-5)*interval '0.7 seconds' END ELSE t.enqueue_at + interval '1 second' + (k-1)*interval '60 seconds' END st
  FROM generate_series(1,66) i JOIN t_default t ON t.task_id = md5('at'||i)::uuid CROSS JOIN LATERAL generate_series(1, t.attempts) k) t;
