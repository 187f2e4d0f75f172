-- The onceover schema: keys, their settlement, events and the audit trail. Read it before you run it; it runs in one
-- transaction. Tables come first, then functions by the role that needs them, then triggers, then rights. Only the
-- owner has rights; the scripts of `oncectl roles print` grant them to other roles.
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

-- ## Keys

-- One number for every change of ownership. CACHE 1: with a larger cache two sessions would draw out of order.
CREATE SEQUENCE onceover.fence AS bigint CACHE 1 NO CYCLE;

-- No key is created before this time, in microseconds since 1970: the default of created_at respects it. It always has
-- a value, because a comparison with NULL would be unknown. Each INSERT evaluates the default with the rights of its
-- role; the value is no secret.
CREATE SEQUENCE onceover.floor AS bigint MINVALUE 0 START 0 CACHE 1 NO CYCLE;
SELECT pg_catalog.setval('onceover.floor', 0);
GRANT SELECT ON SEQUENCE onceover.floor TO PUBLIC;

-- Domains define what a column may hold, and the trigger key_is_sound what a row may hold. PostgreSQL reads a table's
-- CHECK from its catalogue text in each statement that writes: for six, a third of a claim's processor time on the
-- server. It keeps a domain's CHECK and a trigger's function for the session.
CREATE DOMAIN onceover.key_state AS text COLLATE "C"
  CONSTRAINT key_state_check CHECK (VALUE IN ('in_progress', 'released', 'succeeded', 'failed'));
CREATE DOMAIN onceover.key_holder AS text COLLATE "C"
  CONSTRAINT key_holder_check CHECK (VALUE IN ('executor', 'sweeper', 'operator'));
CREATE DOMAIN onceover.fingerprint_kind AS text COLLATE "C"
  CONSTRAINT fingerprint_kind_check CHECK (VALUE IN ('jcs-sha256', 'raw-sha256'));
CREATE DOMAIN onceover.fingerprint AS bytea CONSTRAINT fingerprint_check CHECK (pg_catalog.octet_length(VALUE) = 32);
-- As long as a caller's key may be: longer ones fit in this table's index and in no other.
CREATE DOMAIN onceover.key_name AS text COLLATE "C" CONSTRAINT key_name_check
  CHECK (pg_catalog.octet_length(VALUE) <= 255);
CREATE DOMAIN onceover.retention_s AS integer CONSTRAINT retention_s_check CHECK (VALUE > 0);

-- A row with an explicit earlier time (an import, a restore, logical replication) moves the frontier back to it, in the
-- same transaction. The row lock on the frontier prevents others from moving it until that transaction ends.
CREATE FUNCTION onceover.rewind_frontier(at timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO, YMD' AS $$
BEGIN
  -- Once in a transaction for each earlier time, not once for each row.
  IF at < coalesce(nullif(current_setting('onceover.explicit_from', true), '')::timestamptz, 'infinity') THEN
    UPDATE onceover.frontier SET until = least(until, at), rewinds = rewinds + 1;
    PERFORM set_config('onceover.explicit_from', at::text, true);
  END IF;
END
$$;

-- Part of the type of created_at, so each role that inserts must be able to call it; it does something only for a
-- session that is writing keys. A direct call could void the frontier, so only a role that may set created_at, or
-- insert through a view of keys, moves it back by more than the moment between a default and its check.
CREATE FUNCTION onceover.note_explicit_time(at timestamptz) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  caller CONSTANT text := coalesce(nullif(current_setting('role'), 'none'), session_user::text);
BEGIN
  IF NOT EXISTS (SELECT FROM pg_locks l WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation'
    AND l.relation = 'onceover.keys'::regclass
                 AND l.mode = 'RowExclusiveLock') THEN
    RETURN true;
  END IF;
  -- PREPARE locks the table without a right to write it.
  IF NOT (CASE WHEN at < clock_timestamp() - interval '1 minute'
    THEN has_column_privilege(caller, 'onceover.keys', 'created_at', 'INSERT, UPDATE')
               ELSE has_any_column_privilege(caller, 'onceover.keys', 'INSERT, UPDATE') END)
     AND NOT EXISTS (SELECT FROM pg_depend d JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
                     WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = 'onceover.keys'::regclass
                       AND has_table_privilege(caller, r.ev_class, 'INSERT, UPDATE')) THEN
    RAISE EXCEPTION 'onceover: only a role that may set created_at writes a key of an earlier time'
      USING ERRCODE = '42501';
  END IF;
  PERFORM onceover.rewind_frontier(at);
  RETURN true;
END
$$;

-- When a key was made. The default is never before the floor, and the frontier never passes the floor. An earlier time
-- was given explicitly, and is noted. A trigger on INSERT would cost each claim a tenth.
CREATE DOMAIN onceover.key_time AS timestamptz CONSTRAINT key_time_is_noted CHECK (
  CASE WHEN VALUE OPERATOR(pg_catalog.>=) pg_catalog.to_timestamp(
         pg_catalog.pg_sequence_last_value('onceover.floor'::pg_catalog.regclass)::pg_catalog.float8
           OPERATOR(pg_catalog./) 1e6::pg_catalog.float8)
       THEN true
       ELSE onceover.note_explicit_time(VALUE) END);

-- fillfactor 80 and no index on state, locked_until or expires_at: finishing a key stays a heap-only (HOT) update.
CREATE TABLE onceover.keys (
  tenant onceover.key_name NOT NULL,
  operation onceover.key_name NOT NULL,
  key onceover.key_name NOT NULL,
  -- Never before the floor, even where the clock steps back.
  created_at onceover.key_time NOT NULL DEFAULT greatest(pg_catalog.clock_timestamp(), pg_catalog.to_timestamp(
    pg_catalog.pg_sequence_last_value('onceover.floor'::pg_catalog.regclass)::pg_catalog.float8 OPERATOR(pg_catalog./)
      1e6::pg_catalog.float8)),
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
  -- Bounded, so that a batch fits in memory and in a document; a type costs a claim less than a domain.
  owner varchar(4000),
  correlation_id varchar(4000),
  error_code varchar(4000),
  customer varchar(4000),
  amount numeric,
  currency varchar(4000),
  reference varchar(4000),
  response_headers bytea,
  response_body bytea,
  -- The key first: an operator on call has only the key, and its index also finds a prefix.
  PRIMARY KEY (key, operation, tenant)
) WITH (fillfactor = 80);
COMMENT ON COLUMN onceover.keys.locked_until IS 'Lease: how long others must wait, by the database clock';
COMMENT ON COLUMN onceover.keys.fence
  IS 'Grows with every change of ownership; every write names the fence that it owns';
COMMENT ON COLUMN onceover.keys.retry_before IS 'Released keys: end of the downstream''s dedupe window';
COMMENT ON COLUMN onceover.keys.stuck_since
  IS 'When the executor''s own lease ended, while a sweeper or a person has taken the key over to ask about it';
COMMENT ON COLUMN onceover.keys.retention_s IS 'Window: seconds a finished key is kept';
-- Browse, charts, sweep and reap walk this one.
CREATE INDEX keys_by_age ON onceover.keys (created_at, key);

CREATE TABLE onceover.frontier (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  until timestamptz NOT NULL DEFAULT '-infinity',
  rewinds bigint NOT NULL DEFAULT 0,
  system_identifier bigint,
  database_oid oid,
  keys_oid oid,
  advanced_at timestamptz,
  full_pass_at timestamptz,
  found_behind bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 10);
COMMENT ON COLUMN onceover.frontier.until
  IS 'Each key created before this time is finished or listed in onceover.unfinished';
COMMENT ON COLUMN onceover.frontier.rewinds
  IS 'How often the frontier was moved back; a step that began before must begin again';
COMMENT ON COLUMN onceover.frontier.keys_oid
  IS 'System identifier, database and table that the frontier is about: in a copy it is void';
COMMENT ON COLUMN onceover.frontier.full_pass_at IS 'When a sweeper last compared the whole table with the list';
COMMENT ON COLUMN onceover.frontier.found_behind
  IS 'Unfinished keys before the frontier that were not listed: a defect, or rows written with explicit times while the check was missing';

INSERT INTO onceover.frontier DEFAULT VALUES;

CREATE TABLE onceover.unfinished (
  created_at timestamptz NOT NULL,
  key text COLLATE "C" NOT NULL,
  tenant text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  look_at timestamptz NOT NULL DEFAULT '-infinity',
  listed_floor bigint NOT NULL,
  changes bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (created_at, key, tenant, operation)
) WITH (fillfactor = 80);
COMMENT ON COLUMN onceover.unfinished.look_at
  IS 'Until then the key is known to be released; -infinity: its row must be read';
COMMENT ON COLUMN onceover.unfinished.listed_floor IS 'onceover.floor when it was listed';
COMMENT ON COLUMN onceover.unfinished.changes IS 'For compare-and-set';
CREATE INDEX unfinished_by_look ON onceover.unfinished (look_at, created_at, key, tenant, operation);

-- What reapers need not read yet. A mark that is missing or too early costs a reading; one that is too late delays a
-- deletion.
CREATE TABLE onceover.reap_marks (
  until_at timestamptz NOT NULL,
  until_key text COLLATE "C" NOT NULL,
  look_at timestamptz NOT NULL,
  PRIMARY KEY (until_at, until_key)
);
COMMENT ON COLUMN onceover.reap_marks.until_at
  IS 'Of the keys created since the mark before, up to this key, none is past its window before look_at';
COMMENT ON COLUMN onceover.reap_marks.look_at
  IS 'At most a day after the keys were read: keys may be written with an earlier time';

-- The one switch that halts every sweeper and plan on this store. Exactly one row.
CREATE TABLE onceover.control (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  stopped boolean NOT NULL DEFAULT false,
  reason text,
  changed_by text,
  changed_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp()
);

INSERT INTO onceover.control DEFAULT VALUES;

-- ## Settlement: cases, the trail and its chain, approvals, gateways, plans, notes

-- The case of a key that needs settling.
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
  urgency smallint GENERATED ALWAYS AS (
    CASE WHEN status = 'open' THEN 2
      WHEN status = 'needs_human' AND evidence ?| ARRAY['duplicate_effects', 'other_effect'] THEN 0
         WHEN status = 'needs_human' THEN 1 END) STORED,
  PRIMARY KEY (tenant, operation, key)
);
COMMENT ON COLUMN onceover.cases.urgency
  IS '0: an effect twice, or another one; 1: needs a person; 2: asked again later; NULL: settled';
CREATE INDEX cases_needing_a_human ON onceover.cases (opened_at) WHERE status = 'needs_human';
CREATE INDEX cases_by_urgency ON onceover.cases (urgency, opened_at, tenant, operation, key) WHERE urgency IS NOT NULL;

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
  owner text COLLATE "C",
  fence bigint,
  locked_until timestamptz,
  urgency smallint GENERATED ALWAYS AS (
    CASE WHEN status = 'open' THEN 2
      WHEN status = 'needs_human' AND evidence ?| ARRAY['duplicate_effects', 'other_effect'] THEN 0
         WHEN status = 'needs_human' THEN 1 END) STORED,
  PRIMARY KEY (relation, row_digest),
  CONSTRAINT row_owner_is_whole CHECK ((owner IS NULL) = (fence IS NULL) AND (owner IS NULL) = (locked_until IS NULL))
);
COMMENT ON COLUMN onceover.row_cases.relation IS 'The table, quoted, with its schema';
COMMENT ON COLUMN onceover.row_cases.row_digest
  IS 'SHA-256 of row_key as text, so that a key of any length fits the index';
COMMENT ON COLUMN onceover.row_cases.fence IS 'Of onceover.fence; NULL while no sweeper owns the row';
COMMENT ON COLUMN onceover.row_cases.urgency IS 'As in onceover.cases';
CREATE INDEX row_cases_unsettled ON onceover.row_cases (relation, opened_at) WHERE status <> 'settled';
CREATE INDEX row_cases_by_urgency ON onceover.row_cases (urgency, opened_at, relation, row_digest)
  WHERE urgency IS NOT NULL;

-- The audit trail: each act on a key, its actor, time, reason and evidence. Written in the transaction of the act;
-- never changed.
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
  correlation_id text,
  profile text,
  relation text COLLATE "C",
  row_key jsonb,
  CONSTRAINT external_row_is_complete
    CHECK ((relation IS NULL) = (row_key IS NULL) AND (relation IS NULL) = (profile IS NULL))
);
COMMENT ON COLUMN onceover.audit.relation IS 'The table, quoted, with its schema; NULL for onceover.keys';
COMMENT ON COLUMN onceover.audit.row_key IS 'Column to value, as text: how the row was found';
CREATE INDEX audit_by_key ON onceover.audit (key, operation, tenant, id);
CREATE INDEX audit_by_time ON onceover.audit (at, id);
-- Whether an event was skipped, which a relay does not keep.
CREATE INDEX audit_skips ON onceover.audit (((before ->> 'seq')::bigint)) WHERE action = 'skip_event';
-- A hash index takes a key of any length. It is partial, so that settling a row of onceover.keys does not write to it.
CREATE INDEX audit_by_row ON onceover.audit USING hash (row_key) WHERE relation IS NOT NULL;

-- One link for each statement that wrote audit rows, chained to the link before it of the same session: writers never
-- wait for each other. A link names its rows with a digest of each, and holds the hash of the link before it. `oncectl
-- audit verify` finds changed, removed, inserted and exchanged rows. Rows are digested in their binary form, which
-- depends on no setting except client_encoding and costs a third less than their text.
CREATE TABLE onceover.audit_links (
  writer uuid NOT NULL,
  seq bigint NOT NULL CHECK (seq > 0),
  at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  ids bigint[] NOT NULL,
  digests bytea[] NOT NULL,
  prev bytea NOT NULL,
  hash bytea NOT NULL,
  backend integer NOT NULL,
  db_user text NOT NULL,
  began timestamptz NOT NULL,
  PRIMARY KEY (writer, seq)
);
COMMENT ON COLUMN onceover.audit_links.writer IS 'Random name of the session';
COMMENT ON COLUMN onceover.audit_links.began IS 'When the statement that wrote the rows began; no row is older';

-- Digests cannot be compressed; trying takes a hundredth of a sweep.
ALTER TABLE onceover.audit_links ALTER COLUMN digests SET STORAGE EXTERNAL;

-- Periodic seals over the heads of all chains that grew since, each joined to the last seals before it. The newest,
-- exported as an anchor and kept elsewhere, shows whether the trail was cut off or rebuilt afterwards. Several sessions
-- may seal at once: none waits, and the next seal joins theirs.
CREATE SEQUENCE onceover.audit_seal_number AS bigint CACHE 1 NO CYCLE;
CREATE TABLE onceover.audit_seals (
  number bigint PRIMARY KEY CHECK (number > 0),
  at timestamptz NOT NULL,
  db_user text NOT NULL,
  links bigint NOT NULL,
  rows bigint NOT NULL,
  heads bytea NOT NULL,
  joins bigint[] NOT NULL,
  prev bytea NOT NULL,
  hash bytea NOT NULL
);
COMMENT ON COLUMN onceover.audit_seals.joins IS 'The last seals before it: one, or several that sessions made at once';
COMMENT ON COLUMN onceover.audit_seals.prev IS 'Of the hashes of the joined seals, in the order of their numbers';

-- The seals that no later seal joins yet.
CREATE TABLE onceover.audit_seal_tips (
  number bigint PRIMARY KEY REFERENCES onceover.audit_seals
);

CREATE TABLE onceover.audit_seal_heads (
  seal bigint NOT NULL REFERENCES onceover.audit_seals,
  writer uuid NOT NULL,
  seq bigint NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (seal, writer)
);
CREATE INDEX audit_seal_heads_by_writer ON onceover.audit_seal_heads (writer, seq);

-- Writes that no evidence confirms, until another database user approves them. A trigger fills the columns about the
-- request: the caller cannot choose them.
CREATE TABLE onceover.approvals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  status text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'used', 'refused', 'outdated')),
  asked_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  requested_by text NOT NULL DEFAULT session_user,
  actor text NOT NULL,
  host text NOT NULL,
  program text NOT NULL,
  act text COLLATE "C" NOT NULL CHECK (act IN ('succeed', 'fail', 'release', 'requeue', 'discard', 'republish')),
  tenant text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  fence bigint,
  profile text,
  profile_toml text,
  relation text COLLATE "C",
  row_key jsonb,
  seen jsonb,
  seen_digest bytea NOT NULL CHECK (pg_catalog.octet_length(seen_digest) = 32),
  request jsonb NOT NULL,
  request_digest bytea NOT NULL CHECK (pg_catalog.octet_length(request_digest) = 32),
  response_headers bytea,
  response_body bytea,
  reason text NOT NULL CHECK (reason <> ''),
  ticket text NOT NULL CHECK (ticket <> ''),
  evidence jsonb NOT NULL,
  verdict text COLLATE "C",
  decided_at timestamptz,
  decided_by text,
  decided_actor text,
  decided_reason text,
  audit_id bigint,
  CONSTRAINT row_is_named CHECK ((relation IS NULL) = (row_key IS NULL) AND (relation IS NULL) = (profile_toml IS NULL)
    AND (relation IS NULL) = (fence IS NOT NULL)),
  CONSTRAINT decided_by_another_user
    CHECK (status <> 'used' OR (decided_by IS NOT NULL AND decided_by <> requested_by AND audit_id IS NOT NULL)),
  CONSTRAINT decided_by_is_set CHECK ((status = 'waiting') = (decided_by IS NULL))
);
COMMENT ON COLUMN onceover.approvals.act
  IS 'republish: events of onceover.outbox anew, which the request names; there is no key, and fence is 0';
COMMENT ON COLUMN onceover.approvals.seen_digest IS 'Of the row as it was seen: its fence, or its version and state';
COMMENT ON COLUMN onceover.approvals.request_digest IS 'Of all that would be written';
CREATE INDEX approvals_waiting ON onceover.approvals (id) WHERE status = 'waiting';

-- Gateways as the store knows them. Only a declaration that is in force counts: the owner's, or one that a second
-- database user approved. Otherwise a person who wants to release a key without evidence could declare first that the
-- downstream system deduplicates.
CREATE TABLE onceover.gateways (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL CHECK (name <> ''),
  operation text COLLATE "C" NOT NULL CHECK (operation <> ''),
  dedupe_window interval CHECK (dedupe_window > '0'),
  reason text NOT NULL CHECK (reason <> ''),
  registered_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  registered_by text NOT NULL DEFAULT session_user,
  actor text NOT NULL,
  in_force_since timestamptz,
  approved_by text,
  ended_at timestamptz,
  CONSTRAINT second_user CHECK (approved_by <> registered_by)
);
COMMENT ON COLUMN onceover.gateways.operation
  IS 'As in the gateway file; * is every operation without its own declaration';
COMMENT ON COLUMN onceover.gateways.dedupe_window
  IS 'It deduplicates by our key for this long after the first request; NULL: it does not';
COMMENT ON COLUMN onceover.gateways.in_force_since IS 'NULL: waits for a second approver';
CREATE INDEX gateways_in_force ON onceover.gateways (operation) WHERE in_force_since IS NOT NULL AND ended_at IS NULL;

CREATE TABLE onceover.plans (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL UNIQUE,
  act text COLLATE "C" NOT NULL CHECK (act IN ('settle', 'release', 'extend', 'requeue', 'discard', 'reap')),
  state text COLLATE "C" NOT NULL DEFAULT 'frozen'
    CHECK (state IN ('frozen', 'ready', 'running', 'paused', 'stopped', 'finished')),
  state_why text,
  profile_toml text,
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
COMMENT ON COLUMN onceover.plans.profile_toml
  IS 'The description of the table as it was frozen; NULL: onceover.keys. What the plan touches is read from it, and from no name that its maker gave';
COMMENT ON COLUMN onceover.plans.paced_until IS 'Nothing more is asked before, by any runner: the plan''s rate';
COMMENT ON COLUMN onceover.plans.system_identifier
  IS 'Of the server that the plan was made on; NULL: it could not be read';

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
  state text COLLATE "C" NOT NULL DEFAULT 'waiting'
    CHECK (state IN ('waiting', 'done', 'skipped', 'unsettled', 'failed')),
  tries integer NOT NULL DEFAULT 0,
  runner text COLLATE "C",
  runner_user text COLLATE "C",
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
COMMENT ON COLUMN onceover.plan_items.columns
  IS 'Row of an external table: the values of its identity, in the order of the profile';
COMMENT ON COLUMN onceover.plan_items.runner_user IS 'The database user of the runner: only it finishes the item';
COMMENT ON COLUMN onceover.plan_items.frozen IS 'The row as it was when the plan was made';
COMMENT ON COLUMN onceover.plan_items.fence
  IS 'The fence that the key must have: as frozen, or since a runner took it over';
CREATE INDEX plan_items_waiting ON onceover.plan_items (plan, position) WHERE state = 'waiting';

CREATE TABLE onceover.notes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  db_user text NOT NULL DEFAULT session_user,
  actor text NOT NULL,
  host text NOT NULL,
  program text NOT NULL,
  tenant text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  profile text,
  relation text COLLATE "C",
  row_key jsonb,
  note text NOT NULL,
  CONSTRAINT row_is_named CHECK ((relation IS NULL) = (row_key IS NULL) AND (relation IS NULL) = (profile IS NULL)),
  CONSTRAINT note_is_text
    CHECK (pg_catalog.char_length(note) BETWEEN 1 AND 4000 AND note = pg_catalog.btrim(note, E' \n')
    AND note !~ '[\u0001-\u0009\u000b-\u001f\u007f-\u009f]')
);
COMMENT ON COLUMN onceover.notes.relation IS 'The table, quoted, with its schema; NULL for onceover.keys';
COMMENT ON COLUMN onceover.notes.row_key IS 'Column to value, as text: how to find the row';
CREATE INDEX notes_by_key ON onceover.notes (key, operation, tenant, id) WHERE relation IS NULL;
-- A hash index takes a key of any length.
CREATE INDEX notes_by_row ON onceover.notes USING hash (row_key) WHERE relation IS NOT NULL;

-- ## Counters and samples

-- What each process counted, a row for each flush and series: no row is updated. (source, flush) makes a flush that was
-- sent twice count once. bucket is NULL for counters; for histograms the upper bound in milliseconds, the last
-- 'infinity'.
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
CREATE UNIQUE INDEX counter_deltas_once ON onceover.counter_deltas (source, flush, tenant, operation, name,
  (COALESCE(bucket, -1)));
CREATE INDEX counter_deltas_by_time ON onceover.counter_deltas (at);

-- The last flush of each process. A batch that is sent again because the answer to its commit was lost counts once,
-- even if the first copy was moved long ago: the flushes of a source come in order, and a flush that is not newer than
-- the last is ignored.
CREATE TABLE onceover.counter_sources (
  source uuid PRIMARY KEY,
  flush bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp()
) WITH (fillfactor = 50);

CREATE TABLE onceover.counter_series (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  grouped text COLLATE "C" NOT NULL CHECK (grouped IN ('all', 'tenant', 'operation', 'both')),
  name text COLLATE "C" NOT NULL,
  bucket double precision NOT NULL,
  tenant text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  UNIQUE (grouped, name, bucket, tenant, operation)
);
COMMENT ON COLUMN onceover.counter_series.grouped
  IS 'What the series sums: everything, one tenant, one operation, or one operation of one tenant';
COMMENT ON COLUMN onceover.counter_series.name
  IS 'As in counter_deltas; "alive" counts its rows, heartbeats included: a minute without any was not watched';
COMMENT ON COLUMN onceover.counter_series.bucket
  IS '-1 for counters; for histograms the upper bound in milliseconds, the last infinity';

CREATE TABLE onceover.counter_minutes (
  series bigint NOT NULL,
  at timestamptz NOT NULL,
  n bigint NOT NULL,
  seconds bigint[] NOT NULL,
  PRIMARY KEY (series, at)
) WITH (fillfactor = 70);
COMMENT ON TABLE onceover.counter_minutes IS 'The last hours: one row for each series and minute, with its 60 seconds';

CREATE TABLE onceover.counter_hours (
  series bigint NOT NULL,
  at timestamptz NOT NULL,
  n bigint NOT NULL,
  minutes bigint[],
  PRIMARY KEY (series, at)
) WITH (fillfactor = 70);
COMMENT ON COLUMN onceover.counter_hours.minutes IS 'Its 60 minutes, as long as they are kept; then NULL';

-- How long counts are kept, and since when they exist. Exactly one row. The owner may change the three columns that end
-- in _kept.
CREATE TABLE onceover.counter_rollup (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  seconds_kept interval NOT NULL DEFAULT '2 hours' CHECK (seconds_kept >= '10 minutes'),
  minutes_kept interval NOT NULL DEFAULT '35 days' CHECK (minutes_kept >= '1 day'),
  hours_kept interval CHECK (hours_kept >= '1 day'),
  seconds_from timestamptz NOT NULL DEFAULT '-infinity',
  minutes_from timestamptz NOT NULL DEFAULT '-infinity',
  hours_from timestamptz NOT NULL DEFAULT '-infinity',
  watched_from timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  rolled_at timestamptz NOT NULL DEFAULT '-infinity'
);
COMMENT ON COLUMN onceover.counter_rollup.hours_kept IS 'NULL: forever';
COMMENT ON COLUMN onceover.counter_rollup.watched_from
  IS 'Since when a process with nothing to count reports that it is counting';

INSERT INTO onceover.counter_rollup DEFAULT VALUES;

CREATE TABLE onceover.samples (
  relation text COLLATE "C" NOT NULL,
  minute timestamptz NOT NULL,
  at timestamptz NOT NULL,
  levels jsonb NOT NULL CHECK (pg_catalog.jsonb_typeof(levels) = 'object'),
  PRIMARY KEY (minute, relation)
);
COMMENT ON TABLE onceover.samples IS 'Kept as long as counts by the minute: onceover.counter_rollup.minutes_kept';
COMMENT ON COLUMN onceover.samples.relation
  IS 'The table whose levels they are: "onceover.keys"; those of relays under "onceover.outbox"';
COMMENT ON COLUMN onceover.samples.minute IS 'One sample of a table in each minute, by whichever process is first';
COMMENT ON COLUMN onceover.samples.at IS 'When the levels were read';
COMMENT ON COLUMN onceover.samples.levels IS 'Level by name; null: more than could be counted; a missing name: unknown';

-- ## Outbox

CREATE TABLE onceover.outbox (
  seq bigint GENERATED ALWAYS AS IDENTITY (CACHE 1),
  xid xid8 NOT NULL DEFAULT pg_catalog.pg_current_xact_id(),
  id uuid NOT NULL DEFAULT pg_catalog.gen_random_uuid(),
  topic text COLLATE "C" NOT NULL CONSTRAINT event_has_topic
    CHECK (topic <> '' AND pg_catalog.octet_length(topic) <= 249),
  aggregatetype text COLLATE "C" NOT NULL DEFAULT '',
  aggregateid text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL DEFAULT '',
  payload bytea,
  content_type text COLLATE "C" NOT NULL DEFAULT 'application/json',
  headers jsonb NOT NULL DEFAULT '{}' CONSTRAINT event_headers_are_texts CHECK (
    pg_catalog.jsonb_typeof(headers) = 'object'
      AND NOT pg_catalog.jsonb_path_exists(headers, '$.* ? (@.type() != "string")')),
  created_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  correlation_id text COLLATE "C" GENERATED ALWAYS AS (headers ->> 'correlation_id') STORED,
  -- Brokers refuse larger ones, and a refused event holds back its aggregate.
  CONSTRAINT event_fits_a_broker
    CHECK (pg_catalog.octet_length(payload) <= 1000000 AND pg_catalog.octet_length(aggregateid) <= 2000
    AND pg_catalog.octet_length(aggregatetype) <= 200 AND pg_catalog.octet_length(type) <= 200)
) PARTITION BY RANGE (created_at);
COMMENT ON TABLE onceover.outbox IS 'Events to publish; a relay reads them in windows between two snapshots';
COMMENT ON COLUMN onceover.outbox.seq
  IS 'Within an aggregate the order of commits, where its writers lock the aggregate before they insert';
COMMENT ON COLUMN onceover.outbox.xid
  IS 'The transaction that wrote it: by it a relay distinguishes events that it has read from later ones';
COMMENT ON COLUMN onceover.outbox.payload IS 'NULL: a tombstone, or erased (headers say so)';

-- For events that fit no other partition; no event is ever moved out of it.
CREATE TABLE onceover.outbox_rest PARTITION OF onceover.outbox DEFAULT;
CREATE INDEX outbox_by_xid ON onceover.outbox (xid, seq);
CREATE INDEX outbox_by_seq ON onceover.outbox (seq);
CREATE INDEX outbox_by_time ON onceover.outbox USING brin (created_at);
-- The events that a key caused. Costs nothing to events without one.
CREATE INDEX outbox_by_correlation ON onceover.outbox (correlation_id) WHERE correlation_id IS NOT NULL;

-- One row for each relay: what it publishes, its owner, and its progress. window_from, window_to and pos: every event
-- that is visible in window_from is published, and of those visible in window_to only, each up to pos.
CREATE TABLE onceover.relays (
  name text COLLATE "C" PRIMARY KEY CHECK (name <> ''),
  topics text[] COLLATE "C" NOT NULL CHECK (pg_catalog.cardinality(topics) > 0),
  is_ordered boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  since timestamptz NOT NULL DEFAULT '-infinity',
  whole_since timestamptz NOT NULL DEFAULT '-infinity',
  window_from pg_snapshot NOT NULL,
  window_to pg_snapshot NOT NULL,
  pos bigint NOT NULL DEFAULT 0,
  drain_up_to bigint,
  drain_pos bigint NOT NULL DEFAULT 0,
  drain_since timestamptz NOT NULL DEFAULT '-infinity',
  drain_except text[] COLLATE "C" NOT NULL DEFAULT '{}',
  system_identifier text,
  database_oid oid NOT NULL,
  owner text,
  fence bigint NOT NULL DEFAULT 0,
  locked_until timestamptz,
  published bigint NOT NULL DEFAULT 0,
  published_at timestamptz,
  trouble text,
  trouble_since timestamptz
) WITH (fillfactor = 25);
COMMENT ON COLUMN onceover.relays.topics IS 'Names of topics; only *: all';
COMMENT ON COLUMN onceover.relays.since IS 'Older events are not published';
COMMENT ON COLUMN onceover.relays.whole_since
  IS 'Of older events it may have passed over some: it, or a topic of it, began later, or an adoption left them out';
COMMENT ON COLUMN onceover.relays.drain_up_to
  IS 'Earlier events up to it go out first, in order of seq, from drain_pos on: after an adoption, or where a topic has joined. They are visible in window_from, or in window_to up to pos';
COMMENT ON COLUMN onceover.relays.drain_except IS 'Topics whose earlier events are published already';
COMMENT ON COLUMN onceover.relays.database_oid IS '0: events or progress came by a subscription, and must be adopted';
COMMENT ON COLUMN onceover.relays.owner
  IS 'The process, and after # a digest of its secret, by which it takes up its own lease';
COMMENT ON COLUMN onceover.relays.trouble
  IS 'Why the relay publishes nothing; NULL: it publishes, or no process runs it';

-- What people decide about relays. A relay only reads it, so that no open transaction of a person delays it; without a
-- foreign key, which would lock the row of the relay.
CREATE TABLE onceover.relay_holds (
  relay text COLLATE "C" PRIMARY KEY,
  state text COLLATE "C" NOT NULL CHECK (state IN ('paused', 'retired')),
  since timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  held_by text,
  reason text NOT NULL
);
COMMENT ON TABLE onceover.relay_holds
  IS 'Relays that a person has paused or retired. retired: it publishes nothing and holds nothing back; its name starts no relay';

-- The events of aggregates that a failing event holds back. waiting: tried again when due. dead: a person must decide.
-- behind: waits for an earlier event of its aggregate.
CREATE TABLE onceover.outbox_parked (
  relay text COLLATE "C" NOT NULL REFERENCES onceover.relays ON DELETE CASCADE,
  seq bigint NOT NULL,
  id uuid NOT NULL,
  topic text COLLATE "C" NOT NULL,
  aggregatetype text COLLATE "C" NOT NULL,
  aggregateid text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'dead', 'behind')),
  attempts integer NOT NULL DEFAULT 0,
  next_try_at timestamptz,
  error text,
  parked_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  PRIMARY KEY (relay, seq),
  CONSTRAINT waiting_is_due_some_time CHECK ((state = 'waiting') = (next_try_at IS NOT NULL))
);
CREATE INDEX outbox_parked_aggregates ON onceover.outbox_parked (relay, aggregatetype, aggregateid, seq);
-- A relay looks several times a second for parked events that are due.
CREATE INDEX outbox_parked_due ON onceover.outbox_parked (relay, next_try_at) WHERE state = 'waiting';

-- What people ask a relay to do with parked events. The relay does it and removes the request; until then it is only
-- asked for.
CREATE TABLE onceover.event_requests (
  relay text COLLATE "C" NOT NULL,
  seq bigint NOT NULL,
  act text COLLATE "C" NOT NULL CHECK (act IN ('retry', 'skip')),
  asked_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  db_user text NOT NULL DEFAULT session_user,
  actor text NOT NULL,
  host text NOT NULL,
  program text NOT NULL,
  reason text NOT NULL,
  PRIMARY KEY (relay, seq)
);

-- What tells a relay that this is the server it has read from. UNLOGGED on purpose: a crash, a promotion and a restore
-- empty it, and what the relay remembers of the time before is then void.
CREATE UNLOGGED TABLE onceover.relay_tokens (
  relay text COLLATE "C" PRIMARY KEY,
  token uuid NOT NULL
);
COMMENT ON TABLE onceover.relay_tokens IS 'A new token at each take-over of a relay; gone after a crash or a promotion';

-- Adoptions of events that another server wrote: after a restore, a switch-over, an upgrade. While one has not ended no
-- relay starts.
CREATE TABLE onceover.outbox_adoptions (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  started_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  ended_at timestamptz,
  snapshot pg_snapshot NOT NULL,
  up_to bigint NOT NULL,
  renumber_up_to bigint,
  renumber_after timestamptz,
  renumber_next bigint,
  rewritten bigint NOT NULL DEFAULT 0,
  renumbered bigint NOT NULL DEFAULT 0
);
COMMENT ON COLUMN onceover.outbox_adoptions.snapshot
  IS 'Taken under a lock of the outbox: events up to up_to that are not visible in it are of another server';
COMMENT ON COLUMN onceover.outbox_adoptions.renumber_up_to
  IS 'Events up to it and of a time after renumber_after were written here while the sequence was behind; NULL: none was';
CREATE UNIQUE INDEX one_adoption_at_a_time ON onceover.outbox_adoptions ((true)) WHERE ended_at IS NULL;

-- ## Inbox

CREATE SEQUENCE onceover.inbox_fence AS bigint CACHE 1 NO CYCLE;

CREATE DOMAIN onceover.inbox_state AS text COLLATE "C"
  CONSTRAINT inbox_state_check CHECK (VALUE IN ('in_progress', 'succeeded', 'dead', 'discarded'));

CREATE DOMAIN onceover.inbox_name AS text COLLATE "C"
  CONSTRAINT inbox_name_check CHECK (pg_catalog.octet_length(VALUE) BETWEEN 1 AND 255);

-- An event whose effect is committed with it is written once and never changed: fillfactor 100. No index names state or
-- a lease, so that finishing an event that was begun stays a heap-only (HOT) update.
CREATE TABLE onceover.inbox (
  consumer onceover.inbox_name NOT NULL,
  source onceover.inbox_name NOT NULL,
  event_id onceover.inbox_name NOT NULL,
  received_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  next_try_at timestamptz,
  locked_until timestamptz,
  started_at timestamptz,
  processed_at timestamptz,
  dead_at timestamptz,
  fence bigint NOT NULL DEFAULT 0,
  aggregate_version bigint,
  attempts integer NOT NULL DEFAULT 0,
  stored boolean NOT NULL DEFAULT false,
  state onceover.inbox_state NOT NULL,
  fingerprint bytea,
  owner text,
  aggregate_type text COLLATE "C",
  aggregate_id text COLLATE "C",
  content_type text,
  last_error text,
  headers jsonb,
  result jsonb,
  payload bytea,
  erased_at timestamptz,
  PRIMARY KEY (event_id, source, consumer)
);
COMMENT ON TABLE onceover.inbox
  IS 'Events that a consumer has received. dead: a dead letter. discarded: a dead letter that a person gave up; it has no effect';
COMMENT ON COLUMN onceover.inbox.fingerprint IS 'Of the content; NULL: unknown, which is never equal';
COMMENT ON COLUMN onceover.inbox.stored IS 'Acknowledged before it was processed: a worker takes it when it is due';
COMMENT ON COLUMN onceover.inbox.erased_at IS 'When a person removed its payload; it is never processed again';
COMMENT ON COLUMN onceover.inbox.next_try_at IS 'Not before; NULL: at once, or no more';
COMMENT ON COLUMN onceover.inbox.started_at
  IS 'When the current attempt began; NULL under a lease: reserved, no attempt is spent yet';
COMMENT ON COLUMN onceover.inbox.attempts
  IS 'Counted before the handler runs, so that one that ends its process is counted';
-- For people: the newest events. It does not name state, so that finishing stays HOT.
CREATE INDEX inbox_by_time ON onceover.inbox (received_at, event_id, source, consumer);
-- What a worker takes. Events that are not stored never enter it.
CREATE INDEX inbox_due ON onceover.inbox (consumer, next_try_at) WHERE stored AND next_try_at IS NOT NULL;
-- Dead letters, counted and listed without a scan. Only an event that dies, or is put back, changes dead_at.
CREATE INDEX inbox_dead ON onceover.inbox (consumer, dead_at) WHERE dead_at IS NOT NULL;

-- The last accepted version of each aggregate whose events carry one. previous: what the version was before the last
-- change. changed_at: when it moved, so that old ones are reaped.
CREATE TABLE onceover.inbox_versions (
  consumer onceover.inbox_name NOT NULL,
  aggregate_type text COLLATE "C" NOT NULL,
  aggregate_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  previous bigint,
  changed_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  PRIMARY KEY (consumer, aggregate_type, aggregate_id)
) WITH (fillfactor = 80);

-- How far a consumer has stored each partition (place: cluster, group, topic, partition), written before the broker is
-- told. A group that is ahead of it knows of events that this database has lost: it was restored. first: where it began
-- to store, which the broker is told too: so a backup from before the row is known as one.
CREATE TABLE onceover.inbox_positions (
  consumer onceover.inbox_name NOT NULL,
  place text COLLATE "C" NOT NULL
    CONSTRAINT inbox_positions_place_check CHECK (pg_catalog.octet_length(place) BETWEEN 1 AND 1000),
  next bigint NOT NULL CONSTRAINT inbox_positions_next_check CHECK (next >= 0),
  first bigint NOT NULL CONSTRAINT inbox_positions_first_check CHECK (first BETWEEN 0 AND next),
  changed_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  PRIMARY KEY (consumer, place)
) WITH (fillfactor = 50);

-- Operations whose service takes its settled keys (register_settled): write_settlements hands them over.
CREATE TABLE onceover.settled_operations (
  operation onceover.key_name PRIMARY KEY,
  registered_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp()
);

-- ## Limits of arguments. Each function checks them itself (22023), whatever program calls it

-- key::longest_lease and key::no_end_is_later of core/key/types.h. Without SET: the planner replaces both by their
-- values.
CREATE FUNCTION onceover.longest_lease() RETURNS interval LANGUAGE sql IMMUTABLE
  PARALLEL SAFE AS 'SELECT interval ''24:00:00''';
-- Half of what a sequence can give: a fence that is higher was written by hand, and a sequence set to it would soon be
-- exhausted.
CREATE FUNCTION onceover.last_fence()
  RETURNS bigint LANGUAGE sql IMMUTABLE PARALLEL SAFE AS 'SELECT 4611686018427387904';
CREATE FUNCTION onceover.no_end_is_later() RETURNS interval LANGUAGE sql IMMUTABLE
  PARALLEL SAFE AS 'SELECT interval ''25:00:00''';

-- A comparison of intervals takes a month as 30 days, and the clock does not: '-2 mons 1441 hours' is more than an
-- hour, and lies in the future.
CREATE FUNCTION onceover.is_plain_span(given interval) RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL SAFE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT extract(year FROM given) = 0 AND extract(month FROM given) = 0 AND extract(day FROM given) >= 0
    AND given >= make_interval(days => extract(day FROM given)::integer)
$$;

CREATE FUNCTION onceover.require_span(name text, given interval, most interval) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF given > interval '0' AND given <= most AND onceover.is_plain_span(given) THEN RETURN; END IF;
  RAISE EXCEPTION 'onceover: % must be longer than 0 and at most %, in days or shorter units', name, most
    USING ERRCODE = '22023';
END
$$;

CREATE FUNCTION onceover.require_count(name text, given bigint, most bigint) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF given BETWEEN 0 AND most THEN RETURN; END IF;
  RAISE EXCEPTION 'onceover: % must be between 0 and %', name, most USING ERRCODE = '22023';
END
$$;

-- Times until the next try, in milliseconds: at most a day.
CREATE FUNCTION onceover.require_waits(given bigint[])
  RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF given IS NULL OR EXISTS (SELECT FROM unnest(given) v (ms)
    WHERE v.ms IS NULL OR v.ms NOT BETWEEN 0 AND extract(epoch FROM onceover.longest_lease()) * 1000) THEN
    RAISE EXCEPTION 'onceover: the time to the next try must be between 0 and a day' USING ERRCODE = '22023';
  END IF;
END
$$;

-- Whether these bytes are headers as onceover.keys stores them: name and value of each, both as `length:bytes,`.
CREATE FUNCTION onceover.are_headers(given bytea) RETURNS boolean LANGUAGE plpgsql IMMUTABLE
  SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  rest bytea := given;
  parts integer := 0;
  digits text;
  part bytea;
BEGIN
  IF octet_length(given) > 100000 THEN RETURN false; END IF;
  WHILE octet_length(rest) > 0 LOOP
    digits := substring(encode(substring(rest FOR 8), 'escape') FROM '^(0|[1-9][0-9]{0,5}):');
    IF digits IS NULL THEN RETURN false; END IF;
    rest := substring(rest FROM length(digits) + 2);
    part := substring(rest FOR digits::integer);
    IF octet_length(part) <> digits::integer OR substring(rest FROM digits::integer + 1 FOR 1) <> ','
      THEN RETURN false; END IF;
    -- A name is visible ASCII without a colon; a value cannot end its line.
    IF parts % 2 = 0 AND encode(part, 'escape') !~ '^[!-9;-~]+$' THEN RETURN false; END IF;
    IF position(decode('0a', 'hex') IN part) > 0 OR position(decode('0d', 'hex') IN part) > 0
      OR position(decode('00', 'hex') IN part) > 0 THEN RETURN false; END IF;
    rest := substring(rest FROM digits::integer + 2);
    parts := parts + 1;
  END LOOP;
  RETURN parts % 2 = 0;
END
$$;

-- Answers that clients can be sent: a status from 200 to 599, and headers that can be read.
CREATE FUNCTION onceover.require_answers(verbs text[], codes bigint[], headers bytea[]) RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM unnest(verbs, codes) v (verb, code)
    WHERE v.verb IN ('succeed', 'fail') AND COALESCE(v.code, 0) NOT BETWEEN 200 AND 599) THEN
    RAISE EXCEPTION 'onceover: the status of an answer is between 200 and 599' USING ERRCODE = '22023';
  END IF;
  -- Many keys have the same headers.
  IF NOT (SELECT COALESCE(bool_and(onceover.are_headers(d.header)), true)
          FROM (SELECT DISTINCT v.header FROM unnest(verbs, headers) v (verb, header)
            WHERE v.verb IN ('succeed', 'fail')) d) THEN
    RAISE EXCEPTION 'onceover: the headers of an answer cannot be read' USING ERRCODE = '22023';
  END IF;
END
$$;

-- ## For services that claim keys and count

-- Sent in one flush between a claim and the statements that may only run under it: an error here skips them all. The
-- statement of the claim stores its fence in a setting of the transaction. Without a fence the transaction must not
-- continue.
CREATE FUNCTION onceover.require_claim() RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog AS $$
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'onceover: claims need READ COMMITTED, not %', current_setting('transaction_isolation')
      USING ERRCODE = 'OC002';
  END IF;
  IF coalesce(current_setting('onceover.claim', true), '') = '' THEN
    RAISE EXCEPTION 'onceover: the key is already claimed; nothing was executed' USING ERRCODE = 'OC001';
  END IF;
END
$$;

-- Adds each count to the part at its place, or at its own position if places is NULL. parts has 60 elements; NULL: all
-- are 0.
CREATE FUNCTION onceover.counter_parts(parts bigint[], places integer[], counts bigint[])
  RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  place integer;
BEGIN
  IF parts IS NULL THEN parts := array_fill(0::bigint, ARRAY[60]); END IF;
  FOR i IN 1 .. cardinality(counts) LOOP
    place := CASE WHEN places IS NULL THEN i ELSE places[i] END;
    parts[place] := parts[place] + counts[i];
  END LOOP;
  RETURN parts;
END
$$;

-- Moves at most `most` rows of counter_deltas, oldest first, and deletes what is past its time. Returns how many it
-- moved; NULL: another session does it now, or did it within `not_within`. Never waits. A role that counts may call it
-- without a right to delete.
CREATE FUNCTION onceover.roll_up_counters(most bigint DEFAULT 100000, not_within interval DEFAULT '0')
  RETURNS bigint LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  epoch CONSTANT timestamptz := '1970-01-01 00:00:00+00';
  moment CONSTANT timestamptz := clock_timestamp();
  was onceover.counter_rollup;
  kept onceover.counter_rollup;
  gone bigint;
BEGIN
  PERFORM onceover.require_count('most', most, 10000000);
  -- A row's lock: an advisory one could be held by any user of the database.
  SELECT * INTO was FROM onceover.counter_rollup FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    SELECT * INTO STRICT was FROM onceover.counter_rollup;
    RETURN NULL;
  END IF;
  IF was.rolled_at BETWEEN moment - not_within AND moment AND not_within > '0' THEN RETURN NULL; END IF;
  UPDATE onceover.counter_rollup r SET rolled_at = moment,
    seconds_from = greatest(r.seconds_from, date_bin('1 minute', moment - r.seconds_kept, epoch)),
    minutes_from = greatest(r.minutes_from, date_bin('1 hour', moment - r.minutes_kept, epoch)),
    hours_from = CASE WHEN r.hours_kept IS NULL THEN r.hours_from
      ELSE greatest(r.hours_from, date_bin('1 hour', moment - r.hours_kept, epoch)) END
  RETURNING * INTO kept;
  IF kept.seconds_from > was.seconds_from THEN
    DELETE FROM onceover.counter_minutes b WHERE b.series = ANY (ARRAY (SELECT s.id FROM onceover.counter_series s))
      AND b.at < kept.seconds_from;
  END IF;
  IF kept.minutes_from > was.minutes_from THEN
    UPDATE onceover.counter_hours b SET minutes = NULL
    WHERE b.series = ANY (ARRAY (SELECT s.id FROM onceover.counter_series s)) AND b.at >= was.minutes_from
      AND b.at < kept.minutes_from;
    DELETE FROM onceover.counter_sources s WHERE s.at < moment - '35 days'::interval;
  END IF;
  IF kept.hours_from > was.hours_from THEN
    DELETE FROM onceover.counter_hours b WHERE b.series = ANY (ARRAY (SELECT s.id FROM onceover.counter_series s))
      AND b.at < kept.hours_from;
    -- max() uses the index, even without statistics of the tables.
    DELETE FROM onceover.counter_series s
    WHERE (SELECT max(b.at) FROM onceover.counter_hours b WHERE b.series = s.id) IS NULL
      AND (SELECT max(b.at) FROM onceover.counter_minutes b WHERE b.series = s.id) IS NULL;
  END IF;

  -- All rows that are visible now, not all rows before a time: the next call moves rows that commit late.
  WITH moved AS MATERIALIZED (
    DELETE FROM onceover.counter_deltas d
    WHERE d.ctid = ANY (ARRAY (SELECT o.ctid FROM onceover.counter_deltas o ORDER BY o.at LIMIT most))
    RETURNING date_bin('1 second', d.at, epoch) AS at, d.name, coalesce(d.bucket, -1) AS bucket, d.tenant, d.operation,
              d.n
  ), summed AS MATERIALIZED (
    SELECT (ARRAY['both', 'tenant', 'operation', 'all'])[1 + GROUPING(m.tenant, m.operation)] AS grouped, m.name,
           m.bucket, coalesce(m.tenant, '') AS tenant, coalesce(m.operation, '') AS operation, m.at,
           sum(m.n)::bigint AS n
    FROM moved m WHERE m.name <> 'heartbeat' AND m.at >= kept.hours_from
    GROUP BY GROUPING SETS ((m.name, m.bucket, m.at, m.tenant, m.operation), (m.name, m.bucket, m.at, m.tenant),
                            (m.name, m.bucket, m.at, m.operation), (m.name, m.bucket, m.at))
    UNION ALL
    SELECT 'all', 'alive', -1, '', '', m.at, count(*) FROM moved m WHERE m.at >= kept.hours_from GROUP BY m.at
  ), made AS (
    INSERT INTO onceover.counter_series (grouped, name, bucket, tenant, operation)
    SELECT s.grouped, s.name, s.bucket, s.tenant, s.operation FROM summed s
    EXCEPT SELECT s.grouped, s.name, s.bucket, s.tenant, s.operation FROM onceover.counter_series s
    RETURNING id, grouped, name, bucket, tenant, operation
  ), known AS (
    SELECT s.id, s.grouped, s.name, s.bucket, s.tenant, s.operation FROM onceover.counter_series s UNION ALL SELECT *
      FROM made
  ), parts AS MATERIALIZED (
    SELECT k.id AS series, s.at, s.n, (extract(epoch FROM s.at)::bigint % 60)::integer + 1 AS second,
           (extract(epoch FROM s.at)::bigint / 60 % 60)::integer + 1 AS minute
    FROM summed s JOIN known k USING (grouped, name, bucket, tenant, operation)
  ), by_minute AS (
    INSERT INTO onceover.counter_minutes AS b (series, at, n, seconds)
    SELECT p.series, date_bin('1 minute', p.at, epoch), sum(p.n),
           onceover.counter_parts(NULL, array_agg(p.second), array_agg(p.n))
    FROM parts p WHERE p.at >= kept.seconds_from GROUP BY 1, 2
    ON CONFLICT (series, at)
      DO UPDATE SET n = b.n + EXCLUDED.n, seconds = onceover.counter_parts(b.seconds, NULL, EXCLUDED.seconds)
  ), by_hour AS (
    INSERT INTO onceover.counter_hours AS b (series, at, n, minutes)
    SELECT p.series, date_bin('1 hour', p.at, epoch), sum(p.n),
           CASE WHEN date_bin('1 hour', p.at, epoch) >= kept.minutes_from
             THEN onceover.counter_parts(NULL, array_agg(p.minute), array_agg(p.n)) END
    FROM parts p GROUP BY 1, 2
    ON CONFLICT (series, at) DO UPDATE SET n = b.n + EXCLUDED.n,
      minutes = CASE WHEN b.minutes IS NOT NULL THEN onceover.counter_parts(b.minutes, NULL, EXCLUDED.minutes) END
  )
  SELECT count(*) INTO gone FROM moved;
  RETURN gone;
END
$$;

-- ## For sweepers: what is unfinished, and levels over time

-- Sessions that may have keys that are not committed yet: each lock that an INSERT takes, or a stronger one. (VACUUM,
-- ANALYZE and CREATE INDEX take others.) A prepared transaction has no pid; since is NULL where the owner of this
-- function may not see it.
CREATE FUNCTION onceover.writers_of_keys(OUT holder text, OUT pid integer, OUT prepared boolean, OUT since timestamptz,
  OUT name text)
RETURNS SETOF record LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT DISTINCT ON (l.virtualtransaction) l.virtualtransaction, l.pid, l.pid IS NULL,
         CASE WHEN l.pid IS NULL THEN p.prepared ELSE a.xact_start END, CASE WHEN l.pid IS NULL THEN p.gid
           ELSE a.application_name END
  FROM pg_locks l
  LEFT JOIN pg_stat_activity a ON a.pid = l.pid
  LEFT JOIN pg_locks x ON l.pid IS NULL AND x.pid IS NULL AND x.locktype = 'transactionid'
    AND x.virtualtransaction = l.virtualtransaction
  LEFT JOIN pg_prepared_xacts p ON p.transaction = x.transactionid
  WHERE l.locktype = 'relation' AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
    AND l.relation = 'onceover.keys'::regclass
    AND l.mode IN ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    AND l.pid IS DISTINCT FROM pg_backend_pid()
  ORDER BY l.virtualtransaction, p.prepared
$$;

-- First half of a step: publishes that no key will be created before `target`. The caller then reads writers_of_keys(),
-- waits until all of them have ended (each prepared transaction counts as one of them), and calls advance_frontier with
-- the returned values. moment is NULL when another session holds the lock, or the frontier was moved back: the caller
-- tries again later.
CREATE FUNCTION onceover.publish_floor(OUT moment timestamptz, OUT target timestamptz, OUT until timestamptz,
  OUT rewinds bigint, OUT floor bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  f onceover.frontier;
  here onceover.frontier;
  floor_now bigint;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'onceover: the frontier needs READ COMMITTED' USING ERRCODE = 'OC002';
  END IF;
  IF NOT EXISTS (SELECT FROM onceover.frontier) THEN
    INSERT INTO onceover.frontier DEFAULT VALUES ON CONFLICT DO NOTHING;  -- if it was deleted
  END IF;
  -- The lock of a row: any user of the database could hold an advisory lock.
  SELECT * INTO f FROM onceover.frontier FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  here.keys_oid := 'onceover.keys'::regclass::oid;
  SELECT d.oid INTO here.database_oid FROM pg_database d WHERE d.datname = current_database();
  -- Some providers of PostgreSQL forbid this function.
  IF has_function_privilege('pg_control_system()', 'EXECUTE') THEN
    SELECT c.system_identifier INTO here.system_identifier FROM pg_control_system() c;
  END IF;
  IF (f.system_identifier, f.database_oid, f.keys_oid) IS DISTINCT FROM (here.system_identifier, here.database_oid,
    here.keys_oid) THEN
    -- The frontier is of another table: nothing is known of this one.
    DELETE FROM onceover.unfinished;
    UPDATE onceover.frontier fr SET until = '-infinity', rewinds = fr.rewinds + 1,
      system_identifier = here.system_identifier,
      database_oid = here.database_oid, keys_oid = here.keys_oid;
    RETURN;
  END IF;
  moment := clock_timestamp();
  floor_now := coalesce(pg_sequence_last_value('onceover.floor'::regclass), 0);
  IF to_timestamp(floor_now / 1e6::float8) > moment + interval '1 second' THEN
    -- The clock was put back. The floor follows it, but only after the frontier is committed before it: claims respect
    -- the floor at once.
    IF f.until > moment THEN
      UPDATE onceover.frontier fr SET until = moment, rewinds = fr.rewinds + 1;
      moment := NULL;
      RETURN;
    END IF;
    -- A floor that was published by the later clock is no longer valid.
    UPDATE onceover.frontier fr SET rewinds = fr.rewinds + 1 RETURNING fr.rewinds INTO f.rewinds;
    floor_now := 0;
  END IF;
  target := moment;
  floor := greatest(floor_now, (extract(epoch FROM target) * 1000000)::bigint);
  PERFORM setval('onceover.floor', floor);
  until := f.until;
  rewinds := f.rewinds;
END
$$;

-- Second half: lists the unfinished keys of the next at_most rows and moves the frontier past them, at most to
-- `target`. reached is the new frontier. It is NULL when the frontier was moved back since, or another session holds
-- the lock: the caller starts again with publish_floor.
CREATE FUNCTION onceover.advance_frontier(target timestamptz, rewinds bigint, at_most bigint, OUT reached timestamptz,
  OUT listed bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off
  SET enable_bitmapscan = off
SET enable_sort = off SET plan_cache_mode = force_custom_plan SET jit = off
  SET max_parallel_workers_per_gather = 0 AS $$
DECLARE
  f onceover.frontier;
  edge timestamptz;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'onceover: the frontier needs READ COMMITTED' USING ERRCODE = 'OC002';
  END IF;
  PERFORM onceover.require_count('at_most', at_most, 1000000);
  SELECT * INTO f FROM onceover.frontier FOR UPDATE SKIP LOCKED;
  IF NOT FOUND OR f.rewinds <> advance_frontier.rewinds THEN RETURN; END IF;
  IF target > to_timestamp(pg_sequence_last_value('onceover.floor'::regclass) / 1e6::float8) + interval '1 millisecond'
    THEN
    RAISE EXCEPTION 'onceover: the frontier never passes the floor' USING ERRCODE = 'OC002';
  END IF;
  listed := 0;
  reached := f.until;
  IF f.until >= target THEN RETURN; END IF;
  SELECT k.created_at INTO edge FROM onceover.keys k WHERE k.created_at >= f.until AND k.created_at < target
  ORDER BY k.created_at, k.key OFFSET at_most LIMIT 1;
  -- More rows have this time than fit in a step: take all of them at once.
  IF edge = f.until THEN
    SELECT k.created_at INTO edge FROM onceover.keys k WHERE k.created_at > f.until AND k.created_at < target
    ORDER BY k.created_at, k.key LIMIT 1;
  END IF;
  reached := coalesce(edge, target);
  INSERT INTO onceover.unfinished AS u (created_at, key, tenant, operation, listed_floor)
  SELECT k.created_at, k.key, k.tenant, k.operation, coalesce(pg_sequence_last_value('onceover.floor'::regclass), 0)
  FROM onceover.keys k
  WHERE k.created_at >= f.until AND k.created_at < reached AND k.state IN ('in_progress', 'released')
  ON CONFLICT (created_at, key, tenant, operation) DO UPDATE
  SET look_at = '-infinity', listed_floor = EXCLUDED.listed_floor, changes = u.changes + 1;
  GET DIAGNOSTICS listed = ROW_COUNT;
  UPDATE onceover.frontier fr SET until = reached, advanced_at = clock_timestamp();
END
$$;

-- Keeps the list short: deletes entries of finished keys; entries of released keys rest until they can be stuck.
-- `below` is the floor that publish_floor returned, after all writers of that moment have ended: each later change of
-- older entries is known. Reads the entries that are due (resting: the others) after the given one; the end is reached
-- when `seen` is less than at_most.
CREATE FUNCTION onceover.tend_unfinished(resting boolean, below bigint, at_most bigint, INOUT created_at timestamptz,
  INOUT key text,
                                         INOUT tenant text, INOUT operation text, OUT seen bigint, OUT dropped bigint,
                                           OUT rested bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off
  SET enable_bitmapscan = off
SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_custom_plan SET jit = off AS $$
#variable_conflict use_column
DECLARE
  place onceover.unfinished;
BEGIN
  PERFORM onceover.require_count('at_most', at_most, 1000000);
  place.created_at := tend_unfinished.created_at;
  place.key := tend_unfinished.key;
  place.tenant := tend_unfinished.tenant;
  place.operation := tend_unfinished.operation;
  -- A floor from before the clock was put back proves nothing.
  IF below > pg_sequence_last_value('onceover.floor'::regclass) THEN below := 0; END IF;
  UPDATE onceover.unfinished u SET look_at = '-infinity', changes = u.changes + 1
  WHERE u.ctid = ANY (ARRAY (SELECT d.ctid FROM onceover.unfinished d
    WHERE d.look_at > '-infinity' AND d.look_at <= clock_timestamp()
                             ORDER BY d.look_at LIMIT at_most FOR UPDATE SKIP LOCKED))
    AND u.look_at > '-infinity' AND u.look_at <= clock_timestamp();
  WITH slice AS MATERIALIZED (
    SELECT u.created_at, u.key, u.tenant, u.operation, u.look_at, u.listed_floor, u.changes
    FROM onceover.unfinished u
    WHERE CASE WHEN tend_unfinished.resting THEN u.look_at > '-infinity' ELSE u.look_at = '-infinity' END
      AND (u.created_at, u.key, u.tenant, u.operation) > (place.created_at, place.key, place.tenant, place.operation)
    ORDER BY u.created_at, u.key, u.tenant, u.operation LIMIT at_most
  ), rows AS MATERIALIZED (
    SELECT s.*, k.state, k.locked_until, least(k.retry_before, k.expires_at, 'infinity') AS until
    FROM slice s
    LEFT JOIN onceover.keys k ON k.key = s.key AND k.operation = s.operation AND k.tenant = s.tenant
      AND k.created_at = s.created_at
  ), due AS MATERIALIZED (
    -- An entry that a takeover is changing is skipped: neither side waits.
    SELECT u.ctid AS at, r.state, r.until
    FROM rows r
    JOIN onceover.unfinished u ON u.created_at = r.created_at AND u.key = r.key AND u.tenant = r.tenant
      AND u.operation = r.operation
      AND u.changes = r.changes
    WHERE CASE WHEN r.state IS NULL OR r.state IN ('succeeded', 'failed') THEN true
               WHEN r.state = 'released' THEN r.until <> r.look_at AND r.until > clock_timestamp()
                 AND r.listed_floor < below
                    AND r.locked_until IS NULL  -- or the trigger would not wake it
               ELSE r.look_at > '-infinity' END
    FOR UPDATE OF u SKIP LOCKED
  ), gone AS (
    DELETE FROM onceover.unfinished u USING due d
    WHERE u.ctid = d.at AND (d.state IS NULL OR d.state IN ('succeeded', 'failed'))
    RETURNING 1
  ), changed AS (
    UPDATE onceover.unfinished u SET look_at = CASE WHEN d.state = 'released' THEN d.until ELSE '-infinity'
      END, changes = u.changes + 1
    FROM due d
    WHERE u.ctid = d.at AND d.state IN ('released', 'in_progress')
    RETURNING 1
  ), last AS (
    SELECT s.created_at, s.key, s.tenant, s.operation FROM slice s
      ORDER BY s.created_at DESC, s.key DESC, s.tenant DESC, s.operation DESC LIMIT 1
  )
  SELECT (SELECT l.created_at FROM last l), (SELECT l.key FROM last l), (SELECT l.tenant
    FROM last l), (SELECT l.operation FROM last l),
         (SELECT count(*) FROM slice), (SELECT count(*) FROM gone), (SELECT count(*) FROM changed)
  INTO tend_unfinished.created_at, tend_unfinished.key, tend_unfinished.tenant, tend_unfinished.operation, seen,
    dropped, rested;
END
$$;

-- The full pass: lists the unfinished keys of (behind, until] that are before the frontier and not listed, and returns
-- their number. Each is a defect. NULL: another session holds the lock, and nothing was compared.
CREATE FUNCTION onceover.relist_unfinished(behind_time timestamptz, behind_key text, until_time timestamptz,
  until_key text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off
  SET enable_bitmapscan = off
SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_custom_plan SET jit = off AS $$
DECLARE
  missing bigint;
BEGIN
  PERFORM FROM onceover.frontier FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO onceover.unfinished (created_at, key, tenant, operation, listed_floor)
  SELECT k.created_at, k.key, k.tenant, k.operation, coalesce(pg_sequence_last_value('onceover.floor'::regclass), 0)
  FROM onceover.keys k
  WHERE (k.created_at, k.key) > (behind_time, behind_key) AND (k.created_at, k.key) <= (until_time, until_key)
    AND k.created_at < (SELECT f.until FROM onceover.frontier f) AND k.state IN ('in_progress', 'released')
    AND NOT EXISTS (SELECT FROM onceover.unfinished u WHERE u.created_at = k.created_at AND u.key = k.key
      AND u.tenant = k.tenant
                    AND u.operation = k.operation)
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS missing = ROW_COUNT;
  IF missing > 0 THEN UPDATE onceover.frontier f SET found_behind = f.found_behind + missing; END IF;
  RETURN missing;
END
$$;

-- Begins a full pass: true for one caller within `not_within`. NULL gives up the pass that began; the next caller
-- begins a new one.
CREATE FUNCTION onceover.begin_full_pass(not_within interval) RETURNS boolean LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  WITH begun AS (
    UPDATE onceover.frontier f SET full_pass_at = clock_timestamp()
    WHERE not_within IS NOT NULL
      AND f.only_row = ANY (ARRAY (SELECT l.only_row FROM onceover.frontier l FOR UPDATE SKIP LOCKED))
      AND (f.full_pass_at IS NULL OR f.full_pass_at NOT BETWEEN clock_timestamp() - not_within AND clock_timestamp())
    RETURNING 1
  ), given_up AS (
    UPDATE onceover.frontier f SET full_pass_at = NULL WHERE not_within IS NULL
  ) SELECT EXISTS (SELECT FROM begun)
$$;

-- False: the table already has a sample of this minute, and nothing is written. levels: numbers or null by name, at
-- most 2000 bytes.
CREATE FUNCTION onceover.add_sample(relation text, read_at timestamptz, levels jsonb)
  RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
BEGIN
  IF octet_length($1) > 200 OR octet_length($3::text) > 2000 OR jsonb_typeof($3) <> 'object'
     OR EXISTS (SELECT FROM jsonb_each($3) l WHERE jsonb_typeof(l.value) NOT IN ('number', 'null')) THEN
    RAISE EXCEPTION 'onceover: a sample is a few numbers by name' USING ERRCODE = '22023';
  END IF;
  -- It must be read within the last minute, since it counts as the sample of this minute.
  IF $2 NOT BETWEEN now_at - interval '1 minute' AND now_at + interval '1 second' THEN
    RAISE EXCEPTION 'onceover: the sample is not of this minute' USING ERRCODE = '22023';
  END IF;
  INSERT INTO onceover.samples (relation, minute, at, levels)
  VALUES ($1, date_bin('1 minute', now_at, timestamptz '1970-01-01 00:00:00+00'), $2, $3)
  ON CONFLICT (minute, relation) DO NOTHING;
  RETURN FOUND;
END
$$;

-- ## For reconcilers and approvers Each function checks fence, state and evidence, and writes case and audit row in the
-- same call. The caller is session_user, which no caller can choose.

-- The shortest declared window in force; NULL: nothing is declared, or one gateway does not deduplicate.
CREATE FUNCTION onceover.dedupe_window_of(of_operation text) RETURNS interval LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN bool_and(g.dedupe_window IS NOT NULL) THEN min(g.dedupe_window) END
  FROM onceover.gateways g
  WHERE g.in_force_since IS NOT NULL AND g.ended_at IS NULL
    AND (g.operation = of_operation
         OR (g.operation = '*' AND NOT EXISTS (SELECT FROM onceover.gateways o
           WHERE o.operation = of_operation AND o.name = g.name
                                               AND o.in_force_since IS NOT NULL AND o.ended_at IS NULL)))
$$;

CREATE FUNCTION onceover.is_owner() RETURNS boolean LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT pg_has_role(session_user, c.relowner, 'USAGE') FROM pg_class c WHERE c.oid = 'onceover.keys'::regclass
$$;

-- Whether this database user took the key over under this fence. Others can read a fence; the trail shows which user
-- took it.
CREATE FUNCTION onceover.is_mine(of_tenant text, of_operation text, of_key text, of_fence bigint)
  RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM onceover.audit a WHERE a.key = of_key AND a.operation = of_operation
    AND a.tenant = of_tenant
                 AND a.fence_after = of_fence AND a.action = 'own' AND a.relation IS NULL AND a.db_user = session_user)
$$;

-- Takes over unfinished keys whose lease has expired, to ask about them: new fence, own lease, audit row. A person may
-- take again a key that the same database user has taken under the same name. plan: its items get the new fence; NULL:
-- no plan.
CREATE FUNCTION onceover.take_keys(tenants text[], operations text[], keys text[], fences bigint[], positions bigint[],
  owner text, lease interval,
                                   actor text, host text, program text, reason text, ticket text, plan bigint)
RETURNS TABLE (k onceover.keys, status text, attempts integer, next_try_at timestamptz, old_state text,
  old_fence bigint, old_holder text,
               old_owner text, old_locked_until timestamptz, place text, item bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off
  SET enable_hashjoin = off
SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan SET jit = off AS $$
#variable_conflict use_column
BEGIN
  IF COALESCE($11, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  PERFORM onceover.require_span('a lease', $7, CASE WHEN EXISTS (SELECT FROM onceover.plans p WHERE p.id = $13)
    THEN onceover.longest_lease()
                                                    ELSE interval '1 hour' END);
  -- A person waits for the session that locks the row; a plan continues with other rows. A live key is not locked: its
  -- executor would wait.
  IF $13 IS NULL THEN
    PERFORM FROM unnest($1, $2, $3) AS v (tenant, operation, key)
    JOIN onceover.keys x ON x.key = v.key AND x.operation = v.operation AND x.tenant = v.tenant
    WHERE (x.state = 'in_progress'
      AND (x.holder <> 'executor' OR x.locked_until IS NULL OR x.locked_until <= clock_timestamp()))
       OR (x.state = 'released' AND x.retry_before <= clock_timestamp())
    FOR UPDATE OF x;
  END IF;
  RETURN QUERY
  WITH wanted AS (
    SELECT * FROM unnest($1, $2, $3, $4, $5) AS v (tenant, operation, key, fence, position)
  ), due AS (
    SELECT x.ctid, v.position, x.tenant, x.operation, x.key, x.state, x.fence, x.holder, x.owner, x.locked_until,
           c.status, c.attempts, c.next_try_at
    FROM wanted v
    JOIN onceover.keys x ON x.key = v.key AND x.operation = v.operation AND x.tenant = v.tenant
    LEFT JOIN LATERAL (
      SELECT f.status, f.attempts, f.next_try_at FROM onceover.cases f
        WHERE f.tenant = x.tenant AND f.operation = x.operation AND f.key = x.key
      OFFSET 0
    ) c ON true
    WHERE x.fence = v.fence
      AND ((x.state = 'in_progress' AND (x.locked_until IS NULL OR x.locked_until <= clock_timestamp()
                                         -- written while the clock was ahead
                                         OR x.locked_until > clock_timestamp() + onceover.no_end_is_later()
                                         OR ($13 IS NULL AND x.holder = 'operator' AND x.owner = $6
                                             AND onceover.is_mine(x.tenant, x.operation, x.key, x.fence))))
           OR (x.state = 'released' AND x.retry_before <= clock_timestamp()))
      AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
    FOR UPDATE OF x SKIP LOCKED
  ), owned AS (
    UPDATE onceover.keys u
    SET state = 'in_progress', holder = 'operator', owner = $6, fence = nextval('onceover.fence'),
        locked_until = clock_timestamp() + $7,
        stuck_since = LEAST(COALESCE(u.stuck_since, u.locked_until, u.retry_before), clock_timestamp()),
        -- A key that was released keeps retry_before: without a verdict it is released again. A value that an executor
        -- left does not count.
        retry_before = CASE WHEN u.state = 'released' OR u.holder <> 'executor' THEN u.retry_before
          END, expires_at = NULL,
        updated_at = clock_timestamp()
    FROM due c
    WHERE u.ctid = c.ctid AND u.fence = c.fence AND u.state = c.state
    RETURNING u, c.status, c.attempts, c.next_try_at, c.state AS old_state, c.fence AS old_fence,
              c.holder AS old_holder, left(c.owner, 4000) AS old_owner, c.locked_until AS old_locked_until,
              u.ctid::text AS place, c.position
  ), noted AS (
    INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state,
      fence_before, fence_after, before,
                                after, reason, ticket, correlation_id)
    SELECT 'own', $8, $9, $10, (o.u).tenant, (o.u).operation, (o.u).key, o.old_state, 'in_progress', o.old_fence,
           (o.u).fence,
           jsonb_build_object('state', o.old_state, 'fence', o.old_fence, 'holder', o.old_holder, 'owner', o.old_owner,
                              'locked_until', o.old_locked_until),
           jsonb_build_object('state', 'in_progress', 'fence', (o.u).fence, 'holder', 'operator', 'owner', $6),
           $11, NULLIF($12, ''), (o.u).correlation_id
    FROM owned o
  ), kept AS (
    -- After a crash the next runner sees by the fence that the plan itself made the change.
    UPDATE onceover.plan_items i SET fence = (o.u).fence
    FROM owned o, LATERAL (SELECT p.ctid AS at FROM onceover.plan_items p
      WHERE p.plan = $13 AND p.position = o.position OFFSET 0) here
    WHERE i.ctid = here.at AND i.runner_user = session_user
  )
  SELECT o.u, o.status, o.attempts, o.next_try_at, o.old_state::text, o.old_fence, o.old_holder::text,
         o.old_owner::text, o.old_locked_until, o.place, o.position
  FROM owned o;
END
$$;

-- Whether evidence confirms a verb, by the words of verdict and evidence. Without that, a second approver must agree.
-- It has no SET clause and its names are qualified, so that the planner inlines it: it runs once for each settled key.
CREATE FUNCTION onceover.confirms(verb text, verdict text, evidence jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN COALESCE(CASE
    WHEN verb OPERATOR(pg_catalog.=) 'succeed'
    THEN verdict OPERATOR(pg_catalog.=) ANY (ARRAY['settle_succeeded', 'done_needs_response'])
         AND evidence OPERATOR(pg_catalog.->>) 'finding' OPERATOR(pg_catalog.=) 'done'
    WHEN verb OPERATOR(pg_catalog.=) 'fail'
    THEN verdict OPERATOR(pg_catalog.=) 'settle_failed'
         AND (evidence OPERATOR(pg_catalog.->>) 'finding' OPERATOR(pg_catalog.=) 'refused'
              OR evidence OPERATOR(pg_catalog.->) 'cancel_held' OPERATOR(pg_catalog.=) 'true')
    WHEN verb OPERATOR(pg_catalog.=) 'release'
    THEN verdict OPERATOR(pg_catalog.=) 'release'
      AND evidence OPERATOR(pg_catalog.->>) 'finding' OPERATOR(pg_catalog.=) 'no_such_key'
    ELSE verb OPERATOR(pg_catalog.=) ANY (ARRAY['unresolved', 'needs_human'])
  END, false);

-- Whether a verb may be written although its evidence does not confirm it, or it lacks an argument; if not, the whole
-- batch fails. It is a function, so that the statement that writes looks these things up only for the few keys that
-- need it.
CREATE FUNCTION onceover.require_settlement(tenant text, operation text, key text, act text, verdict text,
  evidence jsonb, reason text,
                                            retry_before text)
RETURNS boolean LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF COALESCE($7, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  IF $4 = 'release' AND COALESCE($8, '') = '' THEN
    RAISE EXCEPTION 'onceover: a release says until when clients may retry' USING ERRCODE = '22023';
  END IF;
  -- Its executors reported that no attempt had an effect (key_release.sql), and no claim is accepted any more.
  IF $4 = 'fail' AND $5 = 'settle_failed' AND $6 ->> 'finding' = 'no_such_key'
     AND EXISTS (SELECT FROM onceover.keys k WHERE k.key = $3 AND k.operation = $2 AND k.tenant = $1
                 AND k.error_code = 'TRANSIENT.no_effect' AND k.retry_before <= clock_timestamp()) THEN
    RETURN true;
  END IF;
  -- Without evidence, not beyond the dedupe window of the registered gateway: bounded_release has checked it.
  IF $4 = 'release' AND $6 IS NOT NULL AND onceover.dedupe_window_of($2) IS NOT NULL THEN RETURN true; END IF;
  RAISE EXCEPTION 'onceover: no evidence bears this out: it needs a second approver' USING ERRCODE = 'OC005';
END
$$;

-- Until when a released key may be claimed again: the registered dedupe window of the gateway after the key was
-- created, at most. With evidence a later end is cut to that. Without a registered window only a service, which is
-- trusted with its own effects, may release, for at most a year.
-- agreed: two database users say that nothing happened; at most a month from now.
CREATE FUNCTION onceover.bounded_release(of_tenant text, of_operation text, of_key text, until text, shown boolean,
  trusted boolean, agreed boolean)
RETURNS text LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET timezone = 'UTC'
  SET datestyle = 'ISO, YMD' AS $$
DECLARE
  given CONSTANT timestamptz := NULLIF(until, '')::timestamptz;
  made timestamptz;
  dedupes_until timestamptz;
BEGIN
  IF given IS NULL THEN RETURN until; END IF;
  IF NOT isfinite(given) THEN
    RAISE EXCEPTION 'onceover: a release says until when clients may retry' USING ERRCODE = '22023';
  END IF;
  SELECT k.created_at INTO made FROM onceover.keys k WHERE k.key = of_key AND k.operation = of_operation
    AND k.tenant = of_tenant;
  IF NOT FOUND THEN RETURN given::text; END IF;
  dedupes_until := made + onceover.dedupe_window_of(of_operation);
  IF agreed THEN
    RETURN LEAST(given, GREATEST(dedupes_until, clock_timestamp() + interval '31 days'))::text;
  END IF;
  IF dedupes_until IS NULL AND shown AND trusted AND NOT EXISTS (
       SELECT FROM onceover.gateways g WHERE g.operation IN (of_operation, '*') AND g.in_force_since IS NOT NULL
         AND g.ended_at IS NULL) THEN
    dedupes_until := made + interval '366 days';
  END IF;
  IF shown AND dedupes_until > clock_timestamp() THEN RETURN LEAST(given, dedupes_until)::text; END IF;
  IF COALESCE(given > dedupes_until, true) THEN
    RAISE EXCEPTION 'onceover: no registered gateway deduplicates for so long: it needs a second approver'
      USING ERRCODE = 'OC005';
  END IF;
  -- As it was read here: the same text is another day under another DateStyle.
  RETURN given::text;
END
$$;

-- Verdicts on owned keys, with their cases and audit rows, and with an event for the service of each key that succeeded.
-- places: of the rows when they were owned; (0,0): unknown. A key that is not returned was no longer owned, has moved, or
-- the stop switch is on; nothing of it was written. No role calls it: `agreed` skips the check of evidence.
CREATE FUNCTION onceover.write_settlements(tenants text[], operations text[], keys text[], fences bigint[],
  verbs text[], codes bigint[], headers bytea[], bodies bytea[], error_codes text[], retry_before text[],
  evidence text[], verdicts text[], reasons text[], next_try_ms bigint[], actor text, host text, program text,
  ticket text, places tid[], agreed boolean)
RETURNS TABLE (tenant text, operation text, key text, fence bigint, audit_id bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET enable_indexscan = off
SET enable_indexonlyscan = off SET enable_hashjoin = off SET enable_mergejoin = off
  SET plan_cache_mode = force_generic_plan SET jit = off AS $$
#variable_conflict use_column
BEGIN
  PERFORM onceover.require_answers($5, $6, $7);
  PERFORM onceover.require_waits($14);
  IF '(0,0)'::tid = ANY ($19) THEN
    $19 := ARRAY (
      SELECT CASE WHEN v.at <> '(0,0)' THEN v.at
                  ELSE COALESCE((SELECT k.ctid FROM onceover.keys k WHERE k.key = v.key AND k.operation = v.operation
                    AND k.tenant = v.tenant), v.at) END
      FROM unnest($1, $2, $3, $19) WITH ORDINALITY AS v (tenant, operation, key, at, place) ORDER BY v.place);
  END IF;
  RETURN QUERY
  WITH v AS (
    SELECT v.tenant, v.operation, v.key, v.fence, v.act, v.response_code, v.response_headers, v.response_body,
           v.error_code, v.retry_before,
           NULLIF(v.evidence, '')::jsonb AS evidence, v.verdict, v.reason, v.next_try_ms, v.at
    FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $19)
      AS v (tenant, operation, key, fence, act, response_code, response_headers, response_body, error_code,
        retry_before, evidence, verdict, reason,
            next_try_ms, at)
    OFFSET 0  -- so that the evidence is read once
  ), written AS (
    UPDATE onceover.keys k
    SET state = CASE v.act WHEN 'succeed' THEN 'succeeded' WHEN 'fail' THEN 'failed' WHEN 'release' THEN 'released'
                           -- Without a verdict a key that was released is released again, with the same retry_before.
                           WHEN 'unresolved' THEN CASE WHEN k.retry_before IS NULL THEN k.state ELSE 'released' END
                             ELSE k.state END,
        fence = nextval('onceover.fence'),
        -- Returned unsettled: the lease ends when the executor's lease ended, because clients have been waiting since
        -- then.
        locked_until = CASE WHEN v.act = 'needs_human' OR (v.act = 'unresolved' AND k.retry_before IS NULL)
                            THEN LEAST(k.stuck_since, clock_timestamp()) END,
        stuck_since = CASE WHEN v.act = 'needs_human' OR (v.act = 'unresolved' AND k.retry_before IS NULL)
          THEN k.stuck_since END,
        response_version = CASE WHEN v.act IN ('succeed', 'fail') THEN 1 END,
        response_code = CASE WHEN v.act IN ('succeed', 'fail') THEN v.response_code END,
        response_headers = CASE WHEN v.act IN ('succeed', 'fail') THEN v.response_headers END,
        response_body = CASE WHEN v.act IN ('succeed', 'fail') THEN v.response_body END,
        -- The executors' report (key_release.sql) is valid until the key is claimed again.
        error_code = CASE WHEN v.act = 'fail' THEN NULLIF(v.error_code, '')
                          WHEN v.act <> 'succeed' AND k.retry_before IS NOT NULL THEN k.error_code END,
        completed_at = CASE WHEN v.act IN ('succeed', 'fail') THEN clock_timestamp() END,
        retry_before = CASE v.act WHEN 'unresolved' THEN k.retry_before WHEN 'release'
          THEN NULLIF(v.retry_before, '')::timestamptz END,
        expires_at = CASE WHEN v.act IN ('succeed', 'fail')
          THEN clock_timestamp() + make_interval(secs => k.retention_s)
                          WHEN v.act = 'release' THEN make_interval(secs => k.retention_s)
                               + GREATEST(NULLIF(v.retry_before, '')::timestamptz, clock_timestamp())
                          -- As when it was released, so that a key that waits is reaped after its window.
                          WHEN v.act = 'unresolved' THEN k.retry_before + make_interval(secs => k.retention_s) END,
        updated_at = clock_timestamp()
    FROM v
    WHERE k.ctid = v.at AND k.tenant = v.tenant AND k.operation = v.operation AND k.key = v.key AND k.fence = v.fence
      AND k.state = 'in_progress' AND k.holder <> 'executor'
      AND NOT (SELECT s.stopped FROM onceover.control s)
      AND CASE WHEN $20 THEN true
               WHEN onceover.confirms(v.act, v.verdict, v.evidence) AND v.reason <> ''
                 AND (v.act <> 'release' OR v.retry_before <> '') THEN true
               ELSE onceover.require_settlement(v.tenant, v.operation, v.key, v.act, v.verdict, v.evidence, v.reason,
                 v.retry_before) END
    RETURNING k.tenant, k.operation, k.key, k.state, k.fence, k.holder, k.owner, k.correlation_id, k.response_code,
              k.response_body, k.customer, k.amount, k.currency, k.reference,
              k.retry_before, v.fence AS old_fence, v.act, v.evidence, v.verdict, v.reason, v.next_try_ms
  ), filed AS (
    INSERT INTO onceover.cases AS c (tenant, operation, key, status, attempts, next_try_at, fence, verdict, reason,
      evidence)
    SELECT w.tenant, w.operation, w.key,
           CASE w.act WHEN 'unresolved' THEN 'open' WHEN 'needs_human' THEN 'needs_human' ELSE 'settled' END, 1,
           CASE w.act WHEN 'unresolved' THEN clock_timestamp() + w.next_try_ms * interval '1 millisecond' END,
           w.fence, w.verdict, w.reason, w.evidence
    FROM written w
    ON CONFLICT (tenant, operation, key) DO UPDATE
    SET status = EXCLUDED.status, next_try_at = EXCLUDED.next_try_at, fence = EXCLUDED.fence,
        verdict = EXCLUDED.verdict,
        reason = EXCLUDED.reason, updated_at = clock_timestamp(),
        -- A stored manual override does not change earlier evidence: an alarm remains an alarm.
        evidence = CASE WHEN c.status = 'needs_human' AND EXCLUDED.status = 'needs_human'
          AND NOT EXCLUDED.evidence ? 'finding'
                        THEN EXCLUDED.evidence || COALESCE((SELECT jsonb_object_agg(e.key, e.value)
                          FROM jsonb_each(c.evidence) e
                                                            WHERE e.key IN ('duplicate_effects', 'other_effect')), '{}')
                        ELSE EXCLUDED.evidence END,
        attempts = CASE c.status WHEN 'settled' THEN 1 ELSE c.attempts + 1 END,
        opened_at = CASE c.status WHEN 'settled' THEN clock_timestamp() ELSE c.opened_at END
  ), handed AS (
    -- A crash took the rows and the event that the executor would have written with its answer: its service writes them
    -- now. The identity is (tenant, operation, key, fence); names are at most 255 bytes.
    INSERT INTO onceover.inbox (consumer, source, event_id, state, stored, next_try_at, fingerprint, payload, headers)
    SELECT 'settled:' || w.operation,
           w.fence || ':' || CASE WHEN octet_length(w.tenant) <= 200 THEN w.tenant
                                  ELSE encode(sha256(convert_to(w.tenant, 'UTF8')), 'hex') END,
           w.key, 'in_progress', true, clock_timestamp(), sha256(w.response_body), w.response_body,
           jsonb_strip_nulls(jsonb_build_object('tenant', w.tenant, 'operation', w.operation, 'key', w.key,
             'fence', w.fence::text, 'response_code', w.response_code::text, 'correlation_id', w.correlation_id,
             'customer', w.customer, 'amount', w.amount::text, 'currency', w.currency, 'reference', w.reference))
    FROM written w
    WHERE w.act = 'succeed' AND EXISTS (SELECT FROM onceover.settled_operations s WHERE s.operation = w.operation)
    ON CONFLICT DO NOTHING
  ), noted AS (
    INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state,
      fence_before, fence_after, before,
                                after, evidence, verdict, reason, ticket, correlation_id)
    SELECT CASE WHEN w.act IN ('unresolved', 'needs_human') THEN w.act ELSE 'settle' END, $15, $16, $17,
           w.tenant, w.operation, w.key, 'in_progress', w.state, w.old_fence, w.fence,
           jsonb_build_object('state', 'in_progress', 'fence', w.old_fence, 'holder', w.holder, 'owner', w.owner),
           jsonb_build_object('state', w.state, 'fence', w.fence, 'response_code', w.response_code, 'retry_before',
             w.retry_before),
           w.evidence, w.verdict, w.reason, NULLIF($18, ''), w.correlation_id
    FROM written w
    RETURNING tenant, operation, key, fence_after, id
  )
  SELECT n.tenant, n.operation, n.key, n.fence_after, n.id FROM noted n;
END
$$;

-- Verdicts on owned keys, for roles. Refused (OC005): a verb that its evidence does not confirm. Refused, too: a
-- release without an end. A person writes only keys that the same database user has taken over; a role that may write
-- the audit trail (a service) is not checked.
CREATE FUNCTION onceover.settle_keys(tenants text[], operations text[], keys text[], fences bigint[], verbs text[],
  codes bigint[], headers bytea[], bodies bytea[], error_codes text[], retry_before text[], evidence text[],
  verdicts text[], reasons text[], next_try_ms bigint[], actor text, host text, program text, ticket text, places tid[])
RETURNS TABLE (tenant text, operation text, key text, fence bigint, audit_id bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off
  SET enable_hashjoin = off
SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan SET jit = off AS $$
#variable_conflict use_column
DECLARE
  trusted CONSTANT boolean := has_column_privilege(session_user, 'onceover.audit', 'action', 'INSERT');
BEGIN
  IF NOT trusted THEN
    $4 := ARRAY (SELECT CASE WHEN onceover.is_mine(v.tenant, v.operation, v.key, v.fence) THEN v.fence END
                 FROM unnest($1, $2, $3, $4) WITH ORDINALITY AS v (tenant, operation, key, fence, place)
                   ORDER BY v.place);
  END IF;
  IF 'release' = ANY ($5) THEN
    $10 := ARRAY (SELECT CASE WHEN v.act = 'release' AND v.fence IS NOT NULL
                              THEN onceover.bounded_release(v.tenant, v.operation, v.key, v.until,
                                     onceover.confirms(v.act, v.verdict, NULLIF(v.evidence, '')::jsonb), trusted,
                                     false) ELSE v.until END
                  FROM unnest($1, $2, $3, $4, $5, $10, $11, $12) WITH ORDINALITY
                    AS v (tenant, operation, key, fence, act, until, evidence, verdict, place) ORDER BY v.place);
  END IF;
  RETURN QUERY SELECT s.*
    FROM onceover.write_settlements($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
    $19, false) s;
END
$$;

-- A key that a statement cannot handle is set aside: an open case, tried again later, and a person's after $9 attempts.
-- Nothing of the row but its identity is read, and the row is not written. No row: the key has changed since, or its
-- case waits for a person already. A role that may not write the audit trail (a reaper) sets aside only what is past
-- its window.
CREATE FUNCTION onceover.set_key_aside(tenant text, operation text, key text, fence bigint, why text, actor text,
  host text, next_try interval,
                                       most_attempts bigint, program text)
RETURNS TABLE (status text) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  trusted CONSTANT boolean := has_column_privilege(session_user, 'onceover.audit', 'action', 'INSERT');
BEGIN
  IF COALESCE($5, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  IF NOT COALESCE($8 BETWEEN interval '0' AND onceover.longest_lease() AND onceover.is_plain_span($8), false) THEN
    RAISE EXCEPTION 'onceover: the time to the next try must be between 0 and a day' USING ERRCODE = '22023';
  END IF;
  RETURN QUERY
  WITH filed AS (
    INSERT INTO onceover.cases AS c (tenant, operation, key, status, attempts, next_try_at, fence, verdict, reason,
      evidence)
    SELECT k.tenant, k.operation, k.key, CASE WHEN $9 <= 1 THEN 'needs_human' ELSE 'open' END, 1,
           CASE WHEN $9 > 1 THEN clock_timestamp() + $8 END, k.fence,
           CASE WHEN $9 <= 1 THEN 'needs_human' ELSE 'unresolved' END, $5, jsonb_build_object('set_aside', $5)
    FROM onceover.keys k
    WHERE k.tenant = $1 AND k.operation = $2 AND k.key = $3 AND k.fence = $4
      AND (trusted OR k.expires_at <= clock_timestamp())
      AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
    ON CONFLICT (tenant, operation, key) DO UPDATE
    SET status = CASE WHEN c.status = 'open' AND c.attempts + 1 >= $9 THEN 'needs_human' ELSE EXCLUDED.status END,
        next_try_at = CASE WHEN NOT (c.status = 'open' AND c.attempts + 1 >= $9) THEN EXCLUDED.next_try_at END,
        verdict = CASE WHEN c.status = 'open' AND c.attempts + 1 >= $9 THEN 'needs_human' ELSE EXCLUDED.verdict END,
        attempts = CASE WHEN c.status = 'settled' THEN 1 ELSE c.attempts + 1 END,
        opened_at = CASE WHEN c.status = 'settled' THEN clock_timestamp() ELSE c.opened_at END,
        fence = EXCLUDED.fence, reason = EXCLUDED.reason, evidence = EXCLUDED.evidence, updated_at = clock_timestamp()
    WHERE c.status <> 'needs_human'
    RETURNING c.tenant, c.operation, c.key, c.fence, c.status
  ), noted AS (
    INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, fence_before, verdict, reason)
    SELECT CASE f.status WHEN 'open' THEN 'unresolved' ELSE f.status
      END, $6, $7, $10, f.tenant, f.operation, f.key, f.fence,
           CASE f.status WHEN 'open' THEN 'unresolved' ELSE f.status END, $5
    FROM filed f
  )
  SELECT f.status FROM filed f;
END
$$;

-- Takes back the release of this audit row: the key is in progress again with an expired lease, and its case needs a
-- person. NULL: the key has changed since.
CREATE FUNCTION onceover.undo_release(undone bigint, actor text, host text, program text, reason text, ticket text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  act onceover.audit;
  back onceover.keys;
  number bigint;
BEGIN
  IF COALESCE($5, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT a.* INTO act FROM onceover.audit a WHERE a.id = $1 AND a.relation IS NULL AND a.action = 'settle'
    AND a.to_state = 'released';
  IF NOT FOUND THEN RAISE EXCEPTION 'onceover: this is no release that can be taken back' USING ERRCODE = '22023';
    END IF;
  UPDATE onceover.keys k
  SET state = 'in_progress', holder = 'operator', owner = format('%s@%s/%s', $2, $3, $4),
      fence = nextval('onceover.fence'),
      locked_until = clock_timestamp(), stuck_since = COALESCE(k.stuck_since, act.at), retry_before = NULL,
      expires_at = NULL,
      updated_at = clock_timestamp()
  WHERE k.tenant = act.tenant AND k.operation = act.operation AND k.key = act.key
    AND k.fence = act.fence_after AND k.state = 'released'
    AND NOT EXISTS (SELECT FROM onceover.control t WHERE t.stopped)
  RETURNING k.* INTO back;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO onceover.cases AS c (tenant, operation, key, status, attempts, fence, verdict, reason)
  VALUES (back.tenant, back.operation, back.key, 'needs_human', 0, back.fence, 'needs_human', $5)
  ON CONFLICT (tenant, operation, key) DO UPDATE
  SET status = 'needs_human', next_try_at = NULL, fence = EXCLUDED.fence, verdict = EXCLUDED.verdict,
      reason = EXCLUDED.reason,
      updated_at = clock_timestamp();
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before,
    fence_after, before, after,
                              evidence, verdict, reason, ticket, correlation_id)
  VALUES ('undo', $2, $3, $4, back.tenant, back.operation, back.key, 'released', 'in_progress', act.fence_after,
    back.fence,
          jsonb_build_object('state', 'released', 'fence', act.fence_after),
          jsonb_build_object('state', 'in_progress', 'fence', back.fence, 'holder', 'operator', 'owner', back.owner),
          jsonb_build_object('undone', $1), 'undo', $5, NULLIF($6, ''), back.correlation_id)
  RETURNING id INTO number;
  RETURN number;
END
$$;

-- Takes back the extension of this audit row: the lease ends at its earlier time. NULL: the executor has renewed it
-- since.
CREATE FUNCTION onceover.undo_extension(undone bigint, actor text, host text, program text, reason text, ticket text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC'
  SET datestyle = 'ISO, YMD' AS $$
#variable_conflict use_column
DECLARE
  act onceover.audit;
  back onceover.keys;
  number bigint;
BEGIN
  IF COALESCE($5, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT a.* INTO act FROM onceover.audit a WHERE a.id = $1 AND a.relation IS NULL AND a.action = 'extend';
  IF NOT FOUND THEN RAISE EXCEPTION 'onceover: this is no extension of a lease' USING ERRCODE = '22023'; END IF;
  UPDATE onceover.keys k SET locked_until = (act.before ->> 'locked_until')::timestamptz, updated_at = clock_timestamp()
  WHERE k.tenant = act.tenant AND k.operation = act.operation AND k.key = act.key AND k.fence = act.fence_after
    AND k.state = 'in_progress'
    AND k.holder = 'executor' AND k.locked_until = (act.after ->> 'locked_until')::timestamptz
    AND NOT EXISTS (SELECT FROM onceover.control t WHERE t.stopped)
  RETURNING k.* INTO back;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before,
    fence_after, before, after,
                              evidence, verdict, reason, ticket, correlation_id)
  VALUES ('undo', $2, $3, $4, back.tenant, back.operation, back.key, 'in_progress', 'in_progress', back.fence,
    back.fence,
          jsonb_build_object('state', 'in_progress', 'fence', back.fence, 'locked_until',
            (act.after ->> 'locked_until')::timestamptz),
          jsonb_build_object('state', 'in_progress', 'fence', back.fence, 'locked_until', back.locked_until),
          jsonb_build_object('undone', $1), 'undo', $5, NULLIF($6, ''), back.correlation_id)
  RETURNING id INTO number;
  RETURN number;
END
$$;

-- Extends the leases of keys to `lease` from now: only leases of executors, under the given fence, and never to an
-- earlier time. A key that is not returned differs from the frozen one, is not an executor's, already has a longer
-- lease, or was extended for a day in all.
CREATE FUNCTION onceover.extend_leases(tenants text[], operations text[], keys text[], fences bigint[], actor text,
  host text, program text,
                                       reason text, lease interval, ticket text)
RETURNS TABLE (tenant text, operation text, key text, audit_id bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off
  SET enable_hashjoin = off
SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan SET jit = off AS $$
#variable_conflict use_column
BEGIN
  IF COALESCE($8, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  PERFORM onceover.require_span('a lease', $9, onceover.longest_lease());
  RETURN QUERY
  WITH wanted AS (
    SELECT * FROM unnest($1, $2, $3, $4) AS v (tenant, operation, key, fence)
  ), held AS (
    SELECT k.ctid, k.locked_until
    FROM wanted v
    JOIN onceover.keys k ON k.key = v.key AND k.operation = v.operation AND k.tenant = v.tenant
    WHERE k.fence = v.fence AND k.state = 'in_progress' AND k.holder = 'executor'
      AND (k.locked_until IS NULL OR k.locked_until < clock_timestamp() + $9)
      -- However often it is extended: at most a day after the first time under one fence, or a stuck key would be
      -- hidden for ever.
      AND NOT EXISTS (SELECT FROM onceover.audit a WHERE a.key = k.key AND a.operation = k.operation
        AND a.tenant = k.tenant
                      AND a.action = 'extend' AND a.relation IS NULL AND a.fence_after = k.fence
                      AND a.at + onceover.longest_lease() < clock_timestamp() + $9)
      AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
    FOR UPDATE OF k SKIP LOCKED
  ), longer AS (
    UPDATE onceover.keys k SET locked_until = clock_timestamp() + $9, updated_at = clock_timestamp()
    FROM held h WHERE k.ctid = h.ctid
    RETURNING k.tenant, k.operation, k.key, k.fence, h.locked_until AS before, k.locked_until, k.correlation_id
  ), noted AS (
    INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state,
      fence_before, fence_after, before,
                                after, verdict, reason, ticket, correlation_id)
    SELECT 'extend', $5, $6, $7, l.tenant, l.operation, l.key, 'in_progress', 'in_progress', l.fence, l.fence,
           jsonb_build_object('state', 'in_progress', 'fence', l.fence, 'locked_until', l.before),
           jsonb_build_object('state', 'in_progress', 'fence', l.fence, 'locked_until', l.locked_until),
           'extend', $8, NULLIF($10, ''), l.correlation_id
    FROM longer l
    RETURNING tenant, operation, key, id
  )
  SELECT n.tenant, n.operation, n.key, n.id FROM noted n;
END
$$;

-- Requests a second approver for a key whose case needs a person. The same request by the same database user is filed
-- only once.
CREATE FUNCTION onceover.ask_approval(actor text, host text, program text, act text, tenant text, operation text,
  key text, fence bigint, reason text, ticket text, evidence jsonb, seen_digest bytea, request jsonb,
  request_digest bytea, response_headers bytea, response_body bytea, verdict text, seen jsonb)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC'
  SET datestyle = 'ISO, YMD' AS $$
#variable_conflict use_column
DECLARE
  number bigint;
BEGIN
  SELECT a.id INTO number FROM onceover.approvals a
  WHERE a.status = 'waiting' AND a.requested_by = session_user AND a.request_digest = $14 AND a.seen_digest = $12
  ORDER BY a.id LIMIT 1;
  IF FOUND THEN RETURN number; END IF;
  IF $4 = 'release'
    AND NOT COALESCE(NULLIF($13 ->> 'retry_before', '')::timestamptz BETWEEN clock_timestamp() - interval '1 year'
                                                                                       AND clock_timestamp()
                                                                                         + interval '366 days', false)
                                                                                         THEN
    RAISE EXCEPTION 'onceover: a release says until when clients may retry' USING ERRCODE = '22023';
  END IF;
  PERFORM onceover.require_answers(ARRAY[$4], ARRAY[($13 ->> 'code')::bigint], ARRAY[$15]);
  IF NOT EXISTS (SELECT FROM onceover.keys k WHERE k.tenant = $5 AND k.operation = $6 AND k.key = $7 AND k.fence = $8
    AND k.state = 'in_progress'
                 AND k.holder <> 'executor') THEN
    RAISE EXCEPTION 'onceover: the key is not as it was seen' USING ERRCODE = 'OC004';
  END IF;
  INSERT INTO onceover.approvals (actor, host, program, act, tenant, operation, key, fence, reason, ticket, evidence,
    seen_digest, request,
                                  request_digest, response_headers, response_body, verdict, seen)
  VALUES ($1, $2, $3, CASE WHEN $4 IN ('succeed', 'fail', 'release') THEN $4
    END, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
  RETURNING id INTO number;
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, fence_before, before, evidence,
    verdict, reason, ticket)
  VALUES ('ask_approval', $1, $2, $3, $5, $6, $7, $8, $18,
    jsonb_build_object('approval', jsonb_build_object('id', number, 'act', $4)), $17, $9, $10);
  RETURN number;
END
$$;

-- Writes the stored request of another database user about a key of onceover.keys; the digests are of what was shown to
-- the approver. No row: the key has changed since the request.
CREATE FUNCTION onceover.agree_settlement(approval bigint, actor text, host text, program text, why text,
  request_digest bytea, seen_digest bytea)
RETURNS TABLE (tenant text, operation text, key text, fence bigint, audit_id bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  asked onceover.approvals;
  shown jsonb;
  settled record;
BEGIN
  IF COALESCE($5, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT a.* INTO asked FROM onceover.approvals a WHERE a.id = $1 AND a.relation IS NULL AND a.act <> 'republish'
    FOR UPDATE;
  IF NOT FOUND OR asked.status <> 'waiting'
    OR asked.request_digest IS DISTINCT FROM $6 OR asked.seen_digest IS DISTINCT FROM $7 THEN
    RAISE EXCEPTION 'onceover: nothing is waiting under this number' USING ERRCODE = 'OC006';
  END IF;
  IF asked.requested_by = session_user THEN
    RAISE EXCEPTION 'onceover: it was asked for by the same database user' USING ERRCODE = 'OC005';
  END IF;
  shown := CASE WHEN jsonb_typeof(asked.evidence) = 'object' THEN asked.evidence
    ELSE jsonb_build_object('said', asked.evidence) END
    || jsonb_build_object('approval', jsonb_build_object('id', asked.id, 'requested_by', asked.requested_by, 'actor',
      asked.actor,
                                                         'host', asked.host));
  SELECT s.* INTO settled
  FROM onceover.write_settlements(ARRAY[asked.tenant], ARRAY[asked.operation], ARRAY[asked.key], ARRAY[asked.fence],
    ARRAY[asked.act],
    ARRAY[COALESCE((asked.request ->> 'code')::bigint, 0)], ARRAY[asked.response_headers], ARRAY[asked.response_body],
    ARRAY[COALESCE(asked.request ->> 'error_code', '')],
    ARRAY[onceover.bounded_release(asked.tenant, asked.operation, asked.key,
      COALESCE(asked.request ->> 'retry_before', ''), false, false, true)],
    ARRAY[shown::text],
    ARRAY[COALESCE(asked.verdict, '')], ARRAY[asked.reason], ARRAY[0::bigint], $2, $3, $4, asked.ticket,
      ARRAY['(0,0)'::tid],
    true) s;
  IF NOT FOUND THEN RETURN; END IF;
  -- The trigger checks again that this is another database user, and that the request still waits.
  UPDATE onceover.approvals a SET status = 'used', decided_actor = $2, decided_reason = $5, audit_id = settled.audit_id
    WHERE a.id = $1;
  RETURN QUERY SELECT settled.tenant::text, settled.operation::text, settled.key::text, settled.fence::bigint,
    settled.audit_id::bigint;
END
$$;

-- Ends a request about a key of onceover.keys. refused: by any caller; outdated: the key has changed since. False: it
-- was already decided.
CREATE FUNCTION onceover.end_approval(approval bigint, status text, actor text, host text, program text, why text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  asked onceover.approvals;
BEGIN
  IF COALESCE($6, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  IF $2 NOT IN ('refused', 'outdated') THEN RAISE EXCEPTION 'onceover: a request ends refused or outdated'
    USING ERRCODE = '22023'; END IF;
  SELECT a.* INTO asked FROM onceover.approvals a WHERE a.id = $1 AND a.relation IS NULL AND a.status = 'waiting'
    FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  IF $2 = 'outdated' AND EXISTS (
       SELECT FROM onceover.keys k WHERE k.tenant = asked.tenant AND k.operation = asked.operation
         AND k.key = asked.key AND k.fence = asked.fence
       AND k.state = 'in_progress') THEN
    RAISE EXCEPTION 'onceover: the key is as it was when this was asked for' USING ERRCODE = 'OC004';
  END IF;
  UPDATE onceover.approvals a SET status = $2, decided_actor = $3, decided_reason = $6 WHERE a.id = $1;
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, to_state, evidence, reason, ticket)
  VALUES ('end_approval', $3, $4, $5, asked.tenant, asked.operation, asked.key, $2,
          jsonb_build_object('approval', jsonb_build_object('id', asked.id, 'act', asked.act, 'requested_by',
            asked.requested_by)), $6,
          asked.ticket);
  RETURN true;
END
$$;

-- A gateway's declaration for an operation. In force at once if the owner of the tables registers it; else when another
-- database user approves it. A new one in force ends the one before it. Returns its number.
CREATE FUNCTION onceover.register_gateway(name text, operation text, dedupe_window interval, reason text, actor text,
  host text, program text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  number bigint;
  is_owners CONSTANT boolean := onceover.is_owner();
BEGIN
  IF $3 IS NOT NULL THEN PERFORM onceover.require_span('a gateway''s window', $3, interval '366 days'); END IF;
  IF is_owners THEN
    UPDATE onceover.gateways g SET ended_at = clock_timestamp() WHERE g.name = $1 AND g.operation = $2
      AND g.in_force_since IS NOT NULL AND g.ended_at IS NULL;
  END IF;
  INSERT INTO onceover.gateways (name, operation, dedupe_window, reason, actor, in_force_since)
  VALUES ($1, $2, $3, $4, $5, CASE WHEN is_owners THEN clock_timestamp() END)
  RETURNING id INTO number;
  INSERT INTO onceover.audit (action, actor, host, program, operation, evidence, reason)
  VALUES ('register_gateway', $5, $6, $7, $2, jsonb_build_object('gateway', $1, 'declaration', number, 'dedupe_window',
    $3, 'in_force', is_owners), $4);
  RETURN number;
END
$$;

CREATE FUNCTION onceover.approve_gateway(declaration bigint, reason text, actor text, host text, program text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  asked onceover.gateways;
BEGIN
  IF COALESCE($2, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT g.* INTO asked FROM onceover.gateways g WHERE g.id = $1 AND g.in_force_since IS NULL AND g.ended_at IS NULL
    FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  IF asked.registered_by = session_user THEN
    RAISE EXCEPTION 'onceover: it was registered by the same database user' USING ERRCODE = 'OC005';
  END IF;
  UPDATE onceover.gateways g SET ended_at = clock_timestamp()
  WHERE g.name = asked.name AND g.operation = asked.operation AND g.in_force_since IS NOT NULL AND g.ended_at IS NULL;
  UPDATE onceover.gateways g SET in_force_since = clock_timestamp(), approved_by = session_user WHERE g.id = $1;
  INSERT INTO onceover.audit (action, actor, host, program, operation, evidence, reason)
  VALUES ('approve_gateway', $3, $4, $5, asked.operation,
          jsonb_build_object('gateway', asked.name, 'declaration', $1, 'dedupe_window',
            asked.dedupe_window, 'registered_by', asked.registered_by), $2);
  RETURN true;
END
$$;

-- A note on a key of onceover.keys that exists or is in the audit trail. No row: there is no such key.
CREATE FUNCTION onceover.add_note(actor text, host text, program text, tenant text, operation text, key text, note text)
RETURNS SETOF onceover.notes LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO onceover.notes (actor, host, program, tenant, operation, key, note)
  SELECT $1, $2, $3, $4, $5, $6, $7
  WHERE EXISTS (SELECT FROM onceover.keys k WHERE k.key = $6 AND k.operation = $5 AND k.tenant = $4)
     OR EXISTS (SELECT FROM onceover.audit a WHERE a.key = $6 AND a.operation = $5 AND a.tenant = $4
       AND a.relation IS NULL)
  RETURNING *
$$;

-- Sets the stop switch, with an audit row. False: it already had this value.
CREATE FUNCTION onceover.set_stop(stopped boolean, reason text, actor text, host text, program text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF COALESCE($2, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  UPDATE onceover.control c SET stopped = $1, reason = $2, changed_by = $3, changed_at = clock_timestamp()
    WHERE c.stopped <> $1;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO onceover.audit (action, actor, host, program, reason)
    VALUES (CASE WHEN $1 THEN 'stop' ELSE 'start' END, $3, $4, $5, $2);
  RETURN true;
END
$$;

-- ## For reconcilers: plans

-- The items of a plan are added in the transaction of create_plan, and in no other.
CREATE FUNCTION onceover.create_plan(name text, act text, profile_toml text, gateway text, gateway_digest text,
  reason text, ticket text, said text, chosen_by text, options jsonb, items bigint, actor text, host text, program text,
  system_identifier text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  number bigint;
BEGIN
  IF $10 IS NULL OR jsonb_typeof($10) <> 'object' THEN RAISE EXCEPTION 'onceover: the options of a plan are an object'
    USING ERRCODE = '22023'; END IF;
  IF $2 = 'reap' AND $10 -> 'within_window' = 'true' AND NOT onceover.is_owner() THEN
    RAISE EXCEPTION 'onceover: only the owner of the tables makes a plan that deletes keys within their window'
      USING ERRCODE = '42501';
  END IF;
  INSERT INTO onceover.plans (name, act, profile_toml, gateway, gateway_digest, reason, ticket, said, chosen_by,
    options, items, actor, host,
                              program, system_identifier, database_oid, database_name)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::integer, $12, $13, $14, $15, d.oid::bigint, d.datname::text
  FROM pg_database d WHERE d.datname = current_database()
  RETURNING id INTO number;
  INSERT INTO onceover.audit (action, actor, host, program, reason, ticket)
  VALUES ('plan_made', $12, $13, $14, format('plan %s: %s of %s rows: %s', number, $2, $11, $6), NULLIF($7, ''));
  RETURN number;
END
$$;

CREATE FUNCTION onceover.freeze_items(plan bigint, positions bigint[], lines bigint[], tenants text[],
  operations text[], keys text[],
                                      columns text[], frozen text[], fences bigint[])
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  number bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM onceover.plans p WHERE p.id = $1 AND p.xmin = pg_current_xact_id()::xid
    AND p.db_user = session_user) THEN
    RAISE EXCEPTION 'onceover: the set of a plan is frozen' USING ERRCODE = 'OC007';
  END IF;
  INSERT INTO onceover.plan_items (plan, position, line, tenant, operation, key, columns, frozen, fence)
  SELECT $1, v.position::integer, NULLIF(v.line, 0)::integer, v.tenant, v.operation, v.key,
         NULLIF(v.columns, '')::jsonb, v.frozen::jsonb, v.fence
  FROM unnest($2, $3, $4, $5, $6, $7, $8, $9) AS v (position, line, tenant, operation, key, columns, frozen, fence);
  GET DIAGNOSTICS number = ROW_COUNT;
  RETURN number;
END
$$;

-- Begins a new dry run.
CREATE FUNCTION onceover.unforesee_items(plan bigint) RETURNS void LANGUAGE sql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
  UPDATE onceover.plan_items
  SET foreseen = NULL, foreseen_writes = NULL, foreseen_why = NULL, foreseen_evidence = NULL, foreseen_at = NULL
  WHERE plan = $1 AND state = 'waiting' AND EXISTS (SELECT FROM onceover.plans p WHERE p.id = $1 AND p.state = 'frozen')
$$;

-- Stores the preview of a dry run, for the items that this runner still has; '': no preview, and the item is free
-- again.
CREATE FUNCTION onceover.foresee_items(plan bigint, runner text, positions bigint[], foreseen text[], writes bigint[],
  why text[], evidence text[])
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  SET plan_cache_mode = force_generic_plan SET jit = off AS $$
#variable_conflict use_column
BEGIN
  UPDATE onceover.plan_items i
  SET foreseen = NULLIF(v.foreseen, ''), foreseen_writes = CASE WHEN v.foreseen <> '' THEN v.writes = 1
    END, foreseen_why = NULLIF(v.why, ''),
      foreseen_evidence = NULLIF(v.evidence, '')::jsonb, foreseen_at = CASE WHEN v.foreseen <> ''
        THEN clock_timestamp() END, taken_until = NULL
  FROM unnest($3, $4, $5, $6, $7) AS v (position, foreseen, writes, why, evidence),
    LATERAL (SELECT p.ctid AS at FROM onceover.plan_items p WHERE p.plan = $1 AND p.position = v.position OFFSET 0) here
  WHERE i.ctid = here.at AND i.state = 'waiting' AND i.runner = $2 AND i.runner_user = session_user;
END
$$;

-- Takes items without a runner, in their order, after a position. SKIP LOCKED keeps runners apart; the runner's name
-- and the short lease, once committed, reserve the items for it and its database user. dry_run: of a frozen plan, only
-- items without a preview; otherwise of a running plan. A plan that overrules leases (although_held) is run by another
-- database user than its maker, the second approver, or by the owner of the tables.
-- fresh: only items without an attempt, when the retry budget is spent.
CREATE FUNCTION onceover.take_items(plan bigint, behind bigint, most bigint, runner text, lease interval,
  dry_run boolean, fresh boolean)
RETURNS SETOF onceover.plan_items LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan
  SET jit = off AS $$
#variable_conflict use_column
BEGIN
  PERFORM onceover.require_span('a lease', $5, onceover.longest_lease());
  PERFORM onceover.require_count('most', $3, 100000);
  IF COALESCE($4, '') = '' OR $6 IS NULL OR $7 IS NULL THEN RAISE EXCEPTION 'onceover: a runner has a name and a work'
    USING ERRCODE = '22023'; END IF;
  PERFORM FROM onceover.plans p WHERE p.id = $1 AND p.state = CASE WHEN $6 THEN 'frozen' ELSE 'running' END;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM FROM onceover.plans p WHERE p.id = $1 AND NOT $6 AND p.options -> 'although_held' = 'true'
    AND p.db_user = session_user;
  IF FOUND AND NOT onceover.is_owner() THEN
    RAISE EXCEPTION 'onceover: a plan that overrules leases is run by another database user' USING ERRCODE = 'OC005';
  END IF;
  RETURN QUERY
  WITH free AS (
    SELECT i.position FROM onceover.plan_items i
    WHERE i.plan = $1 AND i.state = 'waiting' AND i.position > $2
      -- What is later was written while the clock was ahead.
      AND (i.taken_until IS NULL OR i.taken_until <= clock_timestamp()
        OR i.taken_until > clock_timestamp() + onceover.no_end_is_later())
      AND (i.next_try_at IS NULL OR i.next_try_at <= clock_timestamp()
        OR i.next_try_at > clock_timestamp() + onceover.no_end_is_later())
      AND (NOT $6 OR i.foreseen IS NULL) AND (NOT $7 OR i.tries = 0)
    ORDER BY i.position LIMIT $3
    FOR UPDATE SKIP LOCKED
  )
  UPDATE onceover.plan_items i
  SET runner = $4, runner_user = session_user, taken_until = clock_timestamp() + $5,
      tries = LEAST(GREATEST(i.tries, 0), 2147483646) + CASE WHEN $6 THEN 0 ELSE 1 END
  FROM free f
  WHERE i.plan = $1 AND i.position = f.position
  RETURNING i.*;
END
$$;

-- Stores the results of items, or that they wait again: only for items that this runner of this database user still
-- has. A done item has an audit row. fence 0: unchanged. untried 1: taking it does not count as an attempt.
CREATE FUNCTION onceover.finish_items(plan bigint, runner text, positions bigint[], states text[], outcomes text[],
  why text[], evidence text[],
                                      to_states text[], audit_ids bigint[], fences bigint[], next_try_ms bigint[],
                                      untried bigint[])
RETURNS SETOF bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan SET jit = off AS $$
#variable_conflict use_column
BEGIN
  PERFORM onceover.require_waits($11);
  RETURN QUERY
  UPDATE onceover.plan_items i
  SET state = v.state, outcome = NULLIF(v.outcome, ''), why = NULLIF(v.why, ''),
      evidence = NULLIF(v.evidence, '')::jsonb,
      to_state = NULLIF(v.to_state, ''), audit_id = NULLIF(v.audit_id, 0), tries = GREATEST(0, i.tries - CASE v.untried
        WHEN 1 THEN 1 ELSE 0 END), fence = COALESCE(NULLIF(v.fence, 0), i.fence),
      taken_until = NULL, next_try_at = CASE WHEN v.state = 'waiting'
        THEN clock_timestamp() + LEAST(v.next_try_ms, (extract(epoch FROM onceover.longest_lease()) * 1000)::bigint)
        * interval '1 millisecond' END,
      finished_at = CASE WHEN v.state <> 'waiting' THEN clock_timestamp() END
  FROM unnest($3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    AS v (position, state, outcome, why, evidence, to_state, audit_id, fence, next_try_ms, untried),
    LATERAL (SELECT p.ctid AS at FROM onceover.plan_items p WHERE p.plan = $1 AND p.position = v.position OFFSET 0) here
  WHERE i.ctid = here.at AND i.runner = $2 AND i.runner_user = session_user AND i.state = 'waiting'
    AND (v.audit_id = 0 OR EXISTS (SELECT FROM onceover.audit a WHERE a.id = v.audit_id AND a.db_user = session_user))
  RETURNING i.position::bigint;
END
$$;

-- from_states: the allowed previous states, as one text. 'finished' and 'ready' are allowed only if no item still waits
-- for it. A plan that never ran returns to the state in which it was stopped, and never to running. False: not allowed
-- now.
CREATE FUNCTION onceover.move_plan(plan bigint, state text, from_states text, state_why text, actor text, host text,
  program text, reason text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  UPDATE onceover.plans p
  SET state = $2, state_why = NULLIF($4, ''), changed_at = clock_timestamp(),
      ready_at = CASE WHEN $2 = 'ready' AND (p.state = 'frozen' OR p.ready_at IS NULL) THEN clock_timestamp()
        ELSE p.ready_at END,
      started_at = CASE WHEN $2 = 'running' THEN COALESCE(p.started_at, clock_timestamp()) ELSE p.started_at END,
      finished_at = CASE WHEN $2 = 'finished' THEN clock_timestamp() END
  WHERE p.id = $1 AND p.state = ANY (string_to_array($3, ' '))
    AND ($2 <> 'finished' OR NOT EXISTS (SELECT FROM onceover.plan_items i WHERE i.plan = p.id AND i.state = 'waiting'))
    AND ($2 <> 'ready' OR NOT EXISTS (SELECT FROM onceover.plan_items i WHERE i.plan = p.id AND i.state = 'waiting'
      AND i.foreseen IS NULL))
    AND ($2 <> 'running' OR p.state IN ('frozen', 'ready') OR p.started_at IS NOT NULL)
    AND ($2 <> 'frozen' OR p.started_at IS NULL);
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO onceover.audit (action, actor, host, program, reason)
    VALUES ('plan_' || $2, $5, $6, $7, format('plan %s: %s', $1, $8));
  RETURN true;
END
$$;

-- Milliseconds until the plan's rate allows more questions. Locks the row of the plan, so that runners share the rate.
CREATE FUNCTION onceover.wait_of_plan(plan bigint) RETURNS bigint LANGUAGE sql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
  -- written while the clock was ahead
  SELECT CASE WHEN p.paced_until > clock_timestamp() + onceover.no_end_is_later() THEN 0
              ELSE GREATEST(0, ceil(extract(epoch FROM p.paced_until - clock_timestamp()) * 1000))::bigint END
  FROM onceover.plans p WHERE p.id = $1 FOR NO KEY UPDATE
$$;

-- However often it is called, the plan rests for a day at most.
CREATE FUNCTION onceover.pace_plan(plan bigint, by interval) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  PERFORM onceover.require_span('a pause', $2, onceover.longest_lease());
  UPDATE onceover.plans p
  SET paced_until = LEAST(GREATEST(CASE WHEN p.paced_until <= clock_timestamp() + onceover.no_end_is_later()
    THEN p.paced_until END,
                                         clock_timestamp()) + $2, clock_timestamp() + onceover.longest_lease())
  WHERE p.id = $1;
END
$$;

-- ## For reapers

-- Deletes finished keys with their cases, and writes them to the trail. Never unfinished ones; within their window only
-- finished ones, and only for the owner of the tables: an early delete lets the effect happen again.
CREATE FUNCTION onceover.reap_keys(tenants text[], operations text[], keys text[], fences bigint[], actor text,
  host text, program text,
                                   reason text, within_window boolean, ticket text)
RETURNS TABLE (tenant text, operation text, key text, audit_id bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off
  SET enable_hashjoin = off
SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan SET jit = off AS $$
#variable_conflict use_column
BEGIN
  IF COALESCE($8, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  IF $9 AND NOT onceover.is_owner() THEN
    RAISE EXCEPTION 'onceover: only the owner of the tables deletes keys within their window' USING ERRCODE = '42501';
  END IF;
  RETURN QUERY
  WITH wanted AS (
    SELECT * FROM unnest($1, $2, $3, $4) AS v (tenant, operation, key, fence)
  ), gone AS (
    DELETE FROM onceover.keys k USING wanted v
    WHERE k.key = v.key AND k.operation = v.operation AND k.tenant = v.tenant AND k.fence = v.fence
      AND k.state IN ('succeeded', 'failed', 'released')
      AND (k.expires_at <= clock_timestamp() OR ($9 AND k.state IN ('succeeded', 'failed')))
      AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
    RETURNING k.tenant, k.operation, k.key, k.state, k.fence, k.response_code, k.completed_at, k.expires_at,
              k.correlation_id
  ), closed AS (
    DELETE FROM onceover.cases c USING gone g WHERE c.tenant = g.tenant AND c.operation = g.operation AND c.key = g.key
  ), noted AS (
    INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, fence_before, before,
      verdict, reason, ticket,
                                correlation_id)
    SELECT 'reap', $5, $6, $7, g.tenant, g.operation, g.key, g.state, g.fence,
           jsonb_build_object('state', g.state, 'fence', g.fence, 'response_code', g.response_code, 'completed_at',
             g.completed_at,
                              'expires_at', g.expires_at),
           'reap', $8, NULLIF($10, ''), g.correlation_id
    FROM gone g
    RETURNING tenant, operation, key, id
  )
  SELECT n.tenant, n.operation, n.key, n.id FROM noted n;
END
$$;

-- Of a slice of all keys, from behind one key up to another: notes when one of them is past its window. until_at:
-- infinity where the slice has no end, and nothing is noted.
CREATE FUNCTION onceover.mark_reaped(behind_at timestamptz, behind_key text, until_at timestamptz, until_key text)
  RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  next_look timestamptz;
BEGIN
  IF $3 = 'infinity' THEN RETURN; END IF;
  -- A key that is finished later is kept for its whole window from then on.
  SELECT LEAST(min(CASE WHEN k.state IN ('succeeded', 'failed') THEN k.expires_at
                        ELSE LEAST(k.expires_at, clock_timestamp() + make_interval(secs => k.retention_s)) END),
               clock_timestamp() + interval '1 day') INTO next_look
  FROM onceover.keys k
  -- The planner takes two comparisons of rows for a ninth of the table, and would read all of it.
  WHERE k.created_at BETWEEN $1 AND $3 AND (k.created_at, k.key) > ($1, $2) AND (k.created_at, k.key) <= ($3, $4)
  HAVING count(*) > 0;
  IF next_look IS NULL THEN
    DELETE FROM onceover.reap_marks m WHERE m.until_at = $3 AND m.until_key = $4;
  ELSE
    INSERT INTO onceover.reap_marks AS m (until_at, until_key, look_at) VALUES ($3, $4, next_look)
    ON CONFLICT ON CONSTRAINT reap_marks_pkey DO UPDATE SET look_at = EXCLUDED.look_at;
  END IF;
END
$$;

-- The slices that a reaper must read: those whose time has come, and what follows the last mark, without an end.
CREATE VIEW onceover.slices_to_reap AS
SELECT s.behind_at, s.behind_key, s.until_at, s.until_key
FROM (SELECT pg_catalog.lag(m.until_at, 1, '-infinity') OVER w AS behind_at,
  pg_catalog.lag(m.until_key, 1, '') OVER w AS behind_key,
             m.until_at, m.until_key, m.look_at
      FROM (SELECT * FROM onceover.reap_marks UNION ALL SELECT 'infinity', '', '-infinity') m
      WINDOW w AS (ORDER BY m.until_at, m.until_key)) s
WHERE s.look_at <= pg_catalog.clock_timestamp();

-- Deletes keys of a slice past their window, oldest first, and returns how many. Never unfinished ones: that would turn
-- a crash into a second effect.
CREATE FUNCTION onceover.reap_slice(behind_at timestamptz, behind_key text, until_at timestamptz, until_key text,
  most bigint) RETURNS bigint
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  gone_now bigint;
  one record;
BEGIN
  BEGIN
    WITH due AS (
      SELECT k.ctid FROM onceover.keys k
      WHERE k.state IN ('succeeded', 'failed', 'released') AND k.expires_at <= clock_timestamp()
        AND k.created_at BETWEEN $1 AND $3 AND (k.created_at, k.key) > ($1, $2) AND (k.created_at, k.key) <= ($3, $4)
        AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
      ORDER BY k.created_at, k.key LIMIT most
      FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM onceover.keys k
      WHERE k.ctid = ANY (ARRAY (SELECT d.ctid FROM due d)) AND k.state IN ('succeeded', 'failed', 'released')
        AND k.expires_at <= clock_timestamp()
      RETURNING k.tenant, k.operation, k.key
    ), closed AS (
      DELETE FROM onceover.cases c USING gone g WHERE c.tenant = g.tenant AND c.operation = g.operation
        AND c.key = g.key
    )
    SELECT count(*) INTO gone_now FROM gone;
    RETURN gone_now;
  EXCEPTION WHEN data_exception OR integrity_constraint_violation OR triggered_action_exception
    OR external_routine_exception OR plpgsql_error
                 OR program_limit_exceeded OR internal_error OR SQLSTATE 'OC009' THEN
    -- One of them cannot be deleted: each by itself, so that it keeps none of the others.
    gone_now := 0;
    FOR one IN
      SELECT k.tenant, k.operation, k.key, k.fence FROM onceover.keys k
      WHERE k.state IN ('succeeded', 'failed', 'released') AND k.expires_at <= clock_timestamp()
        AND k.created_at BETWEEN $1 AND $3 AND (k.created_at, k.key) > ($1, $2) AND (k.created_at, k.key) <= ($3, $4)
        AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
      ORDER BY k.created_at, k.key
    LOOP
      BEGIN
        DELETE FROM onceover.keys k
        WHERE k.key = one.key AND k.operation = one.operation AND k.tenant = one.tenant AND k.fence = one.fence
          AND k.state IN ('succeeded', 'failed', 'released') AND k.expires_at <= clock_timestamp();
        IF FOUND THEN
          gone_now := gone_now + 1;
          DELETE FROM onceover.cases c WHERE c.tenant = one.tenant AND c.operation = one.operation AND c.key = one.key;
        END IF;
      EXCEPTION WHEN data_exception OR integrity_constraint_violation OR triggered_action_exception
        OR external_routine_exception OR plpgsql_error
                     OR program_limit_exceeded OR internal_error OR SQLSTATE 'OC009' THEN
        RAISE WARNING 'onceover: the key % cannot be deleted: %', one.key, SQLERRM;
      END;
      EXIT WHEN gone_now >= most;
    END LOOP;
    RETURN gone_now;
  END;
END
$$;

-- The same of all keys: a slice after another, for a second at most. NULL: nothing was due in what was read, and there
-- is more to read.
CREATE FUNCTION onceover.reap_finished(onceover_limit bigint) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  rows_of_slice CONSTANT bigint := 20000;
  enough CONSTANT timestamptz := clock_timestamp() + interval '1 second';
  gone bigint := 0;
  part bigint;
  slice record;
  ends_at timestamptz;
  ends_key text;
BEGIN
  PERFORM onceover.require_count('the limit', onceover_limit, 100000);
  FOR slice IN SELECT * FROM onceover.slices_to_reap s ORDER BY s.until_at, s.until_key LOOP
    LOOP
      SELECT w.created_at, w.key INTO ends_at, ends_key FROM onceover.keys w
      WHERE (w.created_at, w.key) > (slice.behind_at, slice.behind_key)
        AND (w.created_at, w.key) <= (slice.until_at, slice.until_key)
      ORDER BY w.created_at, w.key OFFSET rows_of_slice - 1 LIMIT 1;
      IF NOT FOUND THEN ends_at := slice.until_at; ends_key := slice.until_key; END IF;
      part := onceover.reap_slice(slice.behind_at, slice.behind_key, ends_at, ends_key, onceover_limit - gone);
      gone := gone + part;
      IF gone >= onceover_limit THEN RETURN gone; END IF;
      PERFORM onceover.mark_reaped(slice.behind_at, slice.behind_key, ends_at, ends_key);
      EXIT WHEN ends_at = slice.until_at AND ends_key = slice.until_key;
      IF clock_timestamp() > enough THEN RETURN NULLIF(gone, 0); END IF;
      slice.behind_at := ends_at;
      slice.behind_key := ends_key;
    END LOOP;
    IF clock_timestamp() > enough AND slice.until_at <> 'infinity' THEN RETURN NULLIF(gone, 0); END IF;
  END LOOP;
  RETURN gone;
END
$$;

-- Deletes samples that are past their time, oldest first, and returns how many; 0 while the stop switch is on.
CREATE FUNCTION onceover.reap_samples(most bigint DEFAULT 5000) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  gone bigint;
BEGIN
  PERFORM onceover.require_count('most', most, 1000000);
  PERFORM FROM onceover.control c WHERE c.stopped;
  IF FOUND THEN RETURN 0; END IF;
  DELETE FROM onceover.samples s WHERE s.ctid = ANY (ARRAY (
    SELECT o.ctid FROM onceover.samples o
    WHERE o.minute < (SELECT clock_timestamp() - r.minutes_kept FROM onceover.counter_rollup r)
    ORDER BY o.minute LIMIT most FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END
$$;

-- ## For every role that writes the audit trail: seals

-- Seals the links since the last seals. Returns the number of the seal; NULL: there is nothing new. It waits for no
-- one, and holds no lock that another sealer or a writer would wait for: a session that seals and leaves its
-- transaction open stops nothing.
CREATE FUNCTION onceover.seal_audit() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO, YMD' SET bytea_output = 'hex' AS $$
DECLARE
  this onceover.audit_seals;
  fresh_writers uuid[];
  fresh_seqs bigint[];
  fresh_hashes bytea[];
BEGIN
  -- One snapshot for the seals and the links: what one of them lacks the other has.
  WITH last AS (
    SELECT s.number, s.hash FROM onceover.audit_seal_tips t JOIN onceover.audit_seals s ON s.number = t.number
  ), sealed AS (
    SELECT h.writer, max(h.seq) AS seq FROM onceover.audit_seal_heads h GROUP BY h.writer
  ), fresh AS (
    SELECT l.writer, max(l.seq) AS seq, count(*) AS links, sum(cardinality(l.ids)) AS rows
    FROM onceover.audit_links l LEFT JOIN sealed s ON s.writer = l.writer
    WHERE l.seq > coalesce(s.seq, 0)
    GROUP BY l.writer
  ), heads AS (
    SELECT f.writer, f.seq, l.hash, f.links, f.rows FROM fresh f JOIN onceover.audit_links l ON l.writer = f.writer
      AND l.seq = f.seq ORDER BY f.writer
  )
  SELECT array_agg(h.writer), array_agg(h.seq), array_agg(h.hash), sum(h.links), sum(h.rows),
         sha256(convert_to(string_agg(ROW(h.writer, h.seq, h.hash)::text, ''), 'UTF8')),
         (SELECT coalesce(array_agg(l.number ORDER BY l.number), '{}') FROM last l),
         (SELECT coalesce(sha256(string_agg(l.hash, ''::bytea ORDER BY l.number)), '') FROM last l)
  INTO fresh_writers, fresh_seqs, fresh_hashes, this.links, this.rows, this.heads, this.joins, this.prev
  FROM heads h;
  IF fresh_writers IS NULL THEN
    RETURN NULL;
  END IF;
  -- A sequence may be behind its table after a promotion.
  LOOP
    this.number := nextval('onceover.audit_seal_number');
    EXIT WHEN NOT EXISTS (SELECT FROM onceover.audit_seals s WHERE s.number >= this.number);
  END LOOP;
  this.at := clock_timestamp();
  this.db_user := session_user;
  this.hash := sha256(convert_to(ROW(this.number, this.at, this.db_user, this.links, this.rows, this.heads, this.joins,
    this.prev)::text, 'UTF8'));
  INSERT INTO onceover.audit_seals SELECT this.*;
  INSERT INTO onceover.audit_seal_heads SELECT this.number, h.* FROM unnest(fresh_writers, fresh_seqs, fresh_hashes) h;
  -- One that another session joins at this moment is left to it; the next seal joins it once more where that session
  -- rolls back.
  DELETE FROM onceover.audit_seal_tips t WHERE t.number = ANY (ARRAY (
    SELECT l.number FROM onceover.audit_seal_tips l WHERE l.number = ANY (this.joins) FOR UPDATE SKIP LOCKED));
  INSERT INTO onceover.audit_seal_tips VALUES (this.number);
  RETURN this.number;
END
$$;

-- ## For relays, and for people who act on them and on events

-- Makes partitions of the outbox until `ahead` of them follow the current one. Returns their names. A partition begins
-- after the last event of the default one. Waits at most 50 ms for a lock: a DDL statement that waits also delays all
-- later writers.
CREATE FUNCTION onceover.make_outbox_partitions(width interval, ahead integer)
  RETURNS text[] LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET lock_timeout = '50ms' SET statement_timeout = '10s' SET timezone = 'UTC' AS $$
DECLARE
  made text[] := '{}';
  seconds CONSTANT double precision := extract(epoch FROM width);
  reached timestamptz;
  starts timestamptz;
  ends timestamptz;
  part text;
BEGIN
  IF seconds < 60 OR ahead NOT BETWEEN 0 AND 1000 THEN
    RAISE EXCEPTION 'onceover: a partition must be at least a minute wide, and at most 1000 are made ahead'
      USING ERRCODE = '22023';
  END IF;
  SELECT coalesce(max((regexp_match(pg_get_expr(c.relpartbound,
    c.oid), $r$TO \('([^']+)'\)$r$))[1]::timestamptz), '-infinity') INTO reached
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'onceover.outbox'::regclass;
  FOR n IN 0 .. ahead LOOP
    starts := to_timestamp(floor(extract(epoch FROM clock_timestamp()) / seconds) * seconds + n * seconds);
    ends := starts + make_interval(secs => seconds);
    starts := greatest(starts, reached);
    -- Events of the current time in the default partition stay there.
    CONTINUE WHEN starts >= ends OR (n = 0 AND EXISTS (SELECT FROM onceover.outbox_rest));
    -- An insert that is routed to the default partition waits for ATTACH, and then its row has no place there any more.
    IF starts < clock_timestamp() + interval '10 seconds' THEN
      LOCK TABLE ONLY onceover.outbox IN SHARE ROW EXCLUSIVE MODE;
      CONTINUE WHEN n = 0 AND EXISTS (SELECT FROM onceover.outbox_rest);
    END IF;
    part := 'outbox_' || to_char(starts, 'YYYYMMDD"t"HH24MISS');
    EXECUTE format('CREATE TABLE onceover.%I (LIKE onceover.outbox INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS INCLUDING INDEXES INCLUDING STORAGE)',
      part);
    EXECUTE format('ALTER TABLE onceover.outbox ATTACH PARTITION onceover.%I FOR VALUES FROM (%L) TO (%L)', part,
      starts, ends);
    made := made || part;
    reached := ends;
  END LOOP;
  RETURN made;
END
$$;

-- Which history the server has since when, and which database it is: timeline, start, and a file, whose path names the
-- database. The tail of server_token(). Without a pinned path, so that it becomes part of the caller's statement: a
-- relay asks in each transaction.
CREATE FUNCTION onceover.server_run() RETURNS text LANGUAGE sql VOLATILE AS $$
  SELECT pg_catalog.concat_ws('/',
    CASE WHEN pg_catalog.pg_is_in_recovery() THEN 'standby'
         ELSE pg_catalog.left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_insert_lsn()), 8) END,
    EXTRACT(epoch FROM pg_catalog.pg_postmaster_start_time()),
      pg_catalog.pg_relation_filepath('onceover.relay_tokens'::pg_catalog.regclass))
$$;

-- Which server answers, and which history it has: cluster, database and server_run(). A pooler may lead the next
-- transaction to another one. With the rights of the owner, so that it is the same for every caller.
CREATE FUNCTION onceover.server_token() RETURNS text LANGUAGE plpgsql STABLE SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN concat_ws('/',
    CASE WHEN has_function_privilege('pg_control_system()', 'EXECUTE')
      THEN (SELECT c.system_identifier::text FROM pg_control_system() c) ELSE '?' END,
    (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()), onceover.server_run());
END
$$;

-- Ends the transaction of a relay whose memory is not of this server and its history (OC015), or that another process
-- has taken over since (OC013). Called first where the relay reads or writes. The cluster is not compared: its token in
-- another cluster is none of this relay. The token is read last: a standby cannot read it. Without a name only the
-- server is compared.
CREATE FUNCTION onceover.hold_relay(relay text, token uuid, server text)
  RETURNS void LANGUAGE plpgsql STABLE SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  run CONSTANT text := onceover.server_run();
  stored uuid;
BEGIN
  IF right($3, length(run)) IS DISTINCT FROM run THEN
    RAISE EXCEPTION 'onceover: another server answers, or it was started again' USING ERRCODE = 'OC015';
  END IF;
  IF $1 IS NULL THEN RETURN; END IF;
  SELECT t.token INTO stored FROM onceover.relay_tokens t WHERE t.relay = $1;
  IF stored IS NULL THEN
    RAISE EXCEPTION 'onceover: the server crashed, or was a standby, since the relay was taken' USING ERRCODE = 'OC015';
  END IF;
  IF stored <> $2 THEN
    RAISE EXCEPTION 'onceover: another process has taken the relay' USING ERRCODE = 'OC013';
  END IF;
END
$$;

-- The subscription by which events or progress arrive from another server; NULL: none.
CREATE FUNCTION onceover.outbox_subscription()
  RETURNS text LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.subname::text FROM pg_subscription_rel r JOIN pg_subscription s ON s.oid = r.srsubid
  WHERE r.srrelid IN ('onceover.outbox'::regclass, 'onceover.relays'::regclass, 'onceover.outbox_parked'::regclass)
     OR r.srrelid IN (SELECT i.inhrelid FROM pg_inherits i WHERE i.inhparent = 'onceover.outbox'::regclass)
  ORDER BY 1 LIMIT 1
$$;

-- Whether the outbox has events of transactions that have not begun here: they were written on another server.
CREATE FUNCTION onceover.has_foreign_events()
  RETURNS boolean LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM onceover.outbox o WHERE o.xid >= pg_snapshot_xmax(pg_current_snapshot()))
$$;

-- Whether this progress of a relay is of another database than this one, of another cluster, or of a later time.
CREATE FUNCTION onceover.is_foreign_progress(window_to pg_snapshot, database_oid oid, system_identifier text)
  RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT $2 <> (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
      OR pg_snapshot_xmax($1) > pg_snapshot_xmax(pg_current_snapshot())
      OR COALESCE($3 <> NULLIF(s.identifier, '?'), false)
  FROM (SELECT split_part(onceover.server_token(), '/', 1) AS identifier OFFSET 0) s
$$;

-- Why a partition may not be dropped; NULL: every relay has passed it.
CREATE FUNCTION onceover.needs_outbox_partition(part regclass, starts timestamptz, ends timestamptz)
  RETURNS text LANGUAGE plpgsql STABLE
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  r record;
  is_needed boolean;
BEGIN
  IF EXISTS (SELECT FROM onceover.outbox_adoptions a WHERE a.ended_at IS NULL) THEN
    RETURN 'an adoption has not ended';
  END IF;
  FOR r IN SELECT * FROM onceover.relays s
    WHERE NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = s.name AND h.state = 'retired') LOOP
    IF EXISTS (SELECT FROM onceover.outbox_parked p WHERE p.relay = r.name AND p.created_at >= starts
      AND p.created_at < ends) THEN
      RETURN format('relay %s holds parked or dead events of it', r.name);
    END IF;
    IF r.drain_up_to IS NOT NULL THEN
      RETURN format('relay %s publishes earlier events first', r.name);
    END IF;
    CONTINUE WHEN ends <= r.since;
    EXECUTE format('SELECT EXISTS (SELECT FROM %s o WHERE o.xid >= pg_snapshot_xmin($1) AND NOT pg_visible_in_snapshot(o.xid, $1)
      AND NOT (pg_visible_in_snapshot(o.xid, $2) AND o.seq <= $3) AND (o.topic = ANY ($4) OR $4 = ''{*}''))', part)
      INTO is_needed USING r.window_from, r.window_to, r.pos, r.topics;
    IF is_needed THEN RETURN format('relay %s has not published all of it', r.name); END IF;
  END LOOP;
  RETURN NULL;
END
$$;

-- Drops the oldest partition that ended before the retention and that no relay needs. Returns its name; NULL: there is
-- none. One at a time: each is a transaction of its own. Locks the partition first and checks then, in a later
-- snapshot: an event that a transaction commits in between is seen. Waits for no lock longer than 50 ms (55P03: try
-- again later).
CREATE FUNCTION onceover.drop_outbox_partition(retention interval) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET lock_timeout = '50ms' SET timezone = 'UTC' AS $$
DECLARE
  part record;
BEGIN
  FOR part IN
    SELECT * FROM (
      SELECT c.oid::regclass AS place, c.relname::text AS name,
        (regexp_match(pg_get_expr(c.relpartbound, c.oid), $r$FROM \('([^']+)'\)$r$))[1]::timestamptz AS starts,
        (regexp_match(pg_get_expr(c.relpartbound, c.oid), $r$TO \('([^']+)'\)$r$))[1]::timestamptz AS ends
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'onceover.outbox'::regclass) p
    WHERE p.ends <= clock_timestamp() - retention ORDER BY p.ends
  LOOP
    -- Without a lock first: a partition that is needed is left to those who use it.
    CONTINUE WHEN onceover.needs_outbox_partition(part.place, part.starts, part.ends) IS NOT NULL;
    EXECUTE format('LOCK TABLE %s IN EXCLUSIVE MODE', part.place);
    CONTINUE WHEN onceover.needs_outbox_partition(part.place, part.starts, part.ends) IS NOT NULL;
    EXECUTE format('DROP TABLE %s', part.place);
    -- What a retired relay held back of it.
    DELETE FROM onceover.outbox_parked p WHERE p.ctid = ANY (ARRAY (
      SELECT q.ctid FROM onceover.outbox_parked q JOIN onceover.relay_holds h ON h.relay = q.relay
        AND h.state = 'retired'
      WHERE q.created_at >= part.starts AND q.created_at < part.ends FOR UPDATE OF q SKIP LOCKED));
    RETURN part.name;
  END LOOP;
  RETURN NULL;
END
$$;

-- Pauses or resumes a relay. False: it already is in this state. NULL: there is no such relay, or it is retired. Locks
-- nothing that a relay uses.
CREATE FUNCTION onceover.pause_relay(relay text, paused boolean, reason text, actor text, host text, program text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF COALESCE($3, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  IF $2 IS NULL THEN RAISE EXCEPTION 'onceover: pause or resume?' USING ERRCODE = '22023'; END IF;
  PERFORM FROM onceover.relays r WHERE r.name = $1;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF $2 THEN
    INSERT INTO onceover.relay_holds (relay, state, held_by, reason) VALUES ($1, 'paused', $4, $3) ON CONFLICT (relay)
      DO NOTHING;
  ELSE
    DELETE FROM onceover.relay_holds h WHERE h.relay = $1 AND h.state = 'paused';
  END IF;
  IF NOT FOUND THEN
    RETURN CASE WHEN NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = $1 AND h.state = 'retired')
      THEN false END;
  END IF;
  INSERT INTO onceover.audit (action, actor, host, program, after, reason)
  VALUES (CASE WHEN $2 THEN 'pause_relay' ELSE 'resume_relay' END, $4, $5, $6, jsonb_build_object('relay', $1), $3);
  RETURN true;
END
$$;

-- Ends a relay for good: nothing more is published under its name, it needs no partition, and what it holds back is
-- given up. How many events that is; NULL: there is no such relay, or it is retired already. 55006: a process runs it.
-- One that starts meanwhile stops at its next write.
CREATE FUNCTION onceover.retire_relay(relay text, reason text, actor text, host text, program text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  before onceover.relays;
  given_up bigint;
BEGIN
  IF COALESCE($2, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT r.* INTO before FROM onceover.relays r WHERE r.name = $1;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO onceover.relay_holds AS h (relay, state, held_by, reason) VALUES ($1, 'retired', $3, $2)
  ON CONFLICT (relay) DO UPDATE SET state = excluded.state, since = excluded.since, held_by = excluded.held_by,
    reason = excluded.reason
  WHERE h.state <> 'retired';
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF before.locked_until > clock_timestamp() THEN
    RAISE EXCEPTION 'onceover: the relay is run by %', before.owner USING ERRCODE = '55006';
  END IF;
  SELECT count(*) INTO given_up FROM onceover.outbox_parked p WHERE p.relay = $1;
  DELETE FROM onceover.event_requests d WHERE d.relay = $1 AND d.seq = ANY (ARRAY (
    SELECT e.seq FROM onceover.event_requests e WHERE e.relay = $1 FOR UPDATE SKIP LOCKED));
  INSERT INTO onceover.audit (action, actor, host, program, before, reason)
  VALUES ('retire_relay', $3, $4, $5,
          jsonb_build_object('relay', $1, 'topics', before.topics, 'window_to', before.window_to::text, 'published',
            before.published,
                             'held_back', given_up), $2);
  RETURN given_up;
END
$$;

-- The next three are the owner's: no role gets them.

-- Puts each sequence of fences that is behind what is stored after it, as after a switch-over to a subscriber. Returns
-- those that were behind. The numbers of events are begin_adoption's: they need its lock.
CREATE FUNCTION onceover.repair_sequences() RETURNS TABLE (sequence text, was bigint, now bigint) LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  most CONSTANT bigint := onceover.last_fence();  -- no sequence gave a higher one
BEGIN
  SELECT s.last_value INTO was FROM onceover.fence s;
  SELECT GREATEST((SELECT max(k.fence) FROM onceover.keys k WHERE k.fence <= most), (SELECT max(r.fence)
    FROM onceover.relays r WHERE r.fence <= most),
                  (SELECT max(c.fence) FROM onceover.row_cases c WHERE c.fence <= most),
                  (SELECT max(f.fence) FROM onceover.audit a, unnest(ARRAY[a.fence_before, a.fence_after]) f (fence)
                    WHERE f.fence <= most)) INTO now;
  IF now > was THEN
    PERFORM setval('onceover.fence', now);
    sequence := 'fence';
    RETURN NEXT;
  END IF;
  SELECT s.last_value INTO was FROM onceover.inbox_fence s;
  SELECT max(i.fence) INTO now FROM onceover.inbox i WHERE i.fence <= most;
  IF now > was THEN
    PERFORM setval('onceover.inbox_fence', now);
    sequence := 'inbox_fence';
    RETURN NEXT;
  END IF;
END
$$;

-- Begins to adopt what another server wrote, or finds the adoption that has not ended. Under a lock of the outbox it
-- takes a snapshot: writers here hold the lock until they end, so exactly the events that are not visible in it are of
-- another server. From then on every relay publishes first, in order of seq, what is there and not older than `since`.
-- Returns the adoption, which adopt_events goes on with, and the sequence of events before and after. 22023: `since`
-- lies in the future. 55006: a process runs a relay. 55000: a subscription. 55P03: a transaction that has written
-- events or progress is open.
CREATE FUNCTION onceover.begin_adoption(since timestamptz, reason text, actor text, host text, program text,
                                        OUT adoption bigint, OUT seq_was bigint, OUT seq_now bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET lock_timeout = '50ms' AS $$
#variable_conflict use_column
DECLARE
  a onceover.outbox_adoptions;
  many bigint := 0;
  running text;
BEGIN
  IF COALESCE($2, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  IF $1 > clock_timestamp() THEN
    RAISE EXCEPTION 'onceover: the time lies in the future' USING ERRCODE = '22023', DETAIL = 'since';
  END IF;
  IF onceover.outbox_subscription() IS NOT NULL THEN
    RAISE EXCEPTION 'onceover: events arrive by the subscription %', onceover.outbox_subscription()
      USING ERRCODE = '55000';
  END IF;
  SELECT CASE WHEN s.is_called THEN s.last_value ELSE 0 END INTO seq_was FROM onceover.outbox_seq_seq s;
  seq_now := seq_was;
  SELECT o.id INTO adoption FROM onceover.outbox_adoptions o WHERE o.ended_at IS NULL;
  IF FOUND THEN RETURN; END IF;
  LOCK TABLE onceover.relays IN SHARE ROW EXCLUSIVE MODE;
  SELECT string_agg(format('%s by %s', r.name, r.owner), ', ') INTO running FROM onceover.relays r
  WHERE r.locked_until > clock_timestamp() AND NOT EXISTS (SELECT FROM onceover.relay_holds h
    WHERE h.relay = r.name AND h.state = 'retired');
  IF running IS NOT NULL THEN RAISE EXCEPTION 'onceover: run: %', running USING ERRCODE = '55006'; END IF;
  LOCK TABLE onceover.outbox IN SHARE MODE;
  SELECT pg_current_snapshot() INTO a.snapshot;
  SELECT COALESCE(max(o.seq), 0) INTO a.up_to FROM onceover.outbox o;
  SELECT CASE WHEN s.is_called THEN s.last_value ELSE 0 END INTO seq_was FROM onceover.outbox_seq_seq s;
  seq_now := seq_was;
  IF seq_was < a.up_to THEN
    -- Events that were written here meanwhile have low numbers and would go out before older ones of their aggregates.
    SELECT max(o.created_at) INTO a.renumber_after
      FROM (SELECT n.created_at FROM onceover.outbox n WHERE n.seq > seq_was ORDER BY n.seq DESC LIMIT 1000) o;
    SELECT count(*) INTO many FROM onceover.outbox o
    WHERE o.seq <= seq_was AND o.created_at > a.renumber_after AND pg_visible_in_snapshot(o.xid, a.snapshot);
    IF many > 0 THEN
      a.renumber_up_to := seq_was;
      a.renumber_next := a.up_to + 1;
    END IF;
    seq_now := setval('onceover.outbox_seq_seq', a.up_to + many);
  END IF;
  INSERT INTO onceover.outbox_adoptions (snapshot, up_to, renumber_up_to, renumber_after, renumber_next)
  VALUES (a.snapshot, a.up_to, a.renumber_up_to, a.renumber_after, a.renumber_next) RETURNING id INTO adoption;
  -- An earlier owner cannot write its progress any more: the fence is new.
  UPDATE onceover.relays r
  SET window_from = a.snapshot, window_to = a.snapshot, pos = 0, drain_up_to = a.up_to + many, drain_pos = 0,
      drain_except = '{}',
      drain_since = COALESCE($1, '-infinity'), whole_since = GREATEST(r.whole_since, $1),
      system_identifier = NULLIF(split_part(onceover.server_token(), '/', 1), '?'),
      database_oid = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()),
      fence = nextval('onceover.fence'), owner = NULL,
      locked_until = NULL, trouble = NULL, trouble_since = NULL
  WHERE NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = r.name AND h.state = 'retired');
  INSERT INTO onceover.audit (action, actor, host, program, after, reason)
  SELECT 'adopt_events', $3, $4, $5,
    jsonb_build_object('adoption', adoption, 'up_to', a.up_to, 'since', CASE WHEN $1 IS NULL THEN 'the beginning'
      ELSE to_char($1 AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') END,
                       'relays', (SELECT COALESCE(jsonb_agg(r.name ORDER BY r.name), '[]') FROM onceover.relays r
                                  WHERE NOT EXISTS (SELECT FROM onceover.relay_holds h
                                    WHERE h.relay = r.name AND h.state = 'retired'))), $2;
END
$$;

-- The next step of an adoption, of at most `most` events by their transactions from behind a place on (none: the first
-- step). Events of another server get transaction 3, which every snapshot of this one sees and the start of a relay at
-- the beginning does not; then what was written here with a low number is written anew with its next. done: the
-- adoption has ended, and relays may start.
CREATE FUNCTION onceover.adopt_events(adoption bigint, after_xid xid8, after_seq bigint, most integer,
                                      OUT reached_xid xid8, OUT reached_seq bigint, OUT changed bigint,
                                        OUT done boolean)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off AS $$
#variable_conflict use_column
DECLARE
  a onceover.outbox_adoptions;
  o record;
BEGIN
  SELECT d.* INTO a FROM onceover.outbox_adoptions d WHERE d.id = $1 FOR UPDATE;
  done := a.ended_at IS NOT NULL;
  changed := 0;
  IF done THEN RETURN; END IF;
  IF $2 IS NULL THEN
    UPDATE onceover.outbox e SET xid = '3' WHERE e.xid = ANY (ARRAY (SELECT pg_snapshot_xip(a.snapshot)))
      AND e.seq <= a.up_to;
    GET DIAGNOSTICS changed = ROW_COUNT;
  END IF;
  FOR o IN
    SELECT e.tableoid, e.ctid, e.xid, e.seq FROM onceover.outbox e
    WHERE e.xid >= pg_snapshot_xmax(a.snapshot) AND (e.xid, e.seq) > (COALESCE($2, '0'), COALESCE($3, 0))
      AND e.seq <= a.up_to
    ORDER BY e.xid, e.seq LIMIT $4
  LOOP
    UPDATE onceover.outbox e SET xid = '3' WHERE e.tableoid = o.tableoid AND e.ctid = o.ctid;
    reached_xid := o.xid;
    reached_seq := o.seq;
    changed := changed + 1;
  END LOOP;
  IF reached_xid IS NOT NULL OR changed > 0 THEN
    reached_xid := COALESCE(reached_xid, '0');
    UPDATE onceover.outbox_adoptions d SET rewritten = d.rewritten + changed WHERE d.id = $1;
    RETURN;
  END IF;
  reached_xid := $2;
  reached_seq := $3;
  FOR o IN
    SELECT e.* FROM onceover.outbox e
    WHERE e.seq <= a.renumber_up_to AND e.created_at > a.renumber_after AND pg_visible_in_snapshot(e.xid, a.snapshot)
    ORDER BY e.seq LIMIT $4
  LOOP
    DELETE FROM onceover.outbox e WHERE e.seq = o.seq AND e.created_at = o.created_at AND e.id = o.id;
    INSERT INTO onceover.outbox (seq, xid, id, topic, aggregatetype, aggregateid, type, payload, content_type, headers,
      created_at)
    OVERRIDING SYSTEM VALUE
    VALUES (a.renumber_next + changed, o.xid, o.id, o.topic, o.aggregatetype, o.aggregateid, o.type, o.payload,
      o.content_type, o.headers, o.created_at);
    changed := changed + 1;
  END LOOP;
  done := changed = 0;
  UPDATE onceover.outbox_adoptions d
  SET renumbered = d.renumbered + changed, renumber_next = d.renumber_next + changed, ended_at = CASE WHEN done
    THEN clock_timestamp() END
  WHERE d.id = $1;
END
$$;

-- Asks the relay to settle the first parked event of an aggregate: to try it again at once with all its attempts, or
-- never to publish it, so that later events go on. The relay does it (relay_carry_out). False: it is no longer parked,
-- or it waits for an earlier event.
CREATE FUNCTION onceover.settle_event(relay text, seq bigint, skips boolean, reason text, actor text, host text,
  program text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  parked onceover.outbox_parked;
BEGIN
  IF COALESCE($4, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  IF $3 IS NULL THEN RAISE EXCEPTION 'onceover: skip or retry?' USING ERRCODE = '22023'; END IF;
  SELECT p.* INTO parked FROM onceover.outbox_parked p
  WHERE p.relay = $1 AND p.seq = $2 AND p.state IN ('dead', 'waiting')
    AND NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = $1 AND h.state = 'retired');
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO onceover.event_requests (relay, seq, act, actor, host, program, reason)
  VALUES ($1, $2, CASE WHEN $3 THEN 'skip' ELSE 'retry' END, $5, $6, $7, $4)
  ON CONFLICT (relay, seq) DO UPDATE SET act = excluded.act, asked_at = excluded.asked_at, db_user = excluded.db_user,
    actor = excluded.actor,
    host = excluded.host, program = excluded.program, reason = excluded.reason;
  INSERT INTO onceover.audit (action, actor, host, program, before, reason)
  VALUES (CASE WHEN $3 THEN 'ask_skip' ELSE 'ask_retry' END, $5, $6, $7, onceover.of_parked(parked), $4);
  RETURN true;
END
$$;

-- For the trail.
CREATE FUNCTION onceover.of_parked(parked onceover.outbox_parked)
  RETURNS jsonb LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN jsonb_build_object('relay', parked.relay, 'seq', parked.seq, 'id', parked.id, 'topic',
    parked.topic, 'aggregate_type',
                            parked.aggregatetype, 'aggregate_id', parked.aggregateid, 'attempts',
                            parked.attempts, 'error', parked.error);
END
$$;

-- How many of the next `looks` events behind `after` up to `up_to` republish_events would write, up to `most`; and the
-- last of them (NULL: there is none further). A function, since whether an event is erased is in its headers, which not
-- every role may read.
CREATE FUNCTION onceover.count_events(after bigint, up_to bigint, topic text, aggregate_type text, aggregate_id text,
  most bigint, looks bigint,
                                      OUT events bigint, OUT reached bigint)
LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET jit = off AS $$
#variable_conflict use_column
BEGIN
  PERFORM onceover.require_count('most', $6, 100000000);
  PERFORM onceover.require_count('looks', $7 - 1, 1000000);
  SELECT l.seq INTO reached
  FROM (SELECT o.seq FROM onceover.outbox o WHERE o.seq > $1 AND o.seq <= $2 ORDER BY o.seq OFFSET $7 - 1 LIMIT 1) l;
  SELECT count(*) INTO events
  FROM (
    SELECT FROM onceover.outbox o
    WHERE o.seq > $1 AND o.seq <= LEAST($2, reached) AND ($3 IS NULL OR o.topic = $3)
      AND ($4 IS NULL OR o.aggregatetype = $4)
      AND ($5 IS NULL OR o.aggregateid = $5) AND NOT o.headers ? 'erased'
    LIMIT $6
  ) o;
END
$$;

-- Writes events anew with their ids, at most `most`, in order of seq from behind `after` up to `up_to`, so that every
-- relay of their topics publishes
-- them: a consumer that knows one skips it. Erased ones are passed over. How many, and the last seq that was looked at.
CREATE FUNCTION onceover.republish_events(after bigint, up_to bigint, topic text, aggregate_type text,
  aggregate_id text, most bigint, reason text,
                                          actor text, host text, program text, OUT events bigint, OUT reached bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET jit = off AS $$
#variable_conflict use_column
DECLARE
  looked bigint;
  found_last bigint;
  is_full boolean;
BEGIN
  IF COALESCE($7, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  PERFORM onceover.require_count('most', $6, 10000);
  SELECT max(l.seq) INTO looked
  FROM (SELECT o.seq FROM onceover.outbox o WHERE o.seq > $1 AND o.seq <= $2 ORDER BY o.seq LIMIT 50000) l;
  WITH found AS (
    SELECT o.* FROM onceover.outbox o
    WHERE o.seq > $1 AND o.seq <= looked AND ($3 IS NULL OR o.topic = $3) AND ($4 IS NULL OR o.aggregatetype = $4)
      AND ($5 IS NULL OR o.aggregateid = $5)
    ORDER BY o.seq LIMIT $6
  ), written AS (
    INSERT INTO onceover.outbox (id, topic, aggregatetype, aggregateid, type, payload, content_type, headers)
    SELECT f.id, f.topic, f.aggregatetype, f.aggregateid, f.type, f.payload, f.content_type,
      f.headers || jsonb_build_object('republished_from', f.seq::text)
    FROM found f WHERE NOT f.headers ? 'erased' ORDER BY f.seq
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM written), (SELECT max(f.seq) FROM found f), (SELECT count(*) >= $6 FROM found f)
    INTO events, found_last, is_full;
  reached := CASE WHEN is_full THEN found_last ELSE looked END;
  IF events > 0 THEN
    INSERT INTO onceover.audit (action, actor, host, program, after, reason)
    VALUES ('republish_events', $8, $9, $10,
            jsonb_strip_nulls(jsonb_build_object('after_seq', $1, 'reached', reached, 'topic', $3, 'aggregate_type',
              $4, 'aggregate_id', $5,
                                                 'new_ids', false, 'events', events)), $7);
  END IF;
END
$$;

-- Asks for a second approver to write events anew with new ids, at most 100,000: every consumer processes them again.
-- The number of the request.
CREATE FUNCTION onceover.ask_republish(after bigint, up_to bigint, topic text, aggregate_type text, aggregate_id text,
  reason text, ticket text,
                                       actor text, host text, program text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  number bigint;
  matching bigint;
  ends CONSTANT bigint := LEAST($2, (SELECT max(o.seq) FROM onceover.outbox o));
  request jsonb;
BEGIN
  IF COALESCE($6, '') = '' OR COALESCE($7, '') = '' THEN
    RAISE EXCEPTION 'onceover: a second approver is asked with a reason and a ticket' USING ERRCODE = '22023';
  END IF;
  SELECT count(*) INTO matching
  FROM (SELECT FROM onceover.outbox o
        WHERE o.seq > $1 AND o.seq <= ends AND ($3 IS NULL OR o.topic = $3) AND ($4 IS NULL OR o.aggregatetype = $4)
          AND ($5 IS NULL OR o.aggregateid = $5) AND NOT o.headers ? 'erased' LIMIT 100001) m;
  IF matching NOT BETWEEN 1 AND 100000 THEN
    RAISE EXCEPTION 'onceover: between 1 and 100000 events are written with new ids at once' USING ERRCODE = '22023';
  END IF;
  request := jsonb_strip_nulls(jsonb_build_object('after_seq', $1, 'up_to_seq', ends, 'topic', $3, 'aggregate_type',
    $4, 'aggregate_id', $5,
                                                  'events', matching));
  INSERT INTO onceover.approvals (actor, host, program, act, tenant, operation, key, fence, reason, ticket, evidence,
    seen_digest, request,
                                  request_digest, response_headers, response_body)
  VALUES ($8, $9, $10, 'republish', '', COALESCE($3, ''), format('events %s to %s', $1 + 1, ends), 0, $6, $7, '{}',
    sha256(''), request,
          sha256(convert_to(request::text, 'UTF8')), '', '')
  RETURNING id INTO number;
  INSERT INTO onceover.audit (action, actor, host, program, evidence, reason, ticket)
  VALUES ('ask_approval', $8, $9, $10,
    jsonb_build_object('approval', jsonb_build_object('id', number, 'act', 'republish'), 'request', request), $6, $7);
  RETURN number;
END
$$;

-- Writes them, from the request on file; the digest is of what the approver was shown. The audit row.
CREATE FUNCTION onceover.agree_republish(approval bigint, actor text, host text, program text, why text,
  request_digest bytea)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET jit = off AS $$
#variable_conflict use_column
DECLARE
  asked onceover.approvals;
  events bigint;
  number bigint;
BEGIN
  IF COALESCE($5, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT a.* INTO asked FROM onceover.approvals a WHERE a.id = $1 AND a.act = 'republish' FOR UPDATE;
  IF NOT FOUND OR asked.status <> 'waiting' OR asked.request_digest IS DISTINCT FROM $6 THEN
    RAISE EXCEPTION 'onceover: nothing is waiting under this number' USING ERRCODE = 'OC006';
  END IF;
  IF asked.requested_by = session_user THEN
    RAISE EXCEPTION 'onceover: it was asked for by the same database user' USING ERRCODE = 'OC005';
  END IF;
  INSERT INTO onceover.outbox (id, topic, aggregatetype, aggregateid, type, payload, content_type, headers)
  SELECT gen_random_uuid(), o.topic, o.aggregatetype, o.aggregateid, o.type, o.payload, o.content_type,
    o.headers || jsonb_build_object('republished_from', o.seq::text)
  FROM onceover.outbox o
  WHERE o.seq > (asked.request ->> 'after_seq')::bigint AND o.seq <= (asked.request ->> 'up_to_seq')::bigint
    AND (asked.request ->> 'topic' IS NULL OR o.topic = asked.request ->> 'topic')
    AND (asked.request ->> 'aggregate_type' IS NULL OR o.aggregatetype = asked.request ->> 'aggregate_type')
    AND (asked.request ->> 'aggregate_id' IS NULL OR o.aggregateid = asked.request ->> 'aggregate_id')
    AND NOT o.headers ? 'erased'
  ORDER BY o.seq;
  GET DIAGNOSTICS events = ROW_COUNT;
  -- One that was open then may have committed in between, and another one may be erased or dropped.
  IF events <> (asked.request ->> 'events')::bigint THEN
    RAISE EXCEPTION 'onceover: the events are not as they were when this was asked for' USING ERRCODE = 'OC004';
  END IF;
  INSERT INTO onceover.audit (action, actor, host, program, after, evidence, reason, ticket)
  VALUES ('republish_events', $2, $3, $4, asked.request || jsonb_build_object('new_ids', true, 'events', events),
          jsonb_build_object('approval',
            jsonb_build_object('id', asked.id, 'requested_by', asked.requested_by, 'actor', asked.actor, 'host',
            asked.host)),
          asked.reason, asked.ticket)
  RETURNING id INTO number;
  UPDATE onceover.approvals a SET status = 'used', decided_actor = $2, decided_reason = $5, audit_id = number
    WHERE a.id = $1;
  RETURN number;
END
$$;

-- Removes the payload of one event; the row stays, and its headers say when. 'erased', 'gone' (no such event),
-- 'erased_before', or the name of a relay that has not published it yet: it would send a tombstone instead.
CREATE FUNCTION onceover.erase_event(seq bigint, id uuid, reason text, actor text, host text, program text,
  OUT outcome text, OUT relay text)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off AS $$
#variable_conflict use_column
DECLARE
  event onceover.outbox;
BEGIN
  IF COALESCE($3, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT o.* INTO event FROM onceover.outbox o WHERE o.seq = $1 AND o.id = $2 FOR UPDATE;
  IF NOT FOUND THEN outcome := 'gone'; RETURN; END IF;
  IF event.headers ? 'erased' THEN outcome := 'erased_before'; RETURN; END IF;
  SELECT r.name INTO relay FROM onceover.relays r
  WHERE NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = r.name AND h.state = 'retired')
    AND (event.topic = ANY (r.topics) OR r.topics = '{*}') AND event.created_at >= r.since
    AND (EXISTS (SELECT FROM onceover.outbox_parked p WHERE p.relay = r.name AND p.seq = $1)
         OR (event.seq > r.drain_pos AND event.seq <= r.drain_up_to AND event.topic <> ALL (r.drain_except))
         OR (NOT pg_visible_in_snapshot(event.xid, r.window_from)
           AND NOT (pg_visible_in_snapshot(event.xid, r.window_to) AND event.seq <= r.pos)))
  LIMIT 1;
  IF FOUND THEN outcome := 'unpublished'; RETURN; END IF;
  UPDATE onceover.outbox o
  SET payload = NULL,
      headers = o.headers || jsonb_build_object('erased',
      to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
  WHERE o.seq = $1 AND o.id = $2;
  INSERT INTO onceover.audit (action, actor, host, program, before, reason)
  VALUES ('erase_event', $4, $5, $6,
          jsonb_build_object('seq', $1, 'id', $2, 'topic', event.topic, 'aggregate_type',
            event.aggregatetype, 'aggregate_id', event.aggregateid,
                             'bytes', octet_length(event.payload)), $3);
  outcome := 'erased';
END
$$;

-- Removes the payload of a received event that is stored and has ended. 'erased', 'gone', 'erased_before' or
-- 'unfinished': a worker still needs it.
CREATE FUNCTION onceover.erase_inbox(consumer text, source text, event_id text, reason text, actor text, host text,
  program text)
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  event onceover.inbox;
BEGIN
  IF COALESCE($4, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT i.* INTO event FROM onceover.inbox i WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1 FOR UPDATE;
  IF NOT FOUND THEN RETURN 'gone'; END IF;
  IF event.state = 'in_progress' THEN RETURN 'unfinished'; END IF;
  IF event.payload IS NULL THEN RETURN 'erased_before'; END IF;
  UPDATE onceover.inbox i SET payload = NULL, erased_at = clock_timestamp() WHERE i.event_id = $3 AND i.source = $2
    AND i.consumer = $1;
  INSERT INTO onceover.audit (action, actor, host, program, before, reason)
  VALUES ('erase_event', $5, $6, $7,
          jsonb_build_object('consumer', $1, 'source', $2, 'event_id', $3, 'state', event.state, 'bytes',
            octet_length(event.payload)), $4);
  RETURN 'erased';
END
$$;

-- ## For relays: only these functions write relays and parked events A relay is its owner's as long as its token and
-- its fence are stored. The token is returned to the process that takes the relay, and shown to no role; with another
-- one these functions write nothing.

-- Whether the caller has the relay.
CREATE FUNCTION onceover.owns_relay(relay text, token uuid, fence bigint) RETURNS boolean LANGUAGE plpgsql STABLE
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN EXISTS (SELECT FROM onceover.relay_tokens t JOIN onceover.relays r ON r.name = t.relay
    WHERE t.relay = $1 AND t.token = $2 AND r.fence = $3);
END
$$;

-- Takes a free relay, one whose owner's lease has ended, or its own after an error, under a new fence and with a new
-- token, which makes void what others remember of it. Makes one that is not there yet: starts 'beginning', 'now' or
-- 'time' (starts_at). No row: another process runs or takes it, it is paused or retired, the stop switch is on, an
-- adoption has begun, or another server answers than `server`. A topic that joins starts at the beginning, now, or at
-- that time: its earlier events go out first, in order of seq. secret: proves that its own lease is its own.
CREATE FUNCTION onceover.relay_take(relay text, owner text, secret uuid, lease interval, topics text[],
  is_ordered boolean, server text, starts text, starts_at timestamptz, OUT place tid, OUT fence bigint,
  OUT window_from pg_snapshot, OUT window_to pg_snapshot,
  OUT pos bigint,
  OUT drain_up_to bigint, OUT drain_pos bigint, OUT drain_since timestamptz, OUT drain_except text[],
    OUT since timestamptz, OUT last_seq bigint,
  OUT token uuid)
RETURNS SETOF record LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  SET lock_timeout = '50ms' AS $$
#variable_conflict use_column
DECLARE
  holder CONSTANT text := $2 || '#' || left(encode(sha256(uuid_send($3)), 'hex'), 16);
BEGIN
  PERFORM onceover.require_span('a lease', $4, onceover.longest_lease());
  IF NOT COALESCE(octet_length($1) BETWEEN 1 AND 200 AND octet_length(holder) BETWEEN 18 AND 1000
    AND cardinality($5) BETWEEN 1 AND 1000
                  AND array_ndims($5) = 1 AND array_position($5, NULL) IS NULL AND octet_length($5::text) <= 100000
                  AND $6 IS NOT NULL
                  AND $8 IN ('beginning', 'now', 'time') AND ($8 <> 'time' OR $9 <= clock_timestamp()), false) THEN
    RAISE EXCEPTION 'onceover: a relay needs a name, an owner with a secret, topics, and a start that is not in the future'
      USING ERRCODE = '22023';
  END IF;
  IF onceover.server_token() IS DISTINCT FROM $7 THEN RETURN; END IF;
  IF NOT EXISTS (SELECT FROM onceover.relays r WHERE r.name = $1) THEN
    INSERT INTO onceover.relays (name, topics, is_ordered, since, whole_since, window_from, window_to, system_identifier,
      database_oid)
    SELECT $1, $5, $6, CASE $8 WHEN 'time' THEN $9 ELSE '-infinity'
      END, CASE $8 WHEN 'now' THEN clock_timestamp() ELSE '-infinity' END, s.start, s.start, NULLIF(split_part($7, '/', 1), '?'), split_part($7, '/', 2)::oid
    -- Nothing is visible in 3:3: but what the server made.
    FROM (SELECT CASE $8 WHEN 'now' THEN pg_current_snapshot() ELSE '3:3:'::pg_snapshot END AS start) s
    WHERE NOT EXISTS (SELECT FROM onceover.outbox_adoptions a WHERE a.ended_at IS NULL)
    ON CONFLICT (name) DO NOTHING;
  END IF;
  -- One that is free, and that no other session takes at this moment.
  PERFORM FROM onceover.relays r
  WHERE r.name = $1
    AND (r.locked_until IS NULL OR r.locked_until <= clock_timestamp() OR r.owner = holder
         OR r.locked_until > clock_timestamp() + onceover.no_end_is_later())  -- written while the clock was ahead
  FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE onceover.relays r
  SET owner = holder, fence = nextval('onceover.fence'), locked_until = clock_timestamp() + $4, topics = $5,
      is_ordered = $6,
    whole_since = CASE WHEN j.joins THEN GREATEST(r.whole_since, j.whole_since) ELSE r.whole_since END,
    drain_up_to = CASE WHEN j.drains THEN COALESCE((SELECT max(o.seq) FROM onceover.outbox o), 0) ELSE r.drain_up_to
      END,
    drain_pos = CASE WHEN j.drains THEN 0 ELSE r.drain_pos END,
    drain_since = CASE WHEN NOT j.drains THEN r.drain_since WHEN r.drain_up_to IS NULL THEN j.since
      ELSE LEAST(r.drain_since, j.since) END,
    drain_except = CASE WHEN j.drains AND r.drain_up_to IS NULL THEN r.topics
                        WHEN j.joins AND NOT j.drains AND r.drain_up_to IS NOT NULL
                          THEN r.drain_except || ARRAY (SELECT unnest($5) EXCEPT SELECT unnest(r.topics))
                        ELSE r.drain_except END
  FROM (
    SELECT q.name, s.joins, s.joins AND $8 <> 'now' AS drains,
      CASE $8 WHEN 'time' THEN $9 ELSE '-infinity' END AS since,
      CASE $8 WHEN 'now' THEN clock_timestamp() WHEN 'time' THEN $9 END AS whole_since
    FROM onceover.relays q, LATERAL (SELECT q.topics <> '{*}' AND NOT $5 <@ q.topics AS joins) s
    WHERE q.name = $1
  ) j
  WHERE r.name = j.name
    AND NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = $1) AND NOT EXISTS (SELECT
      FROM onceover.control s WHERE s.stopped)
    AND NOT EXISTS (SELECT FROM onceover.outbox_adoptions a WHERE a.ended_at IS NULL)
  RETURNING r.ctid, r.fence, r.window_from, r.window_to, r.pos, r.drain_up_to, r.drain_pos, r.drain_since,
            r.drain_except, r.since,
    COALESCE((SELECT max(o.seq) FROM onceover.outbox o), 0)
  INTO place, fence, window_from, window_to, pos, drain_up_to, drain_pos, drain_since, drain_except, since, last_seq;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO onceover.relay_tokens AS t (relay, token) VALUES ($1, gen_random_uuid())
  ON CONFLICT (relay) DO UPDATE SET token = excluded.token
  RETURNING t.token INTO token;
  RETURN NEXT;
EXCEPTION WHEN lock_not_available THEN
  RETURN;  -- another session takes it, or an adoption begins
END
$$;

-- The owner's lease, before anything is published. No row: the row of the relay is elsewhere (place), or another
-- process has it; hold_relay() tells which. held: 'stopped', 'paused' or 'retired'; NULL: it may publish. server: as in
-- hold_relay().
CREATE FUNCTION onceover.relay_renew(relay text, token uuid, fence bigint, place tid, server text, lease interval,
  trouble text, OUT moved_to tid,
  OUT held text)
RETURNS SETOF record LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  run CONSTANT text := onceover.server_run();
BEGIN
  IF right($5, length(run)) IS DISTINCT FROM run THEN PERFORM onceover.hold_relay(NULL, NULL, $5); END IF;
  PERFORM onceover.require_span('a lease', $6, onceover.longest_lease());
  RETURN QUERY
  UPDATE onceover.relays r
  SET locked_until = clock_timestamp() + $6, trouble = left($7, 4000),
    trouble_since = CASE WHEN $7 IS NULL THEN NULL WHEN r.trouble IS NULL THEN clock_timestamp() ELSE r.trouble_since
      END
  WHERE r.ctid = $4 AND r.name = $1 AND r.fence = $3 AND EXISTS (SELECT FROM onceover.relay_tokens t
    WHERE t.relay = $1 AND t.token = $2)
  RETURNING r.ctid, CASE WHEN EXISTS (SELECT FROM onceover.control s WHERE s.stopped) THEN 'stopped'
                         ELSE (SELECT h.state FROM onceover.relay_holds h WHERE h.relay = $1) END;
END
$$;

-- How far a relay is, and its lease; returns what relay_renew does. By the row's place: by the name alone it would read
-- all versions that an old transaction keeps alive. drain_pos: the place among earlier events; NULL: there are none
-- left.
CREATE FUNCTION onceover.relay_progress(relay text, token uuid, fence bigint, place tid, server text,
  window_from pg_snapshot, window_to pg_snapshot, pos bigint, drain_pos bigint, lease interval, published bigint,
  trouble text, OUT moved_to tid, OUT held text)
RETURNS SETOF record LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  run CONSTANT text := onceover.server_run();
BEGIN
  IF right($5, length(run)) IS DISTINCT FROM run THEN PERFORM onceover.hold_relay(NULL, NULL, $5); END IF;
  PERFORM onceover.require_span('a lease', $10, onceover.longest_lease());
  PERFORM onceover.require_count('published', $11, 1000000000);
  IF NOT COALESCE(pg_snapshot_xmax($6) <= pg_snapshot_xmax($7)
    AND pg_snapshot_xmax($7) <= pg_snapshot_xmax(pg_current_snapshot()) AND $8 >= 0, false) THEN
    RAISE EXCEPTION 'onceover: a window lies in the past of this server' USING ERRCODE = '22023';
  END IF;
  RETURN QUERY
  UPDATE onceover.relays r
  SET window_from = $6, window_to = $7, pos = $8,
    drain_up_to = CASE WHEN $9 IS NOT NULL THEN r.drain_up_to END, drain_pos = COALESCE($9, 0),
    locked_until = clock_timestamp() + $10, published = r.published + $11,
    published_at = CASE WHEN $11 > 0 THEN clock_timestamp() ELSE r.published_at END, trouble = left($12, 4000),
    trouble_since = CASE WHEN $12 IS NULL THEN NULL WHEN r.trouble IS NULL THEN clock_timestamp() ELSE r.trouble_since
      END
  WHERE r.ctid = $4 AND r.name = $1 AND r.fence = $3 AND EXISTS (SELECT FROM onceover.relay_tokens t
    WHERE t.relay = $1 AND t.token = $2)
  RETURNING r.ctid, CASE WHEN EXISTS (SELECT FROM onceover.control s WHERE s.stopped) THEN 'stopped'
                         ELSE (SELECT h.state FROM onceover.relay_holds h WHERE h.relay = $1) END;
END
$$;

-- The owner's lease ends now.
CREATE FUNCTION onceover.relay_let_go(relay text, token uuid, fence bigint)
  RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  UPDATE onceover.relays r SET owner = NULL, locked_until = NULL
    WHERE r.name = $1 AND r.fence = $3 AND onceover.owns_relay($1, $2, $3);
  RETURN FOUND;
END
$$;

-- Events or progress arrive by a subscription: what the relays have stored means nothing any more, also when the
-- subscription is gone.
CREATE FUNCTION onceover.relay_moved() RETURNS void LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp SET lock_timeout = '2s' AS $$
BEGIN
  IF onceover.outbox_subscription() IS NULL THEN RETURN; END IF;
  UPDATE onceover.relays r SET database_oid = 0
  WHERE r.database_oid <> 0 AND NOT EXISTS (SELECT FROM onceover.relay_holds h
    WHERE h.relay = r.name AND h.state = 'retired');
END
$$;

-- Events that wait, arrays by row. One that is there already and did not fail again stays as it is. One that waits
-- behind nothing any more, since what was before it was skipped, is due.
CREATE FUNCTION onceover.relay_park(relay text, token uuid, fence bigint, seqs bigint[], ids uuid[], topics text[],
  types text[], aggregates text[],
                                    created timestamptz[], states text[], attempts bigint[], waits bigint[],
                                    errors text[])
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  n bigint;
BEGIN
  PERFORM onceover.require_waits($12);
  IF EXISTS (SELECT FROM unnest($9, $11) v (created_at, attempts)
    WHERE NOT isfinite(v.created_at) OR v.attempts NOT BETWEEN 0 AND 2147483647) THEN
    RAISE EXCEPTION 'onceover: these are no parked events' USING ERRCODE = '22023';
  END IF;
  IF NOT onceover.owns_relay($1, $2, $3) THEN RETURN 0; END IF;
  INSERT INTO onceover.outbox_parked AS o (relay, seq, id, topic, aggregatetype, aggregateid, created_at, state,
    attempts, next_try_at, error)
  SELECT $1, p.seq, p.id, p.topic, p.aggregatetype, p.aggregateid, p.created_at, w.state, p.attempts,
    CASE w.state WHEN 'waiting' THEN clock_timestamp() + p.wait_ms * interval '1 millisecond'
      END, NULLIF(left(p.error, 4000), '')
  FROM (
    SELECT p.*, row_number() OVER (PARTITION BY p.aggregatetype, p.aggregateid ORDER BY p.seq) = 1 AS is_first
    FROM unnest($4, $5, $6, $7, $8, $9, $10, $11, $12, $13) AS p(seq, id, topic, aggregatetype, aggregateid,
      created_at, state, attempts, wait_ms, error)
  ) p, LATERAL (
    SELECT CASE
      WHEN p.state = 'behind' AND p.is_first AND NOT EXISTS (
        SELECT FROM onceover.outbox_parked q
        WHERE q.relay = $1 AND q.aggregatetype = p.aggregatetype AND q.aggregateid = p.aggregateid AND q.seq < p.seq)
          THEN 'waiting'
      ELSE p.state END AS state
  ) w
  ON CONFLICT (relay, seq) DO UPDATE
  SET state = excluded.state, attempts = excluded.attempts, next_try_at = excluded.next_try_at, error = excluded.error
  WHERE excluded.attempts > 0;
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END
$$;

-- Parked events that were published now; the next of their aggregates are due.
CREATE FUNCTION onceover.relay_unpark(relay text, token uuid, fence bigint, seqs bigint[])
  RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  n bigint;
BEGIN
  IF NOT onceover.owns_relay($1, $2, $3) THEN RETURN 0; END IF;
  WITH gone AS (
    DELETE FROM onceover.outbox_parked p WHERE p.relay = $1 AND p.seq = ANY ($4)
      RETURNING p.aggregatetype, p.aggregateid
  ), heads AS (
    SELECT f.seq
    FROM (SELECT DISTINCT g.aggregatetype, g.aggregateid FROM gone g) g, LATERAL (
      SELECT n.seq, n.state FROM onceover.outbox_parked n
      WHERE n.relay = $1 AND n.aggregatetype = g.aggregatetype AND n.aggregateid = g.aggregateid AND n.seq <> ALL ($4)
      ORDER BY n.seq LIMIT 1
    ) f
    WHERE f.state = 'behind'
  ), due AS (
    UPDATE onceover.outbox_parked p SET state = 'waiting', next_try_at = clock_timestamp() FROM heads h
      WHERE p.relay = $1 AND p.seq = h.seq
  )
  SELECT count(*) INTO n FROM gone;
  RETURN n;
END
$$;

-- When a relay is taken: the first event of each aggregate is due, and without order every event. For a relay that was
-- ordered before, and for events whose predecessor was deleted.
CREATE FUNCTION onceover.relay_parked_first(relay text, token uuid, fence bigint, is_ordered boolean)
  RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  n bigint;
BEGIN
  IF NOT onceover.owns_relay($1, $2, $3) THEN RETURN 0; END IF;
  UPDATE onceover.outbox_parked p SET state = 'waiting', next_try_at = clock_timestamp()
  WHERE p.relay = $1 AND p.state = 'behind'
    AND (NOT $4 OR NOT EXISTS (
      SELECT FROM onceover.outbox_parked q
      WHERE q.relay = $1 AND q.aggregatetype = p.aggregatetype AND q.aggregateid = p.aggregateid AND q.seq < p.seq));
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END
$$;

-- No pause is so long: a later time was written while the clock was ahead.
CREATE FUNCTION onceover.relay_parked_ahead(relay text, token uuid, fence bigint)
  RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  n bigint;
BEGIN
  IF NOT onceover.owns_relay($1, $2, $3) THEN RETURN 0; END IF;
  UPDATE onceover.outbox_parked p SET next_try_at = clock_timestamp()
  WHERE p.relay = $1 AND p.state = 'waiting' AND p.next_try_at > statement_timestamp() + onceover.no_end_is_later();
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END
$$;

-- The first event that is due, where it cannot be read: only a person lets it go on. False: there is none.
CREATE FUNCTION onceover.relay_bury(relay text, token uuid, fence bigint, error text, is_ordered boolean)
  RETURNS boolean LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF NOT onceover.owns_relay($1, $2, $3) THEN RETURN false; END IF;
  UPDATE onceover.outbox_parked d SET state = 'dead', next_try_at = NULL, error = left($4, 4000)
  WHERE d.relay = $1 AND d.seq = (
    SELECT p.seq FROM onceover.outbox_parked p
    WHERE p.relay = $1 AND p.state = 'waiting' AND p.next_try_at <= statement_timestamp()
      AND (NOT $5 OR NOT EXISTS (
        SELECT FROM onceover.outbox_parked q
        WHERE q.relay = $1 AND q.aggregatetype = p.aggregatetype AND q.aggregateid = p.aggregateid AND q.seq < p.seq))
    ORDER BY p.next_try_at LIMIT 1);
  RETURN FOUND;
END
$$;

-- Does what people ask with parked events, but not with those that are on their way (busy), and removes the requests;
-- how many it has removed. A request that a person's open transaction holds waits for the next call. One for an event
-- that is not parked any more is void.
CREATE FUNCTION onceover.relay_carry_out(relay text, token uuid, fence bigint, busy bigint[])
  RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  q onceover.event_requests;
  parked onceover.outbox_parked;
  n bigint := 0;
BEGIN
  IF NOT onceover.owns_relay($1, $2, $3) THEN RETURN 0; END IF;
  FOR q IN
    DELETE FROM onceover.event_requests d
    WHERE d.relay = $1 AND d.seq = ANY (ARRAY (
      SELECT e.seq FROM onceover.event_requests e WHERE e.relay = $1 AND e.seq <> ALL (COALESCE($4, '{}'))
      ORDER BY e.seq LIMIT 1000 FOR UPDATE SKIP LOCKED))
    RETURNING d.*
  LOOP
    n := n + 1;
    SELECT p.* INTO parked FROM onceover.outbox_parked p
      WHERE p.relay = $1 AND p.seq = q.seq AND p.state IN ('dead', 'waiting');
    CONTINUE WHEN NOT FOUND;
    BEGIN
      IF q.act = 'skip' THEN
        PERFORM onceover.relay_unpark($1, $2, $3, ARRAY[q.seq]);
      ELSE
        UPDATE onceover.outbox_parked p SET state = 'waiting', attempts = 0, next_try_at = clock_timestamp()
          WHERE p.relay = $1 AND p.seq = q.seq;
      END IF;
      INSERT INTO onceover.audit (action, actor, host, program, fence_after, before, after, reason)
      VALUES (q.act || '_event', q.actor, q.host, q.program, $3, onceover.of_parked(parked),
              jsonb_build_object('asked_by', q.db_user, 'asked_at',
                to_char(q.asked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')), q.reason);
    EXCEPTION WHEN OTHERS THEN
      -- One request stops no other.
      UPDATE onceover.outbox_parked p SET error = format('the request to %s it failed: %s', q.act, SQLERRM)
        WHERE p.relay = $1 AND p.seq = q.seq;
    END;
  END LOOP;
  RETURN n;
END
$$;

-- ## For consumers: only these functions write the inbox

-- The functions below are for services in other languages. In the transaction of the effect. 'accepted': run the
-- effect. 'duplicate': skip it. 'duplicate_unverified': skip it; without a fingerprint on both sides it is unknown
-- whether the content is the same. 'mismatch': the same id with other content; do not process it. 'stale': its
-- aggregate's version is not newer than the last accepted one; skip it. 'contended': another transaction holds it for
-- longer than this session's lock_timeout; the transaction is still usable.
CREATE FUNCTION onceover.inbox_accept(consumer text, source text, event_id text, fingerprint bytea DEFAULT NULL,
                                      aggregate_type text DEFAULT NULL, aggregate_id text
                                        DEFAULT NULL, aggregate_version bigint DEFAULT NULL)
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  known bytea;
  before bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM onceover.inbox_versions s WHERE s.consumer = $1 AND s.aggregate_type = $5
    AND s.aggregate_id = $6 AND s.version >= $7) THEN
    INSERT INTO onceover.inbox (consumer, source, event_id, state, fingerprint, processed_at, aggregate_type,
      aggregate_id, aggregate_version)
    VALUES ($1, $2, $3, 'succeeded', $4, clock_timestamp(), $5, $6, $7)
    ON CONFLICT DO NOTHING;
    IF FOUND THEN
      IF $5 IS NULL OR $6 IS NULL OR $7 IS NULL THEN RETURN 'accepted'; END IF;
      INSERT INTO onceover.inbox_versions AS s (consumer, aggregate_type, aggregate_id, version) VALUES ($1, $5, $6, $7)
      ON CONFLICT (consumer, aggregate_type, aggregate_id)
        DO UPDATE SET previous = s.version, version = GREATEST(s.version, EXCLUDED.version),
        changed_at = clock_timestamp()
      RETURNING s.previous INTO before;
      IF before IS NULL OR before < $7 THEN RETURN 'accepted'; END IF;
      -- a newer one was accepted meanwhile
      DELETE FROM onceover.inbox i WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1;
      RETURN 'stale';
    END IF;
  END IF;
  SELECT i.fingerprint INTO known FROM onceover.inbox i WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1;
  IF NOT FOUND THEN
    -- Not stale: it was reaped between the two statements.
    RETURN CASE WHEN EXISTS (SELECT FROM onceover.inbox_versions s WHERE s.consumer = $1 AND s.aggregate_type = $5
      AND s.aggregate_id = $6
                             AND s.version >= $7) THEN 'stale' ELSE 'contended' END;
  END IF;
  RETURN CASE WHEN known IS NULL OR $4 IS NULL THEN 'duplicate_unverified' WHEN known = $4 THEN 'duplicate'
    ELSE 'mismatch' END;
EXCEPTION WHEN lock_not_available THEN
  RETURN 'contended';
END
$$;

-- From now on each key of the operation that a sweeper or a person settles as succeeded is an event of the consumer
-- settled:OPERATION, once: its id is the key, its payload the stored answer, its headers name the request. Since when.
CREATE FUNCTION onceover.register_settled(operation text) RETURNS timestamptz LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF octet_length($1) NOT BETWEEN 1 AND 247 THEN
    RAISE EXCEPTION 'onceover: an operation whose settled keys are handed over has 1 to 247 bytes'
      USING ERRCODE = '22023';
  END IF;
  INSERT INTO onceover.settled_operations (operation) VALUES ($1) ON CONFLICT DO NOTHING;
  RETURN (SELECT s.registered_at FROM onceover.settled_operations s WHERE s.operation = $1);
END
$$;

-- Takes stored events that are due, oldest first, under a lease; none while the stop switch is on. most = 1: the
-- attempt begins with this call. More: the events are reserved, and each attempt begins with inbox_start. If one event
-- ends the process, the others lose no attempt. Events whose attempts are used up become dead letters; with_dead
-- returns those, too. passed: events to leave, as inbox_bury_first names them. Commit before a handler runs.
CREATE FUNCTION onceover.inbox_take(consumer text, owner text, lease interval, most bigint, max_attempts bigint
  DEFAULT 5, with_dead boolean DEFAULT false,
                                    passed text[] DEFAULT NULL)
RETURNS SETOF onceover.inbox LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET jit = off SET enable_seqscan = off
  SET enable_bitmapscan = off AS $$
#variable_conflict use_column
BEGIN
  PERFORM onceover.require_span('a lease', $3, onceover.longest_lease());
  PERFORM onceover.require_count('most', $4, 10000);
  PERFORM onceover.require_count('max_attempts', $5, 2147483647);
  RETURN QUERY
  WITH due AS (
    -- statement_timestamp(): an index condition must not be volatile.
    SELECT i.ctid, i.fence, i.next_try_at, i.attempts >= $5 AS is_spent FROM onceover.inbox i
    WHERE i.consumer = $1 AND i.stored AND i.next_try_at <= statement_timestamp() AND i.state = 'in_progress'
      AND (i.locked_until IS NULL OR i.locked_until <= clock_timestamp()
        OR i.locked_until > clock_timestamp() + onceover.no_end_is_later())
      AND NOT EXISTS (SELECT FROM onceover.control c WHERE c.stopped)
      AND ($7 IS NULL OR jsonb_build_array(i.source, i.event_id)::text <> ALL ($7))
    ORDER BY i.next_try_at
    LIMIT $4
    FOR UPDATE SKIP LOCKED
  ), taken AS (
    UPDATE onceover.inbox i
    SET state = CASE WHEN d.is_spent THEN 'dead' ELSE 'in_progress' END,
        dead_at = CASE WHEN d.is_spent THEN clock_timestamp() END,
        next_try_at = CASE WHEN NOT d.is_spent THEN i.next_try_at END,
        last_error = CASE WHEN i.started_at IS NOT NULL THEN format('attempt %s ended without a result', i.attempts)
          ELSE i.last_error END,
        fence = nextval('onceover.inbox_fence'), owner = $2,
        attempts = GREATEST(i.attempts, 0) + CASE WHEN $4 = 1 AND NOT d.is_spent THEN 1 ELSE 0 END,
        started_at = CASE WHEN $4 = 1 AND NOT d.is_spent THEN clock_timestamp() END,
        locked_until = CASE WHEN NOT d.is_spent THEN clock_timestamp() + $3 END
    FROM due d
    WHERE i.ctid = d.ctid AND i.fence = d.fence AND i.state = 'in_progress'
    RETURNING i.*, d.next_try_at AS was_due
  )
  SELECT t.consumer, t.source, t.event_id, t.received_at, t.next_try_at, t.locked_until, t.started_at, t.processed_at,
         t.dead_at, t.fence, t.aggregate_version, t.attempts, t.stored, t.state, t.fingerprint, t.owner,
         t.aggregate_type, t.aggregate_id,
         t.content_type,
         t.last_error, t.headers, t.result, t.payload, t.erased_at
  FROM taken t WHERE $6 OR t.state = 'in_progress' ORDER BY t.was_due;
  IF NOT FOUND THEN
    -- No pause is so long: it was written while the clock was ahead.
    UPDATE onceover.inbox i SET next_try_at = clock_timestamp()
    WHERE i.ctid = ANY (ARRAY (
      SELECT d.ctid FROM onceover.inbox d
      WHERE d.consumer = $1 AND d.stored AND d.next_try_at > statement_timestamp() + onceover.no_end_is_later()
        AND d.state = 'in_progress'
        AND NOT EXISTS (SELECT FROM onceover.control w WHERE w.stopped)
        AND ($7 IS NULL OR jsonb_build_array(d.source, d.event_id)::text <> ALL ($7))
      ORDER BY d.next_try_at
      LIMIT $4 * $4 * $4  -- one, where the caller looks for the one that refuses this
      FOR UPDATE SKIP LOCKED));
  END IF;
END
$$;

-- The first event that inbox_take would change, where it cannot be taken or read: a dead letter, so that the events
-- after it are served. refused: it cannot be changed, either; it remains as it is, and inbox_take passes it by under
-- this name.
CREATE FUNCTION onceover.inbox_bury_first(consumer text, error text, passed text[]
  DEFAULT NULL, OUT source text, OUT event_id text, OUT refused text)
RETURNS SETOF record LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET jit = off SET enable_seqscan = off
  SET enable_bitmapscan = off AS $$
#variable_conflict use_column
DECLARE
  first record;
BEGIN
  SELECT d.ctid AS place, d.source::text AS source, d.event_id::text AS event_id INTO first FROM onceover.inbox d
  WHERE d.consumer = $1 AND d.stored AND d.state = 'in_progress'
    AND (d.next_try_at > statement_timestamp() + onceover.no_end_is_later()
         OR (d.next_try_at <= statement_timestamp()
             AND (d.locked_until IS NULL OR d.locked_until <= clock_timestamp()
               OR d.locked_until > clock_timestamp() + onceover.no_end_is_later())))
    AND NOT EXISTS (SELECT FROM onceover.control w WHERE w.stopped)
    AND ($3 IS NULL OR jsonb_build_array(d.source, d.event_id)::text <> ALL ($3))
  ORDER BY d.next_try_at LIMIT 1
  FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  source := first.source;
  event_id := first.event_id;
  BEGIN
    UPDATE onceover.inbox i
    SET state = 'dead', dead_at = clock_timestamp(), locked_until = NULL, next_try_at = NULL, started_at = NULL,
        fence = nextval('onceover.inbox_fence'), last_error = left($2, 4000),
        payload = CASE WHEN i.erased_at IS NULL THEN i.payload END  -- what was erased has none
    WHERE i.ctid = first.place;
    IF NOT FOUND THEN RAISE EXCEPTION 'onceover: a trigger suppresses the change'; END IF;
  EXCEPTION WHEN data_exception OR integrity_constraint_violation OR triggered_data_change_violation
    OR external_routine_exception OR plpgsql_error
                 OR program_limit_exceeded OR internal_error OR SQLSTATE 'OC009' THEN
    refused := jsonb_build_array(source, event_id)::text;
  END;
  RETURN NEXT;
END
$$;

-- Begins the attempt of a reserved event, with its own lease. Returns the number of the attempt; NULL: another owner
-- has the event. Commit before the handler runs.
CREATE FUNCTION onceover.inbox_start(consumer text, source text, event_id text, fence bigint, lease interval)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  number bigint;
BEGIN
  PERFORM onceover.require_span('a lease', $5, onceover.longest_lease());
  PERFORM FROM onceover.inbox i WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1 AND i.fence = $4 FOR UPDATE;
  UPDATE onceover.inbox i
  SET attempts = GREATEST(i.attempts, 0) + 1, started_at = clock_timestamp(), locked_until = clock_timestamp() + $5
  WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1 AND i.fence = $4 AND i.state = 'in_progress'
    AND i.locked_until IS NOT NULL
    AND i.started_at IS NULL
  RETURNING i.attempts INTO number;
  RETURN number;
END
$$;

-- In the transaction of the effect, or after it. False: another owner has it, or the attempt has ended; roll the effect
-- back.
CREATE FUNCTION onceover.inbox_finish(consumer text, source text, event_id text, fence bigint, result jsonb
  DEFAULT NULL)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  UPDATE onceover.inbox i
  SET state = 'succeeded', processed_at = clock_timestamp(), locked_until = NULL, next_try_at = NULL,
      started_at = NULL, result = $5
  WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1
    AND i.fence = $4 AND i.state = 'in_progress' AND i.started_at IS NOT NULL;
  RETURN FOUND;
END
$$;

-- The attempt failed: 'retry', 'dead' (attempts used up, or definitive), or 'lost' (another owner has it, or the
-- attempt has ended). retry_in: NULL is a random time up to a second, twice as long after each attempt, at most an
-- hour.
CREATE FUNCTION onceover.inbox_fail(consumer text, source text, event_id text, fence bigint, error text,
  definitive boolean DEFAULT false,
                                    retry_in interval DEFAULT NULL, max_attempts bigint DEFAULT 5)
RETURNS text LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  became text;
BEGIN
  PERFORM onceover.require_count('max_attempts', $8, 2147483647);
  IF $7 NOT BETWEEN interval '0' AND onceover.longest_lease() OR NOT onceover.is_plain_span($7) THEN
    RAISE EXCEPTION 'onceover: the time to the next attempt must be between 0 and %', onceover.longest_lease()
      USING ERRCODE = '22023';
  END IF;
  UPDATE onceover.inbox i
  SET state = CASE WHEN $6 OR i.attempts >= $8 THEN 'dead' ELSE 'in_progress' END,
      dead_at = CASE WHEN $6 OR i.attempts >= $8 THEN clock_timestamp() END,
      next_try_at = CASE WHEN NOT ($6 OR i.attempts >= $8)
        THEN clock_timestamp() + COALESCE($7,
          random() * LEAST(interval '1 hour', interval '1 second' * power(2, LEAST(i.attempts - 1, 20)))) END,
      locked_until = NULL, started_at = NULL, last_error = left($5, 4000)
  WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1 AND i.fence = $4 AND i.state = 'in_progress'
    AND i.started_at IS NOT NULL
  RETURNING CASE i.state WHEN 'dead' THEN 'dead' ELSE 'retry' END INTO became;
  RETURN COALESCE(became, 'lost');
END
$$;

-- Gives back reserved events that were not started; no attempt is spent. Returns how many.
CREATE FUNCTION onceover.inbox_release(consumer text, sources text[], event_ids text[], fences bigint[])
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  number bigint;
BEGIN
  UPDATE onceover.inbox i SET locked_until = NULL, owner = NULL
  FROM unnest($2, $3, $4) AS v (source, event_id, fence)
  WHERE i.event_id = v.event_id AND i.source = v.source AND i.consumer = $1 AND i.fence = v.fence
    AND i.state = 'in_progress' AND i.started_at IS NULL AND i.locked_until IS NOT NULL;
  GET DIAGNOSTICS number = ROW_COUNT;
  RETURN number;
END
$$;

-- Below: for the C++ library, which decides what follows from each answer and sends several in one flush. Events whose
-- effect is committed with them; a duplicate writes nothing. The arrays come sorted: two transactions that accept the
-- same events never wait for each other in a circle. Returns those that are new, in this order.
CREATE FUNCTION onceover.inbox_accept_many(consumer text, sources text[], event_ids text[], fingerprints bytea[])
RETURNS TABLE (source text, event_id text) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  INSERT INTO onceover.inbox AS i (consumer, source, event_id, state, fingerprint, processed_at)
  SELECT $1, v.source, v.event_id, 'succeeded', CASE WHEN octet_length(v.fingerprint) > 0 THEN v.fingerprint
    END, clock_timestamp()
  FROM unnest($2, $3, $4) AS v (source, event_id, fingerprint)
  ON CONFLICT DO NOTHING
  RETURNING i.source::text, i.event_id::text;
END
$$;

-- One event, waiting for a rival at most so long; then the caller's own lock_timeout is back. False: it was received
-- before. NULL: a rival holds it, and the transaction is still usable. One call: five statements in a flush cost more.
CREATE FUNCTION onceover.inbox_accept_one(consumer text, source text, event_id text, fingerprint bytea, lock_wait text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  own_wait CONSTANT text := current_setting('lock_timeout');
  wait text;
  is_new boolean;
BEGIN
  wait := set_config('lock_timeout', $5, true);  -- PERFORM would run a query, which costs more
  INSERT INTO onceover.inbox (consumer, source, event_id, state, fingerprint, processed_at)
  VALUES ($1, $2, $3, 'succeeded', $4, clock_timestamp())
  ON CONFLICT DO NOTHING;
  is_new := FOUND;
  wait := set_config('lock_timeout', own_wait, true);
  RETURN is_new;
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
  RETURN NULL;  -- what is set in this block is undone with it
END
$$;

-- An event that is known in advance, sent in one flush before the statements that may only run if it is new: an error
-- skips them all.
CREATE FUNCTION onceover.inbox_accept_known(consumer text, source text, event_id text, fingerprint bytea,
  lock_wait text)
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  own_wait CONSTANT text := current_setting('lock_timeout');
  wait text;
BEGIN
  wait := set_config('lock_timeout', $5, true);
  INSERT INTO onceover.inbox (consumer, source, event_id, state, fingerprint, processed_at)
  VALUES ($1, $2, $3, 'succeeded', $4, clock_timestamp())
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'onceover: the event was received before; nothing was executed' USING ERRCODE = 'OC011';
  END IF;
  wait := set_config('lock_timeout', own_wait, true);
END
$$;

-- As inbox_accept_many, but not where a version that is at least as new is accepted already: versions never go down, so
-- that answer is final.
CREATE FUNCTION onceover.inbox_accept_versions(consumer text, sources text[], event_ids text[], fingerprints bytea[],
  types text[], ids text[],
                                               versions bigint[])
RETURNS TABLE (source text, event_id text) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  INSERT INTO onceover.inbox AS i (consumer, source, event_id, state, fingerprint, processed_at, aggregate_type,
    aggregate_id, aggregate_version)
  SELECT $1, v.source, v.event_id, 'succeeded', CASE WHEN octet_length(v.fingerprint) > 0 THEN v.fingerprint
    END, clock_timestamp(),
         NULLIF(v.type, ''), CASE WHEN v.type <> '' THEN v.id END, CASE WHEN v.type <> '' THEN v.version END
  FROM unnest($2, $3, $4, $5, $6, $7) WITH ORDINALITY AS v (source, event_id, fingerprint, type, id, version, place)
  WHERE NOT EXISTS (SELECT FROM onceover.inbox_versions s
                    WHERE s.consumer = $1 AND s.aggregate_type = v.type AND s.aggregate_id = v.id
                      AND s.version >= v.version)
  ORDER BY v.place  -- PostgreSQL 16 and later may hash the array instead of the versions
  ON CONFLICT DO NOTHING
  RETURNING i.source::text, i.event_id::text;
END
$$;

-- Locks each aggregate and moves its version on; returns the version before, NULL where there was none.
CREATE FUNCTION onceover.inbox_move_versions(consumer text, types text[], ids text[], versions bigint[])
RETURNS TABLE (aggregate_type text, aggregate_id text, previous bigint) LANGUAGE plpgsql SECURITY DEFINER
  SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  INSERT INTO onceover.inbox_versions AS s (consumer, aggregate_type, aggregate_id, version)
  SELECT $1, v.type, v.id, v.version FROM unnest($2, $3, $4) AS v (type, id, version)
  ON CONFLICT (consumer, aggregate_type, aggregate_id) DO UPDATE
  SET changed_at = clock_timestamp(), previous = s.version, version = GREATEST(s.version, EXCLUDED.version)
  RETURNING s.aggregate_type, s.aggregate_id, s.previous;
END
$$;

-- Moves each position on from what the consumer has read here before (-1: nothing). How many: fewer than given where
-- the rows are not as it left them.
CREATE FUNCTION onceover.inbox_keep_positions(consumer text, places text[], nexts bigint[], befores bigint[],
  firsts bigint[])
RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH given AS (SELECT g.place, g.next, g.before, g.first FROM unnest($2, $3, $4, $5) AS g (place, next, before, first)),
       moved AS (UPDATE onceover.inbox_positions p SET next = g.next, first = g.first, changed_at = clock_timestamp()
                 FROM given g WHERE p.consumer = $1 AND p.place = g.place AND p.next = g.before RETURNING true),
       made AS (INSERT INTO onceover.inbox_positions (consumer, place, next, first)
                SELECT $1, g.place, g.next, g.first FROM given g WHERE g.before < 0
                ON CONFLICT DO NOTHING RETURNING true)
  SELECT (SELECT count(*) FROM moved) + (SELECT count(*) FROM made)
$$;

-- Takes back rows that this transaction has inserted, and no others: a newer version was accepted meanwhile. A visible
-- row whose transaction has not ended is this transaction's.
CREATE FUNCTION onceover.inbox_unaccept(consumer text, sources text[], event_ids text[])
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  -- xmin has no epoch: the latest one in which it does not lie in the future.
  round CONSTANT bigint := 4294967296;
  latest CONSTANT bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000;
BEGIN
  DELETE FROM onceover.inbox i USING unnest($2, $3) AS v (source, event_id)
  WHERE i.event_id = v.event_id AND i.source = v.source AND i.consumer = $1
    AND pg_xact_status((latest - (latest - i.xmin::text::bigint) % round)::text::xid8) = 'in progress';
END
$$;

-- The first attempt. WHERE NOT EXISTS prevents nextval for a duplicate (it would write WAL); ON CONFLICT handles the
-- race.
CREATE FUNCTION onceover.inbox_begin(consumer text, source text, event_id text, fingerprint bytea, owner text,
  lease interval)
RETURNS TABLE (fence bigint, attempts bigint, locked_until timestamptz, now_at timestamptz) LANGUAGE plpgsql
  SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  PERFORM onceover.require_span('a lease', $6, onceover.longest_lease());
  RETURN QUERY
  INSERT INTO onceover.inbox AS i (consumer, source, event_id, state, fingerprint, attempts, started_at, locked_until,
    fence, owner)
  SELECT $1, $2, $3, 'in_progress', $4, 1, clock_timestamp(), clock_timestamp() + $6, nextval('onceover.inbox_fence'),
         $5
  WHERE NOT EXISTS (SELECT FROM onceover.inbox x WHERE x.event_id = $3 AND x.source = $2 AND x.consumer = $1)
  ON CONFLICT DO NOTHING
  RETURNING i.fence, i.attempts::bigint, i.locked_until, clock_timestamp();
END
$$;

-- First the lock, then a separate statement that reads the clock: one statement would compute the lease before its
-- wait.
CREATE FUNCTION onceover.inbox_lock(consumer text, source text, event_id text, fence bigint)
  RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  PERFORM FROM onceover.inbox i WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1 AND i.fence = $4
    AND i.state = 'in_progress' FOR UPDATE;
END
$$;

-- A further attempt, under a new fence. An attempt before it that did not end is noted.
CREATE FUNCTION onceover.inbox_begin_again(consumer text, source text, event_id text, fence bigint, owner text,
  lease interval, max_attempts bigint)
RETURNS TABLE (new_fence bigint, number bigint, until timestamptz, now_at timestamptz) LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  PERFORM onceover.require_span('a lease', $6, onceover.longest_lease());
  RETURN QUERY
  UPDATE onceover.inbox i
  SET fence = nextval('onceover.inbox_fence'), attempts = i.attempts + 1, owner = $5, started_at = clock_timestamp(),
      locked_until = clock_timestamp() + $6,
      last_error = CASE WHEN i.started_at IS NOT NULL THEN format('attempt %s ended without a result', i.attempts)
        ELSE i.last_error END
  WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1 AND i.fence = $4 AND i.state = 'in_progress'
    AND i.attempts < $7
    AND COALESCE(i.locked_until <= clock_timestamp(), true)
    AND (i.next_try_at IS NULL OR i.next_try_at <= clock_timestamp())
  RETURNING i.fence, i.attempts::bigint, i.locked_until, clock_timestamp();
END
$$;

-- The attempts are used up and the last one did not end.
CREATE FUNCTION onceover.inbox_bury(consumer text, source text, event_id text, fence bigint, max_attempts bigint)
RETURNS SETOF bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  UPDATE onceover.inbox i
  SET state = 'dead', dead_at = clock_timestamp(), locked_until = NULL, next_try_at = NULL, started_at = NULL,
      fence = nextval('onceover.inbox_fence'),
      last_error = CASE WHEN i.started_at IS NOT NULL THEN format('attempt %s ended without a result', i.attempts)
        ELSE i.last_error END
  WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1 AND i.fence = $4 AND i.state = 'in_progress'
    AND i.attempts >= $5
    AND COALESCE(i.locked_until <= clock_timestamp(), true)
  RETURNING i.fence;
END
$$;

-- A longer lease for an attempt that has not ended; no row: it has, or another owner has the event.
CREATE FUNCTION onceover.inbox_renew(consumer text, source text, event_id text, fence bigint, lease interval)
RETURNS SETOF timestamptz LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  PERFORM onceover.require_span('a lease', $5, onceover.longest_lease());
  RETURN QUERY
  UPDATE onceover.inbox i SET locked_until = clock_timestamp() + $5
  WHERE i.fence = $4 AND i.event_id = $3 AND i.source = $2 AND i.consumer = $1 AND i.state = 'in_progress'
    AND i.started_at IS NOT NULL
  RETURNING i.locked_until;
END
$$;

-- Acknowledged now and processed later: due at once. Sorted, as for inbox_accept_many.
CREATE FUNCTION onceover.inbox_store(consumer text, sources text[], event_ids text[], fingerprints bytea[],
  types text[], ids text[],
                                     versions bigint[], has_payload bigint[], payloads bytea[], content_types text[],
                                     headers text[])
RETURNS TABLE (source text, event_id text) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  INSERT INTO onceover.inbox AS i (consumer, source, event_id, state, stored, next_try_at, fingerprint, aggregate_type,
    aggregate_id,
                                   aggregate_version, payload, content_type, headers)
  SELECT $1, v.source, v.event_id, 'in_progress', true, clock_timestamp(), CASE WHEN octet_length(v.fingerprint) > 0
    THEN v.fingerprint END,
         NULLIF(v.type, ''), CASE WHEN v.type <> '' THEN v.id END, CASE WHEN v.type <> '' THEN v.version END,
         CASE WHEN v.has_payload = 1 THEN v.payload END, NULLIF(v.content_type, ''), NULLIF(v.headers, '')::jsonb
  FROM unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    AS v (source, event_id, fingerprint, type, id, version, has_payload, payload, content_type, headers)
  ON CONFLICT DO NOTHING
  RETURNING i.source::text, i.event_id::text;
END
$$;

-- Events that cannot be received as they are, as dead letters with the reason. Sorted, as for inbox_accept_many.
CREATE FUNCTION onceover.inbox_set_aside(consumer text, sources text[], event_ids text[], fingerprints bytea[],
  has_payload bigint[],
                                         payloads bytea[], content_types text[], headers text[], reasons text[])
RETURNS TABLE (source text, event_id text) LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  INSERT INTO onceover.inbox AS i (consumer, source, event_id, state, stored, dead_at, fingerprint, payload,
    content_type, headers, last_error)
  SELECT $1, v.source, v.event_id, 'dead', true, clock_timestamp(), CASE WHEN octet_length(v.fingerprint) > 0
    THEN v.fingerprint END,
         CASE WHEN v.has_payload = 1 THEN v.payload
           END, NULLIF(v.content_type, ''), NULLIF(v.headers, '')::jsonb, left(v.reason, 4000)
  FROM unnest($2, $3, $4, $5, $6, $7, $8, $9) AS v (source, event_id, fingerprint, has_payload, payload, content_type,
    headers, reason)
  ON CONFLICT DO NOTHING
  RETURNING i.source::text, i.event_id::text;
END
$$;

-- What a broker may send again must still be known: only the owner of the tables deletes events that ended less than an
-- hour ago.
CREATE FUNCTION onceover.require_retention(given interval)
  RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF onceover.is_plain_span(given) AND (given >= interval '1 hour' OR onceover.is_owner()) THEN RETURN; END IF;
  RAISE EXCEPTION 'onceover: the retention must be at least an hour, in days or shorter units' USING ERRCODE = '22023';
END
$$;

-- Deletes processed and discarded events past their retention, in so many pages of the table from a page on: no index
-- is needed, and none is kept for it. Never a dead letter, never an unfinished event. How many, and the next page;
-- NULL: the end.
CREATE FUNCTION onceover.inbox_reap(from_page bigint, pages bigint, retention interval, consumer text,
  OUT deleted bigint, OUT next_page bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  PERFORM onceover.require_retention($3);
  PERFORM onceover.require_count('pages', $2, 1000000);
  DELETE FROM onceover.inbox i
  WHERE i.ctid >= format('(%s,0)', $1)::tid AND i.ctid < format('(%s,0)', $1 + $2)::tid
    AND i.state IN ('succeeded', 'discarded') AND i.processed_at <= clock_timestamp() - $3
    AND (i.consumer = $4 OR $4 IS NULL)
    AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped);
  GET DIAGNOSTICS deleted = ROW_COUNT;
  next_page := CASE WHEN $1 + $2 < pg_relation_size('onceover.inbox') / current_setting('block_size')::bigint
    THEN $1 + $2 END;
END
$$;

-- Deletes versions of aggregates that have not moved for the retention and that no unfinished event or dead letter
-- needs: at most so many. It reads the inbox once, since no index names a state. A version that moves meanwhile is
-- looked at again, and stays. How many.
CREATE FUNCTION onceover.inbox_reap_versions(retention interval, consumer text, most bigint)
  RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  number bigint;
BEGIN
  PERFORM onceover.require_retention($1);
  PERFORM onceover.require_count('most', $3, 1000000);
  WITH needed AS MATERIALIZED (
    SELECT DISTINCT i.consumer, i.aggregate_type, i.aggregate_id FROM onceover.inbox i
    WHERE i.state <> 'succeeded' AND i.aggregate_id IS NOT NULL
  ), old AS (
    SELECT v.ctid FROM onceover.inbox_versions v
    WHERE v.changed_at <= clock_timestamp() - $1 AND (v.consumer = $2 OR $2 IS NULL)
      AND NOT EXISTS (SELECT FROM needed n
                      WHERE n.consumer = v.consumer AND n.aggregate_type = v.aggregate_type
                        AND n.aggregate_id = v.aggregate_id)
    LIMIT $3
  )
  DELETE FROM onceover.inbox_versions v USING old
  WHERE v.ctid = old.ctid AND v.changed_at <= clock_timestamp() - $1 AND NOT EXISTS (SELECT FROM onceover.control s
    WHERE s.stopped);
  GET DIAGNOSTICS number = ROW_COUNT;
  RETURN number;
END
$$;

-- ## Services: SQL contract 1, for clients in any language The promises of core/engine by functions alone: the role
-- `client` may call these and read nothing. Examples use named notation. Results grow in `detail`; a new argument means
-- DROP and CREATE, and none of these names is ever overloaded. A claim is known by its attempt, a random UUID of one
-- request: the same attempt again, after an answer was lost, is the same claim.

CREATE TYPE onceover.claim_result AS (
  outcome text, fence bigint, taken_over boolean, created_at timestamptz, locked_until timestamptz,
  retry_after_s integer, response_version integer, response_code integer, response_headers text[], response_body bytea,
  detail jsonb);
COMMENT ON TYPE onceover.claim_result IS 'Answer of claim_within, record and look; detail is where it grows';

-- From the stored form to {name,value,...}. A byte is a character, as in HTTP. NULL: not readable. Its callers pin
-- search_path, here and below.
CREATE FUNCTION onceover.header_list(stored bytea) RETURNS text[] LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  rest text;
  name text;
  value text;
  digits text;
  size integer;
  parts text[] := '{}';
BEGIN
  IF position(decode('00', 'hex') IN stored) > 0 THEN RETURN NULL; END IF;
  rest := convert_from(stored, 'LATIN1');
  -- One header is guessed, and proved by encoding it: the loop would cost a replay a tenth more.
  name := split_part(split_part(rest, ',', 1), ':', 2);
  value := substr(rest, length(name) + 5);
  value := left(substr(value, strpos(value, ':') + 1), -1);
  IF rest = length(name) || ':' || name || ',' || length(value) || ':' || value || ',' THEN RETURN ARRAY[name, value];
    END IF;
  WHILE rest <> '' LOOP
    digits := split_part(left(rest, 7), ':', 1);
    IF digits !~ '^(0|[1-9][0-9]{0,5})$' THEN RETURN NULL; END IF;
    size := digits;
    IF substr(rest, length(digits) + 1, 1) <> ':' OR substr(rest, length(digits) + size + 2, 1) <> ','
      THEN RETURN NULL; END IF;
    parts := array_append(parts, substr(rest, length(digits) + 2, size));
    rest := substr(rest, length(digits) + size + 3);
  END LOOP;
  RETURN CASE WHEN cardinality(parts) % 2 = 0 THEN parts END;
END
$$;

-- key::replayable and key::encode_headers of core/key: what is not on the list, or cannot be sent, is left out. Pairs
-- may be nested.
CREATE FUNCTION onceover.stored_headers(headers text[], also text[]) RETURNS bytea LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  part text;
  name text;
  low text;
  further text[] := '{}';
  stored text := '';
BEGIN
  IF headers IS NULL OR headers = '{}' THEN RETURN ''; END IF;
  IF also <> '{}' THEN further := ARRAY (SELECT lower(a.name COLLATE "C") FROM unnest(also) a (name)); END IF;
  FOREACH part IN ARRAY headers LOOP
    IF part IS NULL THEN RAISE EXCEPTION 'onceover: a header has no name or no value' USING ERRCODE = '22023'; END IF;
    IF name IS NULL THEN
      name := part;
      CONTINUE;
    END IF;
    low := lower(name COLLATE "C");
    IF (low = ANY ('{content-type,content-language,content-encoding,content-location,content-disposition,
                   location,etag,last-modified,link,cache-control,vary}')
        OR low = ANY (further))
       AND low <> ALL ('{date,set-cookie,set-cookie2,cookie,authorization,www-authenticate,proxy-authenticate,connection,keep-alive,
                       te,trailer,upgrade,transfer-encoding,proxy-authorization,age,server,content-length,authentication-info,idempotency-status}')
       AND name COLLATE "C" ~ '^[!-9;-~]+$' AND part COLLATE "C" !~ '[\r\n]|[^\u0001-\u00ff]' THEN
      stored := stored || length(name) || ':' || name || ',' || length(part) || ':' || part || ',';
    END IF;
    name := NULL;
  END LOOP;
  IF name IS NOT NULL THEN
    RAISE EXCEPTION 'onceover: headers are {name,value,name,value}' USING ERRCODE = '22023';
  END IF;
  IF length(stored) > 100000 THEN RAISE EXCEPTION 'onceover: the headers are longer than 100000 bytes'
    USING ERRCODE = '22023'; END IF;
  RETURN convert_to(stored, 'LATIN1');
END
$$;

-- These checks are assigned, not PERFORMed: a claim would pay for a query each. key::make_identity of core/key:
CREATE FUNCTION onceover.are_names(tenant text, operation text, key text) RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF octet_length(key) > 255 OR key COLLATE "C" !~ '^[!-~]([ -~]*[!-~])?$' THEN
    RAISE EXCEPTION 'onceover: a key has 1 to 255 printable ASCII characters, and no space at its ends'
      USING ERRCODE = '22023';
  END IF;
  IF octet_length(operation) NOT BETWEEN 1 AND 255 OR octet_length(tenant) > 255
     OR (tenant || operation) COLLATE "C" ~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
       THEN
    RAISE EXCEPTION 'onceover: tenant and operation have at most 255 bytes and no control characters, and an operation is not empty'
      USING ERRCODE = '22023';
  END IF;
  RETURN true;
END
$$;

-- What a new key may hold; read only where one is written.
CREATE FUNCTION onceover.is_request(tenant text, operation text, key text, fingerprint bytea, attempt uuid, owner text,
  lease interval, keep interval, rival_wait_ms integer, correlation_id text, customer text, amount numeric,
  currency text, reference text,
  fingerprint_kind text)
RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF octet_length(fingerprint) <> 32 OR fingerprint_kind <> 'raw-sha256' AND fingerprint_kind <> 'jcs-sha256' THEN
    RAISE EXCEPTION 'onceover: a fingerprint is a SHA-256 of 32 bytes, of the kind raw-sha256 or jcs-sha256'
      USING ERRCODE = '22023';
  END IF;
  IF attempt = '00000000-0000-0000-0000-000000000000' THEN
    RAISE EXCEPTION 'onceover: an attempt is a random UUID, a new one for each request' USING ERRCODE = '22023';
  END IF;
  IF greatest(length(owner), 0) > 1000
    OR greatest(length(correlation_id), length(customer), length(currency), length(reference)) > 4000
     OR amount IN ('NaN', 'Infinity', '-Infinity') THEN
    RAISE EXCEPTION 'onceover: owner, correlation_id, customer, currency or reference is too long, or amount is no number'
      USING ERRCODE = '22023';
  END IF;
  -- Plain spans of hours pass at once.
  IF (lease > '0' AND lease <= '24:00:00' AND date_part('day', lease) = 0 AND date_part('month', lease) = 0
    AND date_part('year', lease) = 0
      AND keep > '0' AND keep <= '87840:00:00' AND date_part('day', keep) = 0 AND date_part('month', keep) = 0
      AND date_part('year', keep) = 0
      AND rival_wait_ms BETWEEN 0 AND 60000) IS NOT TRUE THEN
    PERFORM onceover.require_span('a lease', lease, onceover.longest_lease());
    PERFORM onceover.require_span('keep', keep, interval '3660 days');
    PERFORM onceover.require_count('rival_wait_ms', rival_wait_ms, 60000);
  END IF;
  RETURN onceover.are_names(tenant, operation, key);
END
$$;

-- key::FinalPolicy of core/key: which answers may be stored. Others are final only where the operation declares it, and
-- a timeout never is.
CREATE FUNCTION onceover.is_final_answer(state text, code integer, body bytea, declared_final boolean)
  RETURNS boolean LANGUAGE plpgsql AS $$
BEGIN
  IF state IS NULL OR state NOT IN ('succeeded', 'failed') OR code IS NULL
    OR code NOT BETWEEN 200 AND 599 OR body IS NULL THEN
    RAISE EXCEPTION 'onceover: an answer has a status from 200 to 599 and a body, and its key is succeeded or failed'
      USING ERRCODE = '22023';
  END IF;
  IF state = 'succeeded' THEN
    IF code < 400 THEN RETURN true; END IF;
    RAISE EXCEPTION 'onceover: status % is an error and cannot be stored as succeeded', code USING ERRCODE = '22023';
  END IF;
  IF code IN (408, 504) THEN
    RAISE EXCEPTION 'onceover: status % is a timeout, after which the effect is unknown; it cannot be stored as failed',
      code
      USING ERRCODE = '22023', HINT = 'Let the lease run out, or release the key where nothing was executed.';
  END IF;
  IF code BETWEEN 400 AND 499 AND code NOT IN (401, 403, 409, 423, 425, 429) OR declared_final THEN RETURN true; END IF;
  RAISE EXCEPTION 'onceover: status % is not final: a retry may be answered otherwise', code
    USING ERRCODE = '22023',
      HINT = 'Release the key where nothing was executed, or give declared_final => true where this operation means it.';
END
$$;

-- The body of claim, claim_within, record and look, which give `way`. Reads first; the insert decides, and a take-over
-- locks first. A claim by lease gets no fence here, so that no one can execute what is not committed: claimed_fence
-- reads it afterwards.
CREATE FUNCTION onceover.claim_key(way text, tenant text, operation text, key text, fingerprint bytea, attempt uuid,
  owner text, lease interval, keep interval, rerunnable_for interval, rival_wait_ms integer, correlation_id text,
  customer text, amount numeric, currency text, reference text, fingerprint_kind text, or_fingerprints bytea[])
RETURNS onceover.claim_result LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  SET lock_timeout = '200ms' AS $$
#variable_conflict use_column
DECLARE
  r record;
  o onceover.claim_result;
  moment timestamptz;
  marker text;
  is_sound boolean;
BEGIN
  IF num_nulls($1, $2, $3, $4, $5, $17, $18) > 0 OR ($6 IS NULL AND $1 <> 'look') THEN
    RAISE EXCEPTION 'onceover: tenant, operation, key, fingerprint and attempt are needed' USING ERRCODE = '22023';
  END IF;
  IF $1 <> 'look' AND current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'onceover: a claim needs READ COMMITTED, not %', current_setting('transaction_isolation')
      USING ERRCODE = 'OC002';
  END IF;
  IF $11 <> 200 THEN marker := set_config('lock_timeout', greatest(1, least($11, 60000))::text, true); END IF;
  BEGIN
    FOR i IN 1 .. 5 LOOP
      SELECT k.state, k.fingerprint_kind, k.fingerprint, k.fence, k.holder, k.owner, k.attempts, k.locked_until,
             k.retry_before, k.created_at, k.response_version, k.response_code, k.response_headers,
             k.response_body INTO r
      FROM onceover.keys k WHERE k.key = $4 AND k.operation = $3 AND k.tenant = $2;
      IF NOT FOUND THEN
        IF $1 = 'look' OR $1 = 'record' THEN
          IF $1 = 'look' THEN is_sound := onceover.are_names($2, $3, $4); END IF;
          o.outcome := 'none';
          RETURN o;
        END IF;
        is_sound := onceover.is_request($2, $3, $4, $5, $6, $7, $8, $9, $11, $12, $13, $14, $15, $16, $17);
        -- In the caller's own transaction durability is the caller's.
        IF $1 = 'lease' THEN marker := set_config('synchronous_commit', 'on', true); END IF;
        INSERT INTO onceover.keys AS k (tenant, operation, key, state, fingerprint_kind, fingerprint, fence, owner,
          locked_until, retention_s,
                                        correlation_id, customer, amount, currency, reference)
        VALUES ($2, $3, $4, 'in_progress', $17, $5, nextval('onceover.fence'), COALESCE($7, '') || '#' || $6,
          clock_timestamp() + $8,
                ceil(extract(epoch FROM $9)), $12, $13, $14, $15, $16)
        ON CONFLICT DO NOTHING
        RETURNING k.fence, k.created_at, k.locked_until, set_config('onceover.claim', k.fence::text, true)
          INTO o.fence, o.created_at, o.locked_until, marker;
        CONTINUE WHEN NOT FOUND;
        -- The insert waited for a rival after it had read the clock: the lease gets its full length.
        IF clock_timestamp() > o.locked_until - $8 * 0.9 THEN
          UPDATE onceover.keys k SET locked_until = clock_timestamp() + $8 WHERE k.key = $4 AND k.operation = $3
            AND k.tenant = $2
          RETURNING k.locked_until INTO o.locked_until;
        END IF;
        o.outcome := 'claimed';
        o.taken_over := false;
        IF $1 = 'lease' THEN o.fence := NULL; END IF;
        RETURN o;
      END IF;
      moment := clock_timestamp();
      -- Another payload is refused in every state, and nothing else of the key is told.
      IF (r.fingerprint = $5 AND r.fingerprint_kind = $17 OR r.fingerprint = ANY ($18)) IS NOT TRUE THEN
        o.outcome := 'mismatch';
        RETURN o;
      END IF;
      IF r.state = 'succeeded' OR r.state = 'failed' THEN
        o.response_headers := CASE WHEN r.response_headers IS NULL OR r.response_headers = '' THEN '{}'
                                   ELSE onceover.header_list(r.response_headers) END;
        IF r.response_version <> 1 OR o.response_headers IS NULL THEN
          RAISE EXCEPTION 'onceover: the stored answer of this key cannot be read (version %)', r.response_version
            USING ERRCODE = 'OC014',
              HINT = 'Another program or a later version wrote it. Report it; do not guess an answer.';
        END IF;
        o.outcome := 'replay';
        o.created_at := r.created_at;
        o.response_version := r.response_version;
        o.response_code := r.response_code;
        o.response_body := r.response_body;
        RETURN o;
      END IF;
      IF r.state = 'in_progress' AND r.holder = 'executor' AND right(r.owner, 37) = '#' || $6 AND $1 <> 'record' THEN
        -- This very attempt again, after its answer was lost.
        o.outcome := 'claimed';
        o.taken_over := r.attempts > 1;
        o.created_at := r.created_at;
        o.locked_until := r.locked_until;
        IF $1 = 'within' THEN o.fence := r.fence; END IF;
        RETURN o;
      END IF;
      IF r.state = 'in_progress' AND r.locked_until > moment THEN
        o.outcome := CASE WHEN r.holder = 'executor' THEN 'in_flight' ELSE 'awaiting' END;
        o.retry_after_s := greatest(1, ceil(extract(epoch FROM r.locked_until - moment)));
        RETURN o;
      END IF;
      IF $1 = 'record' OR NOT COALESCE(CASE WHEN r.state = 'released'
        THEN r.retry_before IS NULL OR moment < r.retry_before
                                            ELSE moment < r.created_at + $10 END, false) THEN
        o.outcome := 'awaiting';
        o.retry_after_s := 30;
        RETURN o;
      END IF;
      IF $1 = 'look' THEN
        o.outcome := 'none';
        RETURN o;
      END IF;
      is_sound := onceover.is_request($2, $3, $4, $5, $6, $7, $8, $9, $11, $12, $13, $14, $15, $16, $17);
      IF $1 = 'lease' THEN marker := set_config('synchronous_commit', 'on', true); END IF;
      PERFORM FROM onceover.keys k WHERE k.key = $4 AND k.operation = $3 AND k.tenant = $2 AND k.fence = r.fence
        FOR UPDATE;
      UPDATE onceover.keys k
      SET state = 'in_progress', holder = 'executor', fence = nextval('onceover.fence'),
          owner = COALESCE($7, '') || '#' || $6,
          attempts = k.attempts + 1, locked_until = clock_timestamp() + $8, stuck_since = NULL, expires_at = NULL,
          updated_at = clock_timestamp(), correlation_id = COALESCE($12, k.correlation_id),
          error_code = CASE WHEN k.state = 'released' THEN k.error_code END
      WHERE k.key = $4 AND k.operation = $3 AND k.tenant = $2 AND k.fence = r.fence AND k.fingerprint = r.fingerprint
        AND ((k.state = 'released' AND (k.retry_before IS NULL OR clock_timestamp() < k.retry_before))
             OR (k.state = 'in_progress' AND $10 IS NOT NULL
               AND (k.locked_until IS NULL OR k.locked_until <= clock_timestamp())
                 AND clock_timestamp() < k.created_at + $10))
      RETURNING k.fence, k.created_at, k.locked_until, set_config('onceover.claim', k.fence::text, true)
        INTO o.fence, o.created_at, o.locked_until, marker;
      CONTINUE WHEN NOT FOUND;
      o.outcome := 'claimed';
      o.taken_over := true;
      IF $1 = 'lease' THEN o.fence := NULL; END IF;
      RETURN o;
    END LOOP;
  EXCEPTION WHEN lock_not_available THEN
    o := NULL;
    o.outcome := 'in_flight';
    o.retry_after_s := 1;
    RETURN o;
  END;
  RAISE EXCEPTION 'onceover: the key changed during each of several reads; it was not claimed' USING ERRCODE = '40001';
END
$$;

-- The fence of a committed claim. A transaction that has written anything gets none: what it has claimed could still be
-- rolled back.
CREATE FUNCTION onceover.claimed_fence(tenant text, operation text, key text, attempt uuid)
  RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF pg_current_xact_id_if_assigned() IS NOT NULL THEN
    RAISE EXCEPTION 'onceover: a claim by lease is executed only after its commit'
      USING ERRCODE = '2D000', HINT = 'CALL onceover.claim outside a transaction.';
  END IF;
  RETURN (SELECT k.fence FROM onceover.keys k WHERE k.key = $3 AND k.operation = $2 AND k.tenant = $1
    AND k.state = 'in_progress'
          AND k.holder = 'executor' AND right(k.owner, 37) = '#' || $4);
END
$$;

-- Lease mode. It commits, first of all: inside a transaction it refuses (2D000), also where it would only replay. Never
-- in a pipeline after other statements. Names are qualified, because a procedure that commits can pin no search_path.
CREATE PROCEDURE onceover.claim(tenant text, operation text, key text, fingerprint bytea, attempt uuid, owner text
  DEFAULT '',
  lease interval DEFAULT '30 s', keep interval DEFAULT '72 h', rerunnable_for interval
    DEFAULT NULL, rival_wait_ms integer DEFAULT 200,
  correlation_id text DEFAULT NULL, customer text DEFAULT NULL, amount numeric DEFAULT NULL, currency text DEFAULT NULL,
  reference text DEFAULT NULL, fingerprint_kind text DEFAULT 'raw-sha256', or_fingerprints bytea[] DEFAULT '{}',
  INOUT outcome text DEFAULT NULL, INOUT fence bigint DEFAULT NULL, INOUT taken_over boolean DEFAULT NULL,
  INOUT created_at timestamptz DEFAULT NULL, INOUT locked_until timestamptz DEFAULT NULL, INOUT retry_after_s integer
    DEFAULT NULL,
  INOUT response_version integer DEFAULT NULL, INOUT response_code integer DEFAULT NULL, INOUT response_headers text[]
    DEFAULT NULL,
  INOUT response_body bytea DEFAULT NULL, INOUT detail jsonb DEFAULT NULL)
LANGUAGE plpgsql AS $$
DECLARE
  c onceover.claim_result;
BEGIN
  FOR i IN 1 .. 5 LOOP
    COMMIT;
    -- Assigned, and only what there is: a query, or all of its columns, would cost more than the rest.
    c := onceover.claim_key('lease', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
    outcome := c.outcome;
    IF outcome OPERATOR(pg_catalog.=) 'claimed' THEN
      COMMIT;
      fence := onceover.claimed_fence($1, $2, $3, $5);
      CONTINUE WHEN fence IS NULL;
      taken_over := c.taken_over;
      created_at := c.created_at;
      locked_until := c.locked_until;
    ELSIF outcome OPERATOR(pg_catalog.=) 'replay' THEN
      created_at := c.created_at;
      response_version := c.response_version;
      response_code := c.response_code;
      response_headers := c.response_headers;
      response_body := c.response_body;
    ELSE
      retry_after_s := c.retry_after_s;
    END IF;
    RETURN;
  END LOOP;
  RAISE EXCEPTION 'onceover: the key changed during each of several reads; it was not claimed' USING ERRCODE = '40001';
END
$$;

-- In the caller's transaction: the effect is rows of this database, and the claim is valid once the caller commits.
-- SELECT * FROM it: a SELECT (...).* calls it once for each column.
CREATE FUNCTION onceover.claim_within(tenant text, operation text, key text, fingerprint bytea, attempt uuid,
  owner text DEFAULT '', keep interval DEFAULT '72 h', rival_wait_ms integer DEFAULT 200,
  correlation_id text DEFAULT NULL, customer text
    DEFAULT NULL,
  amount numeric DEFAULT NULL, currency text DEFAULT NULL, reference text DEFAULT NULL, fingerprint_kind text
    DEFAULT 'raw-sha256',
  or_fingerprints bytea[] DEFAULT '{}')
RETURNS onceover.claim_result LANGUAGE sql
RETURN onceover.claim_key('within', $1, $2, $3, $4, $5, $6, '30 s', $7, NULL, $8, $9, $10, $11, $12, $13, $14, $15);

-- Reads only, on a standby too. 'none' decides nothing: only a claim does.
CREATE FUNCTION onceover.look(tenant text, operation text, key text, fingerprint bytea, rerunnable_for interval
  DEFAULT NULL,
  fingerprint_kind text DEFAULT 'raw-sha256', or_fingerprints bytea[] DEFAULT '{}')
RETURNS onceover.claim_result LANGUAGE sql
RETURN onceover.claim_key('look', $1, $2, $3, $4, NULL, NULL, NULL, NULL, $5, 200, NULL, NULL, NULL, NULL, NULL, $6,
  $7);

-- The key that a request to a gateway carries for this effect: the same for each attempt. Who asks the gateway later what
-- happened asks by this key, and by no other. The recipe is that of key::downstream_key. A NULL is refused: all requests
-- of a service that sends it on would have one key.
CREATE FUNCTION onceover.downstream_key(tenant text, operation text, key text, effect text) RETURNS text LANGUAGE plpgsql
  STABLE SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF num_nulls($1, $2, $3, $4) > 0 THEN
    RAISE EXCEPTION 'onceover: tenant, operation, key and effect must be given' USING ERRCODE = '22004';
  END IF;
  RETURN (SELECT 'oo_' || translate(rtrim(encode(sha256(string_agg(int8send(octet_length(part)) || part, '' ORDER BY n)), 'base64'),
    '='), '+/', '-_')
  FROM unnest(ARRAY[convert_to('onceover downstream key 1', 'UTF8'), convert_to($1, 'UTF8'), convert_to($2, 'UTF8'),
    convert_to($3, 'UTF8'), convert_to($4, 'UTF8')]) WITH ORDINALITY p(part, n));
END
$$;

-- An effect whose answer is known in advance: the key is written once, already final, in the caller's transaction. Its
-- rows follow only from 'recorded'. The same attempt again is a replay: its rows were committed with it.
CREATE FUNCTION onceover.record(tenant text, operation text, key text, fingerprint bytea, attempt uuid, state text,
  code integer, headers text[], body bytea, error_code text DEFAULT NULL, owner text DEFAULT '',
  keep interval DEFAULT '72 h', rival_wait_ms integer
    DEFAULT 200,
  correlation_id text DEFAULT NULL, customer text DEFAULT NULL, amount numeric DEFAULT NULL, currency text DEFAULT NULL,
  reference text DEFAULT NULL, fingerprint_kind text DEFAULT 'raw-sha256', or_fingerprints bytea[]
    DEFAULT '{}', also text[] DEFAULT '{}',
  declared_final boolean DEFAULT false)
RETURNS onceover.claim_result LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  SET lock_timeout = '200ms' AS $$
#variable_conflict use_column
DECLARE
  o onceover.claim_result;
  marker text;
  is_sound boolean;
BEGIN
  FOR i IN 1 .. 5 LOOP
    -- Checks the isolation level, and reads first: a duplicate draws no fence.
    o := onceover.claim_key('record', $1, $2, $3, $4, $5, NULL, NULL, NULL, NULL, $13, NULL, NULL, NULL, NULL, NULL,
      $19, $20);
    IF o.outcome <> 'none' THEN RETURN o; END IF;
    is_sound := onceover.is_request($1, $2, $3, $4, $5, $11, '30 s', $12, $13, $14, $15, $16, $17, $18, $19)
                AND onceover.is_final_answer($6, $7, $9, $22);
    IF $13 <> 200 THEN marker := set_config('lock_timeout', greatest(1, $13)::text, true); END IF;
    BEGIN
      INSERT INTO onceover.keys AS k (tenant, operation, key, state, fingerprint_kind, fingerprint, fence, owner,
        retention_s, correlation_id,
                                      customer, amount, currency, reference, response_version, response_code,
                                        response_headers, response_body,
                                      error_code, completed_at, expires_at)
      VALUES ($1, $2, $3, $6, $19, $4, nextval('onceover.fence'), COALESCE($11, '') || '#' || $5,
        ceil(extract(epoch FROM $12)), $14, $15, $16, $17, $18, 1, $7,
              onceover.stored_headers($8, $21), $9, NULLIF($10, ''), clock_timestamp(),
              clock_timestamp() + make_interval(secs => ceil(extract(epoch FROM $12))))
      ON CONFLICT DO NOTHING
      RETURNING k.fence, k.created_at, set_config('onceover.claim', k.fence::text, true)
        INTO o.fence, o.created_at, marker;
      CONTINUE WHEN NOT FOUND;
    EXCEPTION WHEN lock_not_available THEN
      o.outcome := 'in_flight';
      o.retry_after_s := 1;
      RETURN o;
    END;
    o.outcome := 'recorded';
    RETURN o;
  END LOOP;
  RAISE EXCEPTION 'onceover: the key changed during each of several reads; it was not recorded' USING ERRCODE = '40001';
END
$$;

-- The body of complete and fail. What is no longer owned is an error (OC001), so that the caller's own rows go with it;
-- what this fence has finished already is another (OC012). attempt: a promoted standby may give another claim the fence
-- that the lost primary gave this one.
CREATE FUNCTION onceover.finish_key(tenant text, operation text, key text, fence bigint, state text, code integer,
  headers text[], body bytea, error_code text, also text[], attempt uuid, declared_final boolean)
RETURNS timestamptz LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  SET lock_timeout = '5s' AS $$
#variable_conflict use_column
DECLARE
  done timestamptz;
  marker text;
  is_sound boolean;
BEGIN
  is_sound := onceover.is_final_answer($5, $6, $8, $12);
  IF length($9) > 4000 THEN RAISE EXCEPTION 'onceover: error_code is too long' USING ERRCODE = '22023'; END IF;
  -- A claim of this transaction commits with it, as durable as the caller wants it.
  IF COALESCE(current_setting('onceover.claim', true), '') <> $4::text
    THEN marker := set_config('synchronous_commit', 'on', true); END IF;
  UPDATE onceover.keys k
  SET state = $5, response_version = 1, response_code = $6, response_headers = onceover.stored_headers($7, $10),
      response_body = $8,
      error_code = NULLIF($9, ''), locked_until = NULL, completed_at = clock_timestamp(),
      updated_at = clock_timestamp(),
      expires_at = clock_timestamp() + make_interval(secs => k.retention_s)
  WHERE k.key = $3 AND k.operation = $2 AND k.tenant = $1 AND k.fence = $4 AND k.state = 'in_progress'
    AND k.holder = 'executor'
    AND ($11 IS NULL OR right(k.owner, 37) = '#' || $11)
  RETURNING k.completed_at, set_config('onceover.claim', k.fence::text, true) INTO done, marker;
  IF FOUND THEN RETURN done; END IF;
  IF EXISTS (SELECT FROM onceover.keys k WHERE k.key = $3 AND k.operation = $2 AND k.tenant = $1 AND k.fence = $4
    AND k.state IN ('succeeded', 'failed')
             AND ($11 IS NULL OR right(k.owner, 37) = '#' || $11)) THEN
    RAISE EXCEPTION 'onceover: this claim has finished the key already'
      USING ERRCODE = 'OC012', HINT = 'Roll back and claim again: it is a replay.';
  END IF;
  RAISE EXCEPTION 'onceover: the key is not owned under this fence any more; nothing was written'
    USING ERRCODE = 'OC001', HINT = 'Roll back, claim again with the same attempt, and send what that answers.';
END
$$;

CREATE FUNCTION onceover.complete(tenant text, operation text, key text, fence bigint, code integer, headers text[],
  body bytea, also text[] DEFAULT '{}', attempt uuid DEFAULT NULL)
RETURNS timestamptz
  LANGUAGE sql RETURN onceover.finish_key($1, $2, $3, $4, 'succeeded', $5, $6, $7, NULL, $8, $9, false);

CREATE FUNCTION onceover.fail(tenant text, operation text, key text, fence bigint, code integer, headers text[],
  body bytea, error_code text, also text[] DEFAULT '{}', attempt uuid DEFAULT NULL,
  declared_final boolean DEFAULT false)
RETURNS timestamptz LANGUAGE sql RETURN onceover.finish_key($1, $2, $3, $4, 'failed', $5, $6, $7, $8, $9, $10, $11);

-- Only where this attempt is known to have had no effect. dedupes_for: how long after the key's creation the downstream
-- system recognises a repeated request; without it there is no limit, which a claim that was taken over may not have.
-- An earlier limit remains. false: lost.
CREATE FUNCTION onceover.release(tenant text, operation text, key text, fence bigint, dedupes_for interval
  DEFAULT NULL, attempt uuid DEFAULT NULL)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET lock_timeout = '5s' AS $$
#variable_conflict use_column
DECLARE
  marker text;
BEGIN
  IF $5 IS NOT NULL THEN
    PERFORM onceover.require_span('dedupes_for', $5, interval '366 days');
  ELSIF EXISTS (SELECT FROM onceover.keys k WHERE k.key = $3 AND k.operation = $2 AND k.tenant = $1 AND k.fence = $4
    AND k.attempts > 1) THEN
    RAISE EXCEPTION 'onceover: an earlier attempt under this key may have reached the gateway; the key was not released'
      USING ERRCODE = '22023', HINT = 'Give dedupes_for, or let the lease run out.';
  END IF;
  marker := set_config('synchronous_commit', 'on', true);
  UPDATE onceover.keys k
  SET state = 'released', locked_until = NULL, retry_before = LEAST(k.created_at + $5, k.retry_before),
      updated_at = clock_timestamp(),
      error_code = CASE WHEN k.attempts = 1 OR k.error_code = 'TRANSIENT.no_effect' THEN 'TRANSIENT.no_effect' END,
      expires_at = make_interval(secs => k.retention_s) + GREATEST(k.created_at + $5, clock_timestamp())
  WHERE k.key = $3 AND k.operation = $2 AND k.tenant = $1 AND k.fence = $4 AND k.state = 'in_progress'
    AND k.holder = 'executor'
    AND ($6 IS NULL OR right(k.owner, 37) = '#' || $6)
  RETURNING set_config('onceover.claim', k.fence::text, true) INTO marker;
  RETURN FOUND;
END
$$;

-- A new lease from now. NULL: lost.
CREATE FUNCTION onceover.renew(tenant text, operation text, key text, fence bigint, lease interval, attempt uuid
  DEFAULT NULL)
RETURNS timestamptz LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
  SET lock_timeout = '5s' AS $$
#variable_conflict use_column
DECLARE
  until timestamptz;
  marker text;
BEGIN
  PERFORM onceover.require_span('a lease', $5, onceover.longest_lease());
  marker := set_config('synchronous_commit', 'on', true);
  -- First the lock, then the clock.
  PERFORM FROM onceover.keys k WHERE k.key = $3 AND k.operation = $2 AND k.tenant = $1 AND k.fence = $4
    AND k.state = 'in_progress' FOR UPDATE;
  UPDATE onceover.keys k SET locked_until = clock_timestamp() + $5, updated_at = clock_timestamp()
  WHERE k.key = $3 AND k.operation = $2 AND k.tenant = $1 AND k.fence = $4 AND k.state = 'in_progress'
    AND k.holder = 'executor'
    AND ($6 IS NULL OR right(k.owner, 37) = '#' || $6)
  RETURNING k.locked_until, set_config('onceover.claim', k.fence::text, true) INTO until, marker;
  RETURN until;
END
$$;

-- What a process has counted since its last flush; counters_flush.sql of the library. A flush that is sent again counts
-- once.
CREATE FUNCTION onceover.count(source uuid, flush bigint, tenants text[], operations text[], names text[],
  buckets double precision[], n bigint[])
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF num_nulls($1, $2, $3, $4, $5, $6, $7) > 0 OR cardinality($7) > 10000
     OR cardinality($7) <> ALL (ARRAY[cardinality($3), cardinality($4), cardinality($5), cardinality($6)])
     OR EXISTS (SELECT FROM unnest($3, $4, $5, $7) v (tenant, operation, name, n)
                WHERE num_nulls(v.tenant, v.operation, v.name, v.n) > 0 OR v.n < 0 OR octet_length(v.tenant) > 255
                  OR octet_length(v.operation) > 255
                      OR octet_length(v.name) > 255) THEN
    RAISE EXCEPTION 'onceover: counts are at most 10000 rows of tenant, operation, name, bucket or NULL, and a number'
      USING ERRCODE = '22023';
  END IF;
  INSERT INTO onceover.counter_sources AS s (source, flush) VALUES ($1, $2)
  ON CONFLICT (source) DO UPDATE SET flush = EXCLUDED.flush, at = EXCLUDED.at WHERE s.flush < EXCLUDED.flush;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO onceover.counter_deltas (source, flush, tenant, operation, name, bucket, n)
  SELECT $1, $2, d.tenant, d.operation, d.name, d.bucket, d.n
  FROM unnest($3, $4, $5, $6, $7) d (tenant, operation, name, bucket, n)
  ON CONFLICT DO NOTHING;
END
$$;

-- ## Triggers: what no role may do. Rights decide which role may write; the owner can disable these triggers

-- What an INSERT or UPDATE may leave: a finished key has an answer, an unfinished one has none. Operators have their
-- schema: a SET on the function would cost each claim more than the function does.
CREATE FUNCTION onceover.guard_key_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.state OPERATOR(pg_catalog.=) 'succeeded' OR NEW.state OPERATOR(pg_catalog.=) 'failed' THEN
    IF NEW.response_code IS NULL OR NEW.response_version IS NULL OR NEW.response_body IS NULL
      OR NEW.completed_at IS NULL
       OR NEW.expires_at IS NULL OR NEW.locked_until IS NOT NULL THEN
      RAISE EXCEPTION 'onceover: a finished key has the answer that is replayed, its times, and no lease'
        USING ERRCODE = 'check_violation', SCHEMA = 'onceover', TABLE = 'keys', CONSTRAINT = 'finished_is_replayable';
    END IF;
  ELSIF NEW.completed_at IS NOT NULL THEN
    RAISE EXCEPTION 'onceover: an unfinished key has no time of completion'
      USING ERRCODE = 'check_violation', SCHEMA = 'onceover', TABLE = 'keys', CONSTRAINT = 'finished_is_replayable';
  END IF;
  IF NEW.fence OPERATOR(pg_catalog.>) 4611686018427387904 THEN  -- onceover.last_fence()
    RAISE EXCEPTION 'onceover: no sequence gave this fence'
      USING ERRCODE = 'check_violation', SCHEMA = 'onceover', TABLE = 'keys', COLUMN = 'fence';
  END IF;
  IF TG_OP OPERATOR(pg_catalog.=) 'INSERT' THEN RETURN NEW; END IF;
  -- A live claim is changed by its holder, who names its fence. The functions of the owner check it themselves.
  IF (pg_catalog.current_setting('onceover.claim', true) OPERATOR(pg_catalog.=) OLD.fence::pg_catalog.text) IS NOT TRUE
    THEN
    IF OLD.locked_until OPERATOR(pg_catalog.>) pg_catalog.clock_timestamp()
      AND OLD.state OPERATOR(pg_catalog.=) 'in_progress'
       AND pg_catalog.current_setting('session_replication_role') OPERATOR(pg_catalog.<>) 'replica'
       -- onceover.no_end_is_later()
       AND OLD.locked_until OPERATOR(pg_catalog.<=)
         (pg_catalog.clock_timestamp() OPERATOR(pg_catalog.+) '25:00:00'::interval) THEN
      IF NOT pg_catalog.pg_has_role(current_user, (SELECT c.relowner FROM pg_catalog.pg_class c
        WHERE c.oid OPERATOR(pg_catalog.=) TG_RELID), 'USAGE') THEN
        RAISE EXCEPTION 'onceover: this key is held by another until %', OLD.locked_until
          USING ERRCODE = 'OC009',
            HINT = 'Finish a claim of your own by onceover.complete, or set onceover.claim to its fence in this transaction.';
      END IF;
    END IF;
  END IF;
  -- An unfinished key with a time of completion is damaged: it must be possible to settle and to correct it.
  IF (OLD.completed_at IS NULL OR OLD.state OPERATOR(pg_catalog.=) 'in_progress'
    OR OLD.state OPERATOR(pg_catalog.=) 'released')
     AND OLD.key OPERATOR(pg_catalog.=) NEW.key AND OLD.operation OPERATOR(pg_catalog.=) NEW.operation
     AND OLD.tenant OPERATOR(pg_catalog.=) NEW.tenant AND OLD.fingerprint OPERATOR(pg_catalog.=) NEW.fingerprint
     AND OLD.fingerprint_kind OPERATOR(pg_catalog.=) NEW.fingerprint_kind
     OR pg_catalog.current_setting('session_replication_role') OPERATOR(pg_catalog.=) 'replica' THEN
    RETURN NULL;
  END IF;
  IF OLD.completed_at IS NOT NULL AND OLD.state OPERATOR(pg_catalog.<>) 'in_progress'
    AND OLD.state OPERATOR(pg_catalog.<>) 'released' THEN
    RAISE EXCEPTION 'onceover: a finished key never changes'
      USING ERRCODE = 'OC009', HINT = 'Clients have been given its answer.';
  END IF;
  RAISE EXCEPTION 'onceover: the identity and the fingerprint of a key never change' USING ERRCODE = 'OC009';
END
$$;

-- Without WHEN, which is read from its text like a CHECK. An UPDATE is judged AFTER it: BEFORE locks the row first, 56
-- bytes of WAL.
CREATE TRIGGER key_is_sound BEFORE INSERT ON onceover.keys FOR EACH ROW EXECUTE FUNCTION onceover.guard_key_change();
CREATE TRIGGER key_stays_sound AFTER UPDATE ON onceover.keys FOR EACH ROW EXECUTE FUNCTION onceover.guard_key_change();
ALTER TABLE onceover.keys ENABLE ALWAYS TRIGGER key_is_sound, ENABLE ALWAYS TRIGGER key_stays_sound;

CREATE FUNCTION onceover.guard_key() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    RAISE EXCEPTION 'onceover: keys are not truncated: each effect whose key is gone can happen again'
      USING ERRCODE = 'OC009', HINT = 'Delete keys past their window with oncectl reap.';
  END IF;
  -- The owner may delete finished keys early, in a statement that writes them to the audit trail (onceover.reap_keys).
  IF OLD.state IN ('succeeded', 'failed')
     AND pg_has_role(current_user, (SELECT c.relowner FROM pg_class c WHERE c.oid = TG_RELID), 'USAGE')
     AND EXISTS (SELECT FROM onceover.audit a WHERE a.key = OLD.key AND a.operation = OLD.operation
       AND a.tenant = OLD.tenant
                 AND a.action = 'reap' AND a.fence_before = OLD.fence) THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'onceover: % is not deleted: its effect could happen again',
    CASE WHEN OLD.state = 'in_progress' THEN 'an unfinished key' ELSE 'a key within its window' END
    USING ERRCODE = 'OC009', HINT = CASE WHEN OLD.state = 'in_progress' THEN 'Settle it: oncectl settle.'
                                         ELSE 'Delete finished keys early with a plan: oncectl plan create --act reap --within-window.'
                                           END;
END
$$;

CREATE TRIGGER key_is_kept AFTER DELETE ON onceover.keys
  FOR EACH ROW WHEN (OLD.state = 'in_progress' OR OLD.expires_at IS NULL
    OR OLD.expires_at > pg_catalog.clock_timestamp())
  EXECUTE FUNCTION onceover.guard_key();
CREATE TRIGGER keys_are_kept BEFORE TRUNCATE ON onceover.keys FOR EACH STATEMENT EXECUTE FUNCTION onceover.guard_key();

-- A key that gets another time or name has no entry. A released key that is claimed again may be stuck long before
-- look_at of its entry. A finished key that is opened again has no entry.
CREATE FUNCTION onceover.key_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF (NEW.created_at, NEW.key, NEW.tenant, NEW.operation) <> (OLD.created_at, OLD.key, OLD.tenant, OLD.operation) THEN
    PERFORM onceover.rewind_frontier(NEW.created_at);
  END IF;
  IF OLD.locked_until IS NOT NULL THEN RETURN NULL; END IF;
  UPDATE onceover.unfinished u SET look_at = '-infinity', changes = u.changes + 1
  WHERE u.created_at = NEW.created_at AND u.key = NEW.key AND u.tenant = NEW.tenant AND u.operation = NEW.operation;
  -- An older snapshot may not see an existing entry: then the insert conflicts with it, and fails with a serialization
  -- error.
  IF NOT FOUND AND NEW.state IN ('in_progress', 'released')
     AND (OLD.state IN ('succeeded', 'failed') OR current_setting('transaction_isolation') <> 'read committed') THEN
    INSERT INTO onceover.unfinished AS u (created_at, key, tenant, operation, listed_floor)
    VALUES (NEW.created_at, NEW.key, NEW.tenant, NEW.operation,
      coalesce(pg_sequence_last_value('onceover.floor'::regclass), 0))
    ON CONFLICT (created_at, key, tenant, operation) DO UPDATE SET look_at = '-infinity', changes = u.changes + 1;
  END IF;
  RETURN NULL;
END
$$;

-- One trigger, because each one costs every statement. A completion names none of these columns, so PostgreSQL does not
-- evaluate the condition; each change of ownership changes the fence. ALWAYS, here and below: logical replication
-- applies changes, too.
CREATE TRIGGER key_changed AFTER UPDATE OF fence, retry_before, created_at, key, tenant, operation ON onceover.keys
  FOR EACH ROW WHEN (OLD.locked_until IS NULL OR NEW.created_at <> OLD.created_at OR NEW.key <> OLD.key
    OR NEW.tenant <> OLD.tenant
                     OR NEW.operation <> OLD.operation)
  EXECUTE FUNCTION onceover.key_changed();
ALTER TABLE onceover.keys ENABLE ALWAYS TRIGGER key_changed;

-- The sweeper drops entries of reaped keys; this trigger is for a key that an operator deletes.
CREATE FUNCTION onceover.released_key_deleted() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM onceover.unfinished u
  WHERE u.created_at = OLD.created_at AND u.key = OLD.key AND u.tenant = OLD.tenant AND u.operation = OLD.operation;
  RETURN NULL;
END
$$;

CREATE TRIGGER released_key_deleted AFTER DELETE ON onceover.keys
  FOR EACH ROW WHEN (OLD.state OPERATOR(pg_catalog.=) 'released') EXECUTE FUNCTION onceover.released_key_deleted();
ALTER TABLE onceover.keys ENABLE ALWAYS TRIGGER released_key_deleted;

CREATE FUNCTION onceover.keys_truncated() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM onceover.unfinished;
  DELETE FROM onceover.reap_marks;
  -- Rows that are loaded next can have any time.
  PERFORM onceover.rewind_frontier('-infinity');
  RETURN NULL;
END
$$;

CREATE TRIGGER keys_truncated AFTER TRUNCATE ON onceover.keys FOR EACH STATEMENT
  EXECUTE FUNCTION onceover.keys_truncated();
ALTER TABLE onceover.keys ENABLE ALWAYS TRIGGER keys_truncated;

CREATE FUNCTION onceover.refuse_change() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog AS $$
BEGIN
  RAISE EXCEPTION 'onceover: the audit trail is append-only; % was refused', TG_OP USING ERRCODE = 'OC003';
END
$$;

CREATE TRIGGER audit_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON onceover.audit
  FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_change();
CREATE TRIGGER audit_links_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON onceover.audit_links
  FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_change();
CREATE TRIGGER audit_seals_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON onceover.audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_change();
CREATE TRIGGER audit_seal_heads_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON onceover.audit_seal_heads
  FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_change();

-- A setting of the session holds the head of its chain. A rollback also rolls back the setting, so there is no gap and
-- no fork. A new chain begins where the setting is missing (DISCARD ALL) or is of another session. Verification finds a
-- forged head: a link has a duplicate, or its predecessor is missing. (ROLLBACK PREPARED leaves a gap; Onceover uses no
-- two-phase commit.)
CREATE FUNCTION onceover.link_audit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET client_encoding = 'UTF8' SET timezone = 'UTC' SET datestyle = 'ISO, YMD'
  SET bytea_output = 'hex' AS $$
DECLARE
  head text[] := string_to_array(current_setting('onceover.audit_chain', true), ' ');
  of_writer uuid;
  at_seq bigint;
  after bytea;
  row_ids bigint[];
  row_digests bytea[];
  statement_began timestamptz := statement_timestamp();
  linked timestamptz := clock_timestamp();
  hashed bytea;
BEGIN
  -- Such a database has bytes of no encoding, which cannot be sent as UTF-8.
  IF getdatabaseencoding() = 'SQL_ASCII' THEN PERFORM set_config('client_encoding', 'SQL_ASCII', true); END IF;
  SELECT array_agg(r.id), array_agg(r.digest) INTO row_ids, row_digests
  FROM (
    SELECT a.id, sha256(record_send(ROW(a.id, a.at, a.action, a.actor, a.db_user, a.host, a.program, a.tenant,
      a.operation, a.key, a.from_state,
                                       a.to_state, a.fence_before, a.fence_after, a.before, a.after, a.evidence,
                                       a.verdict, a.reason, a.ticket, a.correlation_id, a.profile, a.relation,
                                       a.row_key))) AS digest
    FROM added a
  ) r;
  IF row_ids IS NULL THEN
    RETURN NULL;
  END IF;
  IF head[1] ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' AND head[2] ~ '^[0-9]{1,18}$' THEN
    SELECT l.writer, l.seq + 1, l.hash INTO of_writer, at_seq, after
    FROM onceover.audit_links l
    WHERE l.writer = head[1]::uuid AND l.seq = head[2]::bigint AND l.backend = pg_backend_pid()
      AND l.db_user = session_user;
  END IF;
  FOR attempt IN 1..2 LOOP
    IF of_writer IS NULL THEN
      of_writer := gen_random_uuid();
      at_seq := 1;
      after := '';
    END IF;
    hashed := sha256(convert_to(ROW(of_writer, at_seq, linked, row_ids, row_digests, after, pg_backend_pid(),
      session_user::text,
                                    statement_began)::text, 'UTF8'));
    INSERT INTO onceover.audit_links (writer, seq, at, ids, digests, prev, hash, backend, db_user, began)
    VALUES (of_writer, at_seq, linked, row_ids, row_digests, after, hashed, pg_backend_pid(), session_user,
      statement_began)
    ON CONFLICT DO NOTHING;
    EXIT WHEN FOUND;
    of_writer := NULL;  -- the setting named an earlier link of this session
  END LOOP;
  PERFORM set_config('onceover.audit_chain', of_writer || ' ' || at_seq, false);
  RETURN NULL;
END
$$;

CREATE TRIGGER audit_is_chained AFTER INSERT ON onceover.audit REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION onceover.link_audit();

CREATE FUNCTION onceover.guard_approval() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  decided CONSTANT text[] := ARRAY['status', 'decided_at', 'decided_by', 'decided_actor', 'decided_reason', 'audit_id'];
BEGIN
  IF TG_OP = 'INSERT' THEN
    NEW.status := 'waiting';
    NEW.asked_at := clock_timestamp();
    NEW.requested_by := session_user;
    NEW.decided_at := NULL;
    NEW.decided_by := NULL;
    NEW.decided_actor := NULL;
    NEW.decided_reason := NULL;
    NEW.audit_id := NULL;
    RETURN NEW;
  END IF;
  IF OLD.status <> 'waiting' THEN
    RAISE EXCEPTION 'onceover: approval % is %', OLD.id, OLD.status USING ERRCODE = 'OC006';
  END IF;
  IF (to_jsonb(NEW) - decided) IS DISTINCT FROM (to_jsonb(OLD) - decided) THEN
    RAISE EXCEPTION 'onceover: what approval % was asked for stands', OLD.id USING ERRCODE = 'OC006';
  END IF;
  NEW.decided_at := clock_timestamp();
  NEW.decided_by := session_user;
  IF NEW.status = 'used' AND OLD.requested_by = session_user THEN
    RAISE EXCEPTION 'onceover: approval % was asked for by the same database user, %', OLD.id, session_user
      USING ERRCODE = 'OC005';
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER approval_is_guarded BEFORE INSERT OR UPDATE ON onceover.approvals
  FOR EACH ROW EXECUTE FUNCTION onceover.guard_approval();
CREATE TRIGGER approvals_stay BEFORE DELETE OR TRUNCATE ON onceover.approvals
  FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_change();

-- The server fills in user and time and ignores those of the INSERT.
CREATE FUNCTION onceover.guard_note() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    RAISE EXCEPTION 'onceover: a note stays as it was written; % was refused', TG_OP USING ERRCODE = 'OC003';
  END IF;
  NEW.at := clock_timestamp();
  NEW.db_user := session_user;
  RETURN NEW;
END
$$;

CREATE TRIGGER note_is_guarded BEFORE INSERT ON onceover.notes FOR EACH ROW EXECUTE FUNCTION onceover.guard_note();
CREATE TRIGGER notes_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON onceover.notes
  FOR EACH STATEMENT EXECUTE FUNCTION onceover.guard_note();

CREATE FUNCTION onceover.refuse_thaw() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog AS $$
BEGIN
  RAISE EXCEPTION 'onceover: the set of a plan is frozen; % was refused', TG_OP USING ERRCODE = 'OC007';
END
$$;

CREATE TRIGGER plan_items_are_frozen BEFORE UPDATE OF plan, position, line, tenant, operation, key, columns,
  frozen ON onceover.plan_items
  FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_thaw();
CREATE TRIGGER plans_are_frozen BEFORE UPDATE OF name, act, profile_toml, gateway, gateway_digest, reason, ticket, said,
  chosen_by, options, items, actor, host, program, db_user, system_identifier, database_oid, database_name,
    created_at ON onceover.plans
  FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_thaw();

-- What no role may do to an event. AFTER, with conditions that need no function: no cost to other updates.
CREATE FUNCTION onceover.guard_inbox() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.state IN ('succeeded', 'discarded') AND NEW.state <> OLD.state THEN
    RAISE EXCEPTION 'onceover: a processed or discarded event never becomes unprocessed'
      USING ERRCODE = 'OC009', HINT = 'Its effect could happen again.';
  ELSIF OLD.erased_at IS NOT NULL AND (NEW.state = 'in_progress' OR NEW.erased_at IS NULL OR NEW.payload IS NOT NULL)
    THEN
    RAISE EXCEPTION 'onceover: the payload of this event was erased; it is not processed again' USING ERRCODE = 'OC009';
  ELSIF NEW.attempts < OLD.attempts THEN
    RAISE EXCEPTION 'onceover: the attempts of an unfinished event never go down' USING ERRCODE = 'OC009';
  END IF;
  RAISE EXCEPTION 'onceover: the identity and the fingerprint of an event never change' USING ERRCODE = 'OC009';
END
$$;

CREATE TRIGGER inbox_is_final AFTER UPDATE ON onceover.inbox
  FOR EACH ROW WHEN (OLD.state IN ('succeeded', 'discarded') AND NEW.state <> OLD.state)
    EXECUTE FUNCTION onceover.guard_inbox();
-- A dead letter that is requeued may count its attempts from 0 again.
CREATE TRIGGER inbox_counts_up AFTER UPDATE OF attempts ON onceover.inbox
  FOR EACH ROW WHEN (NEW.attempts < OLD.attempts AND OLD.state <> 'dead') EXECUTE FUNCTION onceover.guard_inbox();
CREATE TRIGGER inbox_stays_erased AFTER UPDATE OF state, erased_at, payload ON onceover.inbox
  FOR EACH ROW WHEN (OLD.erased_at IS NOT NULL
    AND (NEW.state = 'in_progress' OR NEW.erased_at IS NULL OR NEW.payload IS NOT NULL))
  EXECUTE FUNCTION onceover.guard_inbox();
CREATE TRIGGER inbox_keeps_its_name AFTER UPDATE OF consumer, source, event_id, fingerprint ON onceover.inbox
  FOR EACH ROW WHEN (OLD.event_id IS DISTINCT FROM NEW.event_id OR OLD.source IS DISTINCT FROM NEW.source
                     OR OLD.consumer IS DISTINCT FROM NEW.consumer OR OLD.fingerprint IS DISTINCT FROM NEW.fingerprint)
  EXECUTE FUNCTION onceover.guard_inbox();

-- ## Rights

-- The functions that every role may call are part of a type and of the flush of a claim, or compare the server; called
-- directly, they change nothing.
DO $$
DECLARE
  made record;
BEGIN
  FOR made IN SELECT p.oid::pg_catalog.regprocedure AS name FROM pg_catalog.pg_proc p
    WHERE p.pronamespace = 'onceover'::pg_catalog.regnamespace
              AND p.proname NOT IN
                ('note_explicit_time', 'require_claim', 'server_token', 'hold_relay', 'outbox_subscription', 'has_foreign_events',
                                 'is_foreign_progress') LOOP
    EXECUTE pg_catalog.format('REVOKE ALL ON ROUTINE %s FROM PUBLIC', made.name);
  END LOOP;
END
$$;
