-- The inbox: events that a consumer has received, so that each has one effect. Rights: none but the owner's.
--
-- Locks: nothing that was there before.

CREATE SEQUENCE onceover.inbox_fence AS bigint CACHE 1 NO CYCLE;

CREATE DOMAIN onceover.inbox_state AS text COLLATE "C"
  CONSTRAINT inbox_state_check CHECK (VALUE IN ('in_progress', 'succeeded', 'dead', 'discarded'));
CREATE DOMAIN onceover.inbox_name AS text COLLATE "C"
  CONSTRAINT inbox_name_check CHECK (pg_catalog.octet_length(VALUE) BETWEEN 1 AND 255);

-- An event whose effect is committed with it is written once and never changed: fillfactor 100. No index names state or a lease, so that
-- finishing an event that was begun stays a heap-only (HOT) update.
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
  PRIMARY KEY (event_id, source, consumer)
);
COMMENT ON TABLE onceover.inbox IS 'Events that a consumer has received. dead: a dead letter. discarded: a dead letter that a person gave up; it has no effect';
COMMENT ON COLUMN onceover.inbox.fingerprint IS 'Of the content; NULL: unknown, which is never equal';
COMMENT ON COLUMN onceover.inbox.stored IS 'Acknowledged before it was processed: a worker takes it when it is due';
COMMENT ON COLUMN onceover.inbox.next_try_at IS 'Not before; NULL: at once, or no more';
COMMENT ON COLUMN onceover.inbox.started_at IS 'When the current attempt began; NULL under a lease: reserved, no attempt is spent yet';
COMMENT ON COLUMN onceover.inbox.attempts IS 'Counted before the handler runs, so that one that ends its process is counted';

-- For people: the newest events. It does not name state, so that finishing stays HOT.
CREATE INDEX inbox_by_time ON onceover.inbox (received_at, event_id, source, consumer);

-- What a worker takes. Events that are not stored never enter it.
CREATE INDEX inbox_due ON onceover.inbox (consumer, next_try_at) WHERE stored AND next_try_at IS NOT NULL;
-- Dead letters, counted and listed without a scan. Only an event that dies, or is put back, changes dead_at.
CREATE INDEX inbox_dead ON onceover.inbox (consumer, dead_at) WHERE dead_at IS NOT NULL;

-- The last accepted version of each aggregate whose events carry one. previous: what the version was before the last change. changed_at: when it
-- moved, so that old ones are reaped.
CREATE TABLE onceover.inbox_versions (
  consumer onceover.inbox_name NOT NULL,
  aggregate_type text COLLATE "C" NOT NULL,
  aggregate_id text COLLATE "C" NOT NULL,
  version bigint NOT NULL,
  previous bigint,
  changed_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  PRIMARY KEY (consumer, aggregate_type, aggregate_id)
) WITH (fillfactor = 80);

-- What no statement may do to an event, of whatever role. AFTER, with conditions that need no function: no cost to other updates.
CREATE FUNCTION onceover.guard_inbox() RETURNS trigger LANGUAGE plpgsql
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
REVOKE ALL ON FUNCTION onceover.guard_inbox() FROM PUBLIC;
CREATE TRIGGER inbox_is_final AFTER UPDATE ON onceover.inbox
  FOR EACH ROW WHEN (OLD.state IN ('succeeded', 'discarded') AND NEW.state <> OLD.state) EXECUTE FUNCTION onceover.guard_inbox();
-- A dead letter that is put back may begin to count again.
CREATE TRIGGER inbox_counts_up AFTER UPDATE OF attempts ON onceover.inbox
  FOR EACH ROW WHEN (NEW.attempts < OLD.attempts AND OLD.state <> 'dead') EXECUTE FUNCTION onceover.guard_inbox();
CREATE TRIGGER inbox_keeps_its_name AFTER UPDATE OF consumer, source, event_id, fingerprint ON onceover.inbox
  FOR EACH ROW WHEN (OLD.event_id IS DISTINCT FROM NEW.event_id OR OLD.source IS DISTINCT FROM NEW.source
                     OR OLD.consumer IS DISTINCT FROM NEW.consumer OR OLD.fingerprint IS DISTINCT FROM NEW.fingerprint)
  EXECUTE FUNCTION onceover.guard_inbox();

-- Stands in a flush between an event and the statements that may only run if it is new: an error here skips them all.
CREATE FUNCTION onceover.require_accepted() RETURNS void LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RAISE EXCEPTION 'onceover: the event was received before; nothing was executed' USING ERRCODE = 'OC011';
END
$$;

-- Below: for services in other languages, with the caller's rights.

-- In the transaction of the effect. 'accepted': run the effect. 'duplicate': skip it. 'duplicate_unverified': skip it; without a fingerprint on
-- both sides it is unknown whether the content is the same. 'mismatch': the same id with other content; do not process it. 'stale': its
-- aggregate's version is not newer than the last accepted one; skip it. 'contended': another transaction holds it for longer than this
-- session's lock_timeout; the transaction is still usable.
CREATE FUNCTION onceover.inbox_accept(consumer text, source text, event_id text, fingerprint bytea DEFAULT NULL,
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

-- Stored events that are due, oldest first, under a lease; none while the store's stop switch is on. most = 1: its attempt begins with this call. More: they are reserved, and each attempt
-- begins with inbox_start, so that the events beside one that ends the process spend none. Events whose attempts are used up become dead
-- letters; with_dead returns those, too. Commit before a handler runs.
CREATE FUNCTION onceover.inbox_take(consumer text, owner text, lease interval, most bigint, max_attempts bigint DEFAULT 5, with_dead boolean DEFAULT false)
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

-- The attempt of a reserved event begins, with a lease of its own. The number of the attempt; NULL: another owner has it. Commit before the
-- handler runs.
CREATE FUNCTION onceover.inbox_start(consumer text, source text, event_id text, fence bigint, lease interval)
RETURNS bigint LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  number bigint;
BEGIN
  PERFORM FROM onceover.inbox i WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1 AND i.fence = $4 FOR UPDATE;
  UPDATE onceover.inbox i
  SET attempts = i.attempts + 1, started_at = clock_timestamp(), locked_until = clock_timestamp() + $5
  WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1 AND i.fence = $4 AND i.state = 'in_progress' AND i.locked_until IS NOT NULL
    AND i.started_at IS NULL
  RETURNING i.attempts INTO number;
  RETURN number;
END
$$;

-- In the transaction of the effect, or after it. False: another owner has it, or the attempt has ended; roll the effect back.
CREATE FUNCTION onceover.inbox_finish(consumer text, source text, event_id text, fence bigint, result jsonb DEFAULT NULL)
RETURNS boolean LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  UPDATE onceover.inbox i
  SET state = 'succeeded', processed_at = clock_timestamp(), locked_until = NULL, next_try_at = NULL, started_at = NULL, result = $5
  WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1 AND i.fence = $4 AND i.state = 'in_progress' AND i.started_at IS NOT NULL;
  RETURN FOUND;
END
$$;

-- The attempt failed: 'retry', 'dead' (attempts used up, or definitive), or 'lost' (another owner has it, or the attempt has ended). retry_in:
-- NULL is a random time up to a second, twice as long after each attempt, at most an hour.
CREATE FUNCTION onceover.inbox_fail(consumer text, source text, event_id text, fence bigint, error text, definitive boolean DEFAULT false,
                                    retry_in interval DEFAULT NULL, max_attempts bigint DEFAULT 5)
RETURNS text LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  became text;
BEGIN
  UPDATE onceover.inbox i
  SET state = CASE WHEN $6 OR i.attempts >= $8 THEN 'dead' ELSE 'in_progress' END,
      dead_at = CASE WHEN $6 OR i.attempts >= $8 THEN clock_timestamp() END,
      next_try_at = CASE WHEN NOT ($6 OR i.attempts >= $8)
        THEN clock_timestamp() + COALESCE($7, random() * LEAST(interval '1 hour', interval '1 second' * power(2, LEAST(i.attempts - 1, 20)))) END,
      locked_until = NULL, started_at = NULL, last_error = left($5, 4000)
  WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1 AND i.fence = $4 AND i.state = 'in_progress' AND i.started_at IS NOT NULL
  RETURNING CASE i.state WHEN 'dead' THEN 'dead' ELSE 'retry' END INTO became;
  RETURN COALESCE(became, 'lost');
END
$$;

-- Gives reserved events back that were not started: no attempt is spent. How many.
CREATE FUNCTION onceover.inbox_release(consumer text, sources text[], event_ids text[], fences bigint[])
RETURNS bigint LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
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

DO $$
DECLARE
  made record;
BEGIN
  FOR made IN SELECT p.oid::pg_catalog.regprocedure AS name FROM pg_catalog.pg_proc p WHERE p.pronamespace = 'onceover'::pg_catalog.regnamespace
              AND (p.proname LIKE 'inbox\_%' OR p.proname = 'require_accepted') LOOP
    EXECUTE pg_catalog.format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', made.name);
  END LOOP;
END
$$;
