CREATE TYPE pipeline_runs_state AS ENUM ('running', 'suspended', 'errored', 'completed');
CREATE TABLE pipeline_runs (id bigserial PRIMARY KEY, pipeline_spec_id integer NOT NULL, meta jsonb,
  created_at timestamptz NOT NULL, finished_at timestamptz, outputs jsonb, inputs jsonb, all_errors jsonb,
  fatal_errors jsonb, state pipeline_runs_state NOT NULL DEFAULT 'completed', CONSTRAINT pipeline_runs_check
  CHECK ((state IN ('completed', 'errored') AND finished_at IS NOT NULL AND num_nonnulls(fatal_errors,
  outputs) > 0) OR (state IN ('running', 'suspended') AND num_nulls(finished_at, outputs, fatal_errors) =
  3)));
CREATE INDEX idx_pipeline_runs_unfinished ON pipeline_runs (id) WHERE finished_at IS NULL;
INSERT INTO pipeline_runs (pipeline_spec_id, meta, created_at, finished_at, outputs, inputs, all_errors,
  fatal_errors, state) SELECT 1 + g % 9, '{}'::jsonb, c, CASE WHEN k IN ('done', 'bad') THEN c + ((2 + g *
  37 % 89) * interval '1 second') END, CASE WHEN k IN ('done', 'bad') THEN CASE k WHEN 'bad' THEN
  '[null]'::jsonb ELSE jsonb_build_array(g::text) END END, '{}'::jsonb, CASE WHEN k IN ('done', 'bad') THEN
  CASE k WHEN 'bad' THEN '["no route"]'::jsonb ELSE '[null]'::jsonb END END, CASE WHEN k IN ('done', 'bad')
  THEN CASE k WHEN 'bad' THEN '["no route"]'::jsonb ELSE '[null]'::jsonb END END, CASE k WHEN 'work' THEN
  'running' WHEN 'lost' THEN 'running' WHEN 'susp' THEN 'suspended' WHEN 'bad' THEN 'errored' ELSE
  'completed'::pipeline_runs_state END FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'work' WHEN g <= 6
  THEN 'lost' WHEN g <= 8 THEN 'susp' WHEN g % 37 = 12 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g
  <= 3 THEN g * interval '25 seconds' WHEN g <= 6 THEN interval '9 hours' + g * interval '7 minutes' WHEN g
  <= 8 THEN g * interval '25 seconds' ELSE g * interval '3 minutes' END AS c FROM generate_series(1, 450) g)
  s ORDER BY s.c;
CREATE TYPE eth_txes_state AS ENUM ('unstarted', 'in_progress', 'fatal_error', 'unconfirmed',
  'confirmed_missing_receipt', 'confirmed');
CREATE TABLE eth_txes (id bigserial PRIMARY KEY, nonce bigint, from_address bytea NOT NULL, to_address bytea
  NOT NULL, encoded_payload bytea NOT NULL, value numeric(78,0) NOT NULL, gas_limit bigint NOT NULL, error
  text, broadcast_at timestamptz, initial_broadcast_at timestamptz, created_at timestamptz NOT NULL, state
  eth_txes_state NOT NULL DEFAULT 'unstarted', meta jsonb, subject uuid, pipeline_task_run_id uuid,
  min_confirmations integer, evm_chain_id numeric(78,0) NOT NULL, idempotency_key varchar(2000) UNIQUE,
  CONSTRAINT chk_eth_txes_fsm CHECK ((state = 'unstarted' AND nonce IS NULL AND error IS NULL AND
  broadcast_at IS NULL AND initial_broadcast_at IS NULL) OR (state = 'in_progress' AND nonce IS NOT NULL AND
  error IS NULL AND broadcast_at IS NULL AND initial_broadcast_at IS NULL) OR (state = 'fatal_error' AND
  error IS NOT NULL) OR (state IN ('unconfirmed', 'confirmed', 'confirmed_missing_receipt') AND nonce IS NOT
  NULL AND error IS NULL AND broadcast_at IS NOT NULL AND initial_broadcast_at IS NOT NULL)));
CREATE UNIQUE INDEX idx_only_one_in_progress_tx_per_account ON eth_txes (evm_chain_id, from_address) WHERE
  state = 'in_progress';
CREATE UNIQUE INDEX idx_eth_txes_nonce_from ON eth_txes (evm_chain_id, from_address, nonce);
INSERT INTO eth_txes (nonce, from_address, to_address, encoded_payload, value, gas_limit, error,
  broadcast_at, initial_broadcast_at, created_at, state, meta, evm_chain_id, idempotency_key) SELECT CASE
  WHEN k IN ('new', 'bad') THEN NULL ELSE 100000 - g END, decode(md5('fa' || CASE WHEN k IN ('work', 'lost')
  THEN g ELSE g % 2 END), 'hex'), decode(md5('ta' || g % 9), 'hex'), decode(md5('ep' || g), 'hex'), 0,
  500000, CASE WHEN k IN ('bad') THEN 'insufficient funds' END, CASE WHEN k IN ('conf', 'done') THEN c +
  interval '2 seconds' END, CASE WHEN k IN ('conf', 'done') THEN c + interval '2 seconds' END, c, CASE k
  WHEN 'new' THEN 'unstarted' WHEN 'work' THEN 'in_progress' WHEN 'lost' THEN 'in_progress' WHEN 'conf' THEN
  'unconfirmed' WHEN 'bad' THEN 'fatal_error' ELSE 'confirmed'::eth_txes_state END, '{"JobID": 3}'::jsonb,
  1, md5('ik' || g)::uuid::text FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 5 THEN
  'work' WHEN g <= 8 THEN 'conf' WHEN g <= 10 THEN 'lost' WHEN g % 79 = 26 THEN 'bad' ELSE 'done' END AS k,
  now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 5 THEN g * interval '25 seconds' WHEN g
  <= 8 THEN g * interval '25 seconds' WHEN g <= 10 THEN interval '9 hours' + g * interval '7 minutes' ELSE g
  * interval '5 minutes' END AS c FROM generate_series(1, 380) g) s ORDER BY s.c;
