-- A second wall behind the guards of our own statements: what no statement may do to a key, whoever sends it. Rights decide who may write; the
-- table's owner can disable these triggers, and a standby or a subscription applies changes past them.
--
-- Locks onceover.keys against writers while it runs, which takes milliseconds: it reads no row.

-- AFTER, with conditions that need no function: measured at no cost to a claim, a completion and a sweep. BEFORE costs a tenth of a cycle.
CREATE FUNCTION onceover.guard_key() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'TRUNCATE' THEN
    RAISE EXCEPTION 'onceover: keys are not truncated: each effect whose key is gone can happen again'
      USING ERRCODE = 'OC009', HINT = 'Delete keys past their window with oncectl reap.';
  ELSIF TG_OP = 'DELETE' THEN
    -- A plan may delete finished keys early, in a statement that writes them to the audit trail.
    IF OLD.state IN ('succeeded', 'failed')
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
