-- Migrations 11, 13 and 15 had an earlier text for some days. A store that was made by it becomes as every other one here; of others
-- nothing changes. Such a store's inbox is read once and its outbox is rewritten, while writers wait: 20 s a million events.
--
-- Locks: nothing that was there before.

-- Migration 11: one trigger on keys in place of two, which also sees times that are written through a view.
CREATE OR REPLACE FUNCTION onceover.note_explicit_time(at timestamptz) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT FROM pg_locks l WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation' AND l.relation = 'onceover.keys'::regclass
             AND l.mode = 'RowExclusiveLock') THEN
    PERFORM onceover.rewind_frontier(at);
  END IF;
  RETURN true;
END
$$;

CREATE OR REPLACE FUNCTION onceover.key_changed() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER
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

CREATE OR REPLACE FUNCTION onceover.note_explicit_times(by_type boolean) RETURNS void LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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

CREATE OR REPLACE FUNCTION onceover.publish_floor(OUT moment timestamptz, OUT target timestamptz, OUT until timestamptz, OUT rewinds bigint, OUT floor bigint)
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

REVOKE ALL ON FUNCTION onceover.key_changed(), onceover.note_explicit_times(boolean), onceover.publish_floor() FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_catalog.pg_trigger t WHERE t.tgrelid = 'onceover.keys'::pg_catalog.regclass AND t.tgname = 'key_made_older') THEN
    DROP TRIGGER key_made_older ON onceover.keys;
    DROP TRIGGER settled_key_changed ON onceover.keys;
    DROP FUNCTION onceover.key_made_older(), onceover.settled_key_changed();
    PERFORM onceover.note_explicit_times(false);  -- the type stays as it is
  END IF;
END
$$;

-- Migration 13: the planner puts this check in the place of its call.
CREATE OR REPLACE FUNCTION onceover.bears_out(verb text, verdict text, evidence jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE
RETURN COALESCE(CASE
    WHEN verb OPERATOR(pg_catalog.=) 'succeed'
    THEN verdict OPERATOR(pg_catalog.=) ANY (ARRAY['settle_succeeded', 'done_needs_response'])
         AND evidence OPERATOR(pg_catalog.->>) 'finding' OPERATOR(pg_catalog.=) 'done'
    WHEN verb OPERATOR(pg_catalog.=) 'fail'
    THEN verdict OPERATOR(pg_catalog.=) 'settle_failed'
         AND (evidence OPERATOR(pg_catalog.->>) 'finding' OPERATOR(pg_catalog.=) 'refused'
              OR evidence OPERATOR(pg_catalog.->) 'cancel_held' OPERATOR(pg_catalog.=) 'true')
    WHEN verb OPERATOR(pg_catalog.=) 'release'
    THEN verdict OPERATOR(pg_catalog.=) 'release' AND evidence OPERATOR(pg_catalog.->>) 'finding' OPERATOR(pg_catalog.=) 'no_such_key'
    ELSE verb OPERATOR(pg_catalog.=) ANY (ARRAY['unresolved', 'needs_human'])
  END, false);

-- Migration 15, and 14 beside it: discarded events, times of versions, and the events that a key caused.
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_catalog.pg_attribute a WHERE a.attrelid = 'onceover.inbox_versions'::pg_catalog.regclass AND a.attname = 'changed_at') THEN
    RETURN;
  END IF;
  -- Not as the default of the new column, which would rewrite the table.
  ALTER TABLE onceover.inbox_versions ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now();
  ALTER TABLE onceover.inbox_versions ALTER COLUMN changed_at SET DEFAULT pg_catalog.clock_timestamp();
  ALTER DOMAIN onceover.inbox_state DROP CONSTRAINT inbox_state_check;
  ALTER DOMAIN onceover.inbox_state ADD CONSTRAINT inbox_state_check CHECK (VALUE IN ('in_progress', 'succeeded', 'dead', 'discarded'));
  CREATE INDEX inbox_by_time ON onceover.inbox (received_at, event_id, source, consumer);
  CREATE INDEX inbox_dead ON onceover.inbox (consumer, dead_at) WHERE dead_at IS NOT NULL;
  DROP TRIGGER inbox_is_final ON onceover.inbox;
  CREATE TRIGGER inbox_is_final AFTER UPDATE ON onceover.inbox
    FOR EACH ROW WHEN (OLD.state IN ('succeeded', 'discarded') AND NEW.state <> OLD.state) EXECUTE FUNCTION onceover.guard_inbox();
  COMMENT ON TABLE onceover.inbox IS 'Events that a consumer has received. dead: a dead letter. discarded: a dead letter that a person gave up; it has no effect';
  ALTER TABLE onceover.outbox ADD COLUMN correlation_id text COLLATE "C" GENERATED ALWAYS AS (headers ->> 'correlation_id') STORED;
  CREATE INDEX outbox_by_correlation ON onceover.outbox (correlation_id) WHERE correlation_id IS NOT NULL;
  COMMENT ON COLUMN onceover.relays.trouble IS 'Why nothing goes out; NULL: it does, or no process runs it';
END
$$;
CREATE OR REPLACE FUNCTION onceover.guard_inbox() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF OLD.state IN ('succeeded', 'discarded') AND NEW.state <> OLD.state THEN
    RAISE EXCEPTION 'onceover: a processed or discarded event never becomes unprocessed' USING ERRCODE = 'OC009', HINT = 'Its effect could happen again.';
  ELSIF NEW.attempts < OLD.attempts THEN
    RAISE EXCEPTION 'onceover: the attempts of an unfinished event never go down' USING ERRCODE = 'OC009';
  END IF;
  RAISE EXCEPTION 'onceover: the identity and the fingerprint of an event never change' USING ERRCODE = 'OC009';
END
$$;

CREATE OR REPLACE FUNCTION onceover.inbox_accept(consumer text, source text, event_id text, fingerprint bytea DEFAULT NULL,
                                      aggregate_type text DEFAULT NULL, aggregate_id text DEFAULT NULL, aggregate_version bigint DEFAULT NULL)
RETURNS text LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  known bytea;
  before bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM onceover.inbox_versions s WHERE s.consumer = $1 AND s.aggregate_type = $5 AND s.aggregate_id = $6 AND s.version >= $7) THEN
    INSERT INTO onceover.inbox (consumer, source, event_id, state, fingerprint, processed_at, aggregate_type, aggregate_id, aggregate_version)
    VALUES ($1, $2, $3, 'succeeded', $4, clock_timestamp(), $5, $6, $7)
    ON CONFLICT DO NOTHING;
    IF FOUND THEN
      IF $5 IS NULL OR $6 IS NULL OR $7 IS NULL THEN RETURN 'accepted'; END IF;
      INSERT INTO onceover.inbox_versions AS s (consumer, aggregate_type, aggregate_id, version) VALUES ($1, $5, $6, $7)
      ON CONFLICT (consumer, aggregate_type, aggregate_id) DO UPDATE SET previous = s.version, version = GREATEST(s.version, EXCLUDED.version),
        changed_at = clock_timestamp()
      RETURNING s.previous INTO before;
      IF before IS NULL OR before < $7 THEN RETURN 'accepted'; END IF;
      DELETE FROM onceover.inbox i WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1;  -- a newer one was accepted meanwhile
      RETURN 'stale';
    END IF;
  END IF;
  SELECT i.fingerprint INTO known FROM onceover.inbox i WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1;
  IF NOT FOUND THEN
    -- Not stale: it was reaped between the two statements.
    RETURN CASE WHEN EXISTS (SELECT FROM onceover.inbox_versions s WHERE s.consumer = $1 AND s.aggregate_type = $5 AND s.aggregate_id = $6
                             AND s.version >= $7) THEN 'stale' ELSE 'contended' END;
  END IF;
  RETURN CASE WHEN known IS NULL OR $4 IS NULL THEN 'duplicate_unverified' WHEN known = $4 THEN 'duplicate' ELSE 'mismatch' END;
EXCEPTION WHEN lock_not_available THEN
  RETURN 'contended';
END
$$;

CREATE OR REPLACE FUNCTION onceover.inbox_take(consumer text, owner text, lease interval, most bigint, max_attempts bigint DEFAULT 5, with_dead boolean DEFAULT false)
RETURNS SETOF onceover.inbox LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET jit = off SET enable_seqscan = off SET enable_bitmapscan = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH due AS (
    -- statement_timestamp(): an index condition must not be volatile.
    SELECT i.ctid, i.fence, i.next_try_at, i.attempts >= $5 AS is_spent FROM onceover.inbox i
    WHERE i.consumer = $1 AND i.stored AND i.next_try_at <= statement_timestamp() AND i.state = 'in_progress'
      AND (i.locked_until IS NULL OR i.locked_until <= clock_timestamp())
      AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
    ORDER BY i.next_try_at
    LIMIT $4
    FOR UPDATE SKIP LOCKED
  ), taken AS (
    UPDATE onceover.inbox i
    SET state = CASE WHEN d.is_spent THEN 'dead' ELSE 'in_progress' END,
        dead_at = CASE WHEN d.is_spent THEN clock_timestamp() END,
        next_try_at = CASE WHEN NOT d.is_spent THEN i.next_try_at END,
        last_error = CASE WHEN i.started_at IS NOT NULL THEN format('attempt %s ended without a result', i.attempts) ELSE i.last_error END,
        fence = nextval('onceover.inbox_fence'), owner = $2,
        attempts = i.attempts + CASE WHEN $4 = 1 AND NOT d.is_spent THEN 1 ELSE 0 END,
        started_at = CASE WHEN $4 = 1 AND NOT d.is_spent THEN clock_timestamp() END,
        locked_until = CASE WHEN NOT d.is_spent THEN clock_timestamp() + $3 END
    FROM due d
    WHERE i.ctid = d.ctid AND i.fence = d.fence AND i.state = 'in_progress'
    RETURNING i.*, d.next_try_at AS was_due
  )
  SELECT t.consumer, t.source, t.event_id, t.received_at, t.next_try_at, t.locked_until, t.started_at, t.processed_at, t.dead_at, t.fence,
         t.aggregate_version, t.attempts, t.stored, t.state, t.fingerprint, t.owner, t.aggregate_type, t.aggregate_id, t.content_type,
         t.last_error, t.headers, t.result, t.payload
  FROM taken t WHERE $6 OR t.state = 'in_progress' ORDER BY t.was_due;
END
$$;

CREATE OR REPLACE FUNCTION onceover.make_outbox_partitions(width interval, ahead integer) RETURNS text[] LANGUAGE plpgsql SECURITY DEFINER
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
    RAISE EXCEPTION 'onceover: a partition must be at least a minute wide, and at most 1000 are made ahead' USING ERRCODE = '22023';
  END IF;
  SELECT coalesce(max((regexp_match(pg_get_expr(c.relpartbound, c.oid), $r$TO \('([^']+)'\)$r$))[1]::timestamptz), '-infinity') INTO reached
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'onceover.outbox'::regclass;
  FOR n IN 0 .. ahead LOOP
    starts := to_timestamp(floor(extract(epoch FROM clock_timestamp()) / seconds) * seconds + n * seconds);
    ends := starts + make_interval(secs => seconds);
    starts := greatest(starts, reached);
    -- What the default partition has of the current time stays there.
    CONTINUE WHEN starts >= ends OR (n = 0 AND EXISTS (SELECT FROM onceover.outbox_rest));
    part := 'outbox_' || to_char(starts, 'YYYYMMDD"t"HH24MISS');
    EXECUTE format('CREATE TABLE onceover.%I (LIKE onceover.outbox INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS INCLUDING INDEXES INCLUDING STORAGE)', part);
    EXECUTE format('ALTER TABLE onceover.outbox ATTACH PARTITION onceover.%I FOR VALUES FROM (%L) TO (%L)', part, starts, ends);
    made := made || part;
    reached := ends;
  END LOOP;
  RETURN made;
END
$$;
