-- Consumers. When a version last moved, so that versions are reaped: those that are there count as moved now. No table is rewritten.
ALTER TABLE onceover.inbox_versions ADD COLUMN changed_at timestamptz NOT NULL DEFAULT pg_catalog.now();
ALTER TABLE onceover.inbox_versions ALTER COLUMN changed_at SET DEFAULT pg_catalog.clock_timestamp();

-- As in migration 15, and moves the time with the version.
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

-- As in migration 15, but takes nothing while the store's stop switch is on.
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
