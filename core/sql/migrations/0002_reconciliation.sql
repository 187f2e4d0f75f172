-- Cases, the audit trail, and counters.
--
-- Locks: nothing that was there before.

-- The file kept on a key that needs settling.
CREATE TABLE onceover.cases (
  tenant text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL CHECK (status IN ('open', 'needs_human', 'settled')),
  attempts integer NOT NULL DEFAULT 0,
  next_try_at timestamptz,
  opened_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  updated_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  fence bigint NOT NULL,
  verdict text COLLATE "C" NOT NULL,
  reason text NOT NULL,
  evidence jsonb,
  PRIMARY KEY (tenant, operation, key)
);
CREATE INDEX cases_needing_a_human ON onceover.cases (opened_at) WHERE status = 'needs_human';

-- Who did what to which key, when, why, on what evidence. Written in the transaction of the act; never changed.
CREATE TABLE onceover.audit (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  action text COLLATE "C" NOT NULL,
  actor text NOT NULL,
  db_user text NOT NULL DEFAULT session_user,
  host text NOT NULL,
  program text NOT NULL,
  tenant text COLLATE "C",
  operation text COLLATE "C",
  key text COLLATE "C",
  from_state text COLLATE "C",
  to_state text COLLATE "C",
  fence_before bigint,
  fence_after bigint,
  before jsonb,
  after jsonb,
  evidence jsonb,
  verdict text COLLATE "C",
  reason text NOT NULL,
  ticket text,
  correlation_id text
);
CREATE INDEX audit_by_key ON onceover.audit (key, operation, tenant, id);
CREATE INDEX audit_by_time ON onceover.audit (at, id);

CREATE FUNCTION onceover.refuse_change() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog AS $$
BEGIN
  RAISE EXCEPTION 'onceover: the audit trail is append-only; % was refused', TG_OP USING ERRCODE = 'OC003';
END
$$;
CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON onceover.audit
  FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_change();

-- What each process counted, a row a flush and series: nobody updates a hot row. (source, flush) makes a flush that was
-- sent twice count once. bucket is NULL for counters; for histograms the upper bound in milliseconds, the last 'infinity'.
CREATE TABLE onceover.counter_deltas (
  at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  source uuid NOT NULL,
  flush bigint NOT NULL,
  tenant text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  name text COLLATE "C" NOT NULL,
  bucket double precision,
  n bigint NOT NULL
);
CREATE UNIQUE INDEX counter_deltas_once ON onceover.counter_deltas (source, flush, tenant, operation, name, (COALESCE(bucket, -1)));
CREATE INDEX counter_deltas_by_time ON onceover.counter_deltas (at);
