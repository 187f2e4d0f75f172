-- The trail's chain, and what a second person is asked for.
--
-- Locks: onceover.audit SHARE ROW EXCLUSIVE, while every row is read and linked: a minute a million. Settlements wait; claims and readers do not.

-- One link for each statement that wrote audit rows, chained to the link before it of the same session: writers never wait for each other.
-- A link names its rows with a digest of each, and holds the hash of the link before it. Change, removal, insertion and exchange of rows are
-- found by `oncectl audit verify`. form: which columns a digest covers. Rows are digested in their binary form, which depends on no setting
-- but client_encoding and costs a third less than their text.
CREATE TABLE onceover.audit_links (
  writer uuid NOT NULL,
  seq bigint NOT NULL CHECK (seq > 0),
  at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  form smallint NOT NULL,
  ids bigint[] NOT NULL,
  digests bytea[] NOT NULL,
  prev bytea NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (writer, seq)
);
COMMENT ON COLUMN onceover.audit_links.writer IS 'A session, by a name that it drew; zeros for the rows that were there before the chain';

-- Periodic seals over the heads of all chains that went on since the last one, chained to each other. The newest, exported as an anchor and
-- kept elsewhere, shows what was cut off or made anew afterwards.
CREATE TABLE onceover.audit_seals (
  number bigint PRIMARY KEY CHECK (number > 0),
  at timestamptz NOT NULL,
  db_user text NOT NULL,
  links bigint NOT NULL,
  rows bigint NOT NULL,
  heads bytea NOT NULL,
  prev bytea NOT NULL,
  hash bytea NOT NULL
);
CREATE TABLE onceover.audit_seal_heads (
  seal bigint NOT NULL REFERENCES onceover.audit_seals,
  writer uuid NOT NULL,
  seq bigint NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (seal, writer)
);
CREATE INDEX audit_seal_heads_by_writer ON onceover.audit_seal_heads (writer, seq);

CREATE TRIGGER audit_links_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON onceover.audit_links
  FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_change();
CREATE TRIGGER audit_seals_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON onceover.audit_seals
  FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_change();
CREATE TRIGGER audit_seal_heads_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON onceover.audit_seal_heads
  FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_change();

-- The rows of one block, as a link after (writer, seq - 1), for what is there already. Text is written under the settings of its caller: the
-- same in every session.
CREATE FUNCTION onceover.add_audit_link(of_writer uuid, at_seq bigint, after bytea, row_ids bigint[], row_digests bytea[]) RETURNS bytea
LANGUAGE sql SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO, YMD' SET bytea_output = 'hex' AS $$
  INSERT INTO onceover.audit_links (writer, seq, at, form, ids, digests, prev, hash)
  SELECT of_writer, at_seq, t.now, 1, row_ids, row_digests, after,
         sha256(convert_to(ROW(of_writer, at_seq, t.now, 1, row_ids, row_digests, after)::text, 'UTF8'))
  FROM (SELECT clock_timestamp() AS now) t
  RETURNING hash
$$;

-- The head of a session's chain lives in a setting of the session, which goes back with a transaction that is rolled back: no gap and no fork
-- comes of that. Where it is gone (DISCARD ALL), or was made in another session, a new chain begins. Whoever forges it is found: his link
-- has a twin, or none before it. (A two-phase commit that is rolled back after PREPARE leaves a gap; nothing here commits so.)
CREATE FUNCTION onceover.link_audit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET client_encoding = 'UTF8' SET timezone = 'UTC' SET datestyle = 'ISO, YMD' SET bytea_output = 'hex' AS $$
DECLARE
  head text[] := string_to_array(current_setting('onceover.audit_chain', true), ' ');
  of_writer uuid;
  at_seq bigint;
  after bytea;
  row_ids bigint[];
  row_digests bytea[];
  linked timestamptz := clock_timestamp();
  hashed bytea;
BEGIN
  SELECT array_agg(r.id), array_agg(r.digest) INTO row_ids, row_digests
  FROM (
    SELECT a.id, sha256(record_send(ROW(a.id, a.at, a.action, a.actor, a.db_user, a.host, a.program, a.tenant, a.operation, a.key, a.from_state,
                                       a.to_state, a.fence_before, a.fence_after, a.before, a.after, a.evidence, a.verdict, a.reason, a.ticket,
                                       a.correlation_id, a.profile, a.relation, a.row_key))) AS digest
    FROM added a
  ) r;
  IF row_ids IS NULL THEN
    RETURN NULL;
  END IF;
  IF head[1] = pg_backend_pid()::text THEN
    of_writer := head[2];
    at_seq := head[3]::bigint + 1;
    after := decode(head[4], 'hex');
  ELSE
    of_writer := gen_random_uuid();
    at_seq := 1;
    after := '';
  END IF;
  -- As add_audit_link, in place: a call of a function with settings of its own costs a third of the link.
  hashed := sha256(convert_to(ROW(of_writer, at_seq, linked, 1, row_ids, row_digests, after)::text, 'UTF8'));
  INSERT INTO onceover.audit_links (writer, seq, at, form, ids, digests, prev, hash)
  VALUES (of_writer, at_seq, linked, 1, row_ids, row_digests, after, hashed);
  PERFORM set_config('onceover.audit_chain', concat_ws(' ', pg_backend_pid(), of_writer, at_seq, encode(hashed, 'hex')), false);
  RETURN NULL;
END
$$;

-- Seals what was linked since the last seal: its number, or NULL where there is nothing new. Sealers wait for each other, writers for nobody.
CREATE FUNCTION onceover.seal_audit() RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO, YMD' SET bytea_output = 'hex' AS $$
DECLARE
  this onceover.audit_seals;
  fresh_writers uuid[];
  fresh_seqs bigint[];
  fresh_hashes bytea[];
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('onceover.seal', 0));
  SELECT s.number, s.hash INTO this.number, this.prev FROM onceover.audit_seals s ORDER BY s.number DESC LIMIT 1;
  this.number := coalesce(this.number, 0) + 1;
  this.prev := coalesce(this.prev, '');
  WITH sealed AS (
    SELECT h.writer, max(h.seq) AS seq FROM onceover.audit_seal_heads h GROUP BY h.writer
  ), fresh AS (
    SELECT l.writer, max(l.seq) AS seq, count(*) AS links, sum(cardinality(l.ids)) AS rows
    FROM onceover.audit_links l LEFT JOIN sealed s ON s.writer = l.writer
    WHERE l.seq > coalesce(s.seq, 0)
    GROUP BY l.writer
  ), heads AS (
    SELECT f.writer, f.seq, l.hash, f.links, f.rows FROM fresh f JOIN onceover.audit_links l ON l.writer = f.writer AND l.seq = f.seq ORDER BY f.writer
  )
  SELECT array_agg(h.writer), array_agg(h.seq), array_agg(h.hash), sum(h.links), sum(h.rows),
         sha256(convert_to(string_agg(ROW(h.writer, h.seq, h.hash)::text, ''), 'UTF8'))
  INTO fresh_writers, fresh_seqs, fresh_hashes, this.links, this.rows, this.heads
  FROM heads h;
  IF fresh_writers IS NULL THEN
    RETURN NULL;
  END IF;
  this.at := clock_timestamp();
  this.db_user := session_user;
  this.hash := sha256(convert_to(ROW(this.number, this.at, this.db_user, this.links, this.rows, this.heads, this.prev)::text, 'UTF8'));
  INSERT INTO onceover.audit_seals SELECT this.*;
  INSERT INTO onceover.audit_seal_heads SELECT this.number, h.* FROM unnest(fresh_writers, fresh_seqs, fresh_hashes) h;
  RETURN this.number;
END
$$;
REVOKE ALL ON FUNCTION onceover.link_audit(), onceover.seal_audit() FROM PUBLIC;

-- What is there already becomes a chain of its own, sealed as a block.
CREATE FUNCTION onceover.link_earlier_audit() RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp SET client_encoding = 'UTF8' SET timezone = 'UTC' SET datestyle = 'ISO, YMD' SET bytea_output = 'hex' AS $$
DECLARE
  behind bigint := 0;
  seq bigint := 0;
  after bytea := '';
  row_ids bigint[];
  row_digests bytea[];
BEGIN
  LOCK TABLE onceover.audit IN SHARE ROW EXCLUSIVE MODE;
  LOOP
    SELECT array_agg(r.id), array_agg(r.digest) INTO row_ids, row_digests
    FROM (
      SELECT a.id, sha256(record_send(ROW(a.id, a.at, a.action, a.actor, a.db_user, a.host, a.program, a.tenant, a.operation, a.key, a.from_state,
                                         a.to_state, a.fence_before, a.fence_after, a.before, a.after, a.evidence, a.verdict, a.reason, a.ticket,
                                         a.correlation_id, a.profile, a.relation, a.row_key))) AS digest
      FROM onceover.audit a WHERE a.id > behind ORDER BY a.id LIMIT 500
    ) r;
    EXIT WHEN row_ids IS NULL;
    seq := seq + 1;
    after := onceover.add_audit_link('00000000-0000-0000-0000-000000000000', seq, after, row_ids, row_digests);
    behind := row_ids[cardinality(row_ids)];
  END LOOP;
END
$$;
SELECT onceover.link_earlier_audit();
DROP FUNCTION onceover.link_earlier_audit();
DROP FUNCTION onceover.add_audit_link(uuid, bigint, bytea, bigint[], bytea[]);
SELECT onceover.seal_audit();

CREATE TRIGGER audit_is_chained AFTER INSERT ON onceover.audit REFERENCING NEW TABLE AS added
  FOR EACH STATEMENT EXECUTE FUNCTION onceover.link_audit();

-- What one person wants to write without evidence that bears it out, until another database user agrees. The columns of the asking are filled
-- here, not by whoever inserts: a name on a form is no person.
CREATE TABLE onceover.approvals (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  status text COLLATE "C" NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'used', 'refused', 'outdated')),
  asked_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  requested_by text NOT NULL DEFAULT session_user,
  actor text NOT NULL,
  host text NOT NULL,
  program text NOT NULL,
  act text COLLATE "C" NOT NULL CHECK (act IN ('succeed', 'fail')),
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
  CONSTRAINT row_is_named CHECK ((relation IS NULL) = (row_key IS NULL) AND (relation IS NULL) = (profile_toml IS NULL) AND (relation IS NULL) = (fence IS NOT NULL)),
  CONSTRAINT second_person CHECK (status <> 'used' OR (decided_by IS NOT NULL AND decided_by <> requested_by AND audit_id IS NOT NULL)),
  CONSTRAINT decided_by_somebody CHECK ((status = 'waiting') = (decided_by IS NULL))
);
COMMENT ON COLUMN onceover.approvals.seen_digest IS 'Of the row as it was seen: its fence, or its version and state';
COMMENT ON COLUMN onceover.approvals.request_digest IS 'Of all that would be written';
CREATE INDEX approvals_waiting ON onceover.approvals (id) WHERE status = 'waiting';

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
    RAISE EXCEPTION 'onceover: approval % was asked for by the same database user, %', OLD.id, session_user USING ERRCODE = 'OC005';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER approval_is_guarded BEFORE INSERT OR UPDATE ON onceover.approvals
  FOR EACH ROW EXECUTE FUNCTION onceover.guard_approval();
CREATE TRIGGER approvals_stay BEFORE DELETE OR TRUNCATE ON onceover.approvals
  FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_change();
