-- What people do about relays and events, as functions: each checks, writes, and puts its audit row in the same call. All run with the rights of
-- the tables' owner; a reconciler may execute them and write no table.
--
-- Locks: nothing that was there before.

-- Pauses a relay, or lets it go on. False: it is so already. NULL: there is none.
CREATE FUNCTION onceover.pause_relay(relay text, paused boolean, reason text, actor text, host text, program text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  is_paused boolean;
BEGIN
  IF COALESCE($3, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT r.paused_at IS NOT NULL INTO is_paused FROM onceover.relays r WHERE r.name = $1 FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF is_paused = $2 THEN RETURN false; END IF;
  UPDATE onceover.relays r
  SET paused_at = CASE WHEN $2 THEN clock_timestamp() END, paused_by = CASE WHEN $2 THEN $4 END, pause_reason = CASE WHEN $2 THEN $3 END
  WHERE r.name = $1;
  INSERT INTO onceover.audit (action, actor, host, program, after, reason)
  VALUES (CASE WHEN $2 THEN 'pause_relay' ELSE 'resume_relay' END, $4, $5, $6, jsonb_build_object('relay', $1), $3);
  RETURN true;
END
$$;

-- After a restore, or on another server: keeps writers out for a moment; all that is there now is published in order of seq, from a time on, and
-- then what comes after this moment. How many events that is; NULL: there is no such relay. 55006: a process runs it.
CREATE FUNCTION onceover.adopt_relay(relay text, since timestamptz, system_identifier text, database_oid oid, reason text, actor text, host text,
                                     program text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  before onceover.relays;
  from_time timestamptz;
  events bigint;
BEGIN
  IF COALESCE($5, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT r.* INTO before FROM onceover.relays r WHERE r.name = $1 FOR UPDATE;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF before.locked_until > clock_timestamp() THEN
    RAISE EXCEPTION 'onceover: the relay is run by %', before.owner USING ERRCODE = '55006';
  END IF;
  LOCK TABLE onceover.outbox IN SHARE MODE;
  from_time := GREATEST(before.since, COALESCE($2, '-infinity'));
  -- An earlier owner cannot write its progress any more: the fence is new.
  UPDATE onceover.relays r
  SET by_seq_up_to = COALESCE((SELECT max(o.seq) FROM onceover.outbox o), 0), pos = 0, since = from_time,
      window_from = pg_current_snapshot(), window_to = pg_current_snapshot(), system_identifier = $3, database_oid = $4,
      fence = nextval('onceover.fence'), owner = NULL, locked_until = NULL, trouble = NULL, trouble_since = NULL
  WHERE r.name = $1;
  SELECT count(*) INTO events FROM onceover.outbox o WHERE (o.topic = ANY (before.topics) OR before.topics = '{*}') AND o.created_at >= from_time;
  INSERT INTO onceover.audit (action, actor, host, program, after, reason)
  VALUES ('adopt_relay', $6, $7, $8,
          jsonb_build_object('relay', $1, 'events', events, 'since', CASE WHEN $2 IS NULL THEN 'the beginning' ELSE to_char($2 AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') END), $5);
  RETURN events;
END
$$;

-- The first parked event of its aggregate: tried again now with all its attempts before it, or never published by this relay, so that what is
-- behind it goes on. False: it is not parked any more, or waits behind another.
CREATE FUNCTION onceover.settle_event(relay text, seq bigint, skips boolean, reason text, actor text, host text, program text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  parked onceover.outbox_parked;
BEGIN
  IF COALESCE($4, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT p.* INTO parked FROM onceover.outbox_parked p WHERE p.relay = $1 AND p.seq = $2 AND p.state IN ('dead', 'waiting') FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  IF $3 THEN
    DELETE FROM onceover.outbox_parked p WHERE p.relay = $1 AND p.seq = $2;
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

-- Writes events anew, at most `most`, in order of seq from behind `after` up to `up_to`, so that every relay of their topics publishes them. With
-- the same id a consumer that knows it skips it. Erased ones are passed over. How many, and the last seq that was looked at.
CREATE FUNCTION onceover.republish_events(after bigint, up_to bigint, topic text, aggregate_type text, aggregate_id text, new_ids boolean, most bigint,
                                          reason text, actor text, host text, program text, OUT events bigint, OUT reached bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_bitmapscan = off SET enable_sort = off SET jit = off AS $$
#variable_conflict use_column
BEGIN
  IF COALESCE($8, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  WITH found AS (
    SELECT o.* FROM onceover.outbox o
    WHERE o.seq > $1 AND o.seq <= $2 AND ($3 IS NULL OR o.topic = $3) AND ($4 IS NULL OR o.aggregatetype = $4) AND ($5 IS NULL OR o.aggregateid = $5)
    ORDER BY o.seq LIMIT $7
  ), written AS (
    INSERT INTO onceover.outbox (id, topic, aggregatetype, aggregateid, type, payload, content_type, headers)
    SELECT CASE WHEN $6 THEN gen_random_uuid() ELSE f.id END, f.topic, f.aggregatetype, f.aggregateid, f.type, f.payload, f.content_type,
      f.headers || jsonb_build_object('republished_from', f.seq::text)
    FROM found f WHERE NOT f.headers ? 'erased' ORDER BY f.seq
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM written), (SELECT max(f.seq) FROM found f) INTO events, reached;
  IF events > 0 THEN
    INSERT INTO onceover.audit (action, actor, host, program, after, reason)
    VALUES ('republish_events', $9, $10, $11,
            jsonb_strip_nulls(jsonb_build_object('after_seq', $1, 'reached', reached, 'topic', $3, 'aggregate_type', $4, 'aggregate_id', $5,
                                                 'new_ids', $6, 'events', events)), $8);
  END IF;
END
$$;

-- Removes the payload of one event; the row stays, and its headers say when. 'erased', 'gone' (no such event), 'erased_before', or the name of a
-- relay that has not published it yet: it would send a tombstone instead.
CREATE FUNCTION onceover.erase_event(seq bigint, id uuid, reason text, actor text, host text, program text, OUT outcome text, OUT relay text)
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
  WHERE (event.topic = ANY (r.topics) OR r.topics = '{*}') AND event.created_at >= r.since
    AND (EXISTS (SELECT FROM onceover.outbox_parked p WHERE p.relay = r.name AND p.seq = $1)
         OR CASE WHEN r.by_seq_up_to IS NOT NULL THEN event.seq > r.pos
            ELSE NOT pg_visible_in_snapshot(event.xid, r.window_from) AND NOT (pg_visible_in_snapshot(event.xid, r.window_to) AND event.seq <= r.pos) END)
  LIMIT 1;
  IF FOUND THEN outcome := 'unpublished'; RETURN; END IF;
  UPDATE onceover.outbox o
  SET payload = NULL, headers = o.headers || jsonb_build_object('erased', to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
  WHERE o.seq = $1 AND o.id = $2;
  INSERT INTO onceover.audit (action, actor, host, program, before, reason)
  VALUES ('erase_event', $4, $5, $6,
          jsonb_build_object('seq', $1, 'id', $2, 'topic', event.topic, 'aggregate_type', event.aggregatetype, 'aggregate_id', event.aggregateid,
                             'bytes', octet_length(event.payload)), $3);
  outcome := 'erased';
END
$$;

-- The same of a received event that is stored and has ended. 'erased', 'gone', 'erased_before' or 'unfinished': a worker still needs it.
CREATE FUNCTION onceover.erase_inbox(consumer text, source text, event_id text, reason text, actor text, host text, program text)
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
  UPDATE onceover.inbox i SET payload = NULL WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1;
  INSERT INTO onceover.audit (action, actor, host, program, before, reason)
  VALUES ('erase_event', $5, $6, $7,
          jsonb_build_object('consumer', $1, 'source', $2, 'event_id', $3, 'state', event.state, 'bytes', octet_length(event.payload)), $4);
  RETURN 'erased';
END
$$;

REVOKE ALL ON FUNCTION onceover.pause_relay, onceover.adopt_relay, onceover.settle_event, onceover.republish_events, onceover.erase_event,
  onceover.erase_inbox FROM PUBLIC;
