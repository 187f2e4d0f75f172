-- Plans: acts on many rows, whose set and order are frozen when the plan is made. Whoever runs one works from these two tables, so that any
-- process continues where another one ended. Bodies and credentials stand in neither.
--
-- Locks: nothing that was there before.

CREATE TABLE onceover.plans (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE,
  act text COLLATE "C" NOT NULL CHECK (act IN ('settle', 'release', 'extend', 'requeue', 'discard', 'reap')),
  state text COLLATE "C" NOT NULL DEFAULT 'frozen' CHECK (state IN ('frozen', 'ready', 'running', 'paused', 'stopped', 'finished')),
  state_why text,
  profile text NOT NULL,
  profile_toml text,
  relation text COLLATE "C" NOT NULL,
  gateway text,
  gateway_digest text COLLATE "C",
  reason text NOT NULL,
  ticket text,
  said text,
  chosen_by text NOT NULL,
  options jsonb NOT NULL,
  items integer NOT NULL,
  actor text NOT NULL,
  host text NOT NULL,
  program text NOT NULL,
  db_user text NOT NULL DEFAULT session_user,
  system_identifier text COLLATE "C",
  database_oid bigint NOT NULL,
  database_name text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  ready_at timestamptz,
  started_at timestamptz,
  changed_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  finished_at timestamptz,
  paced_until timestamptz
);
COMMENT ON COLUMN onceover.plans.profile_toml IS 'The table''s description as it was frozen; NULL: onceover.keys';
COMMENT ON COLUMN onceover.plans.paced_until IS 'Nothing more is asked before, by any runner: the plan''s rate';
COMMENT ON COLUMN onceover.plans.system_identifier IS 'Of the server that the plan was made on; NULL: it could not be read';

-- fillfactor 70: taking an item is a heap-only (HOT) update.
CREATE TABLE onceover.plan_items (
  plan bigint NOT NULL REFERENCES onceover.plans,
  position integer NOT NULL,
  line integer,
  tenant text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  columns jsonb,
  frozen jsonb NOT NULL,
  fence bigint NOT NULL,
  state text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (state IN ('waiting', 'done', 'skipped', 'unsettled', 'failed')),
  tries integer NOT NULL DEFAULT 0,
  runner text COLLATE "C",
  taken_until timestamptz,
  next_try_at timestamptz,
  foreseen text COLLATE "C",
  foreseen_writes boolean,
  foreseen_why text,
  foreseen_evidence jsonb,
  foreseen_at timestamptz,
  outcome text COLLATE "C",
  why text,
  evidence jsonb,
  to_state text COLLATE "C",
  audit_id bigint,
  finished_at timestamptz,
  PRIMARY KEY (plan, position),
  CONSTRAINT done_is_audited CHECK ((state = 'done') = (audit_id IS NOT NULL))
) WITH (fillfactor = 70);
COMMENT ON COLUMN onceover.plan_items.columns IS 'Of a row in a table that is not ours: the values of its identity, in the order of the profile';
COMMENT ON COLUMN onceover.plan_items.frozen IS 'The row as it stood when the plan was made';
COMMENT ON COLUMN onceover.plan_items.fence IS 'Under which our own key is to be found: as frozen, or as a runner has taken it over since';
CREATE INDEX plan_items_waiting ON onceover.plan_items (plan, position) WHERE state = 'waiting';

CREATE FUNCTION onceover.refuse_thaw() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog AS $$
BEGIN
  RAISE EXCEPTION 'onceover: the set of a plan is frozen; % was refused', TG_OP USING ERRCODE = 'OC007';
END
$$;
CREATE TRIGGER plan_items_are_frozen BEFORE UPDATE OF plan, position, line, tenant, operation, key, columns, frozen ON onceover.plan_items
  FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_thaw();
CREATE TRIGGER plans_are_frozen BEFORE UPDATE OF name, act, profile, profile_toml, relation, gateway, gateway_digest, reason, ticket, said,
  chosen_by, options, items, actor, host, program, db_user, system_identifier, database_oid, database_name, created_at ON onceover.plans
  FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_thaw();
