-- Test data, kept as it is: a store of schema version 12, made by the migrations of commit bfaaf49a and dumped by pg_dump of
-- PostgreSQL 15. It is not made anew: see make_dump.sh.
DO $$ BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'upgraded_service') THEN CREATE ROLE upgraded_service LOGIN; END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'upgraded_reader') THEN CREATE ROLE upgraded_reader LOGIN; END IF;
END $$;
--
-- PostgreSQL database dump
--


-- Dumped from database version 15.18 (Debian 15.18-0+deb12u1)
-- Dumped by pg_dump version 15.18 (Debian 15.18-0+deb12u1)

SET statement_timeout = 0;
SET lock_timeout = 0;
SET idle_in_transaction_session_timeout = 0;
SET client_encoding = 'UTF8';
SET standard_conforming_strings = on;
SELECT pg_catalog.set_config('search_path', '', false);
SET check_function_bodies = false;
SET xmloption = content;
SET client_min_messages = warning;
SET row_security = off;

--
-- Name: onceover; Type: SCHEMA; Schema: -; Owner: -
--

CREATE SCHEMA onceover;


--
-- Name: SCHEMA onceover; Type: COMMENT; Schema: -; Owner: -
--

COMMENT ON SCHEMA onceover IS 'Idempotency keys, their settlement and its audit trail';


--
-- Name: fingerprint; Type: DOMAIN; Schema: onceover; Owner: -
--

CREATE DOMAIN onceover.fingerprint AS bytea
	CONSTRAINT fingerprint_check CHECK ((octet_length(VALUE) = 32));


--
-- Name: fingerprint_kind; Type: DOMAIN; Schema: onceover; Owner: -
--

CREATE DOMAIN onceover.fingerprint_kind AS text COLLATE pg_catalog."C"
	CONSTRAINT fingerprint_kind_check CHECK ((VALUE = ANY (ARRAY['jcs-sha256'::text, 'raw-sha256'::text])));


--
-- Name: key_holder; Type: DOMAIN; Schema: onceover; Owner: -
--

CREATE DOMAIN onceover.key_holder AS text COLLATE pg_catalog."C"
	CONSTRAINT key_holder_check CHECK ((VALUE = ANY (ARRAY['executor'::text, 'sweeper'::text, 'operator'::text])));


--
-- Name: key_state; Type: DOMAIN; Schema: onceover; Owner: -
--

CREATE DOMAIN onceover.key_state AS text COLLATE pg_catalog."C"
	CONSTRAINT key_state_check CHECK ((VALUE = ANY (ARRAY['in_progress'::text, 'released'::text, 'succeeded'::text, 'failed'::text])));


--
-- Name: key_time; Type: DOMAIN; Schema: onceover; Owner: -
--

CREATE DOMAIN onceover.key_time AS timestamp with time zone;


--
-- Name: retention_s; Type: DOMAIN; Schema: onceover; Owner: -
--

CREATE DOMAIN onceover.retention_s AS integer
	CONSTRAINT retention_s_check CHECK ((VALUE > 0));


--
-- Name: advance_frontier(timestamp with time zone, bigint, bigint); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.advance_frontier(target timestamp with time zone, rewinds bigint, at_most bigint, OUT reached timestamp with time zone, OUT listed bigint) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_sort TO 'off'
    SET plan_cache_mode TO 'force_custom_plan'
    SET jit TO 'off'
    SET max_parallel_workers_per_gather TO '0'
    AS $$
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


--
-- Name: begin_full_pass(interval); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.begin_full_pass(not_within interval) RETURNS boolean
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  WITH begun AS (
    UPDATE onceover.frontier f SET full_pass_at = clock_timestamp()
    WHERE not_within IS NOT NULL
      AND (f.full_pass_at IS NULL OR f.full_pass_at NOT BETWEEN clock_timestamp() - not_within AND clock_timestamp())
    RETURNING 1
  ), given_up AS (
    UPDATE onceover.frontier f SET full_pass_at = NULL WHERE not_within IS NULL
  ) SELECT EXISTS (SELECT FROM begun)
$$;


--
-- Name: counter_parts(bigint[], integer[], bigint[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.counter_parts(parts bigint[], places integer[], counts bigint[]) RETURNS bigint[]
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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


--
-- Name: guard_approval(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.guard_approval() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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


--
-- Name: guard_key(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.guard_key() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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


--
-- Name: guard_note(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.guard_note() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    RAISE EXCEPTION 'onceover: a note stays as it was written; % was refused', TG_OP USING ERRCODE = 'OC003';
  END IF;
  NEW.at := clock_timestamp();
  NEW.db_user := session_user;
  RETURN NEW;
END
$$;


--
-- Name: key_changed(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.key_changed() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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


--
-- Name: keys_truncated(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.keys_truncated() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  DELETE FROM onceover.unfinished;
  -- What is loaded next may be of any time.
  PERFORM onceover.rewind_frontier('-infinity');
  RETURN NULL;
END
$$;


--
-- Name: link_audit(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.link_audit() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET client_encoding TO 'UTF8'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO, YMD'
    SET bytea_output TO 'hex'
    AS $_$
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
$_$;


--
-- Name: note_explicit_time(timestamp with time zone); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.note_explicit_time(at timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF EXISTS (SELECT FROM pg_locks l WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation' AND l.relation = 'onceover.keys'::regclass
             AND l.mode = 'RowExclusiveLock') THEN
    PERFORM onceover.rewind_frontier(at);
  END IF;
  RETURN true;
END
$$;


--
-- Name: note_explicit_times(boolean); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.note_explicit_times(by_type boolean) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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


--
-- Name: publish_floor(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.publish_floor(OUT moment timestamp with time zone, OUT target timestamp with time zone, OUT until timestamp with time zone, OUT rewinds bigint, OUT floor bigint) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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


--
-- Name: refuse_change(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.refuse_change() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog'
    AS $$
BEGIN
  RAISE EXCEPTION 'onceover: the audit trail is append-only; % was refused', TG_OP USING ERRCODE = 'OC003';
END
$$;


--
-- Name: refuse_thaw(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.refuse_thaw() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog'
    AS $$
BEGIN
  RAISE EXCEPTION 'onceover: the set of a plan is frozen; % was refused', TG_OP USING ERRCODE = 'OC007';
END
$$;


--
-- Name: released_key_deleted(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.released_key_deleted() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  DELETE FROM onceover.unfinished u
  WHERE u.created_at = OLD.created_at AND u.key = OLD.key AND u.tenant = OLD.tenant AND u.operation = OLD.operation;
  RETURN NULL;
END
$$;


--
-- Name: relist_unfinished(timestamp with time zone, text, timestamp with time zone, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.relist_unfinished(behind_time timestamp with time zone, behind_key text, until_time timestamp with time zone, until_key text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_custom_plan'
    SET jit TO 'off'
    AS $$
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


--
-- Name: require_claim(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.require_claim() RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog'
    AS $$
BEGIN
  IF current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'onceover: claims need READ COMMITTED, not %', current_setting('transaction_isolation') USING ERRCODE = 'OC002';
  END IF;
  IF coalesce(current_setting('onceover.claim', true), '') = '' THEN
    RAISE EXCEPTION 'onceover: the key is already claimed; nothing was executed' USING ERRCODE = 'OC001';
  END IF;
END
$$;


--
-- Name: rewind_frontier(timestamp with time zone); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.rewind_frontier(at timestamp with time zone) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO, YMD'
    AS $$
BEGIN
  -- Once a transaction for each earlier time, not once a row.
  IF at < coalesce(nullif(current_setting('onceover.explicit_from', true), '')::timestamptz, 'infinity') THEN
    UPDATE onceover.frontier SET until = least(until, at), rewinds = rewinds + 1;
    PERFORM set_config('onceover.explicit_from', at::text, true);
  END IF;
END
$$;


--
-- Name: roll_up_counters(bigint, interval); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.roll_up_counters(most bigint DEFAULT 100000, not_within interval DEFAULT '00:00:00'::interval) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  epoch CONSTANT timestamptz := '1970-01-01 00:00:00+00';
  moment CONSTANT timestamptz := clock_timestamp();
  was onceover.counter_rollup;
  kept onceover.counter_rollup;
  gone bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('onceover.counters', 0)) THEN RETURN NULL; END IF;
  SELECT * INTO STRICT was FROM onceover.counter_rollup;
  IF was.rolled_at BETWEEN moment - not_within AND moment AND not_within > '0' THEN RETURN NULL; END IF;
  UPDATE onceover.counter_rollup r SET rolled_at = moment,
    seconds_from = greatest(r.seconds_from, date_bin('1 minute', moment - r.seconds_kept, epoch)),
    minutes_from = greatest(r.minutes_from, date_bin('1 hour', moment - r.minutes_kept, epoch)),
    hours_from = CASE WHEN r.hours_kept IS NULL THEN r.hours_from ELSE greatest(r.hours_from, date_bin('1 hour', moment - r.hours_kept, epoch)) END
  RETURNING * INTO kept;
  IF kept.seconds_from > was.seconds_from THEN
    DELETE FROM onceover.counter_minutes b WHERE b.series = ANY (ARRAY (SELECT s.id FROM onceover.counter_series s)) AND b.at < kept.seconds_from;
  END IF;
  IF kept.minutes_from > was.minutes_from THEN
    UPDATE onceover.counter_hours b SET minutes = NULL
    WHERE b.series = ANY (ARRAY (SELECT s.id FROM onceover.counter_series s)) AND b.at >= was.minutes_from AND b.at < kept.minutes_from;
    DELETE FROM onceover.counter_sources s WHERE s.at < moment - '35 days'::interval;
  END IF;
  IF kept.hours_from > was.hours_from THEN
    DELETE FROM onceover.counter_hours b WHERE b.series = ANY (ARRAY (SELECT s.id FROM onceover.counter_series s)) AND b.at < kept.hours_from;
    -- By max: found by the index, whatever the planner knows of the tables.
    DELETE FROM onceover.counter_series s
    WHERE (SELECT max(b.at) FROM onceover.counter_hours b WHERE b.series = s.id) IS NULL
      AND (SELECT max(b.at) FROM onceover.counter_minutes b WHERE b.series = s.id) IS NULL;
  END IF;

  -- What is visible now, and not what lies before a time: what commits late is moved by the next.
  WITH moved AS MATERIALIZED (
    DELETE FROM onceover.counter_deltas d
    WHERE d.ctid = ANY (ARRAY (SELECT o.ctid FROM onceover.counter_deltas o ORDER BY o.at LIMIT most))
    RETURNING date_bin('1 second', d.at, epoch) AS at, d.name, coalesce(d.bucket, -1) AS bucket, d.tenant, d.operation, d.n
  ), summed AS MATERIALIZED (
    SELECT (ARRAY['both', 'tenant', 'operation', 'all'])[1 + GROUPING(m.tenant, m.operation)] AS grouped, m.name, m.bucket,
           coalesce(m.tenant, '') AS tenant, coalesce(m.operation, '') AS operation, m.at, sum(m.n)::bigint AS n
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
    SELECT s.id, s.grouped, s.name, s.bucket, s.tenant, s.operation FROM onceover.counter_series s UNION ALL SELECT * FROM made
  ), parts AS MATERIALIZED (
    SELECT k.id AS series, s.at, s.n, (extract(epoch FROM s.at)::bigint % 60)::integer + 1 AS second,
           (extract(epoch FROM s.at)::bigint / 60 % 60)::integer + 1 AS minute
    FROM summed s JOIN known k USING (grouped, name, bucket, tenant, operation)
  ), by_minute AS (
    INSERT INTO onceover.counter_minutes AS b (series, at, n, seconds)
    SELECT p.series, date_bin('1 minute', p.at, epoch), sum(p.n), onceover.counter_parts(NULL, array_agg(p.second), array_agg(p.n))
    FROM parts p WHERE p.at >= kept.seconds_from GROUP BY 1, 2
    ON CONFLICT (series, at) DO UPDATE SET n = b.n + EXCLUDED.n, seconds = onceover.counter_parts(b.seconds, NULL, EXCLUDED.seconds)
  ), by_hour AS (
    INSERT INTO onceover.counter_hours AS b (series, at, n, minutes)
    SELECT p.series, date_bin('1 hour', p.at, epoch), sum(p.n),
           CASE WHEN date_bin('1 hour', p.at, epoch) >= kept.minutes_from THEN onceover.counter_parts(NULL, array_agg(p.minute), array_agg(p.n)) END
    FROM parts p GROUP BY 1, 2
    ON CONFLICT (series, at) DO UPDATE SET n = b.n + EXCLUDED.n,
      minutes = CASE WHEN b.minutes IS NOT NULL THEN onceover.counter_parts(b.minutes, NULL, EXCLUDED.minutes) END
  )
  SELECT count(*) INTO gone FROM moved;
  RETURN gone;
END
$$;


--
-- Name: seal_audit(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.seal_audit() RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO, YMD'
    SET bytea_output TO 'hex'
    AS $$
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


--
-- Name: tend_unfinished(boolean, bigint, bigint, timestamp with time zone, text, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.tend_unfinished(resting boolean, below bigint, at_most bigint, INOUT created_at timestamp with time zone, INOUT key text, INOUT tenant text, INOUT operation text, OUT seen bigint, OUT dropped bigint, OUT rested bigint) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_custom_plan'
    SET jit TO 'off'
    AS $$
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


--
-- Name: writers_of_keys(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.writers_of_keys(OUT holder text, OUT pid integer, OUT prepared boolean, OUT since timestamp with time zone, OUT name text) RETURNS SETOF record
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
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


SET default_tablespace = '';

SET default_table_access_method = heap;

--
-- Name: approvals; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.approvals (
    id bigint NOT NULL,
    status text DEFAULT 'waiting'::text NOT NULL COLLATE pg_catalog."C",
    asked_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    requested_by text DEFAULT SESSION_USER NOT NULL,
    actor text NOT NULL,
    host text NOT NULL,
    program text NOT NULL,
    act text NOT NULL COLLATE pg_catalog."C",
    tenant text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    fence bigint,
    profile text,
    profile_toml text,
    relation text COLLATE pg_catalog."C",
    row_key jsonb,
    seen jsonb,
    seen_digest bytea NOT NULL,
    request jsonb NOT NULL,
    request_digest bytea NOT NULL,
    response_headers bytea,
    response_body bytea,
    reason text NOT NULL,
    ticket text NOT NULL,
    evidence jsonb NOT NULL,
    verdict text COLLATE pg_catalog."C",
    decided_at timestamp with time zone,
    decided_by text,
    decided_actor text,
    decided_reason text,
    audit_id bigint,
    CONSTRAINT approvals_act_check CHECK ((act = ANY (ARRAY['succeed'::text, 'fail'::text]))),
    CONSTRAINT approvals_reason_check CHECK ((reason <> ''::text)),
    CONSTRAINT approvals_request_digest_check CHECK ((octet_length(request_digest) = 32)),
    CONSTRAINT approvals_seen_digest_check CHECK ((octet_length(seen_digest) = 32)),
    CONSTRAINT approvals_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'used'::text, 'refused'::text, 'outdated'::text]))),
    CONSTRAINT approvals_ticket_check CHECK ((ticket <> ''::text)),
    CONSTRAINT decided_by_somebody CHECK (((status = 'waiting'::text) = (decided_by IS NULL))),
    CONSTRAINT row_is_named CHECK ((((relation IS NULL) = (row_key IS NULL)) AND ((relation IS NULL) = (profile_toml IS NULL)) AND ((relation IS NULL) = (fence IS NOT NULL)))),
    CONSTRAINT second_person CHECK (((status <> 'used'::text) OR ((decided_by IS NOT NULL) AND (decided_by <> requested_by) AND (audit_id IS NOT NULL))))
);


--
-- Name: COLUMN approvals.seen_digest; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.approvals.seen_digest IS 'Of the row as it was seen: its fence, or its version and state';


--
-- Name: COLUMN approvals.request_digest; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.approvals.request_digest IS 'Of all that would be written';


--
-- Name: approvals_id_seq; Type: SEQUENCE; Schema: onceover; Owner: -
--

ALTER TABLE onceover.approvals ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME onceover.approvals_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: audit; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.audit (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    action text NOT NULL COLLATE pg_catalog."C",
    actor text NOT NULL,
    db_user text DEFAULT SESSION_USER NOT NULL,
    host text NOT NULL,
    program text NOT NULL,
    tenant text COLLATE pg_catalog."C",
    operation text COLLATE pg_catalog."C",
    key text COLLATE pg_catalog."C",
    from_state text COLLATE pg_catalog."C",
    to_state text COLLATE pg_catalog."C",
    fence_before bigint,
    fence_after bigint,
    before jsonb,
    after jsonb,
    evidence jsonb,
    verdict text COLLATE pg_catalog."C",
    reason text NOT NULL,
    ticket text,
    correlation_id text,
    profile text,
    relation text COLLATE pg_catalog."C",
    row_key jsonb,
    CONSTRAINT foreign_row_is_named CHECK ((((relation IS NULL) = (row_key IS NULL)) AND ((relation IS NULL) = (profile IS NULL))))
);


--
-- Name: COLUMN audit.relation; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.audit.relation IS 'The table, quoted, with its schema; NULL for onceover.keys';


--
-- Name: COLUMN audit.row_key; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.audit.row_key IS 'Column to value, as text: what the row was found by';


--
-- Name: audit_id_seq; Type: SEQUENCE; Schema: onceover; Owner: -
--

ALTER TABLE onceover.audit ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME onceover.audit_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: audit_links; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.audit_links (
    writer uuid NOT NULL,
    seq bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    form smallint NOT NULL,
    ids bigint[] NOT NULL,
    digests bytea[] NOT NULL,
    prev bytea NOT NULL,
    hash bytea NOT NULL,
    backend integer,
    db_user text,
    began timestamp with time zone,
    CONSTRAINT audit_links_seq_check CHECK ((seq > 0))
);


--
-- Name: COLUMN audit_links.writer; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.audit_links.writer IS 'A session, by a name that it drew; zeros for the rows that were there before the chain';


--
-- Name: COLUMN audit_links.form; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.audit_links.form IS '1: without the last three columns; 2: the hash covers them';


--
-- Name: COLUMN audit_links.began; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.audit_links.began IS 'When the statement began that wrote the rows; none is older';


--
-- Name: audit_seal_heads; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.audit_seal_heads (
    seal bigint NOT NULL,
    writer uuid NOT NULL,
    seq bigint NOT NULL,
    hash bytea NOT NULL
);


--
-- Name: audit_seals; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.audit_seals (
    number bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    db_user text NOT NULL,
    links bigint NOT NULL,
    rows bigint NOT NULL,
    heads bytea NOT NULL,
    prev bytea NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT audit_seals_number_check CHECK ((number > 0))
);


--
-- Name: cases; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.cases (
    tenant text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    attempts integer DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone,
    opened_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    updated_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    fence bigint NOT NULL,
    verdict text NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL,
    evidence jsonb,
    urgency smallint GENERATED ALWAYS AS (
CASE
    WHEN (status = 'open'::text) THEN 2
    WHEN ((status = 'needs_human'::text) AND (evidence ?| ARRAY['duplicate_effects'::text, 'other_effect'::text])) THEN 0
    WHEN (status = 'needs_human'::text) THEN 1
    ELSE NULL::integer
END) STORED,
    CONSTRAINT cases_status_check CHECK ((status = ANY (ARRAY['open'::text, 'needs_human'::text, 'settled'::text])))
);


--
-- Name: COLUMN cases.urgency; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.cases.urgency IS '0: an effect twice, or another one; 1: needs a person; 2: asked again later; NULL: settled';


--
-- Name: control; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.control (
    only_row boolean DEFAULT true NOT NULL,
    stopped boolean DEFAULT false NOT NULL,
    reason text,
    changed_by text,
    changed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT control_only_row_check CHECK (only_row)
);


--
-- Name: counter_deltas; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.counter_deltas (
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    source uuid NOT NULL,
    flush bigint NOT NULL,
    tenant text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    bucket double precision,
    n bigint NOT NULL
);


--
-- Name: counter_hours; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.counter_hours (
    series bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    n bigint NOT NULL,
    minutes bigint[]
)
WITH (fillfactor='70');


--
-- Name: COLUMN counter_hours.minutes; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.counter_hours.minutes IS 'Its 60 minutes, as long as they are kept; then NULL';


--
-- Name: counter_minutes; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.counter_minutes (
    series bigint NOT NULL,
    at timestamp with time zone NOT NULL,
    n bigint NOT NULL,
    seconds bigint[] NOT NULL
)
WITH (fillfactor='70');


--
-- Name: TABLE counter_minutes; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON TABLE onceover.counter_minutes IS 'The last hours: a row a series and minute, with its 60 seconds';


--
-- Name: counter_rollup; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.counter_rollup (
    only_row boolean DEFAULT true NOT NULL,
    seconds_kept interval DEFAULT '02:00:00'::interval NOT NULL,
    minutes_kept interval DEFAULT '35 days'::interval NOT NULL,
    hours_kept interval,
    seconds_from timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    minutes_from timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    hours_from timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    watched_from timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    rolled_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    CONSTRAINT counter_rollup_hours_kept_check CHECK ((hours_kept >= '1 day'::interval)),
    CONSTRAINT counter_rollup_minutes_kept_check CHECK ((minutes_kept >= '1 day'::interval)),
    CONSTRAINT counter_rollup_only_row_check CHECK (only_row),
    CONSTRAINT counter_rollup_seconds_kept_check CHECK ((seconds_kept >= '00:10:00'::interval))
);


--
-- Name: COLUMN counter_rollup.hours_kept; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.counter_rollup.hours_kept IS 'NULL: for good';


--
-- Name: COLUMN counter_rollup.watched_from; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.counter_rollup.watched_from IS 'Since when a process that has nothing to count says that it counts';


--
-- Name: counter_series; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.counter_series (
    id bigint NOT NULL,
    grouped text NOT NULL COLLATE pg_catalog."C",
    name text NOT NULL COLLATE pg_catalog."C",
    bucket double precision NOT NULL,
    tenant text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL COLLATE pg_catalog."C",
    CONSTRAINT counter_series_grouped_check CHECK ((grouped = ANY (ARRAY['all'::text, 'tenant'::text, 'operation'::text, 'both'::text])))
);


--
-- Name: COLUMN counter_series.grouped; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.counter_series.grouped IS 'Of which tenant and operation: all together, of one tenant, of one operation, of both';


--
-- Name: COLUMN counter_series.name; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.counter_series.name IS 'As in counter_deltas; "alive" counts its rows, heartbeats included: a minute without any was not watched';


--
-- Name: COLUMN counter_series.bucket; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.counter_series.bucket IS '-1 for counters; for histograms the upper bound in milliseconds, the last infinity';


--
-- Name: counter_series_id_seq; Type: SEQUENCE; Schema: onceover; Owner: -
--

ALTER TABLE onceover.counter_series ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME onceover.counter_series_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: counter_sources; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.counter_sources (
    source uuid NOT NULL,
    flush bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
)
WITH (fillfactor='50');


--
-- Name: fence; Type: SEQUENCE; Schema: onceover; Owner: -
--

CREATE SEQUENCE onceover.fence
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: floor; Type: SEQUENCE; Schema: onceover; Owner: -
--

CREATE SEQUENCE onceover.floor
    START WITH 0
    INCREMENT BY 1
    MINVALUE 0
    NO MAXVALUE
    CACHE 1;


--
-- Name: frontier; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.frontier (
    only_row boolean DEFAULT true NOT NULL,
    until timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    rewinds bigint DEFAULT 0 NOT NULL,
    system_identifier bigint,
    database_oid oid,
    keys_oid oid,
    advanced_at timestamp with time zone,
    full_pass_at timestamp with time zone,
    found_behind bigint DEFAULT 0 NOT NULL,
    CONSTRAINT frontier_only_row_check CHECK (only_row)
)
WITH (fillfactor='10');


--
-- Name: COLUMN frontier.until; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.frontier.until IS 'Each key created before this time is finished or listed in onceover.unfinished';


--
-- Name: COLUMN frontier.rewinds; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.frontier.rewinds IS 'How often the frontier was moved back; a step that began before must begin again';


--
-- Name: COLUMN frontier.keys_oid; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.frontier.keys_oid IS 'System identifier, database and table that the frontier is about: in a copy it is void';


--
-- Name: COLUMN frontier.full_pass_at; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.frontier.full_pass_at IS 'When a sweeper last compared the whole table with the list';


--
-- Name: COLUMN frontier.found_behind; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.frontier.found_behind IS 'Unfinished keys before the frontier that were not listed: a defect, or rows written with explicit times while no check was there';


--
-- Name: keys; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.keys (
    tenant text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    created_at onceover.key_time DEFAULT GREATEST(clock_timestamp(), to_timestamp(((pg_sequence_last_value('onceover.floor'::regclass))::double precision / ('1000000'::numeric)::double precision))) NOT NULL,
    updated_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    fence bigint NOT NULL,
    locked_until timestamp with time zone,
    retry_before timestamp with time zone,
    stuck_since timestamp with time zone,
    completed_at timestamp with time zone,
    expires_at timestamp with time zone,
    retention_s onceover.retention_s DEFAULT 259200 NOT NULL,
    attempts integer DEFAULT 1 NOT NULL,
    response_code integer,
    response_version smallint,
    state onceover.key_state NOT NULL,
    holder onceover.key_holder DEFAULT 'executor'::text NOT NULL,
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
    CONSTRAINT finished_is_replayable CHECK ((((state)::text <> ALL (ARRAY['succeeded'::text, 'failed'::text])) OR ((response_code IS NOT NULL) AND (response_version IS NOT NULL) AND (response_body IS NOT NULL) AND (completed_at IS NOT NULL) AND (expires_at IS NOT NULL) AND (locked_until IS NULL))))
)
WITH (fillfactor='80');


--
-- Name: COLUMN keys.fence; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.keys.fence IS 'Grows with every change of ownership; every write names the one it owns';


--
-- Name: COLUMN keys.locked_until; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.keys.locked_until IS 'Lease: how long others must wait, by the database clock';


--
-- Name: COLUMN keys.retry_before; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.keys.retry_before IS 'Released keys: end of the downstream''s dedupe window';


--
-- Name: COLUMN keys.stuck_since; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.keys.stuck_since IS 'When the executor''s own lease ended, while others have taken the key over to ask about it';


--
-- Name: COLUMN keys.retention_s; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.keys.retention_s IS 'Window: seconds a finished key is kept';


--
-- Name: notes; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.notes (
    id bigint NOT NULL,
    at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    db_user text DEFAULT SESSION_USER NOT NULL,
    actor text NOT NULL,
    host text NOT NULL,
    program text NOT NULL,
    tenant text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    profile text,
    relation text COLLATE pg_catalog."C",
    row_key jsonb,
    note text NOT NULL,
    CONSTRAINT note_is_text CHECK ((((char_length(note) >= 1) AND (char_length(note) <= 4000)) AND (note = btrim(note, ' 
'::text)) AND (note !~ '[\u0001-\u0009\u000b-\u001f\u007f-\u009f]'::text))),
    CONSTRAINT row_is_named CHECK ((((relation IS NULL) = (row_key IS NULL)) AND ((relation IS NULL) = (profile IS NULL))))
);


--
-- Name: COLUMN notes.relation; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.notes.relation IS 'The table, quoted, with its schema; NULL for onceover.keys';


--
-- Name: COLUMN notes.row_key; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.notes.row_key IS 'Column to value, as text: what the row is found by';


--
-- Name: notes_id_seq; Type: SEQUENCE; Schema: onceover; Owner: -
--

ALTER TABLE onceover.notes ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME onceover.notes_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: plan_items; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.plan_items (
    plan bigint NOT NULL,
    "position" integer NOT NULL,
    line integer,
    tenant text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    columns jsonb,
    frozen jsonb NOT NULL,
    fence bigint NOT NULL,
    state text DEFAULT 'waiting'::text NOT NULL COLLATE pg_catalog."C",
    tries integer DEFAULT 0 NOT NULL,
    runner text COLLATE pg_catalog."C",
    taken_until timestamp with time zone,
    next_try_at timestamp with time zone,
    foreseen text COLLATE pg_catalog."C",
    foreseen_writes boolean,
    foreseen_why text,
    foreseen_evidence jsonb,
    foreseen_at timestamp with time zone,
    outcome text COLLATE pg_catalog."C",
    why text,
    evidence jsonb,
    to_state text COLLATE pg_catalog."C",
    audit_id bigint,
    finished_at timestamp with time zone,
    CONSTRAINT done_is_audited CHECK (((state = 'done'::text) = (audit_id IS NOT NULL))),
    CONSTRAINT plan_items_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'done'::text, 'skipped'::text, 'unsettled'::text, 'failed'::text])))
)
WITH (fillfactor='70');


--
-- Name: COLUMN plan_items.columns; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.plan_items.columns IS 'Of a row in a table that is not ours: the values of its identity, in the order of the profile';


--
-- Name: COLUMN plan_items.frozen; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.plan_items.frozen IS 'The row as it stood when the plan was made';


--
-- Name: COLUMN plan_items.fence; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.plan_items.fence IS 'Under which our own key is to be found: as frozen, or as a runner has taken it over since';


--
-- Name: plans; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.plans (
    id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    act text NOT NULL COLLATE pg_catalog."C",
    state text DEFAULT 'frozen'::text NOT NULL COLLATE pg_catalog."C",
    state_why text,
    profile text NOT NULL,
    profile_toml text,
    relation text NOT NULL COLLATE pg_catalog."C",
    gateway text,
    gateway_digest text COLLATE pg_catalog."C",
    reason text NOT NULL,
    ticket text,
    said text,
    chosen_by text NOT NULL,
    options jsonb NOT NULL,
    items integer NOT NULL,
    actor text NOT NULL,
    host text NOT NULL,
    program text NOT NULL,
    db_user text DEFAULT SESSION_USER NOT NULL,
    system_identifier text COLLATE pg_catalog."C",
    database_oid bigint NOT NULL,
    database_name text NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    ready_at timestamp with time zone,
    started_at timestamp with time zone,
    changed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    finished_at timestamp with time zone,
    paced_until timestamp with time zone,
    CONSTRAINT plans_act_check CHECK ((act = ANY (ARRAY['settle'::text, 'release'::text, 'extend'::text, 'requeue'::text, 'discard'::text, 'reap'::text]))),
    CONSTRAINT plans_state_check CHECK ((state = ANY (ARRAY['frozen'::text, 'ready'::text, 'running'::text, 'paused'::text, 'stopped'::text, 'finished'::text])))
);


--
-- Name: COLUMN plans.profile_toml; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.plans.profile_toml IS 'The table''s description as it was frozen; NULL: onceover.keys';


--
-- Name: COLUMN plans.system_identifier; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.plans.system_identifier IS 'Of the server that the plan was made on; NULL: it could not be read';


--
-- Name: COLUMN plans.paced_until; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.plans.paced_until IS 'Nothing more is asked before, by any runner: the plan''s rate';


--
-- Name: plans_id_seq; Type: SEQUENCE; Schema: onceover; Owner: -
--

ALTER TABLE onceover.plans ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME onceover.plans_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: row_cases; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.row_cases (
    relation text NOT NULL COLLATE pg_catalog."C",
    row_digest bytea NOT NULL,
    row_key jsonb NOT NULL,
    profile text NOT NULL,
    tenant text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    status text NOT NULL COLLATE pg_catalog."C",
    attempts integer DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone,
    opened_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    updated_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    verdict text NOT NULL COLLATE pg_catalog."C",
    reason text NOT NULL,
    evidence jsonb,
    owner text COLLATE pg_catalog."C",
    fence bigint,
    locked_until timestamp with time zone,
    urgency smallint GENERATED ALWAYS AS (
CASE
    WHEN (status = 'open'::text) THEN 2
    WHEN ((status = 'needs_human'::text) AND (evidence ?| ARRAY['duplicate_effects'::text, 'other_effect'::text])) THEN 0
    WHEN (status = 'needs_human'::text) THEN 1
    ELSE NULL::integer
END) STORED,
    CONSTRAINT row_cases_row_digest_check CHECK ((octet_length(row_digest) = 32)),
    CONSTRAINT row_cases_status_check CHECK ((status = ANY (ARRAY['open'::text, 'needs_human'::text, 'settled'::text]))),
    CONSTRAINT row_owner_is_whole CHECK ((((owner IS NULL) = (fence IS NULL)) AND ((owner IS NULL) = (locked_until IS NULL))))
);


--
-- Name: COLUMN row_cases.relation; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.row_cases.relation IS 'The table, quoted, with its schema';


--
-- Name: COLUMN row_cases.row_digest; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.row_cases.row_digest IS 'SHA-256 of row_key as text: a key of any length has its place in the index';


--
-- Name: COLUMN row_cases.fence; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.row_cases.fence IS 'Of onceover.fence; NULL while nobody owns the row';


--
-- Name: COLUMN row_cases.urgency; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.row_cases.urgency IS 'As of onceover.cases';


--
-- Name: schema_version; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.schema_version (
    version integer NOT NULL,
    name text NOT NULL,
    applied_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    applied_by text DEFAULT SESSION_USER NOT NULL
);


--
-- Name: unfinished; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.unfinished (
    created_at timestamp with time zone NOT NULL,
    key text NOT NULL COLLATE pg_catalog."C",
    tenant text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL COLLATE pg_catalog."C",
    look_at timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    listed_floor bigint NOT NULL,
    changes bigint DEFAULT 0 NOT NULL
)
WITH (fillfactor='80');


--
-- Name: COLUMN unfinished.look_at; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.unfinished.look_at IS 'Until then the key is known to be released; -infinity: its row must be read';


--
-- Name: COLUMN unfinished.listed_floor; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.unfinished.listed_floor IS 'onceover.floor when it was listed';


--
-- Name: COLUMN unfinished.changes; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.unfinished.changes IS 'For compare-and-set';


--
-- Data for Name: approvals; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.approvals OVERRIDING SYSTEM VALUE VALUES
	(1, 'waiting', '2026-11-24 19:09:30.963156+00', 'postgres', 'alice', 'desk', 'onceover', 'fail', 'Größe "x"', 'POST /refunds', 'waits for a person', 8, NULL, NULL, NULL, NULL, NULL, '\x2c624232cdd221771294dfbb310aca000a0df6ac8b66b696d90ef06fdefb64a3', '{"code": 502}', '\x5344c4110f483793dc352c388e67776724c36b4bea3ffda6cab7c75b9c65aceb', NULL, NULL, 'the bank confirms by phone', 'OPS-2', '{"said": "by phone"}', 'needs_human', NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: audit; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.audit OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-11-24 19:09:30.954272+00', 'settle', 'sweeper', 'postgres', 'host-1', 'oncectl', 'acme', 'POST /refunds', 'refused', 'in_progress', 'failed', 1, 2, '{"fence": 1, "state": "in_progress"}', '{"fence": 2, "state": "failed"}', '{"finding": "refused"}', 'settle_failed', 'the gateway refused it', NULL, 'corr-2', NULL, NULL, NULL),
	(2, '2026-11-24 19:09:30.954606+00', 'own', 'alice', 'postgres', 'desk', 'onceover', 'Größe "x"', 'POST /refunds', 'waits for a person', 'in_progress', 'in_progress', 7, 8, NULL, NULL, NULL, NULL, 'looks into it', 'OPS-1', NULL, NULL, NULL, NULL),
	(3, '2026-11-24 19:09:30.958106+00', 'stop', 'alice', 'postgres', 'desk', 'onceover', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'gateway is down', NULL, NULL, NULL, NULL, NULL),
	(4, '2026-11-24 19:09:30.959027+00', 'resume', 'alice', 'postgres', 'desk', 'onceover', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'gateway is back', NULL, NULL, NULL, NULL, NULL),
	(5, '2026-11-24 19:09:30.959976+00', 'write', 'bob', 'postgres', 'desk', 'onceover', 'acme', 'pay', 'row-1', 'PENDING', 'DONE', NULL, NULL, NULL, NULL, NULL, 'settle_succeeded', 'seen at the gateway', NULL, NULL, 'shop', 'public.payments', '{"id": "1"}'),
	(6, '2026-11-24 19:09:30.966921+00', 'stop', 'bob', 'postgres', 'desk', 'onceover', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'after the seal', NULL, NULL, NULL, NULL, NULL),
	(7, '2026-11-24 19:09:30.967444+00', 'resume', 'bob', 'postgres', 'desk', 'onceover', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'after the seal', NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: audit_links; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.audit_links VALUES
	('8354f542-802d-462b-80ff-a37809fdd889', 1, '2026-11-24 19:09:30.956136+00', 2, '{1,2}', '{"\\x220308707a83b118946e41de1723e6b8d1f42dc426b398d95fa8c1a62b3ebb9b","\\x5e88380dbd4ef0028f72745a2948e8f8c039c3daf42fb70b758da9c72df0fe48"}', '\x', '\xa29a463db8bf8fa0e80f4305e05a5cbff8197a989a98be945afffa9b5b7ed5d4', 23348, 'postgres', '2026-11-24 19:09:30.953959+00'),
	('8354f542-802d-462b-80ff-a37809fdd889', 2, '2026-11-24 19:09:30.958159+00', 2, '{3}', '{"\\x8969fa1b6d32bdcc0e58a82aa692f61ce4a83db5a34a6dae7c7515b16427e617"}', '\xa29a463db8bf8fa0e80f4305e05a5cbff8197a989a98be945afffa9b5b7ed5d4', '\x08c39d6e2b325ac881feb4018a5b4a948af28e39883a1e4ba9c259f672f02466', 23348, 'postgres', '2026-11-24 19:09:30.958033+00'),
	('8354f542-802d-462b-80ff-a37809fdd889', 3, '2026-11-24 19:09:30.959077+00', 2, '{4}', '{"\\x9963a557ba25a1e7e702b9826807991d5475b7f5885877a6116d71f5d463ab7d"}', '\x08c39d6e2b325ac881feb4018a5b4a948af28e39883a1e4ba9c259f672f02466', '\x7d8c1512721419ea37227aa1813e7e80973fe5167a21b212a1ef10e6ef3ce00f', 23348, 'postgres', '2026-11-24 19:09:30.958962+00'),
	('8354f542-802d-462b-80ff-a37809fdd889', 4, '2026-11-24 19:09:30.960046+00', 2, '{5}', '{"\\xe212ec93d09f9b01e107f82992cf2d5c4509475e17861679190f68f837fe2137"}', '\x7d8c1512721419ea37227aa1813e7e80973fe5167a21b212a1ef10e6ef3ce00f', '\x284521dfe0c507d20327180c57f4563c2db05b90f55e85e385f01f06be9335a7', 23348, 'postgres', '2026-11-24 19:09:30.959883+00'),
	('8354f542-802d-462b-80ff-a37809fdd889', 5, '2026-11-24 19:09:30.96699+00', 2, '{6}', '{"\\x91c47c11453cf9c2764c9e2fac32855805ca7bef605f8d56d882974f2ab34174"}', '\x284521dfe0c507d20327180c57f4563c2db05b90f55e85e385f01f06be9335a7', '\xc1af5f6365d3d3fe8f93fd6c1e63b3a2b6f4c8fab9e054e54e6d76419473c791', 23348, 'postgres', '2026-11-24 19:09:30.966834+00'),
	('8354f542-802d-462b-80ff-a37809fdd889', 6, '2026-11-24 19:09:30.967503+00', 2, '{7}', '{"\\xe25055da16bc1430d5f77019d968cb6229a6a75e9e8210452ea0380d0ac90e88"}', '\xc1af5f6365d3d3fe8f93fd6c1e63b3a2b6f4c8fab9e054e54e6d76419473c791', '\xc2b6a87065dc7e96f802facf4a670d769f2556edef0ba58ea97e63b04e51965b', 23348, 'postgres', '2026-11-24 19:09:30.967365+00');


--
-- Data for Name: audit_seal_heads; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.audit_seal_heads VALUES
	(1, '8354f542-802d-462b-80ff-a37809fdd889', 4, '\x284521dfe0c507d20327180c57f4563c2db05b90f55e85e385f01f06be9335a7');


--
-- Data for Name: audit_seals; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.audit_seals VALUES
	(1, '2026-11-24 19:09:30.965992+00', 'postgres', 4, 5, '\xa7f44635614c0cd444fd1d93f5d3c6a525d5574f1e666d093be1730fe8722574', '\x', '\x2c624ab14114e37b7c816f9d5be3857dbcbe5f5873eeb547f02b939512425b5f');


--
-- Data for Name: cases; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.cases VALUES
	('acme', 'POST /refunds', 'refused', 'settled', 1, NULL, '2026-01-01 00:01:00+00', '2026-01-01 00:02:00+00', 2, 'settle_failed', 'the gateway refused it', '{"finding": "refused"}', DEFAULT),
	('acme', 'POST /refunds', 'stuck', 'open', 2, '2026-01-01 00:10:00+00', '2026-01-01 00:04:00+00', '2026-01-01 00:05:00+00', 4, 'unresolved', 'the gateway did not answer', '{"finding": "no_answer"}', DEFAULT),
	('Größe "x"', 'POST /refunds', 'waits for a person', 'needs_human', 3, NULL, '2026-01-01 00:08:00+00', '2026-01-01 00:09:00+00', 8, 'needs_human', 'two effects', '{"finding": "done", "duplicate_effects": 2}', DEFAULT);


--
-- Data for Name: control; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.control VALUES
	(true, false, NULL, NULL, '2026-11-24 19:09:29.921374+00');


--
-- Data for Name: counter_deltas; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.counter_deltas VALUES
	('2026-11-24 19:09:30.976336+00', '00000000-0000-4000-8000-000000000001', 4, 'acme', 'POST /refunds', 'replayed', NULL, 5);


--
-- Data for Name: counter_hours; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.counter_hours VALUES
	(12, '2026-01-01 00:00:00+00', 8, NULL),
	(8, '2026-01-01 00:00:00+00', 2, NULL),
	(17, '2026-01-01 00:00:00+00', 2, NULL),
	(1, '2026-01-01 00:00:00+00', 2, NULL),
	(20, '2026-01-01 00:00:00+00', 2, NULL),
	(9, '2026-11-24 19:00:00+00', 4, '{0,0,0,0,0,0,0,0,0,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
	(3, '2026-11-24 19:00:00+00', 1, '{0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
	(19, '2026-11-24 19:00:00+00', 4, '{0,0,0,0,0,0,0,0,0,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
	(10, '2026-01-01 00:00:00+00', 1, NULL),
	(18, '2026-01-01 00:00:00+00', 1, NULL),
	(6, '2026-01-01 00:00:00+00', 8, NULL),
	(2, '2026-01-01 00:00:00+00', 1, NULL),
	(15, '2026-01-01 00:00:00+00', 8, NULL),
	(4, '2026-01-01 00:00:00+00', 2, NULL),
	(5, '2026-01-01 00:00:00+00', 2, NULL),
	(3, '2026-01-01 00:00:00+00', 4, NULL),
	(13, '2026-01-01 00:00:00+00', 1, NULL),
	(7, '2026-11-24 19:00:00+00', 4, '{0,0,0,0,0,0,0,0,0,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
	(21, '2026-01-01 00:00:00+00', 2, NULL),
	(16, '2026-01-01 00:00:00+00', 8, NULL),
	(14, '2026-11-24 19:00:00+00', 4, '{0,0,0,0,0,0,0,0,0,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
	(11, '2026-01-01 00:00:00+00', 2, NULL);


--
-- Data for Name: counter_minutes; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.counter_minutes VALUES
	(9, '2026-11-24 19:09:00+00', 4, '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
	(19, '2026-11-24 19:09:00+00', 4, '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
	(7, '2026-11-24 19:09:00+00', 4, '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
	(14, '2026-11-24 19:09:00+00', 4, '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
	(3, '2026-11-24 19:09:00+00', 1, '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}');


--
-- Data for Name: counter_rollup; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.counter_rollup VALUES
	(true, '02:00:00', '35 days', NULL, '2026-11-24 17:09:00+00', '2026-10-20 19:00:00+00', '-infinity', '2026-11-24 19:09:30.687617+00', '2026-11-24 19:09:30.970152+00');


--
-- Data for Name: counter_series; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.counter_series OVERRIDING SYSTEM VALUE VALUES
	(1, 'operation', 'completed', -1, '', 'POST /refunds'),
	(2, 'operation', 'claim_to_final', 'Infinity', '', 'POST /refunds'),
	(3, 'all', 'alive', -1, '', ''),
	(4, 'all', 'claim_to_final', 100, '', ''),
	(5, 'tenant', 'claim_to_final', 100, 'acme', ''),
	(6, 'operation', 'claimed', -1, '', 'POST /refunds'),
	(7, 'both', 'conflict', -1, 'acme', 'POST /refunds'),
	(8, 'both', 'claim_to_final', 100, 'acme', 'POST /refunds'),
	(9, 'tenant', 'conflict', -1, 'acme', ''),
	(10, 'all', 'claim_to_final', 'Infinity', '', ''),
	(11, 'operation', 'claim_to_final', 100, '', 'POST /refunds'),
	(12, 'all', 'claimed', -1, '', ''),
	(13, 'both', 'claim_to_final', 'Infinity', 'acme', 'POST /refunds'),
	(14, 'all', 'conflict', -1, '', ''),
	(15, 'tenant', 'claimed', -1, 'acme', ''),
	(16, 'both', 'claimed', -1, 'acme', 'POST /refunds'),
	(17, 'all', 'completed', -1, '', ''),
	(18, 'tenant', 'claim_to_final', 'Infinity', 'acme', ''),
	(19, 'operation', 'conflict', -1, '', 'POST /refunds'),
	(20, 'both', 'completed', -1, 'acme', 'POST /refunds'),
	(21, 'tenant', 'completed', -1, 'acme', '');


--
-- Data for Name: counter_sources; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.counter_sources VALUES
	('00000000-0000-4000-8000-000000000001', 3, '2026-11-24 19:09:30.969274+00');


--
-- Data for Name: frontier; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.frontier VALUES
	(true, '2026-11-24 19:09:30.978105+00', 1, 7711817221203499576, 16384, 16413, '2026-11-24 19:09:30.980043+00', NULL, 0);


--
-- Data for Name: keys; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.keys VALUES
	('acme', 'POST /refunds', 'finished', '2026-01-01 00:00:00+00', '2026-11-24 19:09:30.951904+00', 1, NULL, NULL, NULL, '2026-01-01 00:00:01+00', '2099-01-01 00:00:00+00', 259200, 1, 201, 1, 'succeeded', 'executor', 'raw-sha256', '\x05343e9845302eb730fa9d18ac7b28d5e509893daf1eb76ede8d6e82d47b2da9', 'payments-1/1', 'corr-1', NULL, 'c_1', 10.00, 'EUR', 'ch_1', '\x31323a436f6e74656e742d547970652c31363a6170706c69636174696f6e2f6a736f6e2c', '\x7b22726566756e64223a2266696e6973686564227d'),
	('acme', 'POST /refunds', 'refused', '2026-01-01 00:01:00+00', '2026-11-24 19:09:30.952308+00', 2, NULL, NULL, NULL, '2026-01-01 00:01:01+00', '2099-01-01 00:00:00+00', 259200, 1, 422, 1, 'failed', 'executor', 'jcs-sha256', '\x83c874d33e8bff73caaa762c79cd1ed101d727c7f20fe4972c67e67978292f23', 'payments-1/2', 'corr-2', NULL, 'c_2', 20.50, 'EUR', 'ch_2', '\x31323a436f6e74656e742d547970652c32343a6170706c69636174696f6e2f70726f626c656d2b6a736f6e2c', '\x7b227469746c65223a226e6f207375636820636861726765227d'),
	('acme', 'POST /refunds', 'past its window', '2026-01-01 00:02:00+00', '2026-11-24 19:09:30.952322+00', 3, NULL, NULL, NULL, '2026-01-01 00:02:01+00', '2026-01-04 00:02:01+00', 259200, 1, 201, 1, 'succeeded', 'executor', 'raw-sha256', '\x7d6807f0531f0819880fa45f5e3dc6baaeb86bdd91dda2a0f544702b3181cf11', 'payments-1/3', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x'),
	('acme', 'POST /refunds', 'stuck', '2026-01-01 00:03:00+00', '2026-11-24 19:09:30.95233+00', 4, '2026-01-01 00:03:30+00', NULL, NULL, NULL, NULL, 259200, 1, NULL, NULL, 'in_progress', 'executor', 'raw-sha256', '\x9c05ce79d0bfe037953b11f168069e5af4ea2605b8534a188f64dee6c0b643fe', 'payments-1/4', 'corr-4', NULL, 'c_4', 40, 'EUR', 'ch_4', NULL, NULL),
	('acme', 'POST /refunds', 'running', '2026-01-01 00:04:00+00', '2026-11-24 19:09:30.952342+00', 5, '2099-01-01 00:00:00+00', NULL, NULL, NULL, NULL, 259200, 1, NULL, NULL, 'in_progress', 'executor', 'raw-sha256', '\xc071cf5f5ed6f884cc70155b6f05f755fd46a302d05e4261b7e92ce878bbfed8', 'payments-1/5', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('acme', 'POST /refunds', 'released', '2026-01-01 00:05:00+00', '2026-11-24 19:09:30.952686+00', 6, NULL, '2099-01-01 00:00:00+00', NULL, NULL, '2099-01-04 00:00:00+00', 259200, 1, NULL, NULL, 'released', 'executor', 'raw-sha256', '\xd29eae1372c396247daf62745d10c3513eb46f9f232b4527e0f5298e5dca5cd0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('acme', 'POST /refunds', 'released, never retried', '2026-01-01 00:06:00+00', '2026-11-24 19:09:30.952725+00', 7, NULL, '2026-01-02 00:00:00+00', NULL, NULL, '2026-01-05 00:00:00+00', 259200, 1, NULL, NULL, 'released', 'executor', 'raw-sha256', '\xdfb978ca30c422be0676e0bc0897b17e16d2be98cbd91fb1cc0a9bfcb8f67662', NULL, NULL, 'TRANSIENT.no_effect', NULL, NULL, NULL, NULL, NULL, NULL),
	('Größe "x"', 'POST /refunds', 'waits for a person', '2026-01-01 00:07:00+00', '2026-11-24 19:09:30.952888+00', 8, '2026-01-01 00:07:30+00', NULL, '2026-01-01 00:07:30+00', NULL, NULL, 259200, 1, NULL, NULL, 'in_progress', 'operator', 'raw-sha256', '\xf592a79e0b82adaadc2fcc3f4c5a72db34d5cba4ce87eb7e9a2d8221e81eb2fb', 'alice@desk', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: notes; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.notes OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-11-24 19:09:30.968586+00', 'postgres', 'alice', 'desk', 'onceover', 'Größe "x"', 'POST /refunds', 'waits for a person', NULL, NULL, NULL, 'Two refunds at the gateway.
Called the bank.'),
	(2, '2026-11-24 19:09:30.969078+00', 'postgres', 'bob', 'desk', 'onceover', 'acme', 'pay', 'row-2', 'shop', 'public.payments', '{"id": "2"}', 'another customer');


--
-- Data for Name: plan_items; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.plan_items VALUES
	(1, 1, NULL, 'acme', 'POST /refunds', 'refused', NULL, '{"state": "in_progress"}', 1, 'done', 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'failed', 'refused', NULL, 'failed', 1, '2026-01-01 00:02:00+00'),
	(1, 2, NULL, 'acme', 'POST /refunds', 'stuck', NULL, '{"state": "in_progress"}', 4, 'waiting', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: plans; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.plans OVERRIDING SYSTEM VALUE VALUES
	(1, 'night shift', 'settle', 'frozen', NULL, 'onceover', NULL, 'onceover.keys', NULL, NULL, 'an outage', NULL, NULL, 'state = stuck', '{"rate": 5}', 2, 'alice', 'desk', 'onceover', 'postgres', NULL, 1, 'shop', '2026-11-24 19:09:30.961367+00', NULL, NULL, '2026-11-24 19:09:30.961367+00', NULL, NULL);


--
-- Data for Name: row_cases; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.row_cases VALUES
	('public.payments', '\x51fedabde565f4715b5e62d574d2a73090654b62259f8d9211cfc5ee99e5612d', '{"id": "1"}', 'shop', 'acme', 'pay', 'row-1', 'settled', 1, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 'settle_succeeded', 'seen', NULL, NULL, NULL, NULL, DEFAULT),
	('public.payments', '\xa809be31b4ccd372a0100fef916a117c197d64742ea0c363f5b54a4c20e8b929', '{"id": "2"}', 'shop', 'acme', 'pay', 'row-2', 'needs_human', 1, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 'needs_human', 'another effect', '{"other_effect": true}', 'sweeper-1', 9, '2026-01-01 00:10:00+00', DEFAULT);


--
-- Data for Name: schema_version; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.schema_version VALUES
	(1, 'keys', '2026-11-24 19:09:29.923008+00', 'postgres'),
	(2, 'reconciliation', '2026-11-24 19:09:30.024487+00', 'postgres'),
	(3, 'foreign_rows', '2026-11-24 19:09:30.088374+00', 'postgres'),
	(4, 'row_cases', '2026-11-24 19:09:30.159461+00', 'postgres'),
	(5, 'plans', '2026-11-24 19:09:30.235472+00', 'postgres'),
	(6, 'trail', '2026-11-24 19:09:30.328198+00', 'postgres'),
	(7, 'row_owners', '2026-11-24 19:09:30.396369+00', 'postgres'),
	(8, 'case_list', '2026-11-24 19:09:30.474058+00', 'postgres'),
	(9, 'notes', '2026-11-24 19:09:30.572812+00', 'postgres'),
	(10, 'rollup', '2026-11-24 19:09:30.693317+00', 'postgres'),
	(11, 'frontier', '2026-11-24 19:09:30.793217+00', 'postgres'),
	(12, 'wall', '2026-11-24 19:09:30.850935+00', 'postgres');


--
-- Data for Name: unfinished; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.unfinished VALUES
	('2026-01-01 00:03:00+00', 'stuck', 'acme', 'POST /refunds', '-infinity', 1795547370978105, 0),
	('2026-01-01 00:04:00+00', 'running', 'acme', 'POST /refunds', '-infinity', 1795547370978105, 0),
	('2026-01-01 00:05:00+00', 'released', 'acme', 'POST /refunds', '-infinity', 1795547370978105, 0),
	('2026-01-01 00:06:00+00', 'released, never retried', 'acme', 'POST /refunds', '-infinity', 1795547370978105, 0),
	('2026-01-01 00:07:00+00', 'waits for a person', 'Größe "x"', 'POST /refunds', '-infinity', 1795547370978105, 0);


--
-- Name: approvals_id_seq; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.approvals_id_seq', 1, true);


--
-- Name: audit_id_seq; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.audit_id_seq', 7, true);


--
-- Name: counter_series_id_seq; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.counter_series_id_seq', 21, true);


--
-- Name: fence; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.fence', 9, true);


--
-- Name: floor; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.floor', 1795547370978105, true);


--
-- Name: notes_id_seq; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.notes_id_seq', 2, true);


--
-- Name: plans_id_seq; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.plans_id_seq', 1, true);


--
-- Name: approvals approvals_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.approvals
    ADD CONSTRAINT approvals_pkey PRIMARY KEY (id);


--
-- Name: audit_links audit_links_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.audit_links
    ADD CONSTRAINT audit_links_pkey PRIMARY KEY (writer, seq);


--
-- Name: audit audit_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id);


--
-- Name: audit_seal_heads audit_seal_heads_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.audit_seal_heads
    ADD CONSTRAINT audit_seal_heads_pkey PRIMARY KEY (seal, writer);


--
-- Name: audit_seals audit_seals_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.audit_seals
    ADD CONSTRAINT audit_seals_pkey PRIMARY KEY (number);


--
-- Name: cases cases_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.cases
    ADD CONSTRAINT cases_pkey PRIMARY KEY (tenant, operation, key);


--
-- Name: control control_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.control
    ADD CONSTRAINT control_pkey PRIMARY KEY (only_row);


--
-- Name: counter_hours counter_hours_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.counter_hours
    ADD CONSTRAINT counter_hours_pkey PRIMARY KEY (series, at);


--
-- Name: counter_minutes counter_minutes_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.counter_minutes
    ADD CONSTRAINT counter_minutes_pkey PRIMARY KEY (series, at);


--
-- Name: counter_rollup counter_rollup_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.counter_rollup
    ADD CONSTRAINT counter_rollup_pkey PRIMARY KEY (only_row);


--
-- Name: counter_series counter_series_grouped_name_bucket_tenant_operation_key; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.counter_series
    ADD CONSTRAINT counter_series_grouped_name_bucket_tenant_operation_key UNIQUE (grouped, name, bucket, tenant, operation);


--
-- Name: counter_series counter_series_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.counter_series
    ADD CONSTRAINT counter_series_pkey PRIMARY KEY (id);


--
-- Name: counter_sources counter_sources_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.counter_sources
    ADD CONSTRAINT counter_sources_pkey PRIMARY KEY (source);


--
-- Name: frontier frontier_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.frontier
    ADD CONSTRAINT frontier_pkey PRIMARY KEY (only_row);


--
-- Name: key_time key_time_is_noted; Type: CHECK CONSTRAINT; Schema: onceover; Owner: -
--

ALTER DOMAIN onceover.key_time
    ADD CONSTRAINT key_time_is_noted CHECK (
CASE
    WHEN (VALUE >= to_timestamp(((pg_sequence_last_value('onceover.floor'::regclass))::double precision / ('1000000'::numeric)::double precision))) THEN true
    ELSE onceover.note_explicit_time(VALUE)
END) NOT VALID;


--
-- Name: keys keys_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.keys
    ADD CONSTRAINT keys_pkey PRIMARY KEY (key, operation, tenant);


--
-- Name: notes notes_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.notes
    ADD CONSTRAINT notes_pkey PRIMARY KEY (id);


--
-- Name: plan_items plan_items_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.plan_items
    ADD CONSTRAINT plan_items_pkey PRIMARY KEY (plan, "position");


--
-- Name: plans plans_name_key; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.plans
    ADD CONSTRAINT plans_name_key UNIQUE (name);


--
-- Name: plans plans_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.plans
    ADD CONSTRAINT plans_pkey PRIMARY KEY (id);


--
-- Name: row_cases row_cases_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.row_cases
    ADD CONSTRAINT row_cases_pkey PRIMARY KEY (relation, row_digest);


--
-- Name: schema_version schema_version_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.schema_version
    ADD CONSTRAINT schema_version_pkey PRIMARY KEY (version);


--
-- Name: unfinished unfinished_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.unfinished
    ADD CONSTRAINT unfinished_pkey PRIMARY KEY (created_at, key, tenant, operation);


--
-- Name: approvals_waiting; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX approvals_waiting ON onceover.approvals USING btree (id) WHERE (status = 'waiting'::text);


--
-- Name: audit_by_key; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX audit_by_key ON onceover.audit USING btree (key, operation, tenant, id);


--
-- Name: audit_by_row; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX audit_by_row ON onceover.audit USING hash (row_key) WHERE (relation IS NOT NULL);


--
-- Name: audit_by_time; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX audit_by_time ON onceover.audit USING btree (at, id);


--
-- Name: audit_seal_heads_by_writer; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX audit_seal_heads_by_writer ON onceover.audit_seal_heads USING btree (writer, seq);


--
-- Name: cases_by_urgency; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX cases_by_urgency ON onceover.cases USING btree (urgency, opened_at, tenant, operation, key) WHERE (urgency IS NOT NULL);


--
-- Name: cases_needing_a_human; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX cases_needing_a_human ON onceover.cases USING btree (opened_at) WHERE (status = 'needs_human'::text);


--
-- Name: counter_deltas_by_time; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX counter_deltas_by_time ON onceover.counter_deltas USING btree (at);


--
-- Name: counter_deltas_once; Type: INDEX; Schema: onceover; Owner: -
--

CREATE UNIQUE INDEX counter_deltas_once ON onceover.counter_deltas USING btree (source, flush, tenant, operation, name, COALESCE(bucket, ('-1'::integer)::double precision));


--
-- Name: keys_by_age; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX keys_by_age ON onceover.keys USING btree (created_at, key);


--
-- Name: notes_by_key; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX notes_by_key ON onceover.notes USING btree (key, operation, tenant, id) WHERE (relation IS NULL);


--
-- Name: notes_by_row; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX notes_by_row ON onceover.notes USING hash (row_key) WHERE (relation IS NOT NULL);


--
-- Name: plan_items_waiting; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX plan_items_waiting ON onceover.plan_items USING btree (plan, "position") WHERE (state = 'waiting'::text);


--
-- Name: row_cases_by_urgency; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX row_cases_by_urgency ON onceover.row_cases USING btree (urgency, opened_at, relation, row_digest) WHERE (urgency IS NOT NULL);


--
-- Name: row_cases_unsettled; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX row_cases_unsettled ON onceover.row_cases USING btree (relation, opened_at) WHERE (status <> 'settled'::text);


--
-- Name: unfinished_by_look; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX unfinished_by_look ON onceover.unfinished USING btree (look_at, created_at, key, tenant, operation);


--
-- Name: approvals approval_is_guarded; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER approval_is_guarded BEFORE INSERT OR UPDATE ON onceover.approvals FOR EACH ROW EXECUTE FUNCTION onceover.guard_approval();


--
-- Name: approvals approvals_stay; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER approvals_stay BEFORE DELETE OR TRUNCATE ON onceover.approvals FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_change();


--
-- Name: audit audit_is_append_only; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER audit_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON onceover.audit FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_change();


--
-- Name: audit audit_is_chained; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER audit_is_chained AFTER INSERT ON onceover.audit REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION onceover.link_audit();


--
-- Name: audit_links audit_links_are_append_only; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER audit_links_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON onceover.audit_links FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_change();


--
-- Name: audit_seal_heads audit_seal_heads_are_append_only; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER audit_seal_heads_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON onceover.audit_seal_heads FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_change();


--
-- Name: audit_seals audit_seals_are_append_only; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER audit_seals_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON onceover.audit_seals FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_change();


--
-- Name: keys key_changed; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER key_changed AFTER UPDATE OF fence, retry_before, created_at, key, tenant, operation ON onceover.keys FOR EACH ROW WHEN (((old.locked_until IS NULL) OR ((new.created_at)::timestamp with time zone <> (old.created_at)::timestamp with time zone) OR (new.key <> old.key) OR (new.tenant <> old.tenant) OR (new.operation <> old.operation))) EXECUTE FUNCTION onceover.key_changed();

ALTER TABLE onceover.keys ENABLE ALWAYS TRIGGER key_changed;


--
-- Name: keys key_is_final; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER key_is_final AFTER UPDATE ON onceover.keys FOR EACH ROW WHEN ((old.completed_at IS NOT NULL)) EXECUTE FUNCTION onceover.guard_key();


--
-- Name: keys key_is_kept; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER key_is_kept AFTER DELETE ON onceover.keys FOR EACH ROW WHEN ((((old.state)::text = 'in_progress'::text) OR (old.expires_at IS NULL) OR (old.expires_at > clock_timestamp()))) EXECUTE FUNCTION onceover.guard_key();


--
-- Name: keys key_keeps_its_name; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER key_keeps_its_name AFTER UPDATE OF tenant, operation, key, fingerprint_kind, fingerprint ON onceover.keys FOR EACH ROW WHEN (((old.key IS DISTINCT FROM new.key) OR (old.operation IS DISTINCT FROM new.operation) OR (old.tenant IS DISTINCT FROM new.tenant) OR ((old.fingerprint)::bytea IS DISTINCT FROM (new.fingerprint)::bytea) OR ((old.fingerprint_kind)::text IS DISTINCT FROM (new.fingerprint_kind)::text))) EXECUTE FUNCTION onceover.guard_key();


--
-- Name: keys keys_are_kept; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER keys_are_kept BEFORE TRUNCATE ON onceover.keys FOR EACH STATEMENT EXECUTE FUNCTION onceover.guard_key();


--
-- Name: keys keys_truncated; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER keys_truncated AFTER TRUNCATE ON onceover.keys FOR EACH STATEMENT EXECUTE FUNCTION onceover.keys_truncated();

ALTER TABLE onceover.keys ENABLE ALWAYS TRIGGER keys_truncated;


--
-- Name: notes note_is_guarded; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER note_is_guarded BEFORE INSERT ON onceover.notes FOR EACH ROW EXECUTE FUNCTION onceover.guard_note();


--
-- Name: notes notes_are_append_only; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER notes_are_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON onceover.notes FOR EACH STATEMENT EXECUTE FUNCTION onceover.guard_note();


--
-- Name: plan_items plan_items_are_frozen; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER plan_items_are_frozen BEFORE UPDATE OF plan, "position", line, tenant, operation, key, columns, frozen ON onceover.plan_items FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_thaw();


--
-- Name: plans plans_are_frozen; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER plans_are_frozen BEFORE UPDATE OF name, act, profile, profile_toml, relation, gateway, gateway_digest, reason, ticket, said, chosen_by, options, items, actor, host, program, db_user, system_identifier, database_oid, database_name, created_at ON onceover.plans FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_thaw();


--
-- Name: keys released_key_deleted; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER released_key_deleted AFTER DELETE ON onceover.keys FOR EACH ROW WHEN (((old.state)::text = 'released'::text)) EXECUTE FUNCTION onceover.released_key_deleted();

ALTER TABLE onceover.keys ENABLE ALWAYS TRIGGER released_key_deleted;


--
-- Name: audit_seal_heads audit_seal_heads_seal_fkey; Type: FK CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.audit_seal_heads
    ADD CONSTRAINT audit_seal_heads_seal_fkey FOREIGN KEY (seal) REFERENCES onceover.audit_seals(number);


--
-- Name: plan_items plan_items_plan_fkey; Type: FK CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.plan_items
    ADD CONSTRAINT plan_items_plan_fkey FOREIGN KEY (plan) REFERENCES onceover.plans(id);


--
-- Name: SCHEMA onceover; Type: ACL; Schema: -; Owner: -
--

GRANT USAGE ON SCHEMA onceover TO upgraded_service;
GRANT USAGE ON SCHEMA onceover TO upgraded_reader;


--
-- Name: FUNCTION advance_frontier(target timestamp with time zone, rewinds bigint, at_most bigint, OUT reached timestamp with time zone, OUT listed bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.advance_frontier(target timestamp with time zone, rewinds bigint, at_most bigint, OUT reached timestamp with time zone, OUT listed bigint) FROM PUBLIC;


--
-- Name: FUNCTION begin_full_pass(not_within interval); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.begin_full_pass(not_within interval) FROM PUBLIC;


--
-- Name: FUNCTION counter_parts(parts bigint[], places integer[], counts bigint[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.counter_parts(parts bigint[], places integer[], counts bigint[]) FROM PUBLIC;


--
-- Name: FUNCTION guard_key(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.guard_key() FROM PUBLIC;


--
-- Name: FUNCTION key_changed(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.key_changed() FROM PUBLIC;


--
-- Name: FUNCTION keys_truncated(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.keys_truncated() FROM PUBLIC;


--
-- Name: FUNCTION link_audit(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.link_audit() FROM PUBLIC;


--
-- Name: FUNCTION note_explicit_times(by_type boolean); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.note_explicit_times(by_type boolean) FROM PUBLIC;


--
-- Name: FUNCTION publish_floor(OUT moment timestamp with time zone, OUT target timestamp with time zone, OUT until timestamp with time zone, OUT rewinds bigint, OUT floor bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.publish_floor(OUT moment timestamp with time zone, OUT target timestamp with time zone, OUT until timestamp with time zone, OUT rewinds bigint, OUT floor bigint) FROM PUBLIC;


--
-- Name: FUNCTION released_key_deleted(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.released_key_deleted() FROM PUBLIC;


--
-- Name: FUNCTION relist_unfinished(behind_time timestamp with time zone, behind_key text, until_time timestamp with time zone, until_key text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.relist_unfinished(behind_time timestamp with time zone, behind_key text, until_time timestamp with time zone, until_key text) FROM PUBLIC;


--
-- Name: FUNCTION rewind_frontier(at timestamp with time zone); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.rewind_frontier(at timestamp with time zone) FROM PUBLIC;


--
-- Name: FUNCTION roll_up_counters(most bigint, not_within interval); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.roll_up_counters(most bigint, not_within interval) FROM PUBLIC;
GRANT ALL ON FUNCTION onceover.roll_up_counters(most bigint, not_within interval) TO upgraded_service;


--
-- Name: FUNCTION seal_audit(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.seal_audit() FROM PUBLIC;


--
-- Name: FUNCTION tend_unfinished(resting boolean, below bigint, at_most bigint, INOUT created_at timestamp with time zone, INOUT key text, INOUT tenant text, INOUT operation text, OUT seen bigint, OUT dropped bigint, OUT rested bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.tend_unfinished(resting boolean, below bigint, at_most bigint, INOUT created_at timestamp with time zone, INOUT key text, INOUT tenant text, INOUT operation text, OUT seen bigint, OUT dropped bigint, OUT rested bigint) FROM PUBLIC;


--
-- Name: FUNCTION writers_of_keys(OUT holder text, OUT pid integer, OUT prepared boolean, OUT since timestamp with time zone, OUT name text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.writers_of_keys(OUT holder text, OUT pid integer, OUT prepared boolean, OUT since timestamp with time zone, OUT name text) FROM PUBLIC;


--
-- Name: TABLE approvals; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.approvals TO upgraded_reader;


--
-- Name: TABLE audit; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.audit TO upgraded_reader;


--
-- Name: TABLE audit_links; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.audit_links TO upgraded_reader;


--
-- Name: TABLE audit_seal_heads; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.audit_seal_heads TO upgraded_reader;


--
-- Name: TABLE audit_seals; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.audit_seals TO upgraded_reader;


--
-- Name: TABLE cases; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.cases TO upgraded_reader;


--
-- Name: TABLE control; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.control TO upgraded_reader;
GRANT SELECT ON TABLE onceover.control TO upgraded_service;


--
-- Name: TABLE counter_deltas; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.counter_deltas TO upgraded_reader;
GRANT INSERT ON TABLE onceover.counter_deltas TO upgraded_service;


--
-- Name: TABLE counter_hours; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.counter_hours TO upgraded_reader;


--
-- Name: TABLE counter_minutes; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.counter_minutes TO upgraded_reader;


--
-- Name: TABLE counter_rollup; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.counter_rollup TO upgraded_reader;


--
-- Name: TABLE counter_series; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.counter_series TO upgraded_reader;


--
-- Name: TABLE counter_sources; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.counter_sources TO upgraded_reader;
GRANT SELECT,INSERT,UPDATE ON TABLE onceover.counter_sources TO upgraded_service;


--
-- Name: SEQUENCE fence; Type: ACL; Schema: onceover; Owner: -
--

GRANT USAGE ON SEQUENCE onceover.fence TO upgraded_service;


--
-- Name: SEQUENCE floor; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON SEQUENCE onceover.floor TO PUBLIC;


--
-- Name: TABLE frontier; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.frontier TO upgraded_reader;


--
-- Name: TABLE keys; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.keys TO upgraded_reader;
GRANT SELECT ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.tenant; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(tenant),UPDATE(tenant) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.operation; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(operation),UPDATE(operation) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.key; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(key),UPDATE(key) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.updated_at; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(updated_at),UPDATE(updated_at) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.fence; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(fence),UPDATE(fence) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.locked_until; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(locked_until),UPDATE(locked_until) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.retry_before; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(retry_before),UPDATE(retry_before) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.stuck_since; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(stuck_since),UPDATE(stuck_since) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.completed_at; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(completed_at),UPDATE(completed_at) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.expires_at; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(expires_at),UPDATE(expires_at) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.retention_s; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(retention_s),UPDATE(retention_s) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.attempts; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(attempts),UPDATE(attempts) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.response_code; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(response_code),UPDATE(response_code) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.response_version; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(response_version),UPDATE(response_version) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.state; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(state),UPDATE(state) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.holder; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(holder),UPDATE(holder) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.fingerprint_kind; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(fingerprint_kind),UPDATE(fingerprint_kind) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.fingerprint; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(fingerprint),UPDATE(fingerprint) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.owner; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(owner),UPDATE(owner) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.correlation_id; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(correlation_id),UPDATE(correlation_id) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.error_code; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(error_code),UPDATE(error_code) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.customer; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(customer),UPDATE(customer) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.amount; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(amount),UPDATE(amount) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.currency; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(currency),UPDATE(currency) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.reference; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(reference),UPDATE(reference) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.response_headers; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(response_headers),UPDATE(response_headers) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: COLUMN keys.response_body; Type: ACL; Schema: onceover; Owner: -
--

GRANT INSERT(response_body),UPDATE(response_body) ON TABLE onceover.keys TO upgraded_service;


--
-- Name: TABLE notes; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.notes TO upgraded_reader;


--
-- Name: TABLE plan_items; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.plan_items TO upgraded_reader;


--
-- Name: TABLE plans; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.plans TO upgraded_reader;


--
-- Name: TABLE row_cases; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.row_cases TO upgraded_reader;


--
-- Name: TABLE schema_version; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.schema_version TO upgraded_reader;
GRANT SELECT ON TABLE onceover.schema_version TO upgraded_service;


--
-- Name: TABLE unfinished; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.unfinished TO upgraded_reader;


--
-- PostgreSQL database dump complete
--


