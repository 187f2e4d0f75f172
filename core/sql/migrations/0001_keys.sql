-- Keys, and what keeps them. Readable by an operator before it is run; run in one transaction.
--
-- Locks: nothing that was there before.

CREATE SCHEMA onceover;
COMMENT ON SCHEMA onceover IS 'Idempotency keys, their settlement and its audit trail';

CREATE TABLE onceover.schema_version (
  version integer PRIMARY KEY,
  name text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  applied_by text NOT NULL DEFAULT session_user
);

-- One number for every change of ownership. CACHE 1: with a larger cache two sessions would draw out of order.
CREATE SEQUENCE onceover.fence AS bigint CACHE 1 NO CYCLE;

-- What a column may hold is said by domains: a CHECK of the table is read from its catalogue text in each statement that writes, which
-- for these five cost a fifth of a claim's processor time on the server; a domain's is kept by the session.
CREATE DOMAIN onceover.key_state AS text COLLATE "C"
  CONSTRAINT key_state_check CHECK (VALUE IN ('in_progress', 'released', 'succeeded', 'failed'));
CREATE DOMAIN onceover.key_holder AS text COLLATE "C"
  CONSTRAINT key_holder_check CHECK (VALUE IN ('executor', 'sweeper', 'operator'));
CREATE DOMAIN onceover.fingerprint_kind AS text COLLATE "C"
  CONSTRAINT fingerprint_kind_check CHECK (VALUE IN ('jcs-sha256', 'raw-sha256'));
CREATE DOMAIN onceover.fingerprint AS bytea CONSTRAINT fingerprint_check CHECK (pg_catalog.octet_length(VALUE) = 32);
CREATE DOMAIN onceover.retention_s AS integer CONSTRAINT retention_s_check CHECK (VALUE > 0);

-- fillfactor 80 and no index on state, locked_until or expires_at: finishing a key stays a heap-only (HOT) update.
CREATE TABLE onceover.keys (
  tenant text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  fence bigint NOT NULL,
  locked_until timestamptz,
  retry_before timestamptz,
  stuck_since timestamptz,
  completed_at timestamptz,
  expires_at timestamptz,
  retention_s onceover.retention_s NOT NULL DEFAULT 259200,
  attempts integer NOT NULL DEFAULT 1,
  response_code integer,
  response_version smallint,
  state onceover.key_state NOT NULL,
  holder onceover.key_holder NOT NULL DEFAULT 'executor',
  fingerprint_kind onceover.fingerprint_kind NOT NULL,
  fingerprint onceover.fingerprint NOT NULL,
  owner text,
  correlation_id text,
  error_code text,
  customer text,
  amount numeric,
  currency text,
  reference text,
  response_headers bytea,
  response_body bytea,
  -- The key first: whoever is paged has the key and nothing else, and a prefix of it must be found without a scan.
  PRIMARY KEY (key, operation, tenant),
  CONSTRAINT finished_is_replayable CHECK (
    state NOT IN ('succeeded', 'failed')
    OR (response_code IS NOT NULL AND response_version IS NOT NULL AND response_body IS NOT NULL
        AND completed_at IS NOT NULL AND expires_at IS NOT NULL AND locked_until IS NULL)
  )
) WITH (fillfactor = 80);
COMMENT ON COLUMN onceover.keys.locked_until IS 'Lease: how long others must wait, by the database clock';
COMMENT ON COLUMN onceover.keys.fence IS 'Grows with every change of ownership; every write names the one it owns';
COMMENT ON COLUMN onceover.keys.retry_before IS 'Released keys: end of the downstream''s dedupe window';
COMMENT ON COLUMN onceover.keys.stuck_since IS 'When the executor''s own lease ended, while others have taken the key over to ask about it';
COMMENT ON COLUMN onceover.keys.retention_s IS 'Window: seconds a finished key is kept';

-- Browse, charts, sweep and reap walk this one.
CREATE INDEX keys_by_age ON onceover.keys (created_at, key);

-- The one switch that halts every sweeper and plan on this store. Exactly one row.
CREATE TABLE onceover.control (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  stopped boolean NOT NULL DEFAULT false,
  reason text,
  changed_by text,
  changed_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp()
);
INSERT INTO onceover.control DEFAULT VALUES;

-- Stands in a flush between a claim and the statements that may only run under it: an error here skips them all.
-- The claim's own statement has left its fence in this transaction's setting; no fence, no right to go on.
CREATE FUNCTION onceover.require_claim() RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog AS $$
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'onceover: claims need READ COMMITTED, not %', current_setting('transaction_isolation') USING ERRCODE = 'OC002';
  END IF;
  IF coalesce(current_setting('onceover.claim', true), '') = '' THEN
    RAISE EXCEPTION 'onceover: the key is already claimed; nothing was executed' USING ERRCODE = 'OC001';
  END IF;
END
$$;
