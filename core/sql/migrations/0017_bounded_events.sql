-- What is done about many events looks at few of them.
--
-- Locks: onceover.outbox_parked SHARE, while every row is read: 2 s a million. Relays that hold back events wait; services that write events do not.

-- A relay looks several times a second for parked events that are due.
CREATE INDEX outbox_parked_due ON onceover.outbox_parked (relay, next_try_at) WHERE state = 'waiting';

-- What is first of its aggregate waits for its time, is dead, or is due: nothing is before it.
UPDATE onceover.outbox_parked p SET state = 'waiting', next_try_at = clock_timestamp()
WHERE p.state = 'behind' AND NOT EXISTS (
  SELECT FROM onceover.outbox_parked q
  WHERE q.relay = p.relay AND q.aggregatetype = p.aggregatetype AND q.aggregateid = p.aggregateid AND q.seq < p.seq);

-- As before, and the next of the aggregate of an event that is skipped is due. The relay's row is locked so that the relay parks none behind the
-- skipped one meanwhile.
CREATE OR REPLACE FUNCTION onceover.settle_event(relay text, seq bigint, skips boolean, reason text, actor text, host text, program text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  parked onceover.outbox_parked;
BEGIN
  IF COALESCE($4, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  PERFORM FROM onceover.relays r WHERE r.name = $1 FOR NO KEY UPDATE;
  SELECT p.* INTO parked FROM onceover.outbox_parked p WHERE p.relay = $1 AND p.seq = $2 AND p.state IN ('dead', 'waiting') FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  IF $3 THEN
    DELETE FROM onceover.outbox_parked p WHERE p.relay = $1 AND p.seq = $2;
    UPDATE onceover.outbox_parked p SET state = 'waiting', next_try_at = clock_timestamp()
    WHERE p.relay = $1 AND p.state = 'behind' AND p.seq = (
      SELECT n.seq FROM onceover.outbox_parked n
      WHERE n.relay = $1 AND n.aggregatetype = parked.aggregatetype AND n.aggregateid = parked.aggregateid ORDER BY n.seq LIMIT 1);
  ELSE
    UPDATE onceover.outbox_parked p SET state = 'waiting', attempts = 0, next_try_at = clock_timestamp() WHERE p.relay = $1 AND p.seq = $2;
  END IF;
  INSERT INTO onceover.audit (action, actor, host, program, before, reason)
  VALUES (CASE WHEN $3 THEN 'skip_event' ELSE 'retry_event' END, $5, $6, $7,
          jsonb_build_object('relay', $1, 'seq', $2, 'id', parked.id, 'topic', parked.topic, 'aggregate_type', parked.aggregatetype,
                             'aggregate_id', parked.aggregateid, 'attempts', parked.attempts, 'error', parked.error), $4);
  RETURN true;
END
$$;

-- As before, and one call looks at 50,000 events at most, whatever it finds among them. reached: the last that was looked at; go on behind it.
-- NULL: there was none.
CREATE OR REPLACE FUNCTION onceover.republish_events(after bigint, up_to bigint, topic text, aggregate_type text, aggregate_id text, new_ids boolean,
                                                     most bigint, reason text, actor text, host text, program text, OUT events bigint, OUT reached bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET jit = off AS $$
#variable_conflict use_column
DECLARE
  looked bigint;
  found_last bigint;
  is_full boolean;
BEGIN
  IF COALESCE($8, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT max(l.seq) INTO looked
  FROM (SELECT o.seq FROM onceover.outbox o WHERE o.seq > $1 AND o.seq <= $2 ORDER BY o.seq LIMIT 50000) l;
  WITH found AS (
    SELECT o.* FROM onceover.outbox o
    WHERE o.seq > $1 AND o.seq <= looked AND ($3 IS NULL OR o.topic = $3) AND ($4 IS NULL OR o.aggregatetype = $4) AND ($5 IS NULL OR o.aggregateid = $5)
    ORDER BY o.seq LIMIT $7
  ), written AS (
    INSERT INTO onceover.outbox (id, topic, aggregatetype, aggregateid, type, payload, content_type, headers)
    SELECT CASE WHEN $6 THEN gen_random_uuid() ELSE f.id END, f.topic, f.aggregatetype, f.aggregateid, f.type, f.payload, f.content_type,
      f.headers || jsonb_build_object('republished_from', f.seq::text)
    FROM found f WHERE NOT f.headers ? 'erased' ORDER BY f.seq
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM written), (SELECT max(f.seq) FROM found f), (SELECT count(*) >= $7 FROM found f) INTO events, found_last, is_full;
  reached := CASE WHEN is_full THEN found_last ELSE looked END;
  IF events > 0 THEN
    INSERT INTO onceover.audit (action, actor, host, program, after, reason)
    VALUES ('republish_events', $9, $10, $11,
            jsonb_strip_nulls(jsonb_build_object('after_seq', $1, 'reached', reached, 'topic', $3, 'aggregate_type', $4, 'aggregate_id', $5,
                                                 'new_ids', $6, 'events', events)), $8);
  END IF;
END
$$;
