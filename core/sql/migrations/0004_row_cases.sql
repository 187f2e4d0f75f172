-- The file kept on a row of a table that is not ours, where a person is needed. Apart from onceover.cases, which every look at our own keys
-- joins: a row elsewhere may carry the same tenant, operation and key. tenant, operation and key are what a person knows of the row, cut
-- where they are long; row_key is exact.
--
-- Locks: nothing that was there before.

CREATE TABLE onceover.row_cases (
  relation text COLLATE "C" NOT NULL,
  row_digest bytea NOT NULL CHECK (pg_catalog.octet_length(row_digest) = 32),
  row_key jsonb NOT NULL,
  profile text NOT NULL,
  tenant text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('open', 'needs_human', 'settled')),
  attempts integer NOT NULL DEFAULT 0,
  next_try_at timestamptz,
  opened_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  verdict text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  evidence jsonb,
  PRIMARY KEY (relation, row_digest)
);
COMMENT ON COLUMN onceover.row_cases.relation IS 'The table, quoted, with its schema';
COMMENT ON COLUMN onceover.row_cases.row_digest IS 'SHA-256 of row_key as text: a key of any length has its place in the index';
CREATE INDEX row_cases_unsettled ON onceover.row_cases (relation, opened_at) WHERE status <> 'settled';
