-- Flow wallet API: keys of POST requests (SQL store of the middleware) and its table of background jobs.
CREATE TABLE idempotency_keys (
  key text PRIMARY KEY,
  expiry_date timestamptz
);
CREATE TABLE jobs (
  id uuid PRIMARY KEY,
  type text,
  state text DEFAULT 'INIT',
  error text,
  errors text[],
  result text,
  transaction_id text,
  exec_count bigint DEFAULT 0,
  created_at timestamptz,
  updated_at timestamptz,
  deleted_at timestamptz,
  attributes jsonb
);
CREATE INDEX idx_jobs_deleted_at ON jobs (deleted_at);
CREATE INDEX idx_jobs_state_updated_at ON jobs (state, updated_at);

-- keys seen within the last hour (still refused with 409) and older ones that nobody has pruned
INSERT INTO idempotency_keys (key, expiry_date)
SELECT gen_random_uuid()::text, now() + interval '1 hour' - make_interval(secs => g * 95)
FROM generate_series(1, 32) g;
INSERT INTO idempotency_keys (key, expiry_date)
SELECT CASE WHEN g % 4 = 0 THEN 'mint-batch-' || g ELSE gen_random_uuid()::text END, now() - make_interval(mins => g * 41)
FROM generate_series(1, 28) g;

-- finished jobs
INSERT INTO jobs (id, type, state, error, errors, result, transaction_id, exec_count, created_at, updated_at, deleted_at, attributes)
SELECT gen_random_uuid(),
       (ARRAY['account_create','transaction','token_setup','sync_account_key_count'])[1 + g % 4],
       'COMPLETE', '',
       CASE WHEN g % 9 = 0 THEN ARRAY['client: rpc error: code = Unavailable desc = transport is closing'] END,
       CASE WHEN g % 4 = 0 THEN '0x' || substr(md5('acc' || g), 1, 16) ELSE '' END,
       CASE WHEN g % 4 = 3 THEN '' ELSE encode(sha256(('tx' || g)::bytea), 'hex') END,
       CASE WHEN g % 9 = 0 THEN 2 ELSE 1 END,
       now() - make_interval(mins => g * 19),
       now() - make_interval(mins => g * 19) + CASE WHEN g % 9 = 0 THEN interval '96 seconds' ELSE interval '11 seconds' END,
       NULL,
       CASE WHEN g % 4 = 3 THEN jsonb_build_object('address', '0x' || substr(md5('a' || g), 1, 16), 'numKeys', 10) END
FROM generate_series(1, 36) g;
-- given up: permanent failure at once, or more than ten runs
INSERT INTO jobs (id, type, state, error, errors, result, transaction_id, exec_count, created_at, updated_at, deleted_at, attributes)
SELECT gen_random_uuid(), 'transaction', 'FAILED',
       'permanent failure: [Error Code: 1101] cadence runtime error',
       ARRAY['permanent failure: [Error Code: 1101] cadence runtime error'], '',
       encode(sha256(('txf' || g)::bytea), 'hex'), 1,
       now() - make_interval(hours => g), now() - make_interval(hours => g) + interval '14 seconds', NULL, NULL
FROM generate_series(1, 5) g;
INSERT INTO jobs (id, type, state, error, errors, result, transaction_id, exec_count, created_at, updated_at, deleted_at, attributes)
SELECT gen_random_uuid(), 'account_create', 'FAILED', 'timeout waiting for transaction seal',
       array_fill('timeout waiting for transaction seal'::text, ARRAY[11]), '', '', 11,
       now() - make_interval(hours => 5 + g), now() - make_interval(hours => 5 + g) + interval '18 minutes', NULL, NULL
FROM generate_series(1, 3) g;
-- an error that will be tried again after a minute
INSERT INTO jobs (id, type, state, error, errors, result, transaction_id, exec_count, created_at, updated_at, deleted_at, attributes)
SELECT gen_random_uuid(), (ARRAY['transaction','account_create'])[1 + g % 2], 'ERROR', 'transaction expired',
       array_fill('transaction expired'::text, ARRAY[g]), '', '', g,
       now() - make_interval(mins => 2 + g * 2), now() - make_interval(secs => 12 * g), NULL, NULL
FROM generate_series(1, 6) g;
-- no executor registered for the type
INSERT INTO jobs (id, type, state, error, errors, result, transaction_id, exec_count, created_at, updated_at, deleted_at, attributes)
SELECT gen_random_uuid(), 'ops_init_fungible_vaults', 'NO_AVAILABLE_WORKERS', '', NULL, '', '', 3,
       now() - interval '5 minutes', now() - make_interval(secs => 20 * g), NULL, NULL
FROM generate_series(1, 2) g;
-- accepted a moment ago, and accepted by a node that died (grace period of three minutes is over)
INSERT INTO jobs (id, type, state, error, errors, result, transaction_id, exec_count, created_at, updated_at, deleted_at, attributes)
SELECT gen_random_uuid(), 'transaction', 'ACCEPTED', '', NULL, '', '', 1,
       now() - make_interval(secs => 4 + g * 9), now() - make_interval(secs => 2 + g * 9), NULL, NULL
FROM generate_series(1, 5) g;
INSERT INTO jobs (id, type, state, error, errors, result, transaction_id, exec_count, created_at, updated_at, deleted_at, attributes)
SELECT gen_random_uuid(), 'transaction', 'ACCEPTED', 'transaction expired', ARRAY['transaction expired'], '', '', 2,
       now() - make_interval(mins => 9 + g), now() - make_interval(mins => 4 + g), NULL, NULL
FROM generate_series(1, 2) g;
-- created and not yet taken
INSERT INTO jobs (id, type, state, error, errors, result, transaction_id, exec_count, created_at, updated_at, deleted_at, attributes)
SELECT gen_random_uuid(), (ARRAY['transaction','send_job_status'])[1 + g % 2], 'INIT', '', NULL,
       CASE WHEN g % 2 = 1 THEN '{"jobId":"' || gen_random_uuid() || '","state":"COMPLETE"}' ELSE '' END, '', 0,
       now() - make_interval(secs => g), now() - make_interval(secs => g), NULL, NULL
FROM generate_series(1, 6) g;
