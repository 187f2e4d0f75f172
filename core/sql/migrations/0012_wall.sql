-- A second wall behind the guards of our own statements: what no statement may do to a key, whoever sends it. Rights decide who may write; the
-- table's owner can disable these triggers, and a standby or a subscription applies changes past them.
--
-- Locks: onceover.keys SHARE ROW EXCLUSIVE, for milliseconds: no row is read. Claims wait meanwhile.
-- Locks: onceover.audit_links ACCESS EXCLUSIVE, for milliseconds: no row is read.

-- AFTER, with conditions that need no function: measured at no cost to a claim, a completion and a sweep. BEFORE costs a tenth of a cycle.
CREATE FUNCTION onceover.guard_key() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    RAISE EXCEPTION 'onceover: keys are not truncated: each effect whose key is gone can happen again'
      USING ERRCODE = 'OC009', HINT = 'Delete keys past their window with oncectl reap.';
  ELSIF TG_OP = 'DELETE' THEN
    -- The owner may delete finished keys early, in a statement that writes them to the audit trail (onceover.reap_keys).
    IF OLD.state IN ('succeeded', 'failed')
       AND pg_has_role(current_user, (SELECT c.relowner FROM pg_class c WHERE c.oid = TG_RELID), 'USAGE')
       AND EXISTS (SELECT FROM onceover.audit a WHERE a.key = OLD.key AND a.operation = OLD.operation AND a.tenant = OLD.tenant
                   AND a.action = 'reap' AND a.fence_before = OLD.fence) THEN
      RETURN NULL;
    END IF;
    RAISE EXCEPTION 'onceover: % is not deleted: its effect could happen again',
      CASE WHEN OLD.state = 'in_progress' THEN 'an unfinished key' ELSE 'a key within its window' END
      USING ERRCODE = 'OC009', HINT = CASE WHEN OLD.state = 'in_progress' THEN 'Settle it: oncectl settle.'
                                           ELSE 'Delete finished keys early with a plan: oncectl plan create --act reap --within-window.' END;
  ELSIF OLD.completed_at IS NOT NULL THEN
    RAISE EXCEPTION 'onceover: a finished key never changes' USING ERRCODE = 'OC009', HINT = 'Clients have been given its answer.';
  END IF;
  RAISE EXCEPTION 'onceover: the identity and the fingerprint of a key never change' USING ERRCODE = 'OC009';
END
$$;
REVOKE ALL ON FUNCTION onceover.guard_key() FROM PUBLIC;

CREATE TRIGGER key_is_final AFTER UPDATE ON onceover.keys
  FOR EACH ROW WHEN (OLD.completed_at IS NOT NULL) EXECUTE FUNCTION onceover.guard_key();
CREATE TRIGGER key_keeps_its_name AFTER UPDATE OF tenant, operation, key, fingerprint_kind, fingerprint ON onceover.keys
  FOR EACH ROW WHEN (OLD.key IS DISTINCT FROM NEW.key OR OLD.operation IS DISTINCT FROM NEW.operation OR OLD.tenant IS DISTINCT FROM NEW.tenant
                     OR OLD.fingerprint IS DISTINCT FROM NEW.fingerprint OR OLD.fingerprint_kind IS DISTINCT FROM NEW.fingerprint_kind)
  EXECUTE FUNCTION onceover.guard_key();
CREATE TRIGGER key_is_kept AFTER DELETE ON onceover.keys
  FOR EACH ROW WHEN (OLD.state = 'in_progress' OR OLD.expires_at IS NULL OR OLD.expires_at > pg_catalog.clock_timestamp())
  EXECUTE FUNCTION onceover.guard_key();
CREATE TRIGGER keys_are_kept BEFORE TRUNCATE ON onceover.keys FOR EACH STATEMENT EXECUTE FUNCTION onceover.guard_key();

-- A chain belongs to one backend and one session user: no other session can go on with it, whatever it sets onceover.audit_chain to. The head
-- in the setting counts only if its link is there and is this session's; otherwise a new chain begins. began and at bound the rows' own times.
ALTER TABLE onceover.audit_links ADD COLUMN backend integer, ADD COLUMN db_user text, ADD COLUMN began timestamptz;
COMMENT ON COLUMN onceover.audit_links.form IS '1: without the last three columns; 2: the hash covers them';
COMMENT ON COLUMN onceover.audit_links.began IS 'When the statement began that wrote the rows; none is older';

CREATE OR REPLACE FUNCTION onceover.link_audit() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET client_encoding = 'UTF8' SET timezone = 'UTC' SET datestyle = 'ISO, YMD' SET bytea_output = 'hex' AS $$
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
  IF head[1] ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' AND head[2] ~ '^[0-9]{1,18}$' THEN
    SELECT l.writer, l.seq + 1, l.hash INTO of_writer, at_seq, after
    FROM onceover.audit_links l
    WHERE l.writer = head[1]::uuid AND l.seq = head[2]::bigint AND l.backend = pg_backend_pid() AND l.db_user = session_user;
  END IF;
  FOR attempt IN 1..2 LOOP
    IF of_writer IS NULL THEN
      of_writer := gen_random_uuid();
      at_seq := 1;
      after := '';
    END IF;
    hashed := sha256(convert_to(ROW(of_writer, at_seq, linked, 2, row_ids, row_digests, after, pg_backend_pid(), session_user::text,
                                    statement_began)::text, 'UTF8'));
    INSERT INTO onceover.audit_links (writer, seq, at, form, ids, digests, prev, hash, backend, db_user, began)
    VALUES (of_writer, at_seq, linked, 2, row_ids, row_digests, after, hashed, pg_backend_pid(), session_user, statement_began)
    ON CONFLICT DO NOTHING;
    EXIT WHEN FOUND;
    of_writer := NULL;  -- the setting named an earlier link of this session
  END LOOP;
  PERFORM set_config('onceover.audit_chain', of_writer || ' ' || at_seq, false);
  RETURN NULL;
END
$$;
