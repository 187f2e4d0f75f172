-- What is unfinished, found without reading the table. The frontier is a time: each key created before it is finished or is listed in
-- onceover.unfinished. It moves on in bounded steps (advance_frontier) and never at the cost of a claim. Moving it back is always safe.
--
-- Locks: onceover.keys ACCESS EXCLUSIVE, for milliseconds: no row is read. Claims wait meanwhile.

-- No key is created before this time (microseconds since 1970): the default of created_at respects it even where the clock steps back.
CREATE SEQUENCE onceover.floor AS bigint MINVALUE 0 START 0 CACHE 1 NO CYCLE;
-- Each INSERT evaluates the default, whichever role sends it; the value is no secret.
GRANT SELECT ON SEQUENCE onceover.floor TO PUBLIC;
-- Never without a value: what is compared with it must not be NULL.
SELECT pg_catalog.setval('onceover.floor', 0);

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
);
INSERT INTO onceover.frontier DEFAULT VALUES;
COMMENT ON COLUMN onceover.frontier.until IS 'Each key created before this time is finished or listed in onceover.unfinished';
COMMENT ON COLUMN onceover.frontier.rewinds IS 'How often the frontier was moved back; a step that began before must begin again';
COMMENT ON COLUMN onceover.frontier.keys_oid IS 'System identifier, database and table that the frontier is about: in a copy it is void';
COMMENT ON COLUMN onceover.frontier.full_pass_at IS 'When a sweeper last compared the whole table with the list';
COMMENT ON COLUMN onceover.frontier.found_behind IS 'Unfinished keys before the frontier that were not listed: a defect, or rows written with explicit times while no check was there';

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
CREATE INDEX unfinished_by_look ON onceover.unfinished (look_at, created_at, key, tenant, operation);
COMMENT ON COLUMN onceover.unfinished.look_at IS 'Until then the key is known to be released; -infinity: its row must be read';
COMMENT ON COLUMN onceover.unfinished.listed_floor IS 'onceover.floor when it was listed';
COMMENT ON COLUMN onceover.unfinished.changes IS 'For compare-and-set';

-- Both tables change a few rows very often.
ALTER TABLE onceover.frontier SET (fillfactor = 10);

ALTER TABLE onceover.keys ALTER COLUMN created_at SET DEFAULT
  greatest(pg_catalog.clock_timestamp(), pg_catalog.to_timestamp(pg_catalog.pg_sequence_last_value('onceover.floor'::pg_catalog.regclass)::pg_catalog.float8 OPERATOR(pg_catalog./) 1e6::pg_catalog.float8));

-- A row with an explicit earlier time (an import, a restore, logical replication) moves the frontier back to it, in the same transaction.
-- The row lock on the frontier keeps others from moving it on until that transaction ends.
CREATE FUNCTION onceover.rewind_frontier(at timestamptz) RETURNS void LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO, YMD' AS $$
BEGIN
  -- Once a transaction for each earlier time, not once a row.
  IF at < coalesce(nullif(current_setting('onceover.explicit_from', true), '')::timestamptz, 'infinity') THEN
    UPDATE onceover.frontier SET until = least(until, at), rewinds = rewinds + 1;
    PERFORM set_config('onceover.explicit_from', at::text, true);
  END IF;
END
$$;

-- Part of the type of created_at, so each role that inserts must be able to call it; it does something only for a session that is writing
-- keys. Who asks does not matter: through a view, a role without rights on created_at writes it.
CREATE FUNCTION onceover.note_explicit_time(at timestamptz) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM pg_locks l WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation' AND l.relation = 'onceover.keys'::regclass
             AND l.mode = 'RowExclusiveLock') THEN
    PERFORM onceover.rewind_frontier(at);
  END IF;
  RETURN true;
END
$$;

CREATE DOMAIN onceover.key_time AS timestamptz;
-- No key that comes from the default is before the floor, and the frontier never passes it. NOT VALID: what is there need not be looked at.
ALTER DOMAIN onceover.key_time ADD CONSTRAINT key_time_is_noted CHECK (
  CASE WHEN VALUE OPERATOR(pg_catalog.>=) pg_catalog.to_timestamp(pg_catalog.pg_sequence_last_value('onceover.floor'::pg_catalog.regclass)::pg_catalog.float8 OPERATOR(pg_catalog./) 1e6::pg_catalog.float8) THEN true
       ELSE onceover.note_explicit_time(VALUE) END) NOT VALID;

-- A key that gets another time or another name has no entry. A released key that is claimed again may be stuck long before its entry says
-- "look"; a finished one that is opened again has no entry.
CREATE FUNCTION onceover.key_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF (NEW.created_at, NEW.key, NEW.tenant, NEW.operation) <> (OLD.created_at, OLD.key, OLD.tenant, OLD.operation) THEN
    PERFORM onceover.rewind_frontier(NEW.created_at);
  END IF;
  IF OLD.locked_until IS NOT NULL THEN RETURN NULL; END IF;
  UPDATE onceover.unfinished u SET look_at = '-infinity', changes = u.changes + 1
  WHERE u.created_at = NEW.created_at AND u.key = NEW.key AND u.tenant = NEW.tenant AND u.operation = NEW.operation;
  -- An older snapshot does not see an entry that is there: the insert meets it, and fails with a serialization error.
  IF NOT FOUND AND NEW.state IN ('in_progress', 'released')
     AND (OLD.state IN ('succeeded', 'failed') OR current_setting('transaction_isolation') <> 'read committed') THEN
    INSERT INTO onceover.unfinished AS u (created_at, key, tenant, operation, listed_floor)
    VALUES (NEW.created_at, NEW.key, NEW.tenant, NEW.operation, coalesce(pg_sequence_last_value('onceover.floor'::regclass), 0))
    ON CONFLICT (created_at, key, tenant, operation) DO UPDATE SET look_at = '-infinity', changes = u.changes + 1;
  END IF;
  RETURN NULL;
END
$$;

-- What notes an explicit time: a trigger where a row is changed, the type of created_at where one is made. A trigger on INSERT would cost each
-- claim a tenth. The type is not changed where there are keys already: prepared statements of services that run would fail until they connect
-- anew. There the sweeper's full pass finds such keys, until the owner calls this with true.
CREATE FUNCTION onceover.note_explicit_times(by_type boolean) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DROP TRIGGER IF EXISTS key_changed ON onceover.keys;
  IF by_type THEN
    BEGIN
      ALTER TABLE onceover.keys ALTER COLUMN created_at TYPE onceover.key_time;
    EXCEPTION WHEN feature_not_supported OR dependent_objects_still_exist THEN
      RAISE NOTICE 'onceover.keys.created_at keeps its type, because other objects use it: %', SQLERRM;
    END;
  END IF;
  -- One trigger, since each costs every statement. A completion names none of these columns, so that the condition is not even looked at:
  -- each change of ownership draws a fence.
  CREATE TRIGGER key_changed AFTER UPDATE OF fence, retry_before, created_at, key, tenant, operation ON onceover.keys
    FOR EACH ROW WHEN (OLD.locked_until IS NULL OR NEW.created_at <> OLD.created_at OR NEW.key <> OLD.key OR NEW.tenant <> OLD.tenant
                       OR NEW.operation <> OLD.operation)
    EXECUTE FUNCTION onceover.key_changed();
  -- ALWAYS, here and below: logical replication applies changes, too.
  ALTER TABLE onceover.keys ENABLE ALWAYS TRIGGER key_changed;
END
$$;
DO $$
DECLARE
  is_empty CONSTANT boolean := NOT EXISTS (SELECT FROM onceover.keys);
BEGIN
  PERFORM onceover.note_explicit_times(is_empty);
END
$$;

-- Reaped ones have been looked at since their time passed; this is for one that an operator deletes.
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
  -- What is loaded next may be of any time.
  PERFORM onceover.rewind_frontier('-infinity');
  RETURN NULL;
END
$$;
CREATE TRIGGER keys_truncated AFTER TRUNCATE ON onceover.keys FOR EACH STATEMENT EXECUTE FUNCTION onceover.keys_truncated();
ALTER TABLE onceover.keys ENABLE ALWAYS TRIGGER keys_truncated;

-- Who may have keys that are not committed yet: each lock that an INSERT takes, or a stronger one. (VACUUM, ANALYZE and CREATE INDEX take
-- others.) A prepared transaction has no pid; since is NULL where the owner of this function may not see it.
CREATE FUNCTION onceover.writers_of_keys(OUT holder text, OUT pid integer, OUT prepared boolean, OUT since timestamptz, OUT name text)
RETURNS SETOF record LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT DISTINCT ON (l.virtualtransaction) l.virtualtransaction, l.pid, l.pid IS NULL,
         CASE WHEN l.pid IS NULL THEN p.prepared ELSE a.xact_start END, CASE WHEN l.pid IS NULL THEN p.gid ELSE a.application_name END
  FROM pg_locks l
  LEFT JOIN pg_stat_activity a ON a.pid = l.pid
  LEFT JOIN pg_locks x ON l.pid IS NULL AND x.pid IS NULL AND x.locktype = 'transactionid' AND x.virtualtransaction = l.virtualtransaction
  LEFT JOIN pg_prepared_xacts p ON p.transaction = x.transactionid
  WHERE l.locktype = 'relation' AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
    AND l.relation = 'onceover.keys'::regclass
    AND l.mode IN ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    AND l.pid IS DISTINCT FROM pg_backend_pid()
  ORDER BY l.virtualtransaction, p.prepared
$$;

-- First half of a step: publishes that no key will be created before `target`. The caller then reads writers_of_keys(), waits until all of
-- them have ended (each prepared transaction counts as one of them), and calls advance_frontier with the returned values. moment is NULL when
-- another session holds the lock, or the frontier was moved back: the caller tries again later.
CREATE FUNCTION onceover.publish_floor(OUT moment timestamptz, OUT target timestamptz, OUT until timestamptz, OUT rewinds bigint, OUT floor bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  f onceover.frontier;
  here onceover.frontier;
  floor_now bigint;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'onceover: the frontier needs READ COMMITTED' USING ERRCODE = 'OC002';
  END IF;
  IF NOT pg_try_advisory_xact_lock(hashtextextended('onceover.frontier', 0)) THEN RETURN; END IF;
  INSERT INTO onceover.frontier DEFAULT VALUES ON CONFLICT DO NOTHING;  -- somebody has deleted it
  SELECT * INTO STRICT f FROM onceover.frontier FOR UPDATE;
  here.keys_oid := 'onceover.keys'::regclass::oid;
  SELECT d.oid INTO here.database_oid FROM pg_database d WHERE d.datname = current_database();
  -- Some providers forbid it.
  IF has_function_privilege('pg_control_system()', 'EXECUTE') THEN
    SELECT c.system_identifier INTO here.system_identifier FROM pg_control_system() c;
  END IF;
  IF (f.system_identifier, f.database_oid, f.keys_oid) IS DISTINCT FROM (here.system_identifier, here.database_oid, here.keys_oid) THEN
    -- Made for another table: nothing is known of this one.
    DELETE FROM onceover.unfinished;
    UPDATE onceover.frontier fr SET until = '-infinity', rewinds = fr.rewinds + 1, system_identifier = here.system_identifier,
      database_oid = here.database_oid, keys_oid = here.keys_oid;
    RETURN;
  END IF;
  moment := clock_timestamp();
  floor_now := coalesce(pg_sequence_last_value('onceover.floor'::regclass), 0);
  IF to_timestamp(floor_now / 1e6::float8) > moment + interval '1 second' THEN
    -- The clock was put back. The floor follows it, but only after the frontier is committed before it: claims respect the floor at once.
    IF f.until > moment THEN
      UPDATE onceover.frontier fr SET until = moment, rewinds = fr.rewinds + 1;
      moment := NULL;
      RETURN;
    END IF;
    -- What was published under the later clock holds no more.
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

-- Second half: lists the unfinished keys of the next at_most rows and moves the frontier past them, at most to `target`. reached is the new
-- frontier. It is NULL when the frontier was moved back since, or another session holds the lock: the caller starts again with publish_floor.
CREATE FUNCTION onceover.advance_frontier(target timestamptz, rewinds bigint, at_most bigint, OUT reached timestamptz, OUT listed bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off
SET enable_sort = off SET plan_cache_mode = force_custom_plan SET jit = off SET max_parallel_workers_per_gather = 0 AS $$
DECLARE
  f onceover.frontier;
  edge timestamptz;
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'onceover: the frontier needs READ COMMITTED' USING ERRCODE = 'OC002';
  END IF;
  IF NOT pg_try_advisory_xact_lock(hashtextextended('onceover.frontier', 0)) THEN RETURN; END IF;
  SELECT * INTO STRICT f FROM onceover.frontier FOR UPDATE;
  IF f.rewinds <> advance_frontier.rewinds THEN RETURN; END IF;
  IF target > to_timestamp(pg_sequence_last_value('onceover.floor'::regclass) / 1e6::float8) + interval '1 millisecond' THEN
    RAISE EXCEPTION 'onceover: the frontier never passes the floor' USING ERRCODE = 'OC002';
  END IF;
  listed := 0;
  reached := f.until;
  IF f.until >= target THEN RETURN; END IF;
  SELECT k.created_at INTO edge FROM onceover.keys k WHERE k.created_at >= f.until AND k.created_at < target
  ORDER BY k.created_at, k.key OFFSET at_most LIMIT 1;
  -- More rows of one time than a step has: all of them at once.
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

-- Keeps the list short: entries of finished keys go, entries of released keys rest until they can be stuck. `below` is the floor that
-- publish_floor returned, after all writers of that moment are gone: of older entries each change since is known. Walks over the entries that
-- must be looked at (resting: over the others) behind a place; `seen` fewer than at_most: at the end.
CREATE FUNCTION onceover.tend_unfinished(resting boolean, below bigint, at_most bigint, INOUT created_at timestamptz, INOUT key text,
                                         INOUT tenant text, INOUT operation text, OUT seen bigint, OUT dropped bigint, OUT rested bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off
SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_custom_plan SET jit = off AS $$
#variable_conflict use_column
DECLARE
  place onceover.unfinished;
BEGIN
  place.created_at := tend_unfinished.created_at;
  place.key := tend_unfinished.key;
  place.tenant := tend_unfinished.tenant;
  place.operation := tend_unfinished.operation;
  -- A floor of a later clock, which was put back since, says nothing.
  IF below > pg_sequence_last_value('onceover.floor'::regclass) THEN below := 0; END IF;
  UPDATE onceover.unfinished u SET look_at = '-infinity', changes = u.changes + 1
  WHERE u.ctid = ANY (ARRAY (SELECT d.ctid FROM onceover.unfinished d WHERE d.look_at > '-infinity' AND d.look_at <= clock_timestamp()
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
    LEFT JOIN onceover.keys k ON k.key = s.key AND k.operation = s.operation AND k.tenant = s.tenant AND k.created_at = s.created_at
  ), due AS MATERIALIZED (
    -- An entry that a takeover is changing is skipped: neither side waits.
    SELECT u.ctid AS at, r.state, r.until
    FROM rows r
    JOIN onceover.unfinished u ON u.created_at = r.created_at AND u.key = r.key AND u.tenant = r.tenant AND u.operation = r.operation
      AND u.changes = r.changes
    WHERE CASE WHEN r.state IS NULL OR r.state IN ('succeeded', 'failed') THEN true
               WHEN r.state = 'released' THEN r.until <> r.look_at AND r.until > clock_timestamp() AND r.listed_floor < below
                    AND r.locked_until IS NULL  -- or the trigger would not wake it
               ELSE r.look_at > '-infinity' END
    FOR UPDATE OF u SKIP LOCKED
  ), gone AS (
    DELETE FROM onceover.unfinished u USING due d
    WHERE u.ctid = d.at AND (d.state IS NULL OR d.state IN ('succeeded', 'failed'))
    RETURNING 1
  ), changed AS (
    UPDATE onceover.unfinished u SET look_at = CASE WHEN d.state = 'released' THEN d.until ELSE '-infinity' END, changes = u.changes + 1
    FROM due d
    WHERE u.ctid = d.at AND d.state IN ('released', 'in_progress')
    RETURNING 1
  ), last AS (
    SELECT s.created_at, s.key, s.tenant, s.operation FROM slice s ORDER BY s.created_at DESC, s.key DESC, s.tenant DESC, s.operation DESC LIMIT 1
  )
  SELECT (SELECT l.created_at FROM last l), (SELECT l.key FROM last l), (SELECT l.tenant FROM last l), (SELECT l.operation FROM last l),
         (SELECT count(*) FROM slice), (SELECT count(*) FROM gone), (SELECT count(*) FROM changed)
  INTO tend_unfinished.created_at, tend_unfinished.key, tend_unfinished.tenant, tend_unfinished.operation, seen, dropped, rested;
END
$$;

-- The full pass: lists the unfinished keys of (behind, until] that are before the frontier and not listed, and returns their number. Each is a
-- defect. NULL: another session holds the lock, and nothing was compared.
CREATE FUNCTION onceover.relist_unfinished(behind_time timestamptz, behind_key text, until_time timestamptz, until_key text) RETURNS bigint
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET enable_bitmapscan = off
SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_custom_plan SET jit = off AS $$
DECLARE
  missing bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('onceover.frontier', 0)) THEN RETURN NULL; END IF;
  INSERT INTO onceover.unfinished (created_at, key, tenant, operation, listed_floor)
  SELECT k.created_at, k.key, k.tenant, k.operation, coalesce(pg_sequence_last_value('onceover.floor'::regclass), 0)
  FROM onceover.keys k
  WHERE (k.created_at, k.key) > (behind_time, behind_key) AND (k.created_at, k.key) <= (until_time, until_key)
    AND k.created_at < (SELECT f.until FROM onceover.frontier f) AND k.state IN ('in_progress', 'released')
    AND NOT EXISTS (SELECT FROM onceover.unfinished u WHERE u.created_at = k.created_at AND u.key = k.key AND u.tenant = k.tenant
                    AND u.operation = k.operation)
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS missing = ROW_COUNT;
  IF missing > 0 THEN UPDATE onceover.frontier f SET found_behind = f.found_behind + missing; END IF;
  RETURN missing;
END
$$;

-- A full pass begins: true for one caller within that time. NULL: the one that began is given up, and the next caller begins anew.
CREATE FUNCTION onceover.begin_full_pass(not_within interval) RETURNS boolean LANGUAGE sql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
  WITH begun AS (
    UPDATE onceover.frontier f SET full_pass_at = clock_timestamp()
    WHERE not_within IS NOT NULL
      AND (f.full_pass_at IS NULL OR f.full_pass_at NOT BETWEEN clock_timestamp() - not_within AND clock_timestamp())
    RETURNING 1
  ), given_up AS (
    UPDATE onceover.frontier f SET full_pass_at = NULL WHERE not_within IS NULL
  ) SELECT EXISTS (SELECT FROM begun)
$$;

REVOKE ALL ON FUNCTION onceover.writers_of_keys(), onceover.publish_floor(), onceover.advance_frontier(timestamptz, bigint, bigint),
  onceover.tend_unfinished(boolean, bigint, bigint, timestamptz, text, text, text), onceover.relist_unfinished(timestamptz, text, timestamptz, text),
  onceover.begin_full_pass(interval), onceover.rewind_frontier(timestamptz), onceover.key_changed(), onceover.released_key_deleted(), onceover.keys_truncated(), onceover.note_explicit_times(boolean) FROM PUBLIC;

-- No role but the owner writes created_at: grants on the whole table become grants on the other columns. Roles that read keys read the
-- frontier; roles that write keys may move it on.
DO $$
DECLARE
  given record;
  others text;
BEGIN
  SELECT pg_catalog.string_agg(pg_catalog.quote_ident(a.attname), ', ' ORDER BY a.attnum) INTO STRICT others
  FROM pg_catalog.pg_attribute a
  WHERE a.attrelid = 'onceover.keys'::pg_catalog.regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> 'created_at';
  FOR given IN
    SELECT CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r.rolname) END AS name, a.privilege_type AS may,
           pg_catalog.bool_or(a.is_grantable) AS onward
    FROM pg_catalog.pg_class c, LATERAL pg_catalog.aclexplode(c.relacl) a LEFT JOIN pg_catalog.pg_roles r ON r.oid = a.grantee
    WHERE c.oid = 'onceover.keys'::pg_catalog.regclass AND a.privilege_type IN ('SELECT', 'INSERT', 'UPDATE') AND a.grantee <> c.relowner
    GROUP BY 1, 2
  LOOP
    IF given.may = 'SELECT' THEN
      EXECUTE pg_catalog.format('GRANT SELECT ON onceover.frontier, onceover.unfinished TO %s', given.name);
      EXECUTE pg_catalog.format('GRANT EXECUTE ON FUNCTION onceover.writers_of_keys() TO %s', given.name);
    ELSE
      EXECUTE pg_catalog.format('REVOKE %s ON onceover.keys FROM %s CASCADE', given.may, given.name);
      EXECUTE pg_catalog.format('GRANT %s (%s) ON onceover.keys TO %s %s', given.may, others, given.name,
                                CASE WHEN given.onward THEN 'WITH GRANT OPTION' ELSE '' END);
      IF given.may = 'UPDATE' THEN
        EXECUTE pg_catalog.format('GRANT EXECUTE ON FUNCTION onceover.publish_floor(), onceover.advance_frontier(timestamptz, bigint, bigint), '
          'onceover.tend_unfinished(boolean, bigint, bigint, timestamptz, text, text, text), '
          'onceover.relist_unfinished(timestamptz, text, timestamptz, text), onceover.begin_full_pass(interval) TO %s', given.name);
      END IF;
    END IF;
  END LOOP;
END
$$;
