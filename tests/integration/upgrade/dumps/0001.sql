-- Test data, kept as it is: a store of schema version 1, dumped by pg_dump of PostgreSQL 15: see
-- make_dump.sh.
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
-- Name: claim_result; Type: TYPE; Schema: onceover; Owner: -
--

CREATE TYPE onceover.claim_result AS (
	outcome text,
	fence bigint,
	taken_over boolean,
	created_at timestamp with time zone,
	locked_until timestamp with time zone,
	retry_after_s integer,
	response_version integer,
	response_code integer,
	response_headers text[],
	response_body bytea,
	detail jsonb
);


--
-- Name: TYPE claim_result; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON TYPE onceover.claim_result IS 'Answer of claim_within, record and look; detail is where it grows';


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
-- Name: inbox_name; Type: DOMAIN; Schema: onceover; Owner: -
--

CREATE DOMAIN onceover.inbox_name AS text COLLATE pg_catalog."C"
	CONSTRAINT inbox_name_check CHECK (((octet_length(VALUE) >= 1) AND (octet_length(VALUE) <= 255)));


--
-- Name: inbox_state; Type: DOMAIN; Schema: onceover; Owner: -
--

CREATE DOMAIN onceover.inbox_state AS text COLLATE pg_catalog."C"
	CONSTRAINT inbox_state_check CHECK ((VALUE = ANY (ARRAY['in_progress'::text, 'succeeded'::text, 'dead'::text, 'discarded'::text])));


--
-- Name: key_holder; Type: DOMAIN; Schema: onceover; Owner: -
--

CREATE DOMAIN onceover.key_holder AS text COLLATE pg_catalog."C"
	CONSTRAINT key_holder_check CHECK ((VALUE = ANY (ARRAY['executor'::text, 'sweeper'::text, 'operator'::text])));


--
-- Name: key_name; Type: DOMAIN; Schema: onceover; Owner: -
--

CREATE DOMAIN onceover.key_name AS text COLLATE pg_catalog."C"
	CONSTRAINT key_name_check CHECK ((octet_length(VALUE) <= 255));


--
-- Name: key_state; Type: DOMAIN; Schema: onceover; Owner: -
--

CREATE DOMAIN onceover.key_state AS text COLLATE pg_catalog."C"
	CONSTRAINT key_state_check CHECK ((VALUE = ANY (ARRAY['in_progress'::text, 'released'::text, 'succeeded'::text, 'failed'::text])));


--
-- Name: note_explicit_time(timestamp with time zone); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.note_explicit_time(at timestamp with time zone) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  caller CONSTANT text := coalesce(nullif(current_setting('role'), 'none'), session_user::text);
BEGIN
  IF NOT EXISTS (SELECT FROM pg_locks l WHERE l.pid = pg_backend_pid() AND l.locktype = 'relation'
    AND l.relation = 'onceover.keys'::regclass
                 AND l.mode = 'RowExclusiveLock') THEN
    RETURN true;
  END IF;
  -- PREPARE locks the table without a right to write it.
  IF NOT (CASE WHEN at < clock_timestamp() - interval '1 minute'
    THEN has_column_privilege(caller, 'onceover.keys', 'created_at', 'INSERT, UPDATE')
               ELSE has_any_column_privilege(caller, 'onceover.keys', 'INSERT, UPDATE') END)
     AND NOT EXISTS (SELECT FROM pg_depend d JOIN pg_rewrite r ON d.classid = 'pg_rewrite'::regclass AND r.oid = d.objid
                     WHERE d.refclassid = 'pg_class'::regclass AND d.refobjid = 'onceover.keys'::regclass
                       AND has_table_privilege(caller, r.ev_class, 'INSERT, UPDATE')) THEN
    RAISE EXCEPTION 'onceover: only a role that may set created_at writes a key of an earlier time'
      USING ERRCODE = '42501';
  END IF;
  PERFORM onceover.rewind_frontier(at);
  RETURN true;
END
$$;


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
-- Name: key_time; Type: DOMAIN; Schema: onceover; Owner: -
--

CREATE DOMAIN onceover.key_time AS timestamp with time zone
	CONSTRAINT key_time_is_noted CHECK (
CASE
    WHEN (VALUE >= to_timestamp(((pg_sequence_last_value('onceover.floor'::regclass))::double precision / ('1000000'::numeric)::double precision))) THEN true
    ELSE onceover.note_explicit_time(VALUE)
END);


--
-- Name: retention_s; Type: DOMAIN; Schema: onceover; Owner: -
--

CREATE DOMAIN onceover.retention_s AS integer
	CONSTRAINT retention_s_check CHECK ((VALUE > 0));


SET default_tablespace = '';

SET default_table_access_method = heap;

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

COMMENT ON COLUMN onceover.notes.row_key IS 'Column to value, as text: how to find the row';


--
-- Name: add_note(text, text, text, text, text, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.add_note(actor text, host text, program text, tenant text, operation text, key text, note text) RETURNS SETOF onceover.notes
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  INSERT INTO onceover.notes (actor, host, program, tenant, operation, key, note)
  SELECT $1, $2, $3, $4, $5, $6, $7
  WHERE EXISTS (SELECT FROM onceover.keys k WHERE k.key = $6 AND k.operation = $5 AND k.tenant = $4)
     OR EXISTS (SELECT FROM onceover.audit a WHERE a.key = $6 AND a.operation = $5 AND a.tenant = $4
       AND a.relation IS NULL)
  RETURNING *
$_$;


--
-- Name: add_sample(text, timestamp with time zone, jsonb); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.add_sample(relation text, read_at timestamp with time zone, levels jsonb) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
BEGIN
  IF octet_length($1) > 200 OR octet_length($3::text) > 2000 OR jsonb_typeof($3) <> 'object'
     OR EXISTS (SELECT FROM jsonb_each($3) l WHERE jsonb_typeof(l.value) NOT IN ('number', 'null')) THEN
    RAISE EXCEPTION 'onceover: a sample is a few numbers by name' USING ERRCODE = '22023';
  END IF;
  -- It must be read within the last minute, since it counts as the sample of this minute.
  IF $2 NOT BETWEEN now_at - interval '1 minute' AND now_at + interval '1 second' THEN
    RAISE EXCEPTION 'onceover: the sample is not of this minute' USING ERRCODE = '22023';
  END IF;
  INSERT INTO onceover.samples (relation, minute, at, levels)
  VALUES ($1, date_bin('1 minute', now_at, timestamptz '1970-01-01 00:00:00+00'), $2, $3)
  ON CONFLICT (minute, relation) DO NOTHING;
  RETURN FOUND;
END
$_$;


--
-- Name: adopt_events(bigint, xid8, bigint, integer); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.adopt_events(adoption bigint, after_xid xid8, after_seq bigint, most integer, OUT reached_xid xid8, OUT reached_seq bigint, OUT changed bigint, OUT done boolean) RETURNS record
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $_$
#variable_conflict use_column
DECLARE
  a onceover.outbox_adoptions;
  o record;
BEGIN
  SELECT d.* INTO a FROM onceover.outbox_adoptions d WHERE d.id = $1 FOR UPDATE;
  done := a.ended_at IS NOT NULL;
  changed := 0;
  IF done THEN RETURN; END IF;
  IF $2 IS NULL THEN
    UPDATE onceover.outbox e SET xid = '3' WHERE e.xid = ANY (ARRAY (SELECT pg_snapshot_xip(a.snapshot)))
      AND e.seq <= a.up_to;
    GET DIAGNOSTICS changed = ROW_COUNT;
  END IF;
  FOR o IN
    SELECT e.tableoid, e.ctid, e.xid, e.seq FROM onceover.outbox e
    WHERE e.xid >= pg_snapshot_xmax(a.snapshot) AND (e.xid, e.seq) > (COALESCE($2, '0'), COALESCE($3, 0))
      AND e.seq <= a.up_to
    ORDER BY e.xid, e.seq LIMIT $4
  LOOP
    UPDATE onceover.outbox e SET xid = '3' WHERE e.tableoid = o.tableoid AND e.ctid = o.ctid;
    reached_xid := o.xid;
    reached_seq := o.seq;
    changed := changed + 1;
  END LOOP;
  IF reached_xid IS NOT NULL OR changed > 0 THEN
    reached_xid := COALESCE(reached_xid, '0');
    UPDATE onceover.outbox_adoptions d SET rewritten = d.rewritten + changed WHERE d.id = $1;
    RETURN;
  END IF;
  reached_xid := $2;
  reached_seq := $3;
  FOR o IN
    SELECT e.* FROM onceover.outbox e
    WHERE e.seq <= a.renumber_up_to AND e.created_at > a.renumber_after AND pg_visible_in_snapshot(e.xid, a.snapshot)
    ORDER BY e.seq LIMIT $4
  LOOP
    DELETE FROM onceover.outbox e WHERE e.seq = o.seq AND e.created_at = o.created_at AND e.id = o.id;
    INSERT INTO onceover.outbox (seq, xid, id, topic, aggregatetype, aggregateid, type, payload, content_type, headers,
      created_at)
    OVERRIDING SYSTEM VALUE
    VALUES (a.renumber_next + changed, o.xid, o.id, o.topic, o.aggregatetype, o.aggregateid, o.type, o.payload,
      o.content_type, o.headers, o.created_at);
    changed := changed + 1;
  END LOOP;
  done := changed = 0;
  UPDATE onceover.outbox_adoptions d
  SET renumbered = d.renumbered + changed, renumber_next = d.renumber_next + changed, ended_at = CASE WHEN done
    THEN clock_timestamp() END
  WHERE d.id = $1;
END
$_$;


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
  PERFORM onceover.require_count('at_most', at_most, 1000000);
  SELECT * INTO f FROM onceover.frontier FOR UPDATE SKIP LOCKED;
  IF NOT FOUND OR f.rewinds <> advance_frontier.rewinds THEN RETURN; END IF;
  IF target > to_timestamp(pg_sequence_last_value('onceover.floor'::regclass) / 1e6::float8) + interval '1 millisecond'
    THEN
    RAISE EXCEPTION 'onceover: the frontier never passes the floor' USING ERRCODE = 'OC002';
  END IF;
  listed := 0;
  reached := f.until;
  IF f.until >= target THEN RETURN; END IF;
  SELECT k.created_at INTO edge FROM onceover.keys k WHERE k.created_at >= f.until AND k.created_at < target
  ORDER BY k.created_at, k.key OFFSET at_most LIMIT 1;
  -- More rows have this time than fit in a step: take all of them at once.
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
-- Name: agree_republish(bigint, text, text, text, text, bytea); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.agree_republish(approval bigint, actor text, host text, program text, why text, request_digest bytea) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET jit TO 'off'
    AS $_$
#variable_conflict use_column
DECLARE
  asked onceover.approvals;
  events bigint;
  number bigint;
BEGIN
  IF COALESCE($5, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT a.* INTO asked FROM onceover.approvals a WHERE a.id = $1 AND a.act = 'republish' FOR UPDATE;
  IF NOT FOUND OR asked.status <> 'waiting' OR asked.request_digest IS DISTINCT FROM $6 THEN
    RAISE EXCEPTION 'onceover: nothing is waiting under this number' USING ERRCODE = 'OC006';
  END IF;
  IF asked.requested_by = session_user THEN
    RAISE EXCEPTION 'onceover: it was asked for by the same database user' USING ERRCODE = 'OC005';
  END IF;
  INSERT INTO onceover.outbox (id, topic, aggregatetype, aggregateid, type, payload, content_type, headers)
  SELECT gen_random_uuid(), o.topic, o.aggregatetype, o.aggregateid, o.type, o.payload, o.content_type,
    o.headers || jsonb_build_object('republished_from', o.seq::text)
  FROM onceover.outbox o
  WHERE o.seq > (asked.request ->> 'after_seq')::bigint AND o.seq <= (asked.request ->> 'up_to_seq')::bigint
    AND (asked.request ->> 'topic' IS NULL OR o.topic = asked.request ->> 'topic')
    AND (asked.request ->> 'aggregate_type' IS NULL OR o.aggregatetype = asked.request ->> 'aggregate_type')
    AND (asked.request ->> 'aggregate_id' IS NULL OR o.aggregateid = asked.request ->> 'aggregate_id')
    AND NOT o.headers ? 'erased'
  ORDER BY o.seq;
  GET DIAGNOSTICS events = ROW_COUNT;
  -- One that was open then may have committed in between, and another one may be erased or dropped.
  IF events <> (asked.request ->> 'events')::bigint THEN
    RAISE EXCEPTION 'onceover: the events are not as they were when this was asked for' USING ERRCODE = 'OC004';
  END IF;
  INSERT INTO onceover.audit (action, actor, host, program, after, evidence, reason, ticket)
  VALUES ('republish_events', $2, $3, $4, asked.request || jsonb_build_object('new_ids', true, 'events', events),
          jsonb_build_object('approval',
            jsonb_build_object('id', asked.id, 'requested_by', asked.requested_by, 'actor', asked.actor, 'host',
            asked.host)),
          asked.reason, asked.ticket)
  RETURNING id INTO number;
  UPDATE onceover.approvals a SET status = 'used', decided_actor = $2, decided_reason = $5, audit_id = number
    WHERE a.id = $1;
  RETURN number;
END
$_$;


--
-- Name: agree_settlement(bigint, text, text, text, text, bytea, bytea); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.agree_settlement(approval bigint, actor text, host text, program text, why text, request_digest bytea, seen_digest bytea) RETURNS TABLE(tenant text, operation text, key text, fence bigint, audit_id bigint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  asked onceover.approvals;
  shown jsonb;
  settled record;
BEGIN
  IF COALESCE($5, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT a.* INTO asked FROM onceover.approvals a WHERE a.id = $1 AND a.relation IS NULL AND a.act <> 'republish'
    FOR UPDATE;
  IF NOT FOUND OR asked.status <> 'waiting'
    OR asked.request_digest IS DISTINCT FROM $6 OR asked.seen_digest IS DISTINCT FROM $7 THEN
    RAISE EXCEPTION 'onceover: nothing is waiting under this number' USING ERRCODE = 'OC006';
  END IF;
  IF asked.requested_by = session_user THEN
    RAISE EXCEPTION 'onceover: it was asked for by the same database user' USING ERRCODE = 'OC005';
  END IF;
  shown := CASE WHEN jsonb_typeof(asked.evidence) = 'object' THEN asked.evidence
    ELSE jsonb_build_object('said', asked.evidence) END
    || jsonb_build_object('approval', jsonb_build_object('id', asked.id, 'requested_by', asked.requested_by, 'actor',
      asked.actor,
                                                         'host', asked.host));
  SELECT s.* INTO settled
  FROM onceover.write_settlements(ARRAY[asked.tenant], ARRAY[asked.operation], ARRAY[asked.key], ARRAY[asked.fence],
    ARRAY[asked.act],
    ARRAY[COALESCE((asked.request ->> 'code')::bigint, 0)], ARRAY[asked.response_headers], ARRAY[asked.response_body],
    ARRAY[COALESCE(asked.request ->> 'error_code', '')],
    ARRAY[onceover.bounded_release(asked.tenant, asked.operation, asked.key,
      COALESCE(asked.request ->> 'retry_before', ''), false, false, true)],
    ARRAY[shown::text],
    ARRAY[COALESCE(asked.verdict, '')], ARRAY[asked.reason], ARRAY[0::bigint], $2, $3, $4, asked.ticket,
      ARRAY['(0,0)'::tid],
    true) s;
  IF NOT FOUND THEN RETURN; END IF;
  -- The trigger checks again that this is another database user, and that the request still waits.
  UPDATE onceover.approvals a SET status = 'used', decided_actor = $2, decided_reason = $5, audit_id = settled.audit_id
    WHERE a.id = $1;
  RETURN QUERY SELECT settled.tenant::text, settled.operation::text, settled.key::text, settled.fence::bigint,
    settled.audit_id::bigint;
END
$_$;


--
-- Name: approve_gateway(bigint, text, text, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.approve_gateway(declaration bigint, reason text, actor text, host text, program text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  asked onceover.gateways;
BEGIN
  IF COALESCE($2, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT g.* INTO asked FROM onceover.gateways g WHERE g.id = $1 AND g.in_force_since IS NULL AND g.ended_at IS NULL
    FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  IF asked.registered_by = session_user THEN
    RAISE EXCEPTION 'onceover: it was registered by the same database user' USING ERRCODE = 'OC005';
  END IF;
  UPDATE onceover.gateways g SET ended_at = clock_timestamp()
  WHERE g.name = asked.name AND g.operation = asked.operation AND g.in_force_since IS NOT NULL AND g.ended_at IS NULL;
  UPDATE onceover.gateways g SET in_force_since = clock_timestamp(), approved_by = session_user WHERE g.id = $1;
  INSERT INTO onceover.audit (action, actor, host, program, operation, evidence, reason)
  VALUES ('approve_gateway', $3, $4, $5, asked.operation,
          jsonb_build_object('gateway', asked.name, 'declaration', $1, 'dedupe_window',
            asked.dedupe_window, 'registered_by', asked.registered_by), $2);
  RETURN true;
END
$_$;


--
-- Name: are_headers(bytea); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.are_headers(given bytea) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
DECLARE
  rest bytea := given;
  parts integer := 0;
  digits text;
  part bytea;
BEGIN
  IF octet_length(given) > 100000 THEN RETURN false; END IF;
  WHILE octet_length(rest) > 0 LOOP
    digits := substring(encode(substring(rest FOR 8), 'escape') FROM '^(0|[1-9][0-9]{0,5}):');
    IF digits IS NULL THEN RETURN false; END IF;
    rest := substring(rest FROM length(digits) + 2);
    part := substring(rest FOR digits::integer);
    IF octet_length(part) <> digits::integer OR substring(rest FROM digits::integer + 1 FOR 1) <> ','
      THEN RETURN false; END IF;
    -- A name is visible ASCII without a colon; a value cannot end its line.
    IF parts % 2 = 0 AND encode(part, 'escape') !~ '^[!-9;-~]+$' THEN RETURN false; END IF;
    IF position(decode('0a', 'hex') IN part) > 0 OR position(decode('0d', 'hex') IN part) > 0
      OR position(decode('00', 'hex') IN part) > 0 THEN RETURN false; END IF;
    rest := substring(rest FROM digits::integer + 2);
    parts := parts + 1;
  END LOOP;
  RETURN parts % 2 = 0;
END
$_$;


--
-- Name: are_names(text, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.are_names(tenant text, operation text, key text) RETURNS boolean
    LANGUAGE plpgsql
    AS $_$
BEGIN
  IF octet_length(key) > 255 OR key COLLATE "C" !~ '^[!-~]([ -~]*[!-~])?$' THEN
    RAISE EXCEPTION 'onceover: a key has 1 to 255 printable ASCII characters, and no space at its ends'
      USING ERRCODE = '22023';
  END IF;
  IF octet_length(operation) NOT BETWEEN 1 AND 255 OR octet_length(tenant) > 255
     OR (tenant || operation) COLLATE "C" ~ '[\u0001-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]'
       THEN
    RAISE EXCEPTION 'onceover: tenant and operation have at most 255 bytes and no control characters, and an operation is not empty'
      USING ERRCODE = '22023';
  END IF;
  RETURN true;
END
$_$;


--
-- Name: ask_approval(text, text, text, text, text, text, text, bigint, text, text, jsonb, bytea, jsonb, bytea, bytea, bytea, text, jsonb); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.ask_approval(actor text, host text, program text, act text, tenant text, operation text, key text, fence bigint, reason text, ticket text, evidence jsonb, seen_digest bytea, request jsonb, request_digest bytea, response_headers bytea, response_body bytea, verdict text, seen jsonb) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO, YMD'
    AS $_$
#variable_conflict use_column
DECLARE
  number bigint;
BEGIN
  SELECT a.id INTO number FROM onceover.approvals a
  WHERE a.status = 'waiting' AND a.requested_by = session_user AND a.request_digest = $14 AND a.seen_digest = $12
  ORDER BY a.id LIMIT 1;
  IF FOUND THEN RETURN number; END IF;
  IF $4 = 'release'
    AND NOT COALESCE(NULLIF($13 ->> 'retry_before', '')::timestamptz BETWEEN clock_timestamp() - interval '1 year'
                                                                                       AND clock_timestamp()
                                                                                         + interval '366 days', false)
                                                                                         THEN
    RAISE EXCEPTION 'onceover: a release says until when clients may retry' USING ERRCODE = '22023';
  END IF;
  PERFORM onceover.require_answers(ARRAY[$4], ARRAY[($13 ->> 'code')::bigint], ARRAY[$15]);
  IF NOT EXISTS (SELECT FROM onceover.keys k WHERE k.tenant = $5 AND k.operation = $6 AND k.key = $7 AND k.fence = $8
    AND k.state = 'in_progress'
                 AND k.holder <> 'executor') THEN
    RAISE EXCEPTION 'onceover: the key is not as it was seen' USING ERRCODE = 'OC004';
  END IF;
  INSERT INTO onceover.approvals (actor, host, program, act, tenant, operation, key, fence, reason, ticket, evidence,
    seen_digest, request,
                                  request_digest, response_headers, response_body, verdict, seen)
  VALUES ($1, $2, $3, CASE WHEN $4 IN ('succeed', 'fail', 'release') THEN $4
    END, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
  RETURNING id INTO number;
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, fence_before, before, evidence,
    verdict, reason, ticket)
  VALUES ('ask_approval', $1, $2, $3, $5, $6, $7, $8, $18,
    jsonb_build_object('approval', jsonb_build_object('id', number, 'act', $4)), $17, $9, $10);
  RETURN number;
END
$_$;


--
-- Name: ask_republish(bigint, bigint, text, text, text, text, text, text, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.ask_republish(after bigint, up_to bigint, topic text, aggregate_type text, aggregate_id text, reason text, ticket text, actor text, host text, program text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  number bigint;
  matching bigint;
  ends CONSTANT bigint := LEAST($2, (SELECT max(o.seq) FROM onceover.outbox o));
  request jsonb;
BEGIN
  IF COALESCE($6, '') = '' OR COALESCE($7, '') = '' THEN
    RAISE EXCEPTION 'onceover: a second approver is asked with a reason and a ticket' USING ERRCODE = '22023';
  END IF;
  SELECT count(*) INTO matching
  FROM (SELECT FROM onceover.outbox o
        WHERE o.seq > $1 AND o.seq <= ends AND ($3 IS NULL OR o.topic = $3) AND ($4 IS NULL OR o.aggregatetype = $4)
          AND ($5 IS NULL OR o.aggregateid = $5) AND NOT o.headers ? 'erased' LIMIT 100001) m;
  IF matching NOT BETWEEN 1 AND 100000 THEN
    RAISE EXCEPTION 'onceover: between 1 and 100000 events are written with new ids at once' USING ERRCODE = '22023';
  END IF;
  request := jsonb_strip_nulls(jsonb_build_object('after_seq', $1, 'up_to_seq', ends, 'topic', $3, 'aggregate_type',
    $4, 'aggregate_id', $5,
                                                  'events', matching));
  INSERT INTO onceover.approvals (actor, host, program, act, tenant, operation, key, fence, reason, ticket, evidence,
    seen_digest, request,
                                  request_digest, response_headers, response_body)
  VALUES ($8, $9, $10, 'republish', '', COALESCE($3, ''), format('events %s to %s', $1 + 1, ends), 0, $6, $7, '{}',
    sha256(''), request,
          sha256(convert_to(request::text, 'UTF8')), '', '')
  RETURNING id INTO number;
  INSERT INTO onceover.audit (action, actor, host, program, evidence, reason, ticket)
  VALUES ('ask_approval', $8, $9, $10,
    jsonb_build_object('approval', jsonb_build_object('id', number, 'act', 'republish'), 'request', request), $6, $7);
  RETURN number;
END
$_$;


--
-- Name: begin_adoption(timestamp with time zone, text, text, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.begin_adoption(since timestamp with time zone, reason text, actor text, host text, program text, OUT adoption bigint, OUT seq_was bigint, OUT seq_now bigint) RETURNS record
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET lock_timeout TO '50ms'
    AS $_$
#variable_conflict use_column
DECLARE
  a onceover.outbox_adoptions;
  many bigint := 0;
  running text;
BEGIN
  IF COALESCE($2, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  IF $1 > clock_timestamp() THEN
    RAISE EXCEPTION 'onceover: the time lies in the future' USING ERRCODE = '22023', DETAIL = 'since';
  END IF;
  IF onceover.outbox_subscription() IS NOT NULL THEN
    RAISE EXCEPTION 'onceover: events arrive by the subscription %', onceover.outbox_subscription()
      USING ERRCODE = '55000';
  END IF;
  SELECT CASE WHEN s.is_called THEN s.last_value ELSE 0 END INTO seq_was FROM onceover.outbox_seq_seq s;
  seq_now := seq_was;
  SELECT o.id INTO adoption FROM onceover.outbox_adoptions o WHERE o.ended_at IS NULL;
  IF FOUND THEN RETURN; END IF;
  LOCK TABLE onceover.relays IN SHARE ROW EXCLUSIVE MODE;
  SELECT string_agg(format('%s by %s', r.name, r.owner), ', ') INTO running FROM onceover.relays r
  WHERE r.locked_until > clock_timestamp() AND NOT EXISTS (SELECT FROM onceover.relay_holds h
    WHERE h.relay = r.name AND h.state = 'retired');
  IF running IS NOT NULL THEN RAISE EXCEPTION 'onceover: run: %', running USING ERRCODE = '55006'; END IF;
  LOCK TABLE onceover.outbox IN SHARE MODE;
  SELECT pg_current_snapshot() INTO a.snapshot;
  SELECT COALESCE(max(o.seq), 0) INTO a.up_to FROM onceover.outbox o;
  SELECT CASE WHEN s.is_called THEN s.last_value ELSE 0 END INTO seq_was FROM onceover.outbox_seq_seq s;
  seq_now := seq_was;
  IF seq_was < a.up_to THEN
    -- Events that were written here meanwhile have low numbers and would go out before older ones of their aggregates.
    SELECT max(o.created_at) INTO a.renumber_after
      FROM (SELECT n.created_at FROM onceover.outbox n WHERE n.seq > seq_was ORDER BY n.seq DESC LIMIT 1000) o;
    SELECT count(*) INTO many FROM onceover.outbox o
    WHERE o.seq <= seq_was AND o.created_at > a.renumber_after AND pg_visible_in_snapshot(o.xid, a.snapshot);
    IF many > 0 THEN
      a.renumber_up_to := seq_was;
      a.renumber_next := a.up_to + 1;
    END IF;
    seq_now := setval('onceover.outbox_seq_seq', a.up_to + many);
  END IF;
  INSERT INTO onceover.outbox_adoptions (snapshot, up_to, renumber_up_to, renumber_after, renumber_next)
  VALUES (a.snapshot, a.up_to, a.renumber_up_to, a.renumber_after, a.renumber_next) RETURNING id INTO adoption;
  -- An earlier owner cannot write its progress any more: the fence is new.
  UPDATE onceover.relays r
  SET window_from = a.snapshot, window_to = a.snapshot, pos = 0, drain_up_to = a.up_to + many, drain_pos = 0,
      drain_except = '{}',
      drain_since = COALESCE($1, '-infinity'), whole_since = GREATEST(r.whole_since, $1),
      system_identifier = NULLIF(split_part(onceover.server_token(), '/', 1), '?'),
      database_oid = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()),
      fence = nextval('onceover.fence'), owner = NULL,
      locked_until = NULL, trouble = NULL, trouble_since = NULL
  WHERE NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = r.name AND h.state = 'retired');
  INSERT INTO onceover.audit (action, actor, host, program, after, reason)
  SELECT 'adopt_events', $3, $4, $5,
    jsonb_build_object('adoption', adoption, 'up_to', a.up_to, 'since', CASE WHEN $1 IS NULL THEN 'the beginning'
      ELSE to_char($1 AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') END,
                       'relays', (SELECT COALESCE(jsonb_agg(r.name ORDER BY r.name), '[]') FROM onceover.relays r
                                  WHERE NOT EXISTS (SELECT FROM onceover.relay_holds h
                                    WHERE h.relay = r.name AND h.state = 'retired'))), $2;
END
$_$;


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
      AND f.only_row = ANY (ARRAY (SELECT l.only_row FROM onceover.frontier l FOR UPDATE SKIP LOCKED))
      AND (f.full_pass_at IS NULL OR f.full_pass_at NOT BETWEEN clock_timestamp() - not_within AND clock_timestamp())
    RETURNING 1
  ), given_up AS (
    UPDATE onceover.frontier f SET full_pass_at = NULL WHERE not_within IS NULL
  ) SELECT EXISTS (SELECT FROM begun)
$$;


--
-- Name: bounded_release(text, text, text, text, boolean, boolean, boolean); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.bounded_release(of_tenant text, of_operation text, of_key text, until text, shown boolean, trusted boolean, agreed boolean) RETURNS text
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO, YMD'
    AS $$
DECLARE
  given CONSTANT timestamptz := NULLIF(until, '')::timestamptz;
  made timestamptz;
  dedupes_until timestamptz;
BEGIN
  IF given IS NULL THEN RETURN until; END IF;
  IF NOT isfinite(given) THEN
    RAISE EXCEPTION 'onceover: a release says until when clients may retry' USING ERRCODE = '22023';
  END IF;
  SELECT k.created_at INTO made FROM onceover.keys k WHERE k.key = of_key AND k.operation = of_operation
    AND k.tenant = of_tenant;
  IF NOT FOUND THEN RETURN given::text; END IF;
  dedupes_until := made + onceover.dedupe_window_of(of_operation);
  IF agreed THEN
    RETURN LEAST(given, GREATEST(dedupes_until, clock_timestamp() + interval '31 days'))::text;
  END IF;
  IF dedupes_until IS NULL AND shown AND trusted AND NOT EXISTS (
       SELECT FROM onceover.gateways g WHERE g.operation IN (of_operation, '*') AND g.in_force_since IS NOT NULL
         AND g.ended_at IS NULL) THEN
    dedupes_until := made + interval '366 days';
  END IF;
  IF shown AND dedupes_until > clock_timestamp() THEN RETURN LEAST(given, dedupes_until)::text; END IF;
  IF COALESCE(given > dedupes_until, true) THEN
    RAISE EXCEPTION 'onceover: no registered gateway deduplicates for so long: it needs a second approver'
      USING ERRCODE = 'OC005';
  END IF;
  -- As it was read here: the same text is another day under another DateStyle.
  RETURN given::text;
END
$$;


--
-- Name: claim(text, text, text, bytea, uuid, text, interval, interval, interval, integer, text, text, numeric, text, text, text, bytea[], text, bigint, boolean, timestamp with time zone, timestamp with time zone, integer, integer, integer, text[], bytea, jsonb); Type: PROCEDURE; Schema: onceover; Owner: -
--

CREATE PROCEDURE onceover.claim(IN tenant text, IN operation text, IN key text, IN fingerprint bytea, IN attempt uuid, IN owner text DEFAULT ''::text, IN lease interval DEFAULT '00:00:30'::interval, IN keep interval DEFAULT '72:00:00'::interval, IN rerunnable_for interval DEFAULT NULL::interval, IN rival_wait_ms integer DEFAULT 200, IN correlation_id text DEFAULT NULL::text, IN customer text DEFAULT NULL::text, IN amount numeric DEFAULT NULL::numeric, IN currency text DEFAULT NULL::text, IN reference text DEFAULT NULL::text, IN fingerprint_kind text DEFAULT 'raw-sha256'::text, IN or_fingerprints bytea[] DEFAULT '{}'::bytea[], INOUT outcome text DEFAULT NULL::text, INOUT fence bigint DEFAULT NULL::bigint, INOUT taken_over boolean DEFAULT NULL::boolean, INOUT created_at timestamp with time zone DEFAULT NULL::timestamp with time zone, INOUT locked_until timestamp with time zone DEFAULT NULL::timestamp with time zone, INOUT retry_after_s integer DEFAULT NULL::integer, INOUT response_version integer DEFAULT NULL::integer, INOUT response_code integer DEFAULT NULL::integer, INOUT response_headers text[] DEFAULT NULL::text[], INOUT response_body bytea DEFAULT NULL::bytea, INOUT detail jsonb DEFAULT NULL::jsonb)
    LANGUAGE plpgsql
    AS $_$
DECLARE
  c onceover.claim_result;
BEGIN
  FOR i IN 1 .. 5 LOOP
    COMMIT;
    -- Assigned, and only what there is: a query, or all of its columns, would cost more than the rest.
    c := onceover.claim_key('lease', $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17);
    outcome := c.outcome;
    IF outcome OPERATOR(pg_catalog.=) 'claimed' THEN
      COMMIT;
      fence := onceover.claimed_fence($1, $2, $3, $5);
      CONTINUE WHEN fence IS NULL;
      taken_over := c.taken_over;
      created_at := c.created_at;
      locked_until := c.locked_until;
    ELSIF outcome OPERATOR(pg_catalog.=) 'replay' THEN
      created_at := c.created_at;
      response_version := c.response_version;
      response_code := c.response_code;
      response_headers := c.response_headers;
      response_body := c.response_body;
    ELSE
      retry_after_s := c.retry_after_s;
    END IF;
    RETURN;
  END LOOP;
  RAISE EXCEPTION 'onceover: the key changed during each of several reads; it was not claimed' USING ERRCODE = '40001';
END
$_$;


--
-- Name: claim_key(text, text, text, text, bytea, uuid, text, interval, interval, interval, integer, text, text, numeric, text, text, text, bytea[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.claim_key(way text, tenant text, operation text, key text, fingerprint bytea, attempt uuid, owner text, lease interval, keep interval, rerunnable_for interval, rival_wait_ms integer, correlation_id text, customer text, amount numeric, currency text, reference text, fingerprint_kind text, or_fingerprints bytea[]) RETURNS onceover.claim_result
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET lock_timeout TO '200ms'
    AS $_$
#variable_conflict use_column
DECLARE
  r record;
  o onceover.claim_result;
  moment timestamptz;
  marker text;
  is_sound boolean;
BEGIN
  IF num_nulls($1, $2, $3, $4, $5, $17, $18) > 0 OR ($6 IS NULL AND $1 <> 'look') THEN
    RAISE EXCEPTION 'onceover: tenant, operation, key, fingerprint and attempt are needed' USING ERRCODE = '22023';
  END IF;
  IF $1 <> 'look' AND current_setting('transaction_isolation') <> 'read committed' THEN
    RAISE EXCEPTION 'onceover: a claim needs READ COMMITTED, not %', current_setting('transaction_isolation')
      USING ERRCODE = 'OC002';
  END IF;
  IF $11 <> 200 THEN marker := set_config('lock_timeout', greatest(1, least($11, 60000))::text, true); END IF;
  BEGIN
    FOR i IN 1 .. 5 LOOP
      SELECT k.state, k.fingerprint_kind, k.fingerprint, k.fence, k.holder, k.owner, k.attempts, k.locked_until,
             k.retry_before, k.created_at, k.response_version, k.response_code, k.response_headers,
             k.response_body INTO r
      FROM onceover.keys k WHERE k.key = $4 AND k.operation = $3 AND k.tenant = $2;
      IF NOT FOUND THEN
        IF $1 = 'look' OR $1 = 'record' THEN
          IF $1 = 'look' THEN is_sound := onceover.are_names($2, $3, $4); END IF;
          o.outcome := 'none';
          RETURN o;
        END IF;
        is_sound := onceover.is_request($2, $3, $4, $5, $6, $7, $8, $9, $11, $12, $13, $14, $15, $16, $17);
        -- In the caller's own transaction durability is the caller's.
        IF $1 = 'lease' THEN marker := set_config('synchronous_commit', 'on', true); END IF;
        INSERT INTO onceover.keys AS k (tenant, operation, key, state, fingerprint_kind, fingerprint, fence, owner,
          locked_until, retention_s,
                                        correlation_id, customer, amount, currency, reference)
        VALUES ($2, $3, $4, 'in_progress', $17, $5, nextval('onceover.fence'), COALESCE($7, '') || '#' || $6,
          clock_timestamp() + $8,
                ceil(extract(epoch FROM $9)), $12, $13, $14, $15, $16)
        ON CONFLICT DO NOTHING
        RETURNING k.fence, k.created_at, k.locked_until, set_config('onceover.claim', k.fence::text, true)
          INTO o.fence, o.created_at, o.locked_until, marker;
        CONTINUE WHEN NOT FOUND;
        -- The insert waited for a rival after it had read the clock: the lease gets its full length.
        IF clock_timestamp() > o.locked_until - $8 * 0.9 THEN
          UPDATE onceover.keys k SET locked_until = clock_timestamp() + $8 WHERE k.key = $4 AND k.operation = $3
            AND k.tenant = $2
          RETURNING k.locked_until INTO o.locked_until;
        END IF;
        o.outcome := 'claimed';
        o.taken_over := false;
        IF $1 = 'lease' THEN o.fence := NULL; END IF;
        RETURN o;
      END IF;
      moment := clock_timestamp();
      -- Another payload is refused in every state, and nothing else of the key is told.
      IF (r.fingerprint = $5 AND r.fingerprint_kind = $17 OR r.fingerprint = ANY ($18)) IS NOT TRUE THEN
        o.outcome := 'mismatch';
        RETURN o;
      END IF;
      IF r.state = 'succeeded' OR r.state = 'failed' THEN
        o.response_headers := CASE WHEN r.response_headers IS NULL OR r.response_headers = '' THEN '{}'
                                   ELSE onceover.header_list(r.response_headers) END;
        IF r.response_version <> 1 OR o.response_headers IS NULL THEN
          RAISE EXCEPTION 'onceover: the stored answer of this key cannot be read (version %)', r.response_version
            USING ERRCODE = 'OC014',
              HINT = 'Another program or a later version wrote it. Report it; do not guess an answer.';
        END IF;
        o.outcome := 'replay';
        o.created_at := r.created_at;
        o.response_version := r.response_version;
        o.response_code := r.response_code;
        o.response_body := r.response_body;
        RETURN o;
      END IF;
      IF r.state = 'in_progress' AND r.holder = 'executor' AND right(r.owner, 37) = '#' || $6 AND $1 <> 'record' THEN
        -- This very attempt again, after its answer was lost.
        o.outcome := 'claimed';
        o.taken_over := r.attempts > 1;
        o.created_at := r.created_at;
        o.locked_until := r.locked_until;
        IF $1 = 'within' THEN o.fence := r.fence; END IF;
        RETURN o;
      END IF;
      IF r.state = 'in_progress' AND r.locked_until > moment THEN
        o.outcome := CASE WHEN r.holder = 'executor' THEN 'in_flight' ELSE 'awaiting' END;
        o.retry_after_s := greatest(1, ceil(extract(epoch FROM r.locked_until - moment)));
        RETURN o;
      END IF;
      IF $1 = 'record' OR NOT COALESCE(CASE WHEN r.state = 'released'
        THEN r.retry_before IS NULL OR moment < r.retry_before
                                            ELSE moment < r.created_at + $10 END, false) THEN
        o.outcome := 'awaiting';
        o.retry_after_s := 30;
        RETURN o;
      END IF;
      IF $1 = 'look' THEN
        o.outcome := 'none';
        RETURN o;
      END IF;
      is_sound := onceover.is_request($2, $3, $4, $5, $6, $7, $8, $9, $11, $12, $13, $14, $15, $16, $17);
      IF $1 = 'lease' THEN marker := set_config('synchronous_commit', 'on', true); END IF;
      PERFORM FROM onceover.keys k WHERE k.key = $4 AND k.operation = $3 AND k.tenant = $2 AND k.fence = r.fence
        FOR UPDATE;
      UPDATE onceover.keys k
      SET state = 'in_progress', holder = 'executor', fence = nextval('onceover.fence'),
          owner = COALESCE($7, '') || '#' || $6,
          attempts = k.attempts + 1, locked_until = clock_timestamp() + $8, stuck_since = NULL, expires_at = NULL,
          updated_at = clock_timestamp(), correlation_id = COALESCE($12, k.correlation_id),
          error_code = CASE WHEN k.state = 'released' THEN k.error_code END
      WHERE k.key = $4 AND k.operation = $3 AND k.tenant = $2 AND k.fence = r.fence AND k.fingerprint = r.fingerprint
        AND ((k.state = 'released' AND (k.retry_before IS NULL OR clock_timestamp() < k.retry_before))
             OR (k.state = 'in_progress' AND $10 IS NOT NULL
               AND (k.locked_until IS NULL OR k.locked_until <= clock_timestamp())
                 AND clock_timestamp() < k.created_at + $10))
      RETURNING k.fence, k.created_at, k.locked_until, set_config('onceover.claim', k.fence::text, true)
        INTO o.fence, o.created_at, o.locked_until, marker;
      CONTINUE WHEN NOT FOUND;
      o.outcome := 'claimed';
      o.taken_over := true;
      IF $1 = 'lease' THEN o.fence := NULL; END IF;
      RETURN o;
    END LOOP;
  EXCEPTION WHEN lock_not_available THEN
    o := NULL;
    o.outcome := 'in_flight';
    o.retry_after_s := 1;
    RETURN o;
  END;
  RAISE EXCEPTION 'onceover: the key changed during each of several reads; it was not claimed' USING ERRCODE = '40001';
END
$_$;


--
-- Name: claim_within(text, text, text, bytea, uuid, text, interval, integer, text, text, numeric, text, text, text, bytea[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.claim_within(tenant text, operation text, key text, fingerprint bytea, attempt uuid, owner text DEFAULT ''::text, keep interval DEFAULT '72:00:00'::interval, rival_wait_ms integer DEFAULT 200, correlation_id text DEFAULT NULL::text, customer text DEFAULT NULL::text, amount numeric DEFAULT NULL::numeric, currency text DEFAULT NULL::text, reference text DEFAULT NULL::text, fingerprint_kind text DEFAULT 'raw-sha256'::text, or_fingerprints bytea[] DEFAULT '{}'::bytea[]) RETURNS onceover.claim_result
    LANGUAGE sql
    RETURN onceover.claim_key('within'::text, tenant, operation, key, fingerprint, attempt, owner, '00:00:30'::interval, keep, NULL::interval, rival_wait_ms, correlation_id, customer, amount, currency, reference, fingerprint_kind, or_fingerprints);


--
-- Name: claimed_fence(text, text, text, uuid); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.claimed_fence(tenant text, operation text, key text, attempt uuid) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
BEGIN
  IF pg_current_xact_id_if_assigned() IS NOT NULL THEN
    RAISE EXCEPTION 'onceover: a claim by lease is executed only after its commit'
      USING ERRCODE = '2D000', HINT = 'CALL onceover.claim outside a transaction.';
  END IF;
  RETURN (SELECT k.fence FROM onceover.keys k WHERE k.key = $3 AND k.operation = $2 AND k.tenant = $1
    AND k.state = 'in_progress'
          AND k.holder = 'executor' AND right(k.owner, 37) = '#' || $4);
END
$_$;


--
-- Name: finish_key(text, text, text, bigint, text, integer, text[], bytea, text, text[], uuid, boolean); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.finish_key(tenant text, operation text, key text, fence bigint, state text, code integer, headers text[], body bytea, error_code text, also text[], attempt uuid, declared_final boolean) RETURNS timestamp with time zone
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET lock_timeout TO '5s'
    AS $_$
#variable_conflict use_column
DECLARE
  done timestamptz;
  marker text;
  is_sound boolean;
BEGIN
  is_sound := onceover.is_final_answer($5, $6, $8, $12);
  IF length($9) > 4000 THEN RAISE EXCEPTION 'onceover: error_code is too long' USING ERRCODE = '22023'; END IF;
  -- A claim of this transaction commits with it, as durable as the caller wants it.
  IF COALESCE(current_setting('onceover.claim', true), '') <> $4::text
    THEN marker := set_config('synchronous_commit', 'on', true); END IF;
  UPDATE onceover.keys k
  SET state = $5, response_version = 1, response_code = $6, response_headers = onceover.stored_headers($7, $10),
      response_body = $8,
      error_code = NULLIF($9, ''), locked_until = NULL, completed_at = clock_timestamp(),
      updated_at = clock_timestamp(),
      expires_at = clock_timestamp() + make_interval(secs => k.retention_s)
  WHERE k.key = $3 AND k.operation = $2 AND k.tenant = $1 AND k.fence = $4 AND k.state = 'in_progress'
    AND k.holder = 'executor'
    AND ($11 IS NULL OR right(k.owner, 37) = '#' || $11)
  RETURNING k.completed_at, set_config('onceover.claim', k.fence::text, true) INTO done, marker;
  IF FOUND THEN RETURN done; END IF;
  IF EXISTS (SELECT FROM onceover.keys k WHERE k.key = $3 AND k.operation = $2 AND k.tenant = $1 AND k.fence = $4
    AND k.state IN ('succeeded', 'failed')
             AND ($11 IS NULL OR right(k.owner, 37) = '#' || $11)) THEN
    RAISE EXCEPTION 'onceover: this claim has finished the key already'
      USING ERRCODE = 'OC012', HINT = 'Roll back and claim again: it is a replay.';
  END IF;
  RAISE EXCEPTION 'onceover: the key is not owned under this fence any more; nothing was written'
    USING ERRCODE = 'OC001', HINT = 'Roll back, claim again with the same attempt, and send what that answers.';
END
$_$;


--
-- Name: complete(text, text, text, bigint, integer, text[], bytea, text[], uuid); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.complete(tenant text, operation text, key text, fence bigint, code integer, headers text[], body bytea, also text[] DEFAULT '{}'::text[], attempt uuid DEFAULT NULL::uuid) RETURNS timestamp with time zone
    LANGUAGE sql
    RETURN onceover.finish_key(tenant, operation, key, fence, 'succeeded'::text, code, headers, body, NULL::text, also, attempt, false);


--
-- Name: confirms(text, text, jsonb); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.confirms(verb text, verdict text, evidence jsonb) RETURNS boolean
    LANGUAGE sql IMMUTABLE
    RETURN COALESCE(CASE WHEN (verb = 'succeed'::text) THEN ((verdict = ANY (ARRAY['settle_succeeded'::text, 'done_needs_response'::text])) AND ((evidence ->> 'finding'::text) = 'done'::text)) WHEN (verb = 'fail'::text) THEN ((verdict = 'settle_failed'::text) AND (((evidence ->> 'finding'::text) = 'refused'::text) OR ((evidence -> 'cancel_held'::text) = 'true'::jsonb))) WHEN (verb = 'release'::text) THEN ((verdict = 'release'::text) AND ((evidence ->> 'finding'::text) = 'no_such_key'::text)) ELSE (verb = ANY (ARRAY['unresolved'::text, 'needs_human'::text])) END, false);


--
-- Name: count(uuid, bigint, text[], text[], text[], double precision[], bigint[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.count(source uuid, flush bigint, tenants text[], operations text[], names text[], buckets double precision[], n bigint[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  IF num_nulls($1, $2, $3, $4, $5, $6, $7) > 0 OR cardinality($7) > 10000
     OR cardinality($7) <> ALL (ARRAY[cardinality($3), cardinality($4), cardinality($5), cardinality($6)])
     OR EXISTS (SELECT FROM unnest($3, $4, $5, $7) v (tenant, operation, name, n)
                WHERE num_nulls(v.tenant, v.operation, v.name, v.n) > 0 OR v.n < 0 OR octet_length(v.tenant) > 255
                  OR octet_length(v.operation) > 255
                      OR octet_length(v.name) > 255) THEN
    RAISE EXCEPTION 'onceover: counts are at most 10000 rows of tenant, operation, name, bucket or NULL, and a number'
      USING ERRCODE = '22023';
  END IF;
  INSERT INTO onceover.counter_sources AS s (source, flush) VALUES ($1, $2)
  ON CONFLICT (source) DO UPDATE SET flush = EXCLUDED.flush, at = EXCLUDED.at WHERE s.flush < EXCLUDED.flush;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO onceover.counter_deltas (source, flush, tenant, operation, name, bucket, n)
  SELECT $1, $2, d.tenant, d.operation, d.name, d.bucket, d.n
  FROM unnest($3, $4, $5, $6, $7) d (tenant, operation, name, bucket, n)
  ON CONFLICT DO NOTHING;
END
$_$;


--
-- Name: count_events(bigint, bigint, text, text, text, bigint, bigint); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.count_events(after bigint, up_to bigint, topic text, aggregate_type text, aggregate_id text, most bigint, looks bigint, OUT events bigint, OUT reached bigint) RETURNS record
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_sort TO 'off'
    SET jit TO 'off'
    AS $_$
#variable_conflict use_column
BEGIN
  PERFORM onceover.require_count('most', $6, 100000000);
  PERFORM onceover.require_count('looks', $7 - 1, 1000000);
  SELECT l.seq INTO reached
  FROM (SELECT o.seq FROM onceover.outbox o WHERE o.seq > $1 AND o.seq <= $2 ORDER BY o.seq OFFSET $7 - 1 LIMIT 1) l;
  SELECT count(*) INTO events
  FROM (
    SELECT FROM onceover.outbox o
    WHERE o.seq > $1 AND o.seq <= LEAST($2, reached) AND ($3 IS NULL OR o.topic = $3)
      AND ($4 IS NULL OR o.aggregatetype = $4)
      AND ($5 IS NULL OR o.aggregateid = $5) AND NOT o.headers ? 'erased'
    LIMIT $6
  ) o;
END
$_$;


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
-- Name: create_plan(text, text, text, text, text, text, text, text, text, jsonb, bigint, text, text, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.create_plan(name text, act text, profile_toml text, gateway text, gateway_digest text, reason text, ticket text, said text, chosen_by text, options jsonb, items bigint, actor text, host text, program text, system_identifier text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  number bigint;
BEGIN
  IF $10 IS NULL OR jsonb_typeof($10) <> 'object' THEN RAISE EXCEPTION 'onceover: the options of a plan are an object'
    USING ERRCODE = '22023'; END IF;
  IF $2 = 'reap' AND $10 -> 'within_window' = 'true' AND NOT onceover.is_owner() THEN
    RAISE EXCEPTION 'onceover: only the owner of the tables makes a plan that deletes keys within their window'
      USING ERRCODE = '42501';
  END IF;
  INSERT INTO onceover.plans (name, act, profile_toml, gateway, gateway_digest, reason, ticket, said, chosen_by,
    options, items, actor, host,
                              program, system_identifier, database_oid, database_name)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11::integer, $12, $13, $14, $15, d.oid::bigint, d.datname::text
  FROM pg_database d WHERE d.datname = current_database()
  RETURNING id INTO number;
  INSERT INTO onceover.audit (action, actor, host, program, reason, ticket)
  VALUES ('plan_made', $12, $13, $14, format('plan %s: %s of %s rows: %s', number, $2, $11, $6), NULLIF($7, ''));
  RETURN number;
END
$_$;


--
-- Name: dedupe_window_of(text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.dedupe_window_of(of_operation text) RETURNS interval
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT CASE WHEN bool_and(g.dedupe_window IS NOT NULL) THEN min(g.dedupe_window) END
  FROM onceover.gateways g
  WHERE g.in_force_since IS NOT NULL AND g.ended_at IS NULL
    AND (g.operation = of_operation
         OR (g.operation = '*' AND NOT EXISTS (SELECT FROM onceover.gateways o
           WHERE o.operation = of_operation AND o.name = g.name
                                               AND o.in_force_since IS NOT NULL AND o.ended_at IS NULL)))
$$;


--
-- Name: downstream_key(text, text, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.downstream_key(tenant text, operation text, key text, effect text) RETURNS text
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  IF num_nulls($1, $2, $3, $4) > 0 THEN
    RAISE EXCEPTION 'onceover: tenant, operation, key and effect must be given' USING ERRCODE = '22004';
  END IF;
  RETURN (SELECT 'oo_' || translate(rtrim(encode(sha256(string_agg(int8send(octet_length(part)) || part, '' ORDER BY n)), 'base64'),
    '='), '+/', '-_')
  FROM unnest(ARRAY[convert_to('onceover downstream key 1', 'UTF8'), convert_to($1, 'UTF8'), convert_to($2, 'UTF8'),
    convert_to($3, 'UTF8'), convert_to($4, 'UTF8')]) WITH ORDINALITY p(part, n));
END
$_$;


--
-- Name: drop_outbox_partition(interval); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.drop_outbox_partition(retention interval) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET lock_timeout TO '50ms'
    SET "TimeZone" TO 'UTC'
    AS $_$
DECLARE
  part record;
BEGIN
  FOR part IN
    SELECT * FROM (
      SELECT c.oid::regclass AS place, c.relname::text AS name,
        (regexp_match(pg_get_expr(c.relpartbound, c.oid), $r$FROM \('([^']+)'\)$r$))[1]::timestamptz AS starts,
        (regexp_match(pg_get_expr(c.relpartbound, c.oid), $r$TO \('([^']+)'\)$r$))[1]::timestamptz AS ends
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'onceover.outbox'::regclass) p
    WHERE p.ends <= clock_timestamp() - retention ORDER BY p.ends
  LOOP
    -- Without a lock first: a partition that is needed is left to those who use it.
    CONTINUE WHEN onceover.needs_outbox_partition(part.place, part.starts, part.ends) IS NOT NULL;
    EXECUTE format('LOCK TABLE %s IN EXCLUSIVE MODE', part.place);
    CONTINUE WHEN onceover.needs_outbox_partition(part.place, part.starts, part.ends) IS NOT NULL;
    EXECUTE format('DROP TABLE %s', part.place);
    -- What a retired relay held back of it.
    DELETE FROM onceover.outbox_parked p WHERE p.ctid = ANY (ARRAY (
      SELECT q.ctid FROM onceover.outbox_parked q JOIN onceover.relay_holds h ON h.relay = q.relay
        AND h.state = 'retired'
      WHERE q.created_at >= part.starts AND q.created_at < part.ends FOR UPDATE OF q SKIP LOCKED));
    RETURN part.name;
  END LOOP;
  RETURN NULL;
END
$_$;


--
-- Name: end_approval(bigint, text, text, text, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.end_approval(approval bigint, status text, actor text, host text, program text, why text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  asked onceover.approvals;
BEGIN
  IF COALESCE($6, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  IF $2 NOT IN ('refused', 'outdated') THEN RAISE EXCEPTION 'onceover: a request ends refused or outdated'
    USING ERRCODE = '22023'; END IF;
  SELECT a.* INTO asked FROM onceover.approvals a WHERE a.id = $1 AND a.relation IS NULL AND a.status = 'waiting'
    FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  IF $2 = 'outdated' AND EXISTS (
       SELECT FROM onceover.keys k WHERE k.tenant = asked.tenant AND k.operation = asked.operation
         AND k.key = asked.key AND k.fence = asked.fence
       AND k.state = 'in_progress') THEN
    RAISE EXCEPTION 'onceover: the key is as it was when this was asked for' USING ERRCODE = 'OC004';
  END IF;
  UPDATE onceover.approvals a SET status = $2, decided_actor = $3, decided_reason = $6 WHERE a.id = $1;
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, to_state, evidence, reason, ticket)
  VALUES ('end_approval', $3, $4, $5, asked.tenant, asked.operation, asked.key, $2,
          jsonb_build_object('approval', jsonb_build_object('id', asked.id, 'act', asked.act, 'requested_by',
            asked.requested_by)), $6,
          asked.ticket);
  RETURN true;
END
$_$;


--
-- Name: erase_event(bigint, uuid, text, text, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.erase_event(seq bigint, id uuid, reason text, actor text, host text, program text, OUT outcome text, OUT relay text) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $_$
#variable_conflict use_column
DECLARE
  event onceover.outbox;
BEGIN
  IF COALESCE($3, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT o.* INTO event FROM onceover.outbox o WHERE o.seq = $1 AND o.id = $2 FOR UPDATE;
  IF NOT FOUND THEN outcome := 'gone'; RETURN; END IF;
  IF event.headers ? 'erased' THEN outcome := 'erased_before'; RETURN; END IF;
  SELECT r.name INTO relay FROM onceover.relays r
  WHERE NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = r.name AND h.state = 'retired')
    AND (event.topic = ANY (r.topics) OR r.topics = '{*}') AND event.created_at >= r.since
    AND (EXISTS (SELECT FROM onceover.outbox_parked p WHERE p.relay = r.name AND p.seq = $1)
         OR (event.seq > r.drain_pos AND event.seq <= r.drain_up_to AND event.topic <> ALL (r.drain_except))
         OR (NOT pg_visible_in_snapshot(event.xid, r.window_from)
           AND NOT (pg_visible_in_snapshot(event.xid, r.window_to) AND event.seq <= r.pos)))
  LIMIT 1;
  IF FOUND THEN outcome := 'unpublished'; RETURN; END IF;
  UPDATE onceover.outbox o
  SET payload = NULL,
      headers = o.headers || jsonb_build_object('erased',
      to_char(clock_timestamp() AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
  WHERE o.seq = $1 AND o.id = $2;
  INSERT INTO onceover.audit (action, actor, host, program, before, reason)
  VALUES ('erase_event', $4, $5, $6,
          jsonb_build_object('seq', $1, 'id', $2, 'topic', event.topic, 'aggregate_type',
            event.aggregatetype, 'aggregate_id', event.aggregateid,
                             'bytes', octet_length(event.payload)), $3);
  outcome := 'erased';
END
$_$;


--
-- Name: erase_inbox(text, text, text, text, text, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.erase_inbox(consumer text, source text, event_id text, reason text, actor text, host text, program text) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  event onceover.inbox;
BEGIN
  IF COALESCE($4, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT i.* INTO event FROM onceover.inbox i WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1 FOR UPDATE;
  IF NOT FOUND THEN RETURN 'gone'; END IF;
  IF event.state = 'in_progress' THEN RETURN 'unfinished'; END IF;
  IF event.payload IS NULL THEN RETURN 'erased_before'; END IF;
  UPDATE onceover.inbox i SET payload = NULL, erased_at = clock_timestamp() WHERE i.event_id = $3 AND i.source = $2
    AND i.consumer = $1;
  INSERT INTO onceover.audit (action, actor, host, program, before, reason)
  VALUES ('erase_event', $5, $6, $7,
          jsonb_build_object('consumer', $1, 'source', $2, 'event_id', $3, 'state', event.state, 'bytes',
            octet_length(event.payload)), $4);
  RETURN 'erased';
END
$_$;


--
-- Name: extend_leases(text[], text[], text[], bigint[], text, text, text, text, interval, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.extend_leases(tenants text[], operations text[], keys text[], fences bigint[], actor text, host text, program text, reason text, lease interval, ticket text) RETURNS TABLE(tenant text, operation text, key text, audit_id bigint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    SET jit TO 'off'
    AS $_$
#variable_conflict use_column
BEGIN
  IF COALESCE($8, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  PERFORM onceover.require_span('a lease', $9, onceover.longest_lease());
  RETURN QUERY
  WITH wanted AS (
    SELECT * FROM unnest($1, $2, $3, $4) AS v (tenant, operation, key, fence)
  ), held AS (
    SELECT k.ctid, k.locked_until
    FROM wanted v
    JOIN onceover.keys k ON k.key = v.key AND k.operation = v.operation AND k.tenant = v.tenant
    WHERE k.fence = v.fence AND k.state = 'in_progress' AND k.holder = 'executor'
      AND (k.locked_until IS NULL OR k.locked_until < clock_timestamp() + $9)
      -- However often it is extended: at most a day after the first time under one fence, or a stuck key would be
      -- hidden for ever.
      AND NOT EXISTS (SELECT FROM onceover.audit a WHERE a.key = k.key AND a.operation = k.operation
        AND a.tenant = k.tenant
                      AND a.action = 'extend' AND a.relation IS NULL AND a.fence_after = k.fence
                      AND a.at + onceover.longest_lease() < clock_timestamp() + $9)
      AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
    FOR UPDATE OF k SKIP LOCKED
  ), longer AS (
    UPDATE onceover.keys k SET locked_until = clock_timestamp() + $9, updated_at = clock_timestamp()
    FROM held h WHERE k.ctid = h.ctid
    RETURNING k.tenant, k.operation, k.key, k.fence, h.locked_until AS before, k.locked_until, k.correlation_id
  ), noted AS (
    INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state,
      fence_before, fence_after, before,
                                after, verdict, reason, ticket, correlation_id)
    SELECT 'extend', $5, $6, $7, l.tenant, l.operation, l.key, 'in_progress', 'in_progress', l.fence, l.fence,
           jsonb_build_object('state', 'in_progress', 'fence', l.fence, 'locked_until', l.before),
           jsonb_build_object('state', 'in_progress', 'fence', l.fence, 'locked_until', l.locked_until),
           'extend', $8, NULLIF($10, ''), l.correlation_id
    FROM longer l
    RETURNING tenant, operation, key, id
  )
  SELECT n.tenant, n.operation, n.key, n.id FROM noted n;
END
$_$;


--
-- Name: fail(text, text, text, bigint, integer, text[], bytea, text, text[], uuid, boolean); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.fail(tenant text, operation text, key text, fence bigint, code integer, headers text[], body bytea, error_code text, also text[] DEFAULT '{}'::text[], attempt uuid DEFAULT NULL::uuid, declared_final boolean DEFAULT false) RETURNS timestamp with time zone
    LANGUAGE sql
    RETURN onceover.finish_key(tenant, operation, key, fence, 'failed'::text, code, headers, body, error_code, also, attempt, declared_final);


--
-- Name: finish_items(bigint, text, bigint[], text[], text[], text[], text[], text[], bigint[], bigint[], bigint[], bigint[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.finish_items(plan bigint, runner text, positions bigint[], states text[], outcomes text[], why text[], evidence text[], to_states text[], audit_ids bigint[], fences bigint[], next_try_ms bigint[], untried bigint[]) RETURNS SETOF bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET jit TO 'off'
    AS $_$
#variable_conflict use_column
BEGIN
  PERFORM onceover.require_waits($11);
  RETURN QUERY
  UPDATE onceover.plan_items i
  SET state = v.state, outcome = NULLIF(v.outcome, ''), why = NULLIF(v.why, ''),
      evidence = NULLIF(v.evidence, '')::jsonb,
      to_state = NULLIF(v.to_state, ''), audit_id = NULLIF(v.audit_id, 0), tries = GREATEST(0, i.tries - CASE v.untried
        WHEN 1 THEN 1 ELSE 0 END), fence = COALESCE(NULLIF(v.fence, 0), i.fence),
      taken_until = NULL, next_try_at = CASE WHEN v.state = 'waiting'
        THEN clock_timestamp() + LEAST(v.next_try_ms, (extract(epoch FROM onceover.longest_lease()) * 1000)::bigint)
        * interval '1 millisecond' END,
      finished_at = CASE WHEN v.state <> 'waiting' THEN clock_timestamp() END
  FROM unnest($3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    AS v (position, state, outcome, why, evidence, to_state, audit_id, fence, next_try_ms, untried),
    LATERAL (SELECT p.ctid AS at FROM onceover.plan_items p WHERE p.plan = $1 AND p.position = v.position OFFSET 0) here
  WHERE i.ctid = here.at AND i.runner = $2 AND i.runner_user = session_user AND i.state = 'waiting'
    AND (v.audit_id = 0 OR EXISTS (SELECT FROM onceover.audit a WHERE a.id = v.audit_id AND a.db_user = session_user))
  RETURNING i.position::bigint;
END
$_$;


--
-- Name: foresee_items(bigint, text, bigint[], text[], bigint[], text[], text[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.foresee_items(plan bigint, runner text, positions bigint[], foreseen text[], writes bigint[], why text[], evidence text[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET jit TO 'off'
    AS $_$
#variable_conflict use_column
BEGIN
  UPDATE onceover.plan_items i
  SET foreseen = NULLIF(v.foreseen, ''), foreseen_writes = CASE WHEN v.foreseen <> '' THEN v.writes = 1
    END, foreseen_why = NULLIF(v.why, ''),
      foreseen_evidence = NULLIF(v.evidence, '')::jsonb, foreseen_at = CASE WHEN v.foreseen <> ''
        THEN clock_timestamp() END, taken_until = NULL
  FROM unnest($3, $4, $5, $6, $7) AS v (position, foreseen, writes, why, evidence),
    LATERAL (SELECT p.ctid AS at FROM onceover.plan_items p WHERE p.plan = $1 AND p.position = v.position OFFSET 0) here
  WHERE i.ctid = here.at AND i.state = 'waiting' AND i.runner = $2 AND i.runner_user = session_user;
END
$_$;


--
-- Name: freeze_items(bigint, bigint[], bigint[], text[], text[], text[], text[], text[], bigint[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.freeze_items(plan bigint, positions bigint[], lines bigint[], tenants text[], operations text[], keys text[], columns text[], frozen text[], fences bigint[]) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  number bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM onceover.plans p WHERE p.id = $1 AND p.xmin = pg_current_xact_id()::xid
    AND p.db_user = session_user) THEN
    RAISE EXCEPTION 'onceover: the set of a plan is frozen' USING ERRCODE = 'OC007';
  END IF;
  INSERT INTO onceover.plan_items (plan, position, line, tenant, operation, key, columns, frozen, fence)
  SELECT $1, v.position::integer, NULLIF(v.line, 0)::integer, v.tenant, v.operation, v.key,
         NULLIF(v.columns, '')::jsonb, v.frozen::jsonb, v.fence
  FROM unnest($2, $3, $4, $5, $6, $7, $8, $9) AS v (position, line, tenant, operation, key, columns, frozen, fence);
  GET DIAGNOSTICS number = ROW_COUNT;
  RETURN number;
END
$_$;


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
    RAISE EXCEPTION 'onceover: approval % was asked for by the same database user, %', OLD.id, session_user
      USING ERRCODE = 'OC005';
  END IF;
  RETURN NEW;
END
$$;


--
-- Name: guard_inbox(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.guard_inbox() RETURNS trigger
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF OLD.state IN ('succeeded', 'discarded') AND NEW.state <> OLD.state THEN
    RAISE EXCEPTION 'onceover: a processed or discarded event never becomes unprocessed'
      USING ERRCODE = 'OC009', HINT = 'Its effect could happen again.';
  ELSIF OLD.erased_at IS NOT NULL AND (NEW.state = 'in_progress' OR NEW.erased_at IS NULL OR NEW.payload IS NOT NULL)
    THEN
    RAISE EXCEPTION 'onceover: the payload of this event was erased; it is not processed again' USING ERRCODE = 'OC009';
  ELSIF NEW.attempts < OLD.attempts THEN
    RAISE EXCEPTION 'onceover: the attempts of an unfinished event never go down' USING ERRCODE = 'OC009';
  END IF;
  RAISE EXCEPTION 'onceover: the identity and the fingerprint of an event never change' USING ERRCODE = 'OC009';
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
  END IF;
  -- The owner may delete finished keys early, in a statement that writes them to the audit trail (onceover.reap_keys).
  IF OLD.state IN ('succeeded', 'failed')
     AND pg_has_role(current_user, (SELECT c.relowner FROM pg_class c WHERE c.oid = TG_RELID), 'USAGE')
     AND EXISTS (SELECT FROM onceover.audit a WHERE a.key = OLD.key AND a.operation = OLD.operation
       AND a.tenant = OLD.tenant
                 AND a.action = 'reap' AND a.fence_before = OLD.fence) THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'onceover: % is not deleted: its effect could happen again',
    CASE WHEN OLD.state = 'in_progress' THEN 'an unfinished key' ELSE 'a key within its window' END
    USING ERRCODE = 'OC009', HINT = CASE WHEN OLD.state = 'in_progress' THEN 'Settle it: oncectl settle.'
                                         ELSE 'Delete finished keys early with a plan: oncectl plan create --act reap --within-window.'
                                           END;
END
$$;


--
-- Name: guard_key_change(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.guard_key_change() RETURNS trigger
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF NEW.state OPERATOR(pg_catalog.=) 'succeeded' OR NEW.state OPERATOR(pg_catalog.=) 'failed' THEN
    IF NEW.response_code IS NULL OR NEW.response_version IS NULL OR NEW.response_body IS NULL
      OR NEW.completed_at IS NULL
       OR NEW.expires_at IS NULL OR NEW.locked_until IS NOT NULL THEN
      RAISE EXCEPTION 'onceover: a finished key has the answer that is replayed, its times, and no lease'
        USING ERRCODE = 'check_violation', SCHEMA = 'onceover', TABLE = 'keys', CONSTRAINT = 'finished_is_replayable';
    END IF;
  ELSIF NEW.completed_at IS NOT NULL THEN
    RAISE EXCEPTION 'onceover: an unfinished key has no time of completion'
      USING ERRCODE = 'check_violation', SCHEMA = 'onceover', TABLE = 'keys', CONSTRAINT = 'finished_is_replayable';
  END IF;
  IF NEW.fence OPERATOR(pg_catalog.>) 4611686018427387904 THEN  -- onceover.last_fence()
    RAISE EXCEPTION 'onceover: no sequence gave this fence'
      USING ERRCODE = 'check_violation', SCHEMA = 'onceover', TABLE = 'keys', COLUMN = 'fence';
  END IF;
  IF TG_OP OPERATOR(pg_catalog.=) 'INSERT' THEN RETURN NEW; END IF;
  -- A live claim is changed by its holder, who names its fence. The functions of the owner check it themselves.
  IF (pg_catalog.current_setting('onceover.claim', true) OPERATOR(pg_catalog.=) OLD.fence::pg_catalog.text) IS NOT TRUE
    THEN
    IF OLD.locked_until OPERATOR(pg_catalog.>) pg_catalog.clock_timestamp()
      AND OLD.state OPERATOR(pg_catalog.=) 'in_progress'
       AND pg_catalog.current_setting('session_replication_role') OPERATOR(pg_catalog.<>) 'replica'
       -- onceover.no_end_is_later()
       AND OLD.locked_until OPERATOR(pg_catalog.<=)
         (pg_catalog.clock_timestamp() OPERATOR(pg_catalog.+) '25:00:00'::interval) THEN
      IF NOT pg_catalog.pg_has_role(current_user, (SELECT c.relowner FROM pg_catalog.pg_class c
        WHERE c.oid OPERATOR(pg_catalog.=) TG_RELID), 'USAGE') THEN
        RAISE EXCEPTION 'onceover: this key is held by another until %', OLD.locked_until
          USING ERRCODE = 'OC009',
            HINT = 'Finish a claim of your own by onceover.complete, or set onceover.claim to its fence in this transaction.';
      END IF;
    END IF;
  END IF;
  -- An unfinished key with a time of completion is damaged: it must be possible to settle and to correct it.
  IF (OLD.completed_at IS NULL OR OLD.state OPERATOR(pg_catalog.=) 'in_progress'
    OR OLD.state OPERATOR(pg_catalog.=) 'released')
     AND OLD.key OPERATOR(pg_catalog.=) NEW.key AND OLD.operation OPERATOR(pg_catalog.=) NEW.operation
     AND OLD.tenant OPERATOR(pg_catalog.=) NEW.tenant AND OLD.fingerprint OPERATOR(pg_catalog.=) NEW.fingerprint
     AND OLD.fingerprint_kind OPERATOR(pg_catalog.=) NEW.fingerprint_kind
     OR pg_catalog.current_setting('session_replication_role') OPERATOR(pg_catalog.=) 'replica' THEN
    RETURN NULL;
  END IF;
  IF OLD.completed_at IS NOT NULL AND OLD.state OPERATOR(pg_catalog.<>) 'in_progress'
    AND OLD.state OPERATOR(pg_catalog.<>) 'released' THEN
    RAISE EXCEPTION 'onceover: a finished key never changes'
      USING ERRCODE = 'OC009', HINT = 'Clients have been given its answer.';
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
-- Name: has_foreign_events(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.has_foreign_events() RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT EXISTS (SELECT FROM onceover.outbox o WHERE o.xid >= pg_snapshot_xmax(pg_current_snapshot()))
$$;


--
-- Name: header_list(bytea); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.header_list(stored bytea) RETURNS text[]
    LANGUAGE plpgsql IMMUTABLE
    AS $_$
DECLARE
  rest text;
  name text;
  value text;
  digits text;
  size integer;
  parts text[] := '{}';
BEGIN
  IF position(decode('00', 'hex') IN stored) > 0 THEN RETURN NULL; END IF;
  rest := convert_from(stored, 'LATIN1');
  -- One header is guessed, and proved by encoding it: the loop would cost a replay a tenth more.
  name := split_part(split_part(rest, ',', 1), ':', 2);
  value := substr(rest, length(name) + 5);
  value := left(substr(value, strpos(value, ':') + 1), -1);
  IF rest = length(name) || ':' || name || ',' || length(value) || ':' || value || ',' THEN RETURN ARRAY[name, value];
    END IF;
  WHILE rest <> '' LOOP
    digits := split_part(left(rest, 7), ':', 1);
    IF digits !~ '^(0|[1-9][0-9]{0,5})$' THEN RETURN NULL; END IF;
    size := digits;
    IF substr(rest, length(digits) + 1, 1) <> ':' OR substr(rest, length(digits) + size + 2, 1) <> ','
      THEN RETURN NULL; END IF;
    parts := array_append(parts, substr(rest, length(digits) + 2, size));
    rest := substr(rest, length(digits) + size + 3);
  END LOOP;
  RETURN CASE WHEN cardinality(parts) % 2 = 0 THEN parts END;
END
$_$;


--
-- Name: hold_relay(text, uuid, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.hold_relay(relay text, token uuid, server text) RETURNS void
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
DECLARE
  run CONSTANT text := onceover.server_run();
  stored uuid;
BEGIN
  IF right($3, length(run)) IS DISTINCT FROM run THEN
    RAISE EXCEPTION 'onceover: another server answers, or it was started again' USING ERRCODE = 'OC015';
  END IF;
  IF $1 IS NULL THEN RETURN; END IF;
  SELECT t.token INTO stored FROM onceover.relay_tokens t WHERE t.relay = $1;
  IF stored IS NULL THEN
    RAISE EXCEPTION 'onceover: the server crashed, or was a standby, since the relay was taken' USING ERRCODE = 'OC015';
  END IF;
  IF stored <> $2 THEN
    RAISE EXCEPTION 'onceover: another process has taken the relay' USING ERRCODE = 'OC013';
  END IF;
END
$_$;


--
-- Name: inbox_accept(text, text, text, bytea, text, text, bigint); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_accept(consumer text, source text, event_id text, fingerprint bytea DEFAULT NULL::bytea, aggregate_type text DEFAULT NULL::text, aggregate_id text DEFAULT NULL::text, aggregate_version bigint DEFAULT NULL::bigint) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  known bytea;
  before bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM onceover.inbox_versions s WHERE s.consumer = $1 AND s.aggregate_type = $5
    AND s.aggregate_id = $6 AND s.version >= $7) THEN
    INSERT INTO onceover.inbox (consumer, source, event_id, state, fingerprint, processed_at, aggregate_type,
      aggregate_id, aggregate_version)
    VALUES ($1, $2, $3, 'succeeded', $4, clock_timestamp(), $5, $6, $7)
    ON CONFLICT DO NOTHING;
    IF FOUND THEN
      IF $5 IS NULL OR $6 IS NULL OR $7 IS NULL THEN RETURN 'accepted'; END IF;
      INSERT INTO onceover.inbox_versions AS s (consumer, aggregate_type, aggregate_id, version) VALUES ($1, $5, $6, $7)
      ON CONFLICT (consumer, aggregate_type, aggregate_id)
        DO UPDATE SET previous = s.version, version = GREATEST(s.version, EXCLUDED.version),
        changed_at = clock_timestamp()
      RETURNING s.previous INTO before;
      IF before IS NULL OR before < $7 THEN RETURN 'accepted'; END IF;
      -- a newer one was accepted meanwhile
      DELETE FROM onceover.inbox i WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1;
      RETURN 'stale';
    END IF;
  END IF;
  SELECT i.fingerprint INTO known FROM onceover.inbox i WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1;
  IF NOT FOUND THEN
    -- Not stale: it was reaped between the two statements.
    RETURN CASE WHEN EXISTS (SELECT FROM onceover.inbox_versions s WHERE s.consumer = $1 AND s.aggregate_type = $5
      AND s.aggregate_id = $6
                             AND s.version >= $7) THEN 'stale' ELSE 'contended' END;
  END IF;
  RETURN CASE WHEN known IS NULL OR $4 IS NULL THEN 'duplicate_unverified' WHEN known = $4 THEN 'duplicate'
    ELSE 'mismatch' END;
EXCEPTION WHEN lock_not_available THEN
  RETURN 'contended';
END
$_$;


--
-- Name: inbox_accept_known(text, text, text, bytea, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_accept_known(consumer text, source text, event_id text, fingerprint bytea, lock_wait text) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  own_wait CONSTANT text := current_setting('lock_timeout');
  wait text;
BEGIN
  wait := set_config('lock_timeout', $5, true);
  INSERT INTO onceover.inbox (consumer, source, event_id, state, fingerprint, processed_at)
  VALUES ($1, $2, $3, 'succeeded', $4, clock_timestamp())
  ON CONFLICT DO NOTHING;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'onceover: the event was received before; nothing was executed' USING ERRCODE = 'OC011';
  END IF;
  wait := set_config('lock_timeout', own_wait, true);
END
$_$;


--
-- Name: inbox_accept_many(text, text[], text[], bytea[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_accept_many(consumer text, sources text[], event_ids text[], fingerprints bytea[]) RETURNS TABLE(source text, event_id text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  INSERT INTO onceover.inbox AS i (consumer, source, event_id, state, fingerprint, processed_at)
  SELECT $1, v.source, v.event_id, 'succeeded', CASE WHEN octet_length(v.fingerprint) > 0 THEN v.fingerprint
    END, clock_timestamp()
  FROM unnest($2, $3, $4) AS v (source, event_id, fingerprint)
  ON CONFLICT DO NOTHING
  RETURNING i.source::text, i.event_id::text;
END
$_$;


--
-- Name: inbox_accept_one(text, text, text, bytea, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_accept_one(consumer text, source text, event_id text, fingerprint bytea, lock_wait text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  own_wait CONSTANT text := current_setting('lock_timeout');
  wait text;
  is_new boolean;
BEGIN
  wait := set_config('lock_timeout', $5, true);  -- PERFORM would run a query, which costs more
  INSERT INTO onceover.inbox (consumer, source, event_id, state, fingerprint, processed_at)
  VALUES ($1, $2, $3, 'succeeded', $4, clock_timestamp())
  ON CONFLICT DO NOTHING;
  is_new := FOUND;
  wait := set_config('lock_timeout', own_wait, true);
  RETURN is_new;
EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
  RETURN NULL;  -- what is set in this block is undone with it
END
$_$;


--
-- Name: inbox_accept_versions(text, text[], text[], bytea[], text[], text[], bigint[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_accept_versions(consumer text, sources text[], event_ids text[], fingerprints bytea[], types text[], ids text[], versions bigint[]) RETURNS TABLE(source text, event_id text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  INSERT INTO onceover.inbox AS i (consumer, source, event_id, state, fingerprint, processed_at, aggregate_type,
    aggregate_id, aggregate_version)
  SELECT $1, v.source, v.event_id, 'succeeded', CASE WHEN octet_length(v.fingerprint) > 0 THEN v.fingerprint
    END, clock_timestamp(),
         NULLIF(v.type, ''), CASE WHEN v.type <> '' THEN v.id END, CASE WHEN v.type <> '' THEN v.version END
  FROM unnest($2, $3, $4, $5, $6, $7) WITH ORDINALITY AS v (source, event_id, fingerprint, type, id, version, place)
  WHERE NOT EXISTS (SELECT FROM onceover.inbox_versions s
                    WHERE s.consumer = $1 AND s.aggregate_type = v.type AND s.aggregate_id = v.id
                      AND s.version >= v.version)
  ORDER BY v.place  -- PostgreSQL 16 and later may hash the array instead of the versions
  ON CONFLICT DO NOTHING
  RETURNING i.source::text, i.event_id::text;
END
$_$;


--
-- Name: inbox_begin(text, text, text, bytea, text, interval); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_begin(consumer text, source text, event_id text, fingerprint bytea, owner text, lease interval) RETURNS TABLE(fence bigint, attempts bigint, locked_until timestamp with time zone, now_at timestamp with time zone)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  PERFORM onceover.require_span('a lease', $6, onceover.longest_lease());
  RETURN QUERY
  INSERT INTO onceover.inbox AS i (consumer, source, event_id, state, fingerprint, attempts, started_at, locked_until,
    fence, owner)
  SELECT $1, $2, $3, 'in_progress', $4, 1, clock_timestamp(), clock_timestamp() + $6, nextval('onceover.inbox_fence'),
         $5
  WHERE NOT EXISTS (SELECT FROM onceover.inbox x WHERE x.event_id = $3 AND x.source = $2 AND x.consumer = $1)
  ON CONFLICT DO NOTHING
  RETURNING i.fence, i.attempts::bigint, i.locked_until, clock_timestamp();
END
$_$;


--
-- Name: inbox_begin_again(text, text, text, bigint, text, interval, bigint); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_begin_again(consumer text, source text, event_id text, fence bigint, owner text, lease interval, max_attempts bigint) RETURNS TABLE(new_fence bigint, number bigint, until timestamp with time zone, now_at timestamp with time zone)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  PERFORM onceover.require_span('a lease', $6, onceover.longest_lease());
  RETURN QUERY
  UPDATE onceover.inbox i
  SET fence = nextval('onceover.inbox_fence'), attempts = i.attempts + 1, owner = $5, started_at = clock_timestamp(),
      locked_until = clock_timestamp() + $6,
      last_error = CASE WHEN i.started_at IS NOT NULL THEN format('attempt %s ended without a result', i.attempts)
        ELSE i.last_error END
  WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1 AND i.fence = $4 AND i.state = 'in_progress'
    AND i.attempts < $7
    AND COALESCE(i.locked_until <= clock_timestamp(), true)
    AND (i.next_try_at IS NULL OR i.next_try_at <= clock_timestamp())
  RETURNING i.fence, i.attempts::bigint, i.locked_until, clock_timestamp();
END
$_$;


--
-- Name: inbox_bury(text, text, text, bigint, bigint); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_bury(consumer text, source text, event_id text, fence bigint, max_attempts bigint) RETURNS SETOF bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  UPDATE onceover.inbox i
  SET state = 'dead', dead_at = clock_timestamp(), locked_until = NULL, next_try_at = NULL, started_at = NULL,
      fence = nextval('onceover.inbox_fence'),
      last_error = CASE WHEN i.started_at IS NOT NULL THEN format('attempt %s ended without a result', i.attempts)
        ELSE i.last_error END
  WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1 AND i.fence = $4 AND i.state = 'in_progress'
    AND i.attempts >= $5
    AND COALESCE(i.locked_until <= clock_timestamp(), true)
  RETURNING i.fence;
END
$_$;


--
-- Name: inbox_bury_first(text, text, text[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_bury_first(consumer text, error text, passed text[] DEFAULT NULL::text[], OUT source text, OUT event_id text, OUT refused text) RETURNS SETOF record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET jit TO 'off'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $_$
#variable_conflict use_column
DECLARE
  first record;
BEGIN
  SELECT d.ctid AS place, d.source::text AS source, d.event_id::text AS event_id INTO first FROM onceover.inbox d
  WHERE d.consumer = $1 AND d.stored AND d.state = 'in_progress'
    AND (d.next_try_at > statement_timestamp() + onceover.no_end_is_later()
         OR (d.next_try_at <= statement_timestamp()
             AND (d.locked_until IS NULL OR d.locked_until <= clock_timestamp()
               OR d.locked_until > clock_timestamp() + onceover.no_end_is_later())))
    AND NOT EXISTS (SELECT FROM onceover.control w WHERE w.stopped)
    AND ($3 IS NULL OR jsonb_build_array(d.source, d.event_id)::text <> ALL ($3))
  ORDER BY d.next_try_at LIMIT 1
  FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  source := first.source;
  event_id := first.event_id;
  BEGIN
    UPDATE onceover.inbox i
    SET state = 'dead', dead_at = clock_timestamp(), locked_until = NULL, next_try_at = NULL, started_at = NULL,
        fence = nextval('onceover.inbox_fence'), last_error = left($2, 4000),
        payload = CASE WHEN i.erased_at IS NULL THEN i.payload END  -- what was erased has none
    WHERE i.ctid = first.place;
    IF NOT FOUND THEN RAISE EXCEPTION 'onceover: a trigger suppresses the change'; END IF;
  EXCEPTION WHEN data_exception OR integrity_constraint_violation OR triggered_data_change_violation
    OR external_routine_exception OR plpgsql_error
                 OR program_limit_exceeded OR internal_error OR SQLSTATE 'OC009' THEN
    refused := jsonb_build_array(source, event_id)::text;
  END;
  RETURN NEXT;
END
$_$;


--
-- Name: inbox_fail(text, text, text, bigint, text, boolean, interval, bigint); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_fail(consumer text, source text, event_id text, fence bigint, error text, definitive boolean DEFAULT false, retry_in interval DEFAULT NULL::interval, max_attempts bigint DEFAULT 5) RETURNS text
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  became text;
BEGIN
  PERFORM onceover.require_count('max_attempts', $8, 2147483647);
  IF $7 NOT BETWEEN interval '0' AND onceover.longest_lease() OR NOT onceover.is_plain_span($7) THEN
    RAISE EXCEPTION 'onceover: the time to the next attempt must be between 0 and %', onceover.longest_lease()
      USING ERRCODE = '22023';
  END IF;
  UPDATE onceover.inbox i
  SET state = CASE WHEN $6 OR i.attempts >= $8 THEN 'dead' ELSE 'in_progress' END,
      dead_at = CASE WHEN $6 OR i.attempts >= $8 THEN clock_timestamp() END,
      next_try_at = CASE WHEN NOT ($6 OR i.attempts >= $8)
        THEN clock_timestamp() + COALESCE($7,
          random() * LEAST(interval '1 hour', interval '1 second' * power(2, LEAST(i.attempts - 1, 20)))) END,
      locked_until = NULL, started_at = NULL, last_error = left($5, 4000)
  WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1 AND i.fence = $4 AND i.state = 'in_progress'
    AND i.started_at IS NOT NULL
  RETURNING CASE i.state WHEN 'dead' THEN 'dead' ELSE 'retry' END INTO became;
  RETURN COALESCE(became, 'lost');
END
$_$;


--
-- Name: inbox_finish(text, text, text, bigint, jsonb); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_finish(consumer text, source text, event_id text, fence bigint, result jsonb DEFAULT NULL::jsonb) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  UPDATE onceover.inbox i
  SET state = 'succeeded', processed_at = clock_timestamp(), locked_until = NULL, next_try_at = NULL,
      started_at = NULL, result = $5
  WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1
    AND i.fence = $4 AND i.state = 'in_progress' AND i.started_at IS NOT NULL;
  RETURN FOUND;
END
$_$;


--
-- Name: inbox_keep_positions(text, text[], bigint[], bigint[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_keep_positions(consumer text, places text[], nexts bigint[], befores bigint[]) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  WITH given AS (SELECT g.place, g.next, g.before FROM unnest($2, $3, $4) AS g (place, next, before)),
       moved AS (UPDATE onceover.inbox_positions p SET next = g.next, changed_at = clock_timestamp() FROM given g
                 WHERE p.consumer = $1 AND p.place = g.place AND p.next = g.before RETURNING true),
       made AS (INSERT INTO onceover.inbox_positions (consumer, place, next)
                SELECT $1, g.place, g.next FROM given g WHERE g.before < 0 ON CONFLICT DO NOTHING RETURNING true)
  SELECT (SELECT count(*) FROM moved) + (SELECT count(*) FROM made)
$_$;


--
-- Name: inbox_lock(text, text, text, bigint); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_lock(consumer text, source text, event_id text, fence bigint) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  PERFORM FROM onceover.inbox i WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1 AND i.fence = $4
    AND i.state = 'in_progress' FOR UPDATE;
END
$_$;


--
-- Name: inbox_move_versions(text, text[], text[], bigint[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_move_versions(consumer text, types text[], ids text[], versions bigint[]) RETURNS TABLE(aggregate_type text, aggregate_id text, previous bigint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  INSERT INTO onceover.inbox_versions AS s (consumer, aggregate_type, aggregate_id, version)
  SELECT $1, v.type, v.id, v.version FROM unnest($2, $3, $4) AS v (type, id, version)
  ON CONFLICT (consumer, aggregate_type, aggregate_id) DO UPDATE
  SET changed_at = clock_timestamp(), previous = s.version, version = GREATEST(s.version, EXCLUDED.version)
  RETURNING s.aggregate_type, s.aggregate_id, s.previous;
END
$_$;


--
-- Name: inbox_reap(bigint, bigint, interval, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_reap(from_page bigint, pages bigint, retention interval, consumer text, OUT deleted bigint, OUT next_page bigint) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  PERFORM onceover.require_retention($3);
  PERFORM onceover.require_count('pages', $2, 1000000);
  DELETE FROM onceover.inbox i
  WHERE i.ctid >= format('(%s,0)', $1)::tid AND i.ctid < format('(%s,0)', $1 + $2)::tid
    AND i.state IN ('succeeded', 'discarded') AND i.processed_at <= clock_timestamp() - $3
    AND (i.consumer = $4 OR $4 IS NULL)
    AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped);
  GET DIAGNOSTICS deleted = ROW_COUNT;
  next_page := CASE WHEN $1 + $2 < pg_relation_size('onceover.inbox') / current_setting('block_size')::bigint
    THEN $1 + $2 END;
END
$_$;


--
-- Name: inbox_reap_versions(interval, text, bigint); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_reap_versions(retention interval, consumer text, most bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  number bigint;
BEGIN
  PERFORM onceover.require_retention($1);
  PERFORM onceover.require_count('most', $3, 1000000);
  WITH needed AS MATERIALIZED (
    SELECT DISTINCT i.consumer, i.aggregate_type, i.aggregate_id FROM onceover.inbox i
    WHERE i.state <> 'succeeded' AND i.aggregate_id IS NOT NULL
  ), old AS (
    SELECT v.ctid FROM onceover.inbox_versions v
    WHERE v.changed_at <= clock_timestamp() - $1 AND (v.consumer = $2 OR $2 IS NULL)
      AND NOT EXISTS (SELECT FROM needed n
                      WHERE n.consumer = v.consumer AND n.aggregate_type = v.aggregate_type
                        AND n.aggregate_id = v.aggregate_id)
    LIMIT $3
  )
  DELETE FROM onceover.inbox_versions v USING old
  WHERE v.ctid = old.ctid AND v.changed_at <= clock_timestamp() - $1 AND NOT EXISTS (SELECT FROM onceover.control s
    WHERE s.stopped);
  GET DIAGNOSTICS number = ROW_COUNT;
  RETURN number;
END
$_$;


--
-- Name: inbox_release(text, text[], text[], bigint[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_release(consumer text, sources text[], event_ids text[], fences bigint[]) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
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
$_$;


--
-- Name: inbox_renew(text, text, text, bigint, interval); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_renew(consumer text, source text, event_id text, fence bigint, lease interval) RETURNS SETOF timestamp with time zone
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  PERFORM onceover.require_span('a lease', $5, onceover.longest_lease());
  RETURN QUERY
  UPDATE onceover.inbox i SET locked_until = clock_timestamp() + $5
  WHERE i.fence = $4 AND i.event_id = $3 AND i.source = $2 AND i.consumer = $1 AND i.state = 'in_progress'
    AND i.started_at IS NOT NULL
  RETURNING i.locked_until;
END
$_$;


--
-- Name: inbox_set_aside(text, text[], text[], bytea[], bigint[], bytea[], text[], text[], text[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_set_aside(consumer text, sources text[], event_ids text[], fingerprints bytea[], has_payload bigint[], payloads bytea[], content_types text[], headers text[], reasons text[]) RETURNS TABLE(source text, event_id text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  INSERT INTO onceover.inbox AS i (consumer, source, event_id, state, stored, dead_at, fingerprint, payload,
    content_type, headers, last_error)
  SELECT $1, v.source, v.event_id, 'dead', true, clock_timestamp(), CASE WHEN octet_length(v.fingerprint) > 0
    THEN v.fingerprint END,
         CASE WHEN v.has_payload = 1 THEN v.payload
           END, NULLIF(v.content_type, ''), NULLIF(v.headers, '')::jsonb, left(v.reason, 4000)
  FROM unnest($2, $3, $4, $5, $6, $7, $8, $9) AS v (source, event_id, fingerprint, has_payload, payload, content_type,
    headers, reason)
  ON CONFLICT DO NOTHING
  RETURNING i.source::text, i.event_id::text;
END
$_$;


--
-- Name: inbox_start(text, text, text, bigint, interval); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_start(consumer text, source text, event_id text, fence bigint, lease interval) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  number bigint;
BEGIN
  PERFORM onceover.require_span('a lease', $5, onceover.longest_lease());
  PERFORM FROM onceover.inbox i WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1 AND i.fence = $4 FOR UPDATE;
  UPDATE onceover.inbox i
  SET attempts = GREATEST(i.attempts, 0) + 1, started_at = clock_timestamp(), locked_until = clock_timestamp() + $5
  WHERE i.event_id = $3 AND i.source = $2 AND i.consumer = $1 AND i.fence = $4 AND i.state = 'in_progress'
    AND i.locked_until IS NOT NULL
    AND i.started_at IS NULL
  RETURNING i.attempts INTO number;
  RETURN number;
END
$_$;


--
-- Name: inbox_store(text, text[], text[], bytea[], text[], text[], bigint[], bigint[], bytea[], text[], text[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_store(consumer text, sources text[], event_ids text[], fingerprints bytea[], types text[], ids text[], versions bigint[], has_payload bigint[], payloads bytea[], content_types text[], headers text[]) RETURNS TABLE(source text, event_id text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  INSERT INTO onceover.inbox AS i (consumer, source, event_id, state, stored, next_try_at, fingerprint, aggregate_type,
    aggregate_id,
                                   aggregate_version, payload, content_type, headers)
  SELECT $1, v.source, v.event_id, 'in_progress', true, clock_timestamp(), CASE WHEN octet_length(v.fingerprint) > 0
    THEN v.fingerprint END,
         NULLIF(v.type, ''), CASE WHEN v.type <> '' THEN v.id END, CASE WHEN v.type <> '' THEN v.version END,
         CASE WHEN v.has_payload = 1 THEN v.payload END, NULLIF(v.content_type, ''), NULLIF(v.headers, '')::jsonb
  FROM unnest($2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
    AS v (source, event_id, fingerprint, type, id, version, has_payload, payload, content_type, headers)
  ON CONFLICT DO NOTHING
  RETURNING i.source::text, i.event_id::text;
END
$_$;


--
-- Name: inbox; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.inbox (
    consumer onceover.inbox_name NOT NULL,
    source onceover.inbox_name NOT NULL,
    event_id onceover.inbox_name NOT NULL,
    received_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    next_try_at timestamp with time zone,
    locked_until timestamp with time zone,
    started_at timestamp with time zone,
    processed_at timestamp with time zone,
    dead_at timestamp with time zone,
    fence bigint DEFAULT 0 NOT NULL,
    aggregate_version bigint,
    attempts integer DEFAULT 0 NOT NULL,
    stored boolean DEFAULT false NOT NULL,
    state onceover.inbox_state NOT NULL,
    fingerprint bytea,
    owner text,
    aggregate_type text COLLATE pg_catalog."C",
    aggregate_id text COLLATE pg_catalog."C",
    content_type text,
    last_error text,
    headers jsonb,
    result jsonb,
    payload bytea,
    erased_at timestamp with time zone
);


--
-- Name: TABLE inbox; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON TABLE onceover.inbox IS 'Events that a consumer has received. dead: a dead letter. discarded: a dead letter that a person gave up; it has no effect';


--
-- Name: COLUMN inbox.next_try_at; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.inbox.next_try_at IS 'Not before; NULL: at once, or no more';


--
-- Name: COLUMN inbox.started_at; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.inbox.started_at IS 'When the current attempt began; NULL under a lease: reserved, no attempt is spent yet';


--
-- Name: COLUMN inbox.attempts; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.inbox.attempts IS 'Counted before the handler runs, so that one that ends its process is counted';


--
-- Name: COLUMN inbox.stored; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.inbox.stored IS 'Acknowledged before it was processed: a worker takes it when it is due';


--
-- Name: COLUMN inbox.fingerprint; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.inbox.fingerprint IS 'Of the content; NULL: unknown, which is never equal';


--
-- Name: COLUMN inbox.erased_at; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.inbox.erased_at IS 'When a person removed its payload; it is never processed again';


--
-- Name: inbox_take(text, text, interval, bigint, bigint, boolean, text[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_take(consumer text, owner text, lease interval, most bigint, max_attempts bigint DEFAULT 5, with_dead boolean DEFAULT false, passed text[] DEFAULT NULL::text[]) RETURNS SETOF onceover.inbox
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET plan_cache_mode TO 'force_generic_plan'
    SET jit TO 'off'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    AS $_$
#variable_conflict use_column
BEGIN
  PERFORM onceover.require_span('a lease', $3, onceover.longest_lease());
  PERFORM onceover.require_count('most', $4, 10000);
  PERFORM onceover.require_count('max_attempts', $5, 2147483647);
  RETURN QUERY
  WITH due AS (
    -- statement_timestamp(): an index condition must not be volatile.
    SELECT i.ctid, i.fence, i.next_try_at, i.attempts >= $5 AS is_spent FROM onceover.inbox i
    WHERE i.consumer = $1 AND i.stored AND i.next_try_at <= statement_timestamp() AND i.state = 'in_progress'
      AND (i.locked_until IS NULL OR i.locked_until <= clock_timestamp()
        OR i.locked_until > clock_timestamp() + onceover.no_end_is_later())
      AND NOT EXISTS (SELECT FROM onceover.control c WHERE c.stopped)
      AND ($7 IS NULL OR jsonb_build_array(i.source, i.event_id)::text <> ALL ($7))
    ORDER BY i.next_try_at
    LIMIT $4
    FOR UPDATE SKIP LOCKED
  ), taken AS (
    UPDATE onceover.inbox i
    SET state = CASE WHEN d.is_spent THEN 'dead' ELSE 'in_progress' END,
        dead_at = CASE WHEN d.is_spent THEN clock_timestamp() END,
        next_try_at = CASE WHEN NOT d.is_spent THEN i.next_try_at END,
        last_error = CASE WHEN i.started_at IS NOT NULL THEN format('attempt %s ended without a result', i.attempts)
          ELSE i.last_error END,
        fence = nextval('onceover.inbox_fence'), owner = $2,
        attempts = GREATEST(i.attempts, 0) + CASE WHEN $4 = 1 AND NOT d.is_spent THEN 1 ELSE 0 END,
        started_at = CASE WHEN $4 = 1 AND NOT d.is_spent THEN clock_timestamp() END,
        locked_until = CASE WHEN NOT d.is_spent THEN clock_timestamp() + $3 END
    FROM due d
    WHERE i.ctid = d.ctid AND i.fence = d.fence AND i.state = 'in_progress'
    RETURNING i.*, d.next_try_at AS was_due
  )
  SELECT t.consumer, t.source, t.event_id, t.received_at, t.next_try_at, t.locked_until, t.started_at, t.processed_at,
         t.dead_at, t.fence, t.aggregate_version, t.attempts, t.stored, t.state, t.fingerprint, t.owner,
         t.aggregate_type, t.aggregate_id,
         t.content_type,
         t.last_error, t.headers, t.result, t.payload, t.erased_at
  FROM taken t WHERE $6 OR t.state = 'in_progress' ORDER BY t.was_due;
  IF NOT FOUND THEN
    -- No pause is so long: it was written while the clock was ahead.
    UPDATE onceover.inbox i SET next_try_at = clock_timestamp()
    WHERE i.ctid = ANY (ARRAY (
      SELECT d.ctid FROM onceover.inbox d
      WHERE d.consumer = $1 AND d.stored AND d.next_try_at > statement_timestamp() + onceover.no_end_is_later()
        AND d.state = 'in_progress'
        AND NOT EXISTS (SELECT FROM onceover.control w WHERE w.stopped)
        AND ($7 IS NULL OR jsonb_build_array(d.source, d.event_id)::text <> ALL ($7))
      ORDER BY d.next_try_at
      LIMIT $4 * $4 * $4  -- one, where the caller looks for the one that refuses this
      FOR UPDATE SKIP LOCKED));
  END IF;
END
$_$;


--
-- Name: inbox_unaccept(text, text[], text[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.inbox_unaccept(consumer text, sources text[], event_ids text[]) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  -- xmin has no epoch: the latest one in which it does not lie in the future.
  round CONSTANT bigint := 4294967296;
  latest CONSTANT bigint := pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000000;
BEGIN
  DELETE FROM onceover.inbox i USING unnest($2, $3) AS v (source, event_id)
  WHERE i.event_id = v.event_id AND i.source = v.source AND i.consumer = $1
    AND pg_xact_status((latest - (latest - i.xmin::text::bigint) % round)::text::xid8) = 'in progress';
END
$_$;


--
-- Name: is_final_answer(text, integer, bytea, boolean); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.is_final_answer(state text, code integer, body bytea, declared_final boolean) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF state IS NULL OR state NOT IN ('succeeded', 'failed') OR code IS NULL
    OR code NOT BETWEEN 200 AND 599 OR body IS NULL THEN
    RAISE EXCEPTION 'onceover: an answer has a status from 200 to 599 and a body, and its key is succeeded or failed'
      USING ERRCODE = '22023';
  END IF;
  IF state = 'succeeded' THEN
    IF code < 400 THEN RETURN true; END IF;
    RAISE EXCEPTION 'onceover: status % is an error and cannot be stored as succeeded', code USING ERRCODE = '22023';
  END IF;
  IF code IN (408, 504) THEN
    RAISE EXCEPTION 'onceover: status % is a timeout, after which the effect is unknown; it cannot be stored as failed',
      code
      USING ERRCODE = '22023', HINT = 'Let the lease run out, or release the key where nothing was executed.';
  END IF;
  IF code BETWEEN 400 AND 499 AND code NOT IN (401, 403, 409, 423, 425, 429) OR declared_final THEN RETURN true; END IF;
  RAISE EXCEPTION 'onceover: status % is not final: a retry may be answered otherwise', code
    USING ERRCODE = '22023',
      HINT = 'Release the key where nothing was executed, or give declared_final => true where this operation means it.';
END
$$;


--
-- Name: is_foreign_progress(pg_snapshot, oid, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.is_foreign_progress(window_to pg_snapshot, database_oid oid, system_identifier text) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  SELECT $2 <> (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
      OR pg_snapshot_xmax($1) > pg_snapshot_xmax(pg_current_snapshot())
      OR COALESCE($3 <> NULLIF(s.identifier, '?'), false)
  FROM (SELECT split_part(onceover.server_token(), '/', 1) AS identifier OFFSET 0) s
$_$;


--
-- Name: is_mine(text, text, text, bigint); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.is_mine(of_tenant text, of_operation text, of_key text, of_fence bigint) RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT EXISTS (SELECT FROM onceover.audit a WHERE a.key = of_key AND a.operation = of_operation
    AND a.tenant = of_tenant
                 AND a.fence_after = of_fence AND a.action = 'own' AND a.relation IS NULL AND a.db_user = session_user)
$$;


--
-- Name: is_owner(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.is_owner() RETURNS boolean
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT pg_has_role(session_user, c.relowner, 'USAGE') FROM pg_class c WHERE c.oid = 'onceover.keys'::regclass
$$;


--
-- Name: is_plain_span(interval); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.is_plain_span(given interval) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT extract(year FROM given) = 0 AND extract(month FROM given) = 0 AND extract(day FROM given) >= 0
    AND given >= make_interval(days => extract(day FROM given)::integer)
$$;


--
-- Name: is_request(text, text, text, bytea, uuid, text, interval, interval, integer, text, text, numeric, text, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.is_request(tenant text, operation text, key text, fingerprint bytea, attempt uuid, owner text, lease interval, keep interval, rival_wait_ms integer, correlation_id text, customer text, amount numeric, currency text, reference text, fingerprint_kind text) RETURNS boolean
    LANGUAGE plpgsql
    AS $$
BEGIN
  IF octet_length(fingerprint) <> 32 OR fingerprint_kind <> 'raw-sha256' AND fingerprint_kind <> 'jcs-sha256' THEN
    RAISE EXCEPTION 'onceover: a fingerprint is a SHA-256 of 32 bytes, of the kind raw-sha256 or jcs-sha256'
      USING ERRCODE = '22023';
  END IF;
  IF attempt = '00000000-0000-0000-0000-000000000000' THEN
    RAISE EXCEPTION 'onceover: an attempt is a random UUID, a new one for each request' USING ERRCODE = '22023';
  END IF;
  IF greatest(length(owner), 0) > 1000
    OR greatest(length(correlation_id), length(customer), length(currency), length(reference)) > 4000
     OR amount IN ('NaN', 'Infinity', '-Infinity') THEN
    RAISE EXCEPTION 'onceover: owner, correlation_id, customer, currency or reference is too long, or amount is no number'
      USING ERRCODE = '22023';
  END IF;
  -- Plain spans of hours pass at once.
  IF (lease > '0' AND lease <= '24:00:00' AND date_part('day', lease) = 0 AND date_part('month', lease) = 0
    AND date_part('year', lease) = 0
      AND keep > '0' AND keep <= '87840:00:00' AND date_part('day', keep) = 0 AND date_part('month', keep) = 0
      AND date_part('year', keep) = 0
      AND rival_wait_ms BETWEEN 0 AND 60000) IS NOT TRUE THEN
    PERFORM onceover.require_span('a lease', lease, onceover.longest_lease());
    PERFORM onceover.require_span('keep', keep, interval '3660 days');
    PERFORM onceover.require_count('rival_wait_ms', rival_wait_ms, 60000);
  END IF;
  RETURN onceover.are_names(tenant, operation, key);
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
  -- An older snapshot may not see an existing entry: then the insert conflicts with it, and fails with a serialization
  -- error.
  IF NOT FOUND AND NEW.state IN ('in_progress', 'released')
     AND (OLD.state IN ('succeeded', 'failed') OR current_setting('transaction_isolation') <> 'read committed') THEN
    INSERT INTO onceover.unfinished AS u (created_at, key, tenant, operation, listed_floor)
    VALUES (NEW.created_at, NEW.key, NEW.tenant, NEW.operation,
      coalesce(pg_sequence_last_value('onceover.floor'::regclass), 0))
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
  DELETE FROM onceover.reap_marks;
  -- Rows that are loaded next can have any time.
  PERFORM onceover.rewind_frontier('-infinity');
  RETURN NULL;
END
$$;


--
-- Name: last_fence(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.last_fence() RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$SELECT 4611686018427387904$$;


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
  -- Such a database has bytes of no encoding, which cannot be sent as UTF-8.
  IF getdatabaseencoding() = 'SQL_ASCII' THEN PERFORM set_config('client_encoding', 'SQL_ASCII', true); END IF;
  SELECT array_agg(r.id), array_agg(r.digest) INTO row_ids, row_digests
  FROM (
    SELECT a.id, sha256(record_send(ROW(a.id, a.at, a.action, a.actor, a.db_user, a.host, a.program, a.tenant,
      a.operation, a.key, a.from_state,
                                       a.to_state, a.fence_before, a.fence_after, a.before, a.after, a.evidence,
                                       a.verdict, a.reason, a.ticket, a.correlation_id, a.profile, a.relation,
                                       a.row_key))) AS digest
    FROM added a
  ) r;
  IF row_ids IS NULL THEN
    RETURN NULL;
  END IF;
  IF head[1] ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' AND head[2] ~ '^[0-9]{1,18}$' THEN
    SELECT l.writer, l.seq + 1, l.hash INTO of_writer, at_seq, after
    FROM onceover.audit_links l
    WHERE l.writer = head[1]::uuid AND l.seq = head[2]::bigint AND l.backend = pg_backend_pid()
      AND l.db_user = session_user;
  END IF;
  FOR attempt IN 1..2 LOOP
    IF of_writer IS NULL THEN
      of_writer := gen_random_uuid();
      at_seq := 1;
      after := '';
    END IF;
    hashed := sha256(convert_to(ROW(of_writer, at_seq, linked, row_ids, row_digests, after, pg_backend_pid(),
      session_user::text,
                                    statement_began)::text, 'UTF8'));
    INSERT INTO onceover.audit_links (writer, seq, at, ids, digests, prev, hash, backend, db_user, began)
    VALUES (of_writer, at_seq, linked, row_ids, row_digests, after, hashed, pg_backend_pid(), session_user,
      statement_began)
    ON CONFLICT DO NOTHING;
    EXIT WHEN FOUND;
    of_writer := NULL;  -- the setting named an earlier link of this session
  END LOOP;
  PERFORM set_config('onceover.audit_chain', of_writer || ' ' || at_seq, false);
  RETURN NULL;
END
$_$;


--
-- Name: longest_lease(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.longest_lease() RETURNS interval
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$SELECT interval '24:00:00'$$;


--
-- Name: look(text, text, text, bytea, interval, text, bytea[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.look(tenant text, operation text, key text, fingerprint bytea, rerunnable_for interval DEFAULT NULL::interval, fingerprint_kind text DEFAULT 'raw-sha256'::text, or_fingerprints bytea[] DEFAULT '{}'::bytea[]) RETURNS onceover.claim_result
    LANGUAGE sql
    RETURN onceover.claim_key('look'::text, tenant, operation, key, fingerprint, NULL::uuid, NULL::text, NULL::interval, NULL::interval, rerunnable_for, 200, NULL::text, NULL::text, NULL::numeric, NULL::text, NULL::text, fingerprint_kind, or_fingerprints);


--
-- Name: make_outbox_partitions(interval, integer); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.make_outbox_partitions(width interval, ahead integer) RETURNS text[]
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET lock_timeout TO '50ms'
    SET statement_timeout TO '10s'
    SET "TimeZone" TO 'UTC'
    AS $_$
DECLARE
  made text[] := '{}';
  seconds CONSTANT double precision := extract(epoch FROM width);
  reached timestamptz;
  starts timestamptz;
  ends timestamptz;
  part text;
BEGIN
  IF seconds < 60 OR ahead NOT BETWEEN 0 AND 1000 THEN
    RAISE EXCEPTION 'onceover: a partition must be at least a minute wide, and at most 1000 are made ahead'
      USING ERRCODE = '22023';
  END IF;
  SELECT coalesce(max((regexp_match(pg_get_expr(c.relpartbound,
    c.oid), $r$TO \('([^']+)'\)$r$))[1]::timestamptz), '-infinity') INTO reached
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'onceover.outbox'::regclass;
  FOR n IN 0 .. ahead LOOP
    starts := to_timestamp(floor(extract(epoch FROM clock_timestamp()) / seconds) * seconds + n * seconds);
    ends := starts + make_interval(secs => seconds);
    starts := greatest(starts, reached);
    -- Events of the current time in the default partition stay there.
    CONTINUE WHEN starts >= ends OR (n = 0 AND EXISTS (SELECT FROM onceover.outbox_rest));
    -- An insert that is routed to the default partition waits for ATTACH, and then its row has no place there any more.
    IF starts < clock_timestamp() + interval '10 seconds' THEN
      LOCK TABLE ONLY onceover.outbox IN SHARE ROW EXCLUSIVE MODE;
      CONTINUE WHEN n = 0 AND EXISTS (SELECT FROM onceover.outbox_rest);
    END IF;
    part := 'outbox_' || to_char(starts, 'YYYYMMDD"t"HH24MISS');
    EXECUTE format('CREATE TABLE onceover.%I (LIKE onceover.outbox INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS INCLUDING INDEXES INCLUDING STORAGE)',
      part);
    EXECUTE format('ALTER TABLE onceover.outbox ATTACH PARTITION onceover.%I FOR VALUES FROM (%L) TO (%L)', part,
      starts, ends);
    made := made || part;
    reached := ends;
  END LOOP;
  RETURN made;
END
$_$;


--
-- Name: mark_reaped(timestamp with time zone, text, timestamp with time zone, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.mark_reaped(behind_at timestamp with time zone, behind_key text, until_at timestamp with time zone, until_key text) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
DECLARE
  next_look timestamptz;
BEGIN
  IF $3 = 'infinity' THEN RETURN; END IF;
  -- A key that is finished later is kept for its whole window from then on.
  SELECT LEAST(min(CASE WHEN k.state IN ('succeeded', 'failed') THEN k.expires_at
                        ELSE LEAST(k.expires_at, clock_timestamp() + make_interval(secs => k.retention_s)) END),
               clock_timestamp() + interval '1 day') INTO next_look
  FROM onceover.keys k
  -- The planner takes two comparisons of rows for a ninth of the table, and would read all of it.
  WHERE k.created_at BETWEEN $1 AND $3 AND (k.created_at, k.key) > ($1, $2) AND (k.created_at, k.key) <= ($3, $4)
  HAVING count(*) > 0;
  IF next_look IS NULL THEN
    DELETE FROM onceover.reap_marks m WHERE m.until_at = $3 AND m.until_key = $4;
  ELSE
    INSERT INTO onceover.reap_marks AS m (until_at, until_key, look_at) VALUES ($3, $4, next_look)
    ON CONFLICT ON CONSTRAINT reap_marks_pkey DO UPDATE SET look_at = EXCLUDED.look_at;
  END IF;
END
$_$;


--
-- Name: move_plan(bigint, text, text, text, text, text, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.move_plan(plan bigint, state text, from_states text, state_why text, actor text, host text, program text, reason text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  UPDATE onceover.plans p
  SET state = $2, state_why = NULLIF($4, ''), changed_at = clock_timestamp(),
      ready_at = CASE WHEN $2 = 'ready' AND (p.state = 'frozen' OR p.ready_at IS NULL) THEN clock_timestamp()
        ELSE p.ready_at END,
      started_at = CASE WHEN $2 = 'running' THEN COALESCE(p.started_at, clock_timestamp()) ELSE p.started_at END,
      finished_at = CASE WHEN $2 = 'finished' THEN clock_timestamp() END
  WHERE p.id = $1 AND p.state = ANY (string_to_array($3, ' '))
    AND ($2 <> 'finished' OR NOT EXISTS (SELECT FROM onceover.plan_items i WHERE i.plan = p.id AND i.state = 'waiting'))
    AND ($2 <> 'ready' OR NOT EXISTS (SELECT FROM onceover.plan_items i WHERE i.plan = p.id AND i.state = 'waiting'
      AND i.foreseen IS NULL))
    AND ($2 <> 'running' OR p.state IN ('frozen', 'ready') OR p.started_at IS NOT NULL)
    AND ($2 <> 'frozen' OR p.started_at IS NULL);
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO onceover.audit (action, actor, host, program, reason)
    VALUES ('plan_' || $2, $5, $6, $7, format('plan %s: %s', $1, $8));
  RETURN true;
END
$_$;


--
-- Name: needs_outbox_partition(regclass, timestamp with time zone, timestamp with time zone); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.needs_outbox_partition(part regclass, starts timestamp with time zone, ends timestamp with time zone) RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
DECLARE
  r record;
  is_needed boolean;
BEGIN
  IF EXISTS (SELECT FROM onceover.outbox_adoptions a WHERE a.ended_at IS NULL) THEN
    RETURN 'an adoption has not ended';
  END IF;
  FOR r IN SELECT * FROM onceover.relays s
    WHERE NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = s.name AND h.state = 'retired') LOOP
    IF EXISTS (SELECT FROM onceover.outbox_parked p WHERE p.relay = r.name AND p.created_at >= starts
      AND p.created_at < ends) THEN
      RETURN format('relay %s holds parked or dead events of it', r.name);
    END IF;
    IF r.drain_up_to IS NOT NULL THEN
      RETURN format('relay %s publishes earlier events first', r.name);
    END IF;
    CONTINUE WHEN ends <= r.since;
    EXECUTE format('SELECT EXISTS (SELECT FROM %s o WHERE o.xid >= pg_snapshot_xmin($1) AND NOT pg_visible_in_snapshot(o.xid, $1)
      AND NOT (pg_visible_in_snapshot(o.xid, $2) AND o.seq <= $3) AND (o.topic = ANY ($4) OR $4 = ''{*}''))', part)
      INTO is_needed USING r.window_from, r.window_to, r.pos, r.topics;
    IF is_needed THEN RETURN format('relay %s has not published all of it', r.name); END IF;
  END LOOP;
  RETURN NULL;
END
$_$;


--
-- Name: no_end_is_later(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.no_end_is_later() RETURNS interval
    LANGUAGE sql IMMUTABLE PARALLEL SAFE
    AS $$SELECT interval '25:00:00'$$;


--
-- Name: outbox_parked; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.outbox_parked (
    relay text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL,
    id uuid NOT NULL,
    topic text NOT NULL COLLATE pg_catalog."C",
    aggregatetype text NOT NULL COLLATE pg_catalog."C",
    aggregateid text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone NOT NULL,
    state text NOT NULL COLLATE pg_catalog."C",
    attempts integer DEFAULT 0 NOT NULL,
    next_try_at timestamp with time zone,
    error text,
    parked_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT outbox_parked_state_check CHECK ((state = ANY (ARRAY['waiting'::text, 'dead'::text, 'behind'::text]))),
    CONSTRAINT waiting_is_due_some_time CHECK (((state = 'waiting'::text) = (next_try_at IS NOT NULL)))
);


--
-- Name: of_parked(onceover.outbox_parked); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.of_parked(parked onceover.outbox_parked) RETURNS jsonb
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RETURN jsonb_build_object('relay', parked.relay, 'seq', parked.seq, 'id', parked.id, 'topic',
    parked.topic, 'aggregate_type',
                            parked.aggregatetype, 'aggregate_id', parked.aggregateid, 'attempts',
                            parked.attempts, 'error', parked.error);
END
$$;


--
-- Name: outbox_subscription(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.outbox_subscription() RETURNS text
    LANGUAGE sql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT s.subname::text FROM pg_subscription_rel r JOIN pg_subscription s ON s.oid = r.srsubid
  WHERE r.srrelid IN ('onceover.outbox'::regclass, 'onceover.relays'::regclass, 'onceover.outbox_parked'::regclass)
     OR r.srrelid IN (SELECT i.inhrelid FROM pg_inherits i WHERE i.inhparent = 'onceover.outbox'::regclass)
  ORDER BY 1 LIMIT 1
$$;


--
-- Name: owns_relay(text, uuid, bigint); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.owns_relay(relay text, token uuid, fence bigint) RETURNS boolean
    LANGUAGE plpgsql STABLE
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
BEGIN
  RETURN EXISTS (SELECT FROM onceover.relay_tokens t JOIN onceover.relays r ON r.name = t.relay
    WHERE t.relay = $1 AND t.token = $2 AND r.fence = $3);
END
$_$;


--
-- Name: pace_plan(bigint, interval); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.pace_plan(plan bigint, by interval) RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  PERFORM onceover.require_span('a pause', $2, onceover.longest_lease());
  UPDATE onceover.plans p
  SET paced_until = LEAST(GREATEST(CASE WHEN p.paced_until <= clock_timestamp() + onceover.no_end_is_later()
    THEN p.paced_until END,
                                         clock_timestamp()) + $2, clock_timestamp() + onceover.longest_lease())
  WHERE p.id = $1;
END
$_$;


--
-- Name: pause_relay(text, boolean, text, text, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.pause_relay(relay text, paused boolean, reason text, actor text, host text, program text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  IF COALESCE($3, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  IF $2 IS NULL THEN RAISE EXCEPTION 'onceover: pause or resume?' USING ERRCODE = '22023'; END IF;
  PERFORM FROM onceover.relays r WHERE r.name = $1;
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF $2 THEN
    INSERT INTO onceover.relay_holds (relay, state, held_by, reason) VALUES ($1, 'paused', $4, $3) ON CONFLICT (relay)
      DO NOTHING;
  ELSE
    DELETE FROM onceover.relay_holds h WHERE h.relay = $1 AND h.state = 'paused';
  END IF;
  IF NOT FOUND THEN
    RETURN CASE WHEN NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = $1 AND h.state = 'retired')
      THEN false END;
  END IF;
  INSERT INTO onceover.audit (action, actor, host, program, after, reason)
  VALUES (CASE WHEN $2 THEN 'pause_relay' ELSE 'resume_relay' END, $4, $5, $6, jsonb_build_object('relay', $1), $3);
  RETURN true;
END
$_$;


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
  IF NOT EXISTS (SELECT FROM onceover.frontier) THEN
    INSERT INTO onceover.frontier DEFAULT VALUES ON CONFLICT DO NOTHING;  -- if it was deleted
  END IF;
  -- The lock of a row: any user of the database could hold an advisory lock.
  SELECT * INTO f FROM onceover.frontier FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  here.keys_oid := 'onceover.keys'::regclass::oid;
  SELECT d.oid INTO here.database_oid FROM pg_database d WHERE d.datname = current_database();
  -- Some providers of PostgreSQL forbid this function.
  IF has_function_privilege('pg_control_system()', 'EXECUTE') THEN
    SELECT c.system_identifier INTO here.system_identifier FROM pg_control_system() c;
  END IF;
  IF (f.system_identifier, f.database_oid, f.keys_oid) IS DISTINCT FROM (here.system_identifier, here.database_oid,
    here.keys_oid) THEN
    -- The frontier is of another table: nothing is known of this one.
    DELETE FROM onceover.unfinished;
    UPDATE onceover.frontier fr SET until = '-infinity', rewinds = fr.rewinds + 1,
      system_identifier = here.system_identifier,
      database_oid = here.database_oid, keys_oid = here.keys_oid;
    RETURN;
  END IF;
  moment := clock_timestamp();
  floor_now := coalesce(pg_sequence_last_value('onceover.floor'::regclass), 0);
  IF to_timestamp(floor_now / 1e6::float8) > moment + interval '1 second' THEN
    -- The clock was put back. The floor follows it, but only after the frontier is committed before it: claims respect
    -- the floor at once.
    IF f.until > moment THEN
      UPDATE onceover.frontier fr SET until = moment, rewinds = fr.rewinds + 1;
      moment := NULL;
      RETURN;
    END IF;
    -- A floor that was published by the later clock is no longer valid.
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
-- Name: reap_finished(bigint); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.reap_finished(onceover_limit bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  rows_of_slice CONSTANT bigint := 20000;
  enough CONSTANT timestamptz := clock_timestamp() + interval '1 second';
  gone bigint := 0;
  part bigint;
  slice record;
  ends_at timestamptz;
  ends_key text;
BEGIN
  PERFORM onceover.require_count('the limit', onceover_limit, 100000);
  FOR slice IN SELECT * FROM onceover.slices_to_reap s ORDER BY s.until_at, s.until_key LOOP
    LOOP
      SELECT w.created_at, w.key INTO ends_at, ends_key FROM onceover.keys w
      WHERE (w.created_at, w.key) > (slice.behind_at, slice.behind_key)
        AND (w.created_at, w.key) <= (slice.until_at, slice.until_key)
      ORDER BY w.created_at, w.key OFFSET rows_of_slice - 1 LIMIT 1;
      IF NOT FOUND THEN ends_at := slice.until_at; ends_key := slice.until_key; END IF;
      part := onceover.reap_slice(slice.behind_at, slice.behind_key, ends_at, ends_key, onceover_limit - gone);
      gone := gone + part;
      IF gone >= onceover_limit THEN RETURN gone; END IF;
      PERFORM onceover.mark_reaped(slice.behind_at, slice.behind_key, ends_at, ends_key);
      EXIT WHEN ends_at = slice.until_at AND ends_key = slice.until_key;
      IF clock_timestamp() > enough THEN RETURN NULLIF(gone, 0); END IF;
      slice.behind_at := ends_at;
      slice.behind_key := ends_key;
    END LOOP;
    IF clock_timestamp() > enough AND slice.until_at <> 'infinity' THEN RETURN NULLIF(gone, 0); END IF;
  END LOOP;
  RETURN gone;
END
$$;


--
-- Name: reap_keys(text[], text[], text[], bigint[], text, text, text, text, boolean, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.reap_keys(tenants text[], operations text[], keys text[], fences bigint[], actor text, host text, program text, reason text, within_window boolean, ticket text) RETURNS TABLE(tenant text, operation text, key text, audit_id bigint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    SET jit TO 'off'
    AS $_$
#variable_conflict use_column
BEGIN
  IF COALESCE($8, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  IF $9 AND NOT onceover.is_owner() THEN
    RAISE EXCEPTION 'onceover: only the owner of the tables deletes keys within their window' USING ERRCODE = '42501';
  END IF;
  RETURN QUERY
  WITH wanted AS (
    SELECT * FROM unnest($1, $2, $3, $4) AS v (tenant, operation, key, fence)
  ), gone AS (
    DELETE FROM onceover.keys k USING wanted v
    WHERE k.key = v.key AND k.operation = v.operation AND k.tenant = v.tenant AND k.fence = v.fence
      AND k.state IN ('succeeded', 'failed', 'released')
      AND (k.expires_at <= clock_timestamp() OR ($9 AND k.state IN ('succeeded', 'failed')))
      AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
    RETURNING k.tenant, k.operation, k.key, k.state, k.fence, k.response_code, k.completed_at, k.expires_at,
              k.correlation_id
  ), closed AS (
    DELETE FROM onceover.cases c USING gone g WHERE c.tenant = g.tenant AND c.operation = g.operation AND c.key = g.key
  ), noted AS (
    INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, fence_before, before,
      verdict, reason, ticket,
                                correlation_id)
    SELECT 'reap', $5, $6, $7, g.tenant, g.operation, g.key, g.state, g.fence,
           jsonb_build_object('state', g.state, 'fence', g.fence, 'response_code', g.response_code, 'completed_at',
             g.completed_at,
                              'expires_at', g.expires_at),
           'reap', $8, NULLIF($10, ''), g.correlation_id
    FROM gone g
    RETURNING tenant, operation, key, id
  )
  SELECT n.tenant, n.operation, n.key, n.id FROM noted n;
END
$_$;


--
-- Name: reap_samples(bigint); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.reap_samples(most bigint DEFAULT 5000) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  gone bigint;
BEGIN
  PERFORM onceover.require_count('most', most, 1000000);
  PERFORM FROM onceover.control c WHERE c.stopped;
  IF FOUND THEN RETURN 0; END IF;
  DELETE FROM onceover.samples s WHERE s.ctid = ANY (ARRAY (
    SELECT o.ctid FROM onceover.samples o
    WHERE o.minute < (SELECT clock_timestamp() - r.minutes_kept FROM onceover.counter_rollup r)
    ORDER BY o.minute LIMIT most FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END
$$;


--
-- Name: reap_slice(timestamp with time zone, text, timestamp with time zone, text, bigint); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.reap_slice(behind_at timestamp with time zone, behind_key text, until_at timestamp with time zone, until_key text, most bigint) RETURNS bigint
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
DECLARE
  gone_now bigint;
  one record;
BEGIN
  BEGIN
    WITH due AS (
      SELECT k.ctid FROM onceover.keys k
      WHERE k.state IN ('succeeded', 'failed', 'released') AND k.expires_at <= clock_timestamp()
        AND k.created_at BETWEEN $1 AND $3 AND (k.created_at, k.key) > ($1, $2) AND (k.created_at, k.key) <= ($3, $4)
        AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
      ORDER BY k.created_at, k.key LIMIT most
      FOR UPDATE SKIP LOCKED
    ), gone AS (
      DELETE FROM onceover.keys k
      WHERE k.ctid = ANY (ARRAY (SELECT d.ctid FROM due d)) AND k.state IN ('succeeded', 'failed', 'released')
        AND k.expires_at <= clock_timestamp()
      RETURNING k.tenant, k.operation, k.key
    ), closed AS (
      DELETE FROM onceover.cases c USING gone g WHERE c.tenant = g.tenant AND c.operation = g.operation
        AND c.key = g.key
    )
    SELECT count(*) INTO gone_now FROM gone;
    RETURN gone_now;
  EXCEPTION WHEN data_exception OR integrity_constraint_violation OR triggered_action_exception
    OR external_routine_exception OR plpgsql_error
                 OR program_limit_exceeded OR internal_error OR SQLSTATE 'OC009' THEN
    -- One of them cannot be deleted: each by itself, so that it keeps none of the others.
    gone_now := 0;
    FOR one IN
      SELECT k.tenant, k.operation, k.key, k.fence FROM onceover.keys k
      WHERE k.state IN ('succeeded', 'failed', 'released') AND k.expires_at <= clock_timestamp()
        AND k.created_at BETWEEN $1 AND $3 AND (k.created_at, k.key) > ($1, $2) AND (k.created_at, k.key) <= ($3, $4)
        AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
      ORDER BY k.created_at, k.key
    LOOP
      BEGIN
        DELETE FROM onceover.keys k
        WHERE k.key = one.key AND k.operation = one.operation AND k.tenant = one.tenant AND k.fence = one.fence
          AND k.state IN ('succeeded', 'failed', 'released') AND k.expires_at <= clock_timestamp();
        IF FOUND THEN
          gone_now := gone_now + 1;
          DELETE FROM onceover.cases c WHERE c.tenant = one.tenant AND c.operation = one.operation AND c.key = one.key;
        END IF;
      EXCEPTION WHEN data_exception OR integrity_constraint_violation OR triggered_action_exception
        OR external_routine_exception OR plpgsql_error
                     OR program_limit_exceeded OR internal_error OR SQLSTATE 'OC009' THEN
        RAISE WARNING 'onceover: the key % cannot be deleted: %', one.key, SQLERRM;
      END;
      EXIT WHEN gone_now >= most;
    END LOOP;
    RETURN gone_now;
  END;
END
$_$;


--
-- Name: record(text, text, text, bytea, uuid, text, integer, text[], bytea, text, text, interval, integer, text, text, numeric, text, text, text, bytea[], text[], boolean); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.record(tenant text, operation text, key text, fingerprint bytea, attempt uuid, state text, code integer, headers text[], body bytea, error_code text DEFAULT NULL::text, owner text DEFAULT ''::text, keep interval DEFAULT '72:00:00'::interval, rival_wait_ms integer DEFAULT 200, correlation_id text DEFAULT NULL::text, customer text DEFAULT NULL::text, amount numeric DEFAULT NULL::numeric, currency text DEFAULT NULL::text, reference text DEFAULT NULL::text, fingerprint_kind text DEFAULT 'raw-sha256'::text, or_fingerprints bytea[] DEFAULT '{}'::bytea[], also text[] DEFAULT '{}'::text[], declared_final boolean DEFAULT false) RETURNS onceover.claim_result
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET lock_timeout TO '200ms'
    AS $_$
#variable_conflict use_column
DECLARE
  o onceover.claim_result;
  marker text;
  is_sound boolean;
BEGIN
  FOR i IN 1 .. 5 LOOP
    -- Checks the isolation level, and reads first: a duplicate draws no fence.
    o := onceover.claim_key('record', $1, $2, $3, $4, $5, NULL, NULL, NULL, NULL, $13, NULL, NULL, NULL, NULL, NULL,
      $19, $20);
    IF o.outcome <> 'none' THEN RETURN o; END IF;
    is_sound := onceover.is_request($1, $2, $3, $4, $5, $11, '30 s', $12, $13, $14, $15, $16, $17, $18, $19)
                AND onceover.is_final_answer($6, $7, $9, $22);
    IF $13 <> 200 THEN marker := set_config('lock_timeout', greatest(1, $13)::text, true); END IF;
    BEGIN
      INSERT INTO onceover.keys AS k (tenant, operation, key, state, fingerprint_kind, fingerprint, fence, owner,
        retention_s, correlation_id,
                                      customer, amount, currency, reference, response_version, response_code,
                                        response_headers, response_body,
                                      error_code, completed_at, expires_at)
      VALUES ($1, $2, $3, $6, $19, $4, nextval('onceover.fence'), COALESCE($11, '') || '#' || $5,
        ceil(extract(epoch FROM $12)), $14, $15, $16, $17, $18, 1, $7,
              onceover.stored_headers($8, $21), $9, NULLIF($10, ''), clock_timestamp(),
              clock_timestamp() + make_interval(secs => ceil(extract(epoch FROM $12))))
      ON CONFLICT DO NOTHING
      RETURNING k.fence, k.created_at, set_config('onceover.claim', k.fence::text, true)
        INTO o.fence, o.created_at, marker;
      CONTINUE WHEN NOT FOUND;
    EXCEPTION WHEN lock_not_available THEN
      o.outcome := 'in_flight';
      o.retry_after_s := 1;
      RETURN o;
    END;
    o.outcome := 'recorded';
    RETURN o;
  END LOOP;
  RAISE EXCEPTION 'onceover: the key changed during each of several reads; it was not recorded' USING ERRCODE = '40001';
END
$_$;


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
-- Name: register_gateway(text, text, interval, text, text, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.register_gateway(name text, operation text, dedupe_window interval, reason text, actor text, host text, program text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  number bigint;
  is_owners CONSTANT boolean := onceover.is_owner();
BEGIN
  IF $3 IS NOT NULL THEN PERFORM onceover.require_span('a gateway''s window', $3, interval '366 days'); END IF;
  IF is_owners THEN
    UPDATE onceover.gateways g SET ended_at = clock_timestamp() WHERE g.name = $1 AND g.operation = $2
      AND g.in_force_since IS NOT NULL AND g.ended_at IS NULL;
  END IF;
  INSERT INTO onceover.gateways (name, operation, dedupe_window, reason, actor, in_force_since)
  VALUES ($1, $2, $3, $4, $5, CASE WHEN is_owners THEN clock_timestamp() END)
  RETURNING id INTO number;
  INSERT INTO onceover.audit (action, actor, host, program, operation, evidence, reason)
  VALUES ('register_gateway', $5, $6, $7, $2, jsonb_build_object('gateway', $1, 'declaration', number, 'dedupe_window',
    $3, 'in_force', is_owners), $4);
  RETURN number;
END
$_$;


--
-- Name: register_settled(text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.register_settled(operation text) RETURNS timestamp with time zone
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  IF octet_length($1) NOT BETWEEN 1 AND 247 THEN
    RAISE EXCEPTION 'onceover: an operation whose settled keys are handed over has 1 to 247 bytes'
      USING ERRCODE = '22023';
  END IF;
  INSERT INTO onceover.settled_operations (operation) VALUES ($1) ON CONFLICT DO NOTHING;
  RETURN (SELECT s.registered_at FROM onceover.settled_operations s WHERE s.operation = $1);
END
$_$;


--
-- Name: relay_bury(text, uuid, bigint, text, boolean); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.relay_bury(relay text, token uuid, fence bigint, error text, is_ordered boolean) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  IF NOT onceover.owns_relay($1, $2, $3) THEN RETURN false; END IF;
  UPDATE onceover.outbox_parked d SET state = 'dead', next_try_at = NULL, error = left($4, 4000)
  WHERE d.relay = $1 AND d.seq = (
    SELECT p.seq FROM onceover.outbox_parked p
    WHERE p.relay = $1 AND p.state = 'waiting' AND p.next_try_at <= statement_timestamp()
      AND (NOT $5 OR NOT EXISTS (
        SELECT FROM onceover.outbox_parked q
        WHERE q.relay = $1 AND q.aggregatetype = p.aggregatetype AND q.aggregateid = p.aggregateid AND q.seq < p.seq))
    ORDER BY p.next_try_at LIMIT 1);
  RETURN FOUND;
END
$_$;


--
-- Name: relay_carry_out(text, uuid, bigint, bigint[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.relay_carry_out(relay text, token uuid, fence bigint, busy bigint[]) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  q onceover.event_requests;
  parked onceover.outbox_parked;
  n bigint := 0;
BEGIN
  IF NOT onceover.owns_relay($1, $2, $3) THEN RETURN 0; END IF;
  FOR q IN
    DELETE FROM onceover.event_requests d
    WHERE d.relay = $1 AND d.seq = ANY (ARRAY (
      SELECT e.seq FROM onceover.event_requests e WHERE e.relay = $1 AND e.seq <> ALL (COALESCE($4, '{}'))
      ORDER BY e.seq LIMIT 1000 FOR UPDATE SKIP LOCKED))
    RETURNING d.*
  LOOP
    n := n + 1;
    SELECT p.* INTO parked FROM onceover.outbox_parked p
      WHERE p.relay = $1 AND p.seq = q.seq AND p.state IN ('dead', 'waiting');
    CONTINUE WHEN NOT FOUND;
    BEGIN
      IF q.act = 'skip' THEN
        PERFORM onceover.relay_unpark($1, $2, $3, ARRAY[q.seq]);
      ELSE
        UPDATE onceover.outbox_parked p SET state = 'waiting', attempts = 0, next_try_at = clock_timestamp()
          WHERE p.relay = $1 AND p.seq = q.seq;
      END IF;
      INSERT INTO onceover.audit (action, actor, host, program, fence_after, before, after, reason)
      VALUES (q.act || '_event', q.actor, q.host, q.program, $3, onceover.of_parked(parked),
              jsonb_build_object('asked_by', q.db_user, 'asked_at',
                to_char(q.asked_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')), q.reason);
    EXCEPTION WHEN OTHERS THEN
      -- One request stops no other.
      UPDATE onceover.outbox_parked p SET error = format('the request to %s it failed: %s', q.act, SQLERRM)
        WHERE p.relay = $1 AND p.seq = q.seq;
    END;
  END LOOP;
  RETURN n;
END
$_$;


--
-- Name: relay_let_go(text, uuid, bigint); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.relay_let_go(relay text, token uuid, fence bigint) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  UPDATE onceover.relays r SET owner = NULL, locked_until = NULL
    WHERE r.name = $1 AND r.fence = $3 AND onceover.owns_relay($1, $2, $3);
  RETURN FOUND;
END
$_$;


--
-- Name: relay_moved(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.relay_moved() RETURNS void
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET lock_timeout TO '2s'
    AS $$
BEGIN
  IF onceover.outbox_subscription() IS NULL THEN RETURN; END IF;
  UPDATE onceover.relays r SET database_oid = 0
  WHERE r.database_oid <> 0 AND NOT EXISTS (SELECT FROM onceover.relay_holds h
    WHERE h.relay = r.name AND h.state = 'retired');
END
$$;


--
-- Name: relay_park(text, uuid, bigint, bigint[], uuid[], text[], text[], text[], timestamp with time zone[], text[], bigint[], bigint[], text[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.relay_park(relay text, token uuid, fence bigint, seqs bigint[], ids uuid[], topics text[], types text[], aggregates text[], created timestamp with time zone[], states text[], attempts bigint[], waits bigint[], errors text[]) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  n bigint;
BEGIN
  PERFORM onceover.require_waits($12);
  IF EXISTS (SELECT FROM unnest($9, $11) v (created_at, attempts)
    WHERE NOT isfinite(v.created_at) OR v.attempts NOT BETWEEN 0 AND 2147483647) THEN
    RAISE EXCEPTION 'onceover: these are no parked events' USING ERRCODE = '22023';
  END IF;
  IF NOT onceover.owns_relay($1, $2, $3) THEN RETURN 0; END IF;
  INSERT INTO onceover.outbox_parked AS o (relay, seq, id, topic, aggregatetype, aggregateid, created_at, state,
    attempts, next_try_at, error)
  SELECT $1, p.seq, p.id, p.topic, p.aggregatetype, p.aggregateid, p.created_at, w.state, p.attempts,
    CASE w.state WHEN 'waiting' THEN clock_timestamp() + p.wait_ms * interval '1 millisecond'
      END, NULLIF(left(p.error, 4000), '')
  FROM (
    SELECT p.*, row_number() OVER (PARTITION BY p.aggregatetype, p.aggregateid ORDER BY p.seq) = 1 AS is_first
    FROM unnest($4, $5, $6, $7, $8, $9, $10, $11, $12, $13) AS p(seq, id, topic, aggregatetype, aggregateid,
      created_at, state, attempts, wait_ms, error)
  ) p, LATERAL (
    SELECT CASE
      WHEN p.state = 'behind' AND p.is_first AND NOT EXISTS (
        SELECT FROM onceover.outbox_parked q
        WHERE q.relay = $1 AND q.aggregatetype = p.aggregatetype AND q.aggregateid = p.aggregateid AND q.seq < p.seq)
          THEN 'waiting'
      ELSE p.state END AS state
  ) w
  ON CONFLICT (relay, seq) DO UPDATE
  SET state = excluded.state, attempts = excluded.attempts, next_try_at = excluded.next_try_at, error = excluded.error
  WHERE excluded.attempts > 0;
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END
$_$;


--
-- Name: relay_parked_ahead(text, uuid, bigint); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.relay_parked_ahead(relay text, token uuid, fence bigint) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  n bigint;
BEGIN
  IF NOT onceover.owns_relay($1, $2, $3) THEN RETURN 0; END IF;
  UPDATE onceover.outbox_parked p SET next_try_at = clock_timestamp()
  WHERE p.relay = $1 AND p.state = 'waiting' AND p.next_try_at > statement_timestamp() + onceover.no_end_is_later();
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END
$_$;


--
-- Name: relay_parked_first(text, uuid, bigint, boolean); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.relay_parked_first(relay text, token uuid, fence bigint, is_ordered boolean) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  n bigint;
BEGIN
  IF NOT onceover.owns_relay($1, $2, $3) THEN RETURN 0; END IF;
  UPDATE onceover.outbox_parked p SET state = 'waiting', next_try_at = clock_timestamp()
  WHERE p.relay = $1 AND p.state = 'behind'
    AND (NOT $4 OR NOT EXISTS (
      SELECT FROM onceover.outbox_parked q
      WHERE q.relay = $1 AND q.aggregatetype = p.aggregatetype AND q.aggregateid = p.aggregateid AND q.seq < p.seq));
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
END
$_$;


--
-- Name: relay_progress(text, uuid, bigint, tid, text, pg_snapshot, pg_snapshot, bigint, bigint, interval, bigint, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.relay_progress(relay text, token uuid, fence bigint, place tid, server text, window_from pg_snapshot, window_to pg_snapshot, pos bigint, drain_pos bigint, lease interval, published bigint, trouble text, OUT moved_to tid, OUT held text) RETURNS SETOF record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  run CONSTANT text := onceover.server_run();
BEGIN
  IF right($5, length(run)) IS DISTINCT FROM run THEN PERFORM onceover.hold_relay(NULL, NULL, $5); END IF;
  PERFORM onceover.require_span('a lease', $10, onceover.longest_lease());
  PERFORM onceover.require_count('published', $11, 1000000000);
  IF NOT COALESCE(pg_snapshot_xmax($6) <= pg_snapshot_xmax($7)
    AND pg_snapshot_xmax($7) <= pg_snapshot_xmax(pg_current_snapshot()) AND $8 >= 0, false) THEN
    RAISE EXCEPTION 'onceover: a window lies in the past of this server' USING ERRCODE = '22023';
  END IF;
  RETURN QUERY
  UPDATE onceover.relays r
  SET window_from = $6, window_to = $7, pos = $8,
    drain_up_to = CASE WHEN $9 IS NOT NULL THEN r.drain_up_to END, drain_pos = COALESCE($9, 0),
    locked_until = clock_timestamp() + $10, published = r.published + $11,
    published_at = CASE WHEN $11 > 0 THEN clock_timestamp() ELSE r.published_at END, trouble = left($12, 4000),
    trouble_since = CASE WHEN $12 IS NULL THEN NULL WHEN r.trouble IS NULL THEN clock_timestamp() ELSE r.trouble_since
      END
  WHERE r.ctid = $4 AND r.name = $1 AND r.fence = $3 AND EXISTS (SELECT FROM onceover.relay_tokens t
    WHERE t.relay = $1 AND t.token = $2)
  RETURNING r.ctid, CASE WHEN EXISTS (SELECT FROM onceover.control s WHERE s.stopped) THEN 'stopped'
                         ELSE (SELECT h.state FROM onceover.relay_holds h WHERE h.relay = $1) END;
END
$_$;


--
-- Name: relay_renew(text, uuid, bigint, tid, text, interval, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.relay_renew(relay text, token uuid, fence bigint, place tid, server text, lease interval, trouble text, OUT moved_to tid, OUT held text) RETURNS SETOF record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  run CONSTANT text := onceover.server_run();
BEGIN
  IF right($5, length(run)) IS DISTINCT FROM run THEN PERFORM onceover.hold_relay(NULL, NULL, $5); END IF;
  PERFORM onceover.require_span('a lease', $6, onceover.longest_lease());
  RETURN QUERY
  UPDATE onceover.relays r
  SET locked_until = clock_timestamp() + $6, trouble = left($7, 4000),
    trouble_since = CASE WHEN $7 IS NULL THEN NULL WHEN r.trouble IS NULL THEN clock_timestamp() ELSE r.trouble_since
      END
  WHERE r.ctid = $4 AND r.name = $1 AND r.fence = $3 AND EXISTS (SELECT FROM onceover.relay_tokens t
    WHERE t.relay = $1 AND t.token = $2)
  RETURNING r.ctid, CASE WHEN EXISTS (SELECT FROM onceover.control s WHERE s.stopped) THEN 'stopped'
                         ELSE (SELECT h.state FROM onceover.relay_holds h WHERE h.relay = $1) END;
END
$_$;


--
-- Name: relay_take(text, text, uuid, interval, text[], boolean, text, text, timestamp with time zone); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.relay_take(relay text, owner text, secret uuid, lease interval, topics text[], is_ordered boolean, server text, starts text, starts_at timestamp with time zone, OUT place tid, OUT fence bigint, OUT window_from pg_snapshot, OUT window_to pg_snapshot, OUT pos bigint, OUT drain_up_to bigint, OUT drain_pos bigint, OUT drain_since timestamp with time zone, OUT drain_except text[], OUT since timestamp with time zone, OUT last_seq bigint, OUT token uuid) RETURNS SETOF record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET lock_timeout TO '50ms'
    AS $_$
#variable_conflict use_column
DECLARE
  holder CONSTANT text := $2 || '#' || left(encode(sha256(uuid_send($3)), 'hex'), 16);
BEGIN
  PERFORM onceover.require_span('a lease', $4, onceover.longest_lease());
  IF NOT COALESCE(octet_length($1) BETWEEN 1 AND 200 AND octet_length(holder) BETWEEN 18 AND 1000
    AND cardinality($5) BETWEEN 1 AND 1000
                  AND array_ndims($5) = 1 AND array_position($5, NULL) IS NULL AND octet_length($5::text) <= 100000
                  AND $6 IS NOT NULL
                  AND $8 IN ('beginning', 'now', 'time') AND ($8 <> 'time' OR $9 <= clock_timestamp()), false) THEN
    RAISE EXCEPTION 'onceover: a relay needs a name, an owner with a secret, topics, and a start that is not in the future'
      USING ERRCODE = '22023';
  END IF;
  IF onceover.server_token() IS DISTINCT FROM $7 THEN RETURN; END IF;
  IF NOT EXISTS (SELECT FROM onceover.relays r WHERE r.name = $1) THEN
    INSERT INTO onceover.relays (name, topics, is_ordered, since, whole_since, window_from, window_to, system_identifier,
      database_oid)
    SELECT $1, $5, $6, CASE $8 WHEN 'time' THEN $9 ELSE '-infinity'
      END, CASE $8 WHEN 'now' THEN clock_timestamp() ELSE '-infinity' END, s.start, s.start, NULLIF(split_part($7, '/', 1), '?'), split_part($7, '/', 2)::oid
    -- Nothing is visible in 3:3: but what the server made.
    FROM (SELECT CASE $8 WHEN 'now' THEN pg_current_snapshot() ELSE '3:3:'::pg_snapshot END AS start) s
    WHERE NOT EXISTS (SELECT FROM onceover.outbox_adoptions a WHERE a.ended_at IS NULL)
    ON CONFLICT (name) DO NOTHING;
  END IF;
  -- One that is free, and that no other session takes at this moment.
  PERFORM FROM onceover.relays r
  WHERE r.name = $1
    AND (r.locked_until IS NULL OR r.locked_until <= clock_timestamp() OR r.owner = holder
         OR r.locked_until > clock_timestamp() + onceover.no_end_is_later())  -- written while the clock was ahead
  FOR NO KEY UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN; END IF;
  UPDATE onceover.relays r
  SET owner = holder, fence = nextval('onceover.fence'), locked_until = clock_timestamp() + $4, topics = $5,
      is_ordered = $6,
    whole_since = CASE WHEN j.joins THEN GREATEST(r.whole_since, j.whole_since) ELSE r.whole_since END,
    drain_up_to = CASE WHEN j.drains THEN COALESCE((SELECT max(o.seq) FROM onceover.outbox o), 0) ELSE r.drain_up_to
      END,
    drain_pos = CASE WHEN j.drains THEN 0 ELSE r.drain_pos END,
    drain_since = CASE WHEN NOT j.drains THEN r.drain_since WHEN r.drain_up_to IS NULL THEN j.since
      ELSE LEAST(r.drain_since, j.since) END,
    drain_except = CASE WHEN j.drains AND r.drain_up_to IS NULL THEN r.topics
                        WHEN j.joins AND NOT j.drains AND r.drain_up_to IS NOT NULL
                          THEN r.drain_except || ARRAY (SELECT unnest($5) EXCEPT SELECT unnest(r.topics))
                        ELSE r.drain_except END
  FROM (
    SELECT q.name, s.joins, s.joins AND $8 <> 'now' AS drains,
      CASE $8 WHEN 'time' THEN $9 ELSE '-infinity' END AS since,
      CASE $8 WHEN 'now' THEN clock_timestamp() WHEN 'time' THEN $9 END AS whole_since
    FROM onceover.relays q, LATERAL (SELECT q.topics <> '{*}' AND NOT $5 <@ q.topics AS joins) s
    WHERE q.name = $1
  ) j
  WHERE r.name = j.name
    AND NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = $1) AND NOT EXISTS (SELECT
      FROM onceover.control s WHERE s.stopped)
    AND NOT EXISTS (SELECT FROM onceover.outbox_adoptions a WHERE a.ended_at IS NULL)
  RETURNING r.ctid, r.fence, r.window_from, r.window_to, r.pos, r.drain_up_to, r.drain_pos, r.drain_since,
            r.drain_except, r.since,
    COALESCE((SELECT max(o.seq) FROM onceover.outbox o), 0)
  INTO place, fence, window_from, window_to, pos, drain_up_to, drain_pos, drain_since, drain_except, since, last_seq;
  IF NOT FOUND THEN RETURN; END IF;
  INSERT INTO onceover.relay_tokens AS t (relay, token) VALUES ($1, gen_random_uuid())
  ON CONFLICT (relay) DO UPDATE SET token = excluded.token
  RETURNING t.token INTO token;
  RETURN NEXT;
EXCEPTION WHEN lock_not_available THEN
  RETURN;  -- another session takes it, or an adoption begins
END
$_$;


--
-- Name: relay_unpark(text, uuid, bigint, bigint[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.relay_unpark(relay text, token uuid, fence bigint, seqs bigint[]) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  n bigint;
BEGIN
  IF NOT onceover.owns_relay($1, $2, $3) THEN RETURN 0; END IF;
  WITH gone AS (
    DELETE FROM onceover.outbox_parked p WHERE p.relay = $1 AND p.seq = ANY ($4)
      RETURNING p.aggregatetype, p.aggregateid
  ), heads AS (
    SELECT f.seq
    FROM (SELECT DISTINCT g.aggregatetype, g.aggregateid FROM gone g) g, LATERAL (
      SELECT n.seq, n.state FROM onceover.outbox_parked n
      WHERE n.relay = $1 AND n.aggregatetype = g.aggregatetype AND n.aggregateid = g.aggregateid AND n.seq <> ALL ($4)
      ORDER BY n.seq LIMIT 1
    ) f
    WHERE f.state = 'behind'
  ), due AS (
    UPDATE onceover.outbox_parked p SET state = 'waiting', next_try_at = clock_timestamp() FROM heads h
      WHERE p.relay = $1 AND p.seq = h.seq
  )
  SELECT count(*) INTO n FROM gone;
  RETURN n;
END
$_$;


--
-- Name: release(text, text, text, bigint, interval, uuid); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.release(tenant text, operation text, key text, fence bigint, dedupes_for interval DEFAULT NULL::interval, attempt uuid DEFAULT NULL::uuid) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET lock_timeout TO '5s'
    AS $_$
#variable_conflict use_column
DECLARE
  marker text;
BEGIN
  IF $5 IS NOT NULL THEN
    PERFORM onceover.require_span('dedupes_for', $5, interval '366 days');
  ELSIF EXISTS (SELECT FROM onceover.keys k WHERE k.key = $3 AND k.operation = $2 AND k.tenant = $1 AND k.fence = $4
    AND k.attempts > 1) THEN
    RAISE EXCEPTION 'onceover: an earlier attempt under this key may have reached the gateway; the key was not released'
      USING ERRCODE = '22023', HINT = 'Give dedupes_for, or let the lease run out.';
  END IF;
  marker := set_config('synchronous_commit', 'on', true);
  UPDATE onceover.keys k
  SET state = 'released', locked_until = NULL, retry_before = LEAST(k.created_at + $5, k.retry_before),
      updated_at = clock_timestamp(),
      error_code = CASE WHEN k.attempts = 1 OR k.error_code = 'TRANSIENT.no_effect' THEN 'TRANSIENT.no_effect' END,
      expires_at = make_interval(secs => k.retention_s) + GREATEST(k.created_at + $5, clock_timestamp())
  WHERE k.key = $3 AND k.operation = $2 AND k.tenant = $1 AND k.fence = $4 AND k.state = 'in_progress'
    AND k.holder = 'executor'
    AND ($6 IS NULL OR right(k.owner, 37) = '#' || $6)
  RETURNING set_config('onceover.claim', k.fence::text, true) INTO marker;
  RETURN FOUND;
END
$_$;


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
  PERFORM FROM onceover.frontier FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO onceover.unfinished (created_at, key, tenant, operation, listed_floor)
  SELECT k.created_at, k.key, k.tenant, k.operation, coalesce(pg_sequence_last_value('onceover.floor'::regclass), 0)
  FROM onceover.keys k
  WHERE (k.created_at, k.key) > (behind_time, behind_key) AND (k.created_at, k.key) <= (until_time, until_key)
    AND k.created_at < (SELECT f.until FROM onceover.frontier f) AND k.state IN ('in_progress', 'released')
    AND NOT EXISTS (SELECT FROM onceover.unfinished u WHERE u.created_at = k.created_at AND u.key = k.key
      AND u.tenant = k.tenant
                    AND u.operation = k.operation)
  ON CONFLICT DO NOTHING;
  GET DIAGNOSTICS missing = ROW_COUNT;
  IF missing > 0 THEN UPDATE onceover.frontier f SET found_behind = f.found_behind + missing; END IF;
  RETURN missing;
END
$$;


--
-- Name: renew(text, text, text, bigint, interval, uuid); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.renew(tenant text, operation text, key text, fence bigint, lease interval, attempt uuid DEFAULT NULL::uuid) RETURNS timestamp with time zone
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET lock_timeout TO '5s'
    AS $_$
#variable_conflict use_column
DECLARE
  until timestamptz;
  marker text;
BEGIN
  PERFORM onceover.require_span('a lease', $5, onceover.longest_lease());
  marker := set_config('synchronous_commit', 'on', true);
  -- First the lock, then the clock.
  PERFORM FROM onceover.keys k WHERE k.key = $3 AND k.operation = $2 AND k.tenant = $1 AND k.fence = $4
    AND k.state = 'in_progress' FOR UPDATE;
  UPDATE onceover.keys k SET locked_until = clock_timestamp() + $5, updated_at = clock_timestamp()
  WHERE k.key = $3 AND k.operation = $2 AND k.tenant = $1 AND k.fence = $4 AND k.state = 'in_progress'
    AND k.holder = 'executor'
    AND ($6 IS NULL OR right(k.owner, 37) = '#' || $6)
  RETURNING k.locked_until, set_config('onceover.claim', k.fence::text, true) INTO until, marker;
  RETURN until;
END
$_$;


--
-- Name: repair_sequences(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.repair_sequences() RETURNS TABLE(sequence text, was bigint, now bigint)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
DECLARE
  most CONSTANT bigint := onceover.last_fence();  -- no sequence gave a higher one
BEGIN
  SELECT s.last_value INTO was FROM onceover.fence s;
  SELECT GREATEST((SELECT max(k.fence) FROM onceover.keys k WHERE k.fence <= most), (SELECT max(r.fence)
    FROM onceover.relays r WHERE r.fence <= most),
                  (SELECT max(c.fence) FROM onceover.row_cases c WHERE c.fence <= most),
                  (SELECT max(f.fence) FROM onceover.audit a, unnest(ARRAY[a.fence_before, a.fence_after]) f (fence)
                    WHERE f.fence <= most)) INTO now;
  IF now > was THEN
    PERFORM setval('onceover.fence', now);
    sequence := 'fence';
    RETURN NEXT;
  END IF;
  SELECT s.last_value INTO was FROM onceover.inbox_fence s;
  SELECT max(i.fence) INTO now FROM onceover.inbox i WHERE i.fence <= most;
  IF now > was THEN
    PERFORM setval('onceover.inbox_fence', now);
    sequence := 'inbox_fence';
    RETURN NEXT;
  END IF;
END
$$;


--
-- Name: republish_events(bigint, bigint, text, text, text, bigint, text, text, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.republish_events(after bigint, up_to bigint, topic text, aggregate_type text, aggregate_id text, most bigint, reason text, actor text, host text, program text, OUT events bigint, OUT reached bigint) RETURNS record
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_bitmapscan TO 'off'
    SET enable_sort TO 'off'
    SET jit TO 'off'
    AS $_$
#variable_conflict use_column
DECLARE
  looked bigint;
  found_last bigint;
  is_full boolean;
BEGIN
  IF COALESCE($7, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  PERFORM onceover.require_count('most', $6, 10000);
  SELECT max(l.seq) INTO looked
  FROM (SELECT o.seq FROM onceover.outbox o WHERE o.seq > $1 AND o.seq <= $2 ORDER BY o.seq LIMIT 50000) l;
  WITH found AS (
    SELECT o.* FROM onceover.outbox o
    WHERE o.seq > $1 AND o.seq <= looked AND ($3 IS NULL OR o.topic = $3) AND ($4 IS NULL OR o.aggregatetype = $4)
      AND ($5 IS NULL OR o.aggregateid = $5)
    ORDER BY o.seq LIMIT $6
  ), written AS (
    INSERT INTO onceover.outbox (id, topic, aggregatetype, aggregateid, type, payload, content_type, headers)
    SELECT f.id, f.topic, f.aggregatetype, f.aggregateid, f.type, f.payload, f.content_type,
      f.headers || jsonb_build_object('republished_from', f.seq::text)
    FROM found f WHERE NOT f.headers ? 'erased' ORDER BY f.seq
    RETURNING 1
  )
  SELECT (SELECT count(*) FROM written), (SELECT max(f.seq) FROM found f), (SELECT count(*) >= $6 FROM found f)
    INTO events, found_last, is_full;
  reached := CASE WHEN is_full THEN found_last ELSE looked END;
  IF events > 0 THEN
    INSERT INTO onceover.audit (action, actor, host, program, after, reason)
    VALUES ('republish_events', $8, $9, $10,
            jsonb_strip_nulls(jsonb_build_object('after_seq', $1, 'reached', reached, 'topic', $3, 'aggregate_type',
              $4, 'aggregate_id', $5,
                                                 'new_ids', false, 'events', events)), $7);
  END IF;
END
$_$;


--
-- Name: require_answers(text[], bigint[], bytea[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.require_answers(verbs text[], codes bigint[], headers bytea[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF EXISTS (SELECT FROM unnest(verbs, codes) v (verb, code)
    WHERE v.verb IN ('succeed', 'fail') AND COALESCE(v.code, 0) NOT BETWEEN 200 AND 599) THEN
    RAISE EXCEPTION 'onceover: the status of an answer is between 200 and 599' USING ERRCODE = '22023';
  END IF;
  -- Many keys have the same headers.
  IF NOT (SELECT COALESCE(bool_and(onceover.are_headers(d.header)), true)
          FROM (SELECT DISTINCT v.header FROM unnest(verbs, headers) v (verb, header)
            WHERE v.verb IN ('succeed', 'fail')) d) THEN
    RAISE EXCEPTION 'onceover: the headers of an answer cannot be read' USING ERRCODE = '22023';
  END IF;
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
    RAISE EXCEPTION 'onceover: claims need READ COMMITTED, not %', current_setting('transaction_isolation')
      USING ERRCODE = 'OC002';
  END IF;
  IF coalesce(current_setting('onceover.claim', true), '') = '' THEN
    RAISE EXCEPTION 'onceover: the key is already claimed; nothing was executed' USING ERRCODE = 'OC001';
  END IF;
END
$$;


--
-- Name: require_count(text, bigint, bigint); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.require_count(name text, given bigint, most bigint) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF given BETWEEN 0 AND most THEN RETURN; END IF;
  RAISE EXCEPTION 'onceover: % must be between 0 and %', name, most USING ERRCODE = '22023';
END
$$;


--
-- Name: require_retention(interval); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.require_retention(given interval) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF onceover.is_plain_span(given) AND (given >= interval '1 hour' OR onceover.is_owner()) THEN RETURN; END IF;
  RAISE EXCEPTION 'onceover: the retention must be at least an hour, in days or shorter units' USING ERRCODE = '22023';
END
$$;


--
-- Name: require_settlement(text, text, text, text, text, jsonb, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.require_settlement(tenant text, operation text, key text, act text, verdict text, evidence jsonb, reason text, retry_before text) RETURNS boolean
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  IF COALESCE($7, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  IF $4 = 'release' AND COALESCE($8, '') = '' THEN
    RAISE EXCEPTION 'onceover: a release says until when clients may retry' USING ERRCODE = '22023';
  END IF;
  -- Its executors reported that no attempt had an effect (key_release.sql), and no claim is accepted any more.
  IF $4 = 'fail' AND $5 = 'settle_failed' AND $6 ->> 'finding' = 'no_such_key'
     AND EXISTS (SELECT FROM onceover.keys k WHERE k.key = $3 AND k.operation = $2 AND k.tenant = $1
                 AND k.error_code = 'TRANSIENT.no_effect' AND k.retry_before <= clock_timestamp()) THEN
    RETURN true;
  END IF;
  -- Without evidence, not beyond the dedupe window of the registered gateway: bounded_release has checked it.
  IF $4 = 'release' AND $6 IS NOT NULL AND onceover.dedupe_window_of($2) IS NOT NULL THEN RETURN true; END IF;
  RAISE EXCEPTION 'onceover: no evidence bears this out: it needs a second approver' USING ERRCODE = 'OC005';
END
$_$;


--
-- Name: require_span(text, interval, interval); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.require_span(name text, given interval, most interval) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF given > interval '0' AND given <= most AND onceover.is_plain_span(given) THEN RETURN; END IF;
  RAISE EXCEPTION 'onceover: % must be longer than 0 and at most %, in days or shorter units', name, most
    USING ERRCODE = '22023';
END
$$;


--
-- Name: require_waits(bigint[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.require_waits(given bigint[]) RETURNS void
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  IF given IS NULL OR EXISTS (SELECT FROM unnest(given) v (ms)
    WHERE v.ms IS NULL OR v.ms NOT BETWEEN 0 AND extract(epoch FROM onceover.longest_lease()) * 1000) THEN
    RAISE EXCEPTION 'onceover: the time to the next try must be between 0 and a day' USING ERRCODE = '22023';
  END IF;
END
$$;


--
-- Name: retire_relay(text, text, text, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.retire_relay(relay text, reason text, actor text, host text, program text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  before onceover.relays;
  given_up bigint;
BEGIN
  IF COALESCE($2, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT r.* INTO before FROM onceover.relays r WHERE r.name = $1;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO onceover.relay_holds AS h (relay, state, held_by, reason) VALUES ($1, 'retired', $3, $2)
  ON CONFLICT (relay) DO UPDATE SET state = excluded.state, since = excluded.since, held_by = excluded.held_by,
    reason = excluded.reason
  WHERE h.state <> 'retired';
  IF NOT FOUND THEN RETURN NULL; END IF;
  IF before.locked_until > clock_timestamp() THEN
    RAISE EXCEPTION 'onceover: the relay is run by %', before.owner USING ERRCODE = '55006';
  END IF;
  SELECT count(*) INTO given_up FROM onceover.outbox_parked p WHERE p.relay = $1;
  DELETE FROM onceover.event_requests d WHERE d.relay = $1 AND d.seq = ANY (ARRAY (
    SELECT e.seq FROM onceover.event_requests e WHERE e.relay = $1 FOR UPDATE SKIP LOCKED));
  INSERT INTO onceover.audit (action, actor, host, program, before, reason)
  VALUES ('retire_relay', $3, $4, $5,
          jsonb_build_object('relay', $1, 'topics', before.topics, 'window_to', before.window_to::text, 'published',
            before.published,
                             'held_back', given_up), $2);
  RETURN given_up;
END
$_$;


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
  -- Once in a transaction for each earlier time, not once for each row.
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
  PERFORM onceover.require_count('most', most, 10000000);
  -- A row's lock: an advisory one could be held by any user of the database.
  SELECT * INTO was FROM onceover.counter_rollup FOR UPDATE SKIP LOCKED;
  IF NOT FOUND THEN
    SELECT * INTO STRICT was FROM onceover.counter_rollup;
    RETURN NULL;
  END IF;
  IF was.rolled_at BETWEEN moment - not_within AND moment AND not_within > '0' THEN RETURN NULL; END IF;
  UPDATE onceover.counter_rollup r SET rolled_at = moment,
    seconds_from = greatest(r.seconds_from, date_bin('1 minute', moment - r.seconds_kept, epoch)),
    minutes_from = greatest(r.minutes_from, date_bin('1 hour', moment - r.minutes_kept, epoch)),
    hours_from = CASE WHEN r.hours_kept IS NULL THEN r.hours_from
      ELSE greatest(r.hours_from, date_bin('1 hour', moment - r.hours_kept, epoch)) END
  RETURNING * INTO kept;
  IF kept.seconds_from > was.seconds_from THEN
    DELETE FROM onceover.counter_minutes b WHERE b.series = ANY (ARRAY (SELECT s.id FROM onceover.counter_series s))
      AND b.at < kept.seconds_from;
  END IF;
  IF kept.minutes_from > was.minutes_from THEN
    UPDATE onceover.counter_hours b SET minutes = NULL
    WHERE b.series = ANY (ARRAY (SELECT s.id FROM onceover.counter_series s)) AND b.at >= was.minutes_from
      AND b.at < kept.minutes_from;
    DELETE FROM onceover.counter_sources s WHERE s.at < moment - '35 days'::interval;
  END IF;
  IF kept.hours_from > was.hours_from THEN
    DELETE FROM onceover.counter_hours b WHERE b.series = ANY (ARRAY (SELECT s.id FROM onceover.counter_series s))
      AND b.at < kept.hours_from;
    -- max() uses the index, even without statistics of the tables.
    DELETE FROM onceover.counter_series s
    WHERE (SELECT max(b.at) FROM onceover.counter_hours b WHERE b.series = s.id) IS NULL
      AND (SELECT max(b.at) FROM onceover.counter_minutes b WHERE b.series = s.id) IS NULL;
  END IF;

  -- All rows that are visible now, not all rows before a time: the next call moves rows that commit late.
  WITH moved AS MATERIALIZED (
    DELETE FROM onceover.counter_deltas d
    WHERE d.ctid = ANY (ARRAY (SELECT o.ctid FROM onceover.counter_deltas o ORDER BY o.at LIMIT most))
    RETURNING date_bin('1 second', d.at, epoch) AS at, d.name, coalesce(d.bucket, -1) AS bucket, d.tenant, d.operation,
              d.n
  ), summed AS MATERIALIZED (
    SELECT (ARRAY['both', 'tenant', 'operation', 'all'])[1 + GROUPING(m.tenant, m.operation)] AS grouped, m.name,
           m.bucket, coalesce(m.tenant, '') AS tenant, coalesce(m.operation, '') AS operation, m.at,
           sum(m.n)::bigint AS n
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
    SELECT s.id, s.grouped, s.name, s.bucket, s.tenant, s.operation FROM onceover.counter_series s UNION ALL SELECT *
      FROM made
  ), parts AS MATERIALIZED (
    SELECT k.id AS series, s.at, s.n, (extract(epoch FROM s.at)::bigint % 60)::integer + 1 AS second,
           (extract(epoch FROM s.at)::bigint / 60 % 60)::integer + 1 AS minute
    FROM summed s JOIN known k USING (grouped, name, bucket, tenant, operation)
  ), by_minute AS (
    INSERT INTO onceover.counter_minutes AS b (series, at, n, seconds)
    SELECT p.series, date_bin('1 minute', p.at, epoch), sum(p.n),
           onceover.counter_parts(NULL, array_agg(p.second), array_agg(p.n))
    FROM parts p WHERE p.at >= kept.seconds_from GROUP BY 1, 2
    ON CONFLICT (series, at)
      DO UPDATE SET n = b.n + EXCLUDED.n, seconds = onceover.counter_parts(b.seconds, NULL, EXCLUDED.seconds)
  ), by_hour AS (
    INSERT INTO onceover.counter_hours AS b (series, at, n, minutes)
    SELECT p.series, date_bin('1 hour', p.at, epoch), sum(p.n),
           CASE WHEN date_bin('1 hour', p.at, epoch) >= kept.minutes_from
             THEN onceover.counter_parts(NULL, array_agg(p.minute), array_agg(p.n)) END
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
  -- One snapshot for the seals and the links: what one of them lacks the other has.
  WITH last AS (
    SELECT s.number, s.hash FROM onceover.audit_seal_tips t JOIN onceover.audit_seals s ON s.number = t.number
  ), sealed AS (
    SELECT h.writer, max(h.seq) AS seq FROM onceover.audit_seal_heads h GROUP BY h.writer
  ), fresh AS (
    SELECT l.writer, max(l.seq) AS seq, count(*) AS links, sum(cardinality(l.ids)) AS rows
    FROM onceover.audit_links l LEFT JOIN sealed s ON s.writer = l.writer
    WHERE l.seq > coalesce(s.seq, 0)
    GROUP BY l.writer
  ), heads AS (
    SELECT f.writer, f.seq, l.hash, f.links, f.rows FROM fresh f JOIN onceover.audit_links l ON l.writer = f.writer
      AND l.seq = f.seq ORDER BY f.writer
  )
  SELECT array_agg(h.writer), array_agg(h.seq), array_agg(h.hash), sum(h.links), sum(h.rows),
         sha256(convert_to(string_agg(ROW(h.writer, h.seq, h.hash)::text, ''), 'UTF8')),
         (SELECT coalesce(array_agg(l.number ORDER BY l.number), '{}') FROM last l),
         (SELECT coalesce(sha256(string_agg(l.hash, ''::bytea ORDER BY l.number)), '') FROM last l)
  INTO fresh_writers, fresh_seqs, fresh_hashes, this.links, this.rows, this.heads, this.joins, this.prev
  FROM heads h;
  IF fresh_writers IS NULL THEN
    RETURN NULL;
  END IF;
  -- A sequence may be behind its table after a promotion.
  LOOP
    this.number := nextval('onceover.audit_seal_number');
    EXIT WHEN NOT EXISTS (SELECT FROM onceover.audit_seals s WHERE s.number >= this.number);
  END LOOP;
  this.at := clock_timestamp();
  this.db_user := session_user;
  this.hash := sha256(convert_to(ROW(this.number, this.at, this.db_user, this.links, this.rows, this.heads, this.joins,
    this.prev)::text, 'UTF8'));
  INSERT INTO onceover.audit_seals SELECT this.*;
  INSERT INTO onceover.audit_seal_heads SELECT this.number, h.* FROM unnest(fresh_writers, fresh_seqs, fresh_hashes) h;
  -- One that another session joins at this moment is left to it; the next seal joins it once more where that session
  -- rolls back.
  DELETE FROM onceover.audit_seal_tips t WHERE t.number = ANY (ARRAY (
    SELECT l.number FROM onceover.audit_seal_tips l WHERE l.number = ANY (this.joins) FOR UPDATE SKIP LOCKED));
  INSERT INTO onceover.audit_seal_tips VALUES (this.number);
  RETURN this.number;
END
$$;


--
-- Name: server_run(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.server_run() RETURNS text
    LANGUAGE sql
    AS $$
  SELECT pg_catalog.concat_ws('/',
    CASE WHEN pg_catalog.pg_is_in_recovery() THEN 'standby'
         ELSE pg_catalog.left(pg_catalog.pg_walfile_name(pg_catalog.pg_current_wal_insert_lsn()), 8) END,
    EXTRACT(epoch FROM pg_catalog.pg_postmaster_start_time()),
      pg_catalog.pg_relation_filepath('onceover.relay_tokens'::pg_catalog.regclass))
$$;


--
-- Name: server_token(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.server_token() RETURNS text
    LANGUAGE plpgsql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
BEGIN
  RETURN concat_ws('/',
    CASE WHEN has_function_privilege('pg_control_system()', 'EXECUTE')
      THEN (SELECT c.system_identifier::text FROM pg_control_system() c) ELSE '?' END,
    (SELECT d.oid FROM pg_database d WHERE d.datname = current_database()), onceover.server_run());
END
$$;


--
-- Name: set_key_aside(text, text, text, bigint, text, text, text, interval, bigint, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.set_key_aside(tenant text, operation text, key text, fence bigint, why text, actor text, host text, next_try interval, most_attempts bigint, program text) RETURNS TABLE(status text)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  trusted CONSTANT boolean := has_column_privilege(session_user, 'onceover.audit', 'action', 'INSERT');
BEGIN
  IF COALESCE($5, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  IF NOT COALESCE($8 BETWEEN interval '0' AND onceover.longest_lease() AND onceover.is_plain_span($8), false) THEN
    RAISE EXCEPTION 'onceover: the time to the next try must be between 0 and a day' USING ERRCODE = '22023';
  END IF;
  RETURN QUERY
  WITH filed AS (
    INSERT INTO onceover.cases AS c (tenant, operation, key, status, attempts, next_try_at, fence, verdict, reason,
      evidence)
    SELECT k.tenant, k.operation, k.key, CASE WHEN $9 <= 1 THEN 'needs_human' ELSE 'open' END, 1,
           CASE WHEN $9 > 1 THEN clock_timestamp() + $8 END, k.fence,
           CASE WHEN $9 <= 1 THEN 'needs_human' ELSE 'unresolved' END, $5, jsonb_build_object('set_aside', $5)
    FROM onceover.keys k
    WHERE k.tenant = $1 AND k.operation = $2 AND k.key = $3 AND k.fence = $4
      AND (trusted OR k.expires_at <= clock_timestamp())
      AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
    ON CONFLICT (tenant, operation, key) DO UPDATE
    SET status = CASE WHEN c.status = 'open' AND c.attempts + 1 >= $9 THEN 'needs_human' ELSE EXCLUDED.status END,
        next_try_at = CASE WHEN NOT (c.status = 'open' AND c.attempts + 1 >= $9) THEN EXCLUDED.next_try_at END,
        verdict = CASE WHEN c.status = 'open' AND c.attempts + 1 >= $9 THEN 'needs_human' ELSE EXCLUDED.verdict END,
        attempts = CASE WHEN c.status = 'settled' THEN 1 ELSE c.attempts + 1 END,
        opened_at = CASE WHEN c.status = 'settled' THEN clock_timestamp() ELSE c.opened_at END,
        fence = EXCLUDED.fence, reason = EXCLUDED.reason, evidence = EXCLUDED.evidence, updated_at = clock_timestamp()
    WHERE c.status <> 'needs_human'
    RETURNING c.tenant, c.operation, c.key, c.fence, c.status
  ), noted AS (
    INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, fence_before, verdict, reason)
    SELECT CASE f.status WHEN 'open' THEN 'unresolved' ELSE f.status
      END, $6, $7, $10, f.tenant, f.operation, f.key, f.fence,
           CASE f.status WHEN 'open' THEN 'unresolved' ELSE f.status END, $5
    FROM filed f
  )
  SELECT f.status FROM filed f;
END
$_$;


--
-- Name: set_stop(boolean, text, text, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.set_stop(stopped boolean, reason text, actor text, host text, program text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
BEGIN
  IF COALESCE($2, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  UPDATE onceover.control c SET stopped = $1, reason = $2, changed_by = $3, changed_at = clock_timestamp()
    WHERE c.stopped <> $1;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO onceover.audit (action, actor, host, program, reason)
    VALUES (CASE WHEN $1 THEN 'stop' ELSE 'start' END, $3, $4, $5, $2);
  RETURN true;
END
$_$;


--
-- Name: settle_event(text, bigint, boolean, text, text, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.settle_event(relay text, seq bigint, skips boolean, reason text, actor text, host text, program text) RETURNS boolean
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  parked onceover.outbox_parked;
BEGIN
  IF COALESCE($4, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  IF $3 IS NULL THEN RAISE EXCEPTION 'onceover: skip or retry?' USING ERRCODE = '22023'; END IF;
  SELECT p.* INTO parked FROM onceover.outbox_parked p
  WHERE p.relay = $1 AND p.seq = $2 AND p.state IN ('dead', 'waiting')
    AND NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = $1 AND h.state = 'retired');
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO onceover.event_requests (relay, seq, act, actor, host, program, reason)
  VALUES ($1, $2, CASE WHEN $3 THEN 'skip' ELSE 'retry' END, $5, $6, $7, $4)
  ON CONFLICT (relay, seq) DO UPDATE SET act = excluded.act, asked_at = excluded.asked_at, db_user = excluded.db_user,
    actor = excluded.actor,
    host = excluded.host, program = excluded.program, reason = excluded.reason;
  INSERT INTO onceover.audit (action, actor, host, program, before, reason)
  VALUES (CASE WHEN $3 THEN 'ask_skip' ELSE 'ask_retry' END, $5, $6, $7, onceover.of_parked(parked), $4);
  RETURN true;
END
$_$;


--
-- Name: settle_keys(text[], text[], text[], bigint[], text[], bigint[], bytea[], bytea[], text[], text[], text[], text[], text[], bigint[], text, text, text, text, tid[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.settle_keys(tenants text[], operations text[], keys text[], fences bigint[], verbs text[], codes bigint[], headers bytea[], bodies bytea[], error_codes text[], retry_before text[], evidence text[], verdicts text[], reasons text[], next_try_ms bigint[], actor text, host text, program text, ticket text, places tid[]) RETURNS TABLE(tenant text, operation text, key text, fence bigint, audit_id bigint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    SET jit TO 'off'
    AS $_$
#variable_conflict use_column
DECLARE
  trusted CONSTANT boolean := has_column_privilege(session_user, 'onceover.audit', 'action', 'INSERT');
BEGIN
  IF NOT trusted THEN
    $4 := ARRAY (SELECT CASE WHEN onceover.is_mine(v.tenant, v.operation, v.key, v.fence) THEN v.fence END
                 FROM unnest($1, $2, $3, $4) WITH ORDINALITY AS v (tenant, operation, key, fence, place)
                   ORDER BY v.place);
  END IF;
  IF 'release' = ANY ($5) THEN
    $10 := ARRAY (SELECT CASE WHEN v.act = 'release' AND v.fence IS NOT NULL
                              THEN onceover.bounded_release(v.tenant, v.operation, v.key, v.until,
                                     onceover.confirms(v.act, v.verdict, NULLIF(v.evidence, '')::jsonb), trusted,
                                     false) ELSE v.until END
                  FROM unnest($1, $2, $3, $4, $5, $10, $11, $12) WITH ORDINALITY
                    AS v (tenant, operation, key, fence, act, until, evidence, verdict, place) ORDER BY v.place);
  END IF;
  RETURN QUERY SELECT s.*
    FROM onceover.write_settlements($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
    $19, false) s;
END
$_$;


--
-- Name: stored_headers(text[], text[]); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.stored_headers(headers text[], also text[]) RETURNS bytea
    LANGUAGE plpgsql IMMUTABLE
    AS $_$
DECLARE
  part text;
  name text;
  low text;
  further text[] := '{}';
  stored text := '';
BEGIN
  IF headers IS NULL OR headers = '{}' THEN RETURN ''; END IF;
  IF also <> '{}' THEN further := ARRAY (SELECT lower(a.name COLLATE "C") FROM unnest(also) a (name)); END IF;
  FOREACH part IN ARRAY headers LOOP
    IF part IS NULL THEN RAISE EXCEPTION 'onceover: a header has no name or no value' USING ERRCODE = '22023'; END IF;
    IF name IS NULL THEN
      name := part;
      CONTINUE;
    END IF;
    low := lower(name COLLATE "C");
    IF (low = ANY ('{content-type,content-language,content-encoding,content-location,content-disposition,
                   location,etag,last-modified,link,cache-control,vary}')
        OR low = ANY (further))
       AND low <> ALL ('{date,set-cookie,set-cookie2,cookie,authorization,www-authenticate,proxy-authenticate,connection,keep-alive,
                       te,trailer,upgrade,transfer-encoding,proxy-authorization,age,server,content-length,authentication-info,idempotency-status}')
       AND name COLLATE "C" ~ '^[!-9;-~]+$' AND part COLLATE "C" !~ '[\r\n]|[^\u0001-\u00ff]' THEN
      stored := stored || length(name) || ':' || name || ',' || length(part) || ':' || part || ',';
    END IF;
    name := NULL;
  END LOOP;
  IF name IS NOT NULL THEN
    RAISE EXCEPTION 'onceover: headers are {name,value,name,value}' USING ERRCODE = '22023';
  END IF;
  IF length(stored) > 100000 THEN RAISE EXCEPTION 'onceover: the headers are longer than 100000 bytes'
    USING ERRCODE = '22023'; END IF;
  RETURN convert_to(stored, 'LATIN1');
END
$_$;


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
    runner_user text COLLATE pg_catalog."C",
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

COMMENT ON COLUMN onceover.plan_items.columns IS 'Row of an external table: the values of its identity, in the order of the profile';


--
-- Name: COLUMN plan_items.frozen; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.plan_items.frozen IS 'The row as it was when the plan was made';


--
-- Name: COLUMN plan_items.fence; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.plan_items.fence IS 'The fence that the key must have: as frozen, or since a runner took it over';


--
-- Name: COLUMN plan_items.runner_user; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.plan_items.runner_user IS 'The database user of the runner: only it finishes the item';


--
-- Name: take_items(bigint, bigint, bigint, text, interval, boolean, boolean); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.take_items(plan bigint, behind bigint, most bigint, runner text, lease interval, dry_run boolean, fresh boolean) RETURNS SETOF onceover.plan_items
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    SET jit TO 'off'
    AS $_$
#variable_conflict use_column
BEGIN
  PERFORM onceover.require_span('a lease', $5, onceover.longest_lease());
  PERFORM onceover.require_count('most', $3, 100000);
  IF COALESCE($4, '') = '' OR $6 IS NULL OR $7 IS NULL THEN RAISE EXCEPTION 'onceover: a runner has a name and a work'
    USING ERRCODE = '22023'; END IF;
  PERFORM FROM onceover.plans p WHERE p.id = $1 AND p.state = CASE WHEN $6 THEN 'frozen' ELSE 'running' END;
  IF NOT FOUND THEN RETURN; END IF;
  PERFORM FROM onceover.plans p WHERE p.id = $1 AND NOT $6 AND p.options -> 'although_held' = 'true'
    AND p.db_user = session_user;
  IF FOUND AND NOT onceover.is_owner() THEN
    RAISE EXCEPTION 'onceover: a plan that overrules leases is run by another database user' USING ERRCODE = 'OC005';
  END IF;
  RETURN QUERY
  WITH free AS (
    SELECT i.position FROM onceover.plan_items i
    WHERE i.plan = $1 AND i.state = 'waiting' AND i.position > $2
      -- What is later was written while the clock was ahead.
      AND (i.taken_until IS NULL OR i.taken_until <= clock_timestamp()
        OR i.taken_until > clock_timestamp() + onceover.no_end_is_later())
      AND (i.next_try_at IS NULL OR i.next_try_at <= clock_timestamp()
        OR i.next_try_at > clock_timestamp() + onceover.no_end_is_later())
      AND (NOT $6 OR i.foreseen IS NULL) AND (NOT $7 OR i.tries = 0)
    ORDER BY i.position LIMIT $3
    FOR UPDATE SKIP LOCKED
  )
  UPDATE onceover.plan_items i
  SET runner = $4, runner_user = session_user, taken_until = clock_timestamp() + $5,
      tries = LEAST(GREATEST(i.tries, 0), 2147483646) + CASE WHEN $6 THEN 0 ELSE 1 END
  FROM free f
  WHERE i.plan = $1 AND i.position = f.position
  RETURNING i.*;
END
$_$;


--
-- Name: keys; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.keys (
    tenant onceover.key_name NOT NULL,
    operation onceover.key_name NOT NULL,
    key onceover.key_name NOT NULL,
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
    owner character varying(4000),
    correlation_id character varying(4000),
    error_code character varying(4000),
    customer character varying(4000),
    amount numeric,
    currency character varying(4000),
    reference character varying(4000),
    response_headers bytea,
    response_body bytea
)
WITH (fillfactor='80');


--
-- Name: COLUMN keys.fence; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.keys.fence IS 'Grows with every change of ownership; every write names the fence that it owns';


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

COMMENT ON COLUMN onceover.keys.stuck_since IS 'When the executor''s own lease ended, while a sweeper or a person has taken the key over to ask about it';


--
-- Name: COLUMN keys.retention_s; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.keys.retention_s IS 'Window: seconds a finished key is kept';


--
-- Name: take_keys(text[], text[], text[], bigint[], bigint[], text, interval, text, text, text, text, text, bigint); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.take_keys(tenants text[], operations text[], keys text[], fences bigint[], positions bigint[], owner text, lease interval, actor text, host text, program text, reason text, ticket text, plan bigint) RETURNS TABLE(k onceover.keys, status text, attempts integer, next_try_at timestamp with time zone, old_state text, old_fence bigint, old_holder text, old_owner text, old_locked_until timestamp with time zone, place text, item bigint)
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    SET jit TO 'off'
    AS $_$
#variable_conflict use_column
BEGIN
  IF COALESCE($11, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  PERFORM onceover.require_span('a lease', $7, CASE WHEN EXISTS (SELECT FROM onceover.plans p WHERE p.id = $13)
    THEN onceover.longest_lease()
                                                    ELSE interval '1 hour' END);
  -- A person waits for the session that locks the row; a plan continues with other rows. A live key is not locked: its
  -- executor would wait.
  IF $13 IS NULL THEN
    PERFORM FROM unnest($1, $2, $3) AS v (tenant, operation, key)
    JOIN onceover.keys x ON x.key = v.key AND x.operation = v.operation AND x.tenant = v.tenant
    WHERE (x.state = 'in_progress'
      AND (x.holder <> 'executor' OR x.locked_until IS NULL OR x.locked_until <= clock_timestamp()))
       OR (x.state = 'released' AND x.retry_before <= clock_timestamp())
    FOR UPDATE OF x;
  END IF;
  RETURN QUERY
  WITH wanted AS (
    SELECT * FROM unnest($1, $2, $3, $4, $5) AS v (tenant, operation, key, fence, position)
  ), due AS (
    SELECT x.ctid, v.position, x.tenant, x.operation, x.key, x.state, x.fence, x.holder, x.owner, x.locked_until,
           c.status, c.attempts, c.next_try_at
    FROM wanted v
    JOIN onceover.keys x ON x.key = v.key AND x.operation = v.operation AND x.tenant = v.tenant
    LEFT JOIN LATERAL (
      SELECT f.status, f.attempts, f.next_try_at FROM onceover.cases f
        WHERE f.tenant = x.tenant AND f.operation = x.operation AND f.key = x.key
      OFFSET 0
    ) c ON true
    WHERE x.fence = v.fence
      AND ((x.state = 'in_progress' AND (x.locked_until IS NULL OR x.locked_until <= clock_timestamp()
                                         -- written while the clock was ahead
                                         OR x.locked_until > clock_timestamp() + onceover.no_end_is_later()
                                         OR ($13 IS NULL AND x.holder = 'operator' AND x.owner = $6
                                             AND onceover.is_mine(x.tenant, x.operation, x.key, x.fence))))
           OR (x.state = 'released' AND x.retry_before <= clock_timestamp()))
      AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
    FOR UPDATE OF x SKIP LOCKED
  ), owned AS (
    UPDATE onceover.keys u
    SET state = 'in_progress', holder = 'operator', owner = $6, fence = nextval('onceover.fence'),
        locked_until = clock_timestamp() + $7,
        stuck_since = LEAST(COALESCE(u.stuck_since, u.locked_until, u.retry_before), clock_timestamp()),
        -- A key that was released keeps retry_before: without a verdict it is released again. A value that an executor
        -- left does not count.
        retry_before = CASE WHEN u.state = 'released' OR u.holder <> 'executor' THEN u.retry_before
          END, expires_at = NULL,
        updated_at = clock_timestamp()
    FROM due c
    WHERE u.ctid = c.ctid AND u.fence = c.fence AND u.state = c.state
    RETURNING u, c.status, c.attempts, c.next_try_at, c.state AS old_state, c.fence AS old_fence,
              c.holder AS old_holder, left(c.owner, 4000) AS old_owner, c.locked_until AS old_locked_until,
              u.ctid::text AS place, c.position
  ), noted AS (
    INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state,
      fence_before, fence_after, before,
                                after, reason, ticket, correlation_id)
    SELECT 'own', $8, $9, $10, (o.u).tenant, (o.u).operation, (o.u).key, o.old_state, 'in_progress', o.old_fence,
           (o.u).fence,
           jsonb_build_object('state', o.old_state, 'fence', o.old_fence, 'holder', o.old_holder, 'owner', o.old_owner,
                              'locked_until', o.old_locked_until),
           jsonb_build_object('state', 'in_progress', 'fence', (o.u).fence, 'holder', 'operator', 'owner', $6),
           $11, NULLIF($12, ''), (o.u).correlation_id
    FROM owned o
  ), kept AS (
    -- After a crash the next runner sees by the fence that the plan itself made the change.
    UPDATE onceover.plan_items i SET fence = (o.u).fence
    FROM owned o, LATERAL (SELECT p.ctid AS at FROM onceover.plan_items p
      WHERE p.plan = $13 AND p.position = o.position OFFSET 0) here
    WHERE i.ctid = here.at AND i.runner_user = session_user
  )
  SELECT o.u, o.status, o.attempts, o.next_try_at, o.old_state::text, o.old_fence, o.old_holder::text,
         o.old_owner::text, o.old_locked_until, o.place, o.position
  FROM owned o;
END
$_$;


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
  PERFORM onceover.require_count('at_most', at_most, 1000000);
  place.created_at := tend_unfinished.created_at;
  place.key := tend_unfinished.key;
  place.tenant := tend_unfinished.tenant;
  place.operation := tend_unfinished.operation;
  -- A floor from before the clock was put back proves nothing.
  IF below > pg_sequence_last_value('onceover.floor'::regclass) THEN below := 0; END IF;
  UPDATE onceover.unfinished u SET look_at = '-infinity', changes = u.changes + 1
  WHERE u.ctid = ANY (ARRAY (SELECT d.ctid FROM onceover.unfinished d
    WHERE d.look_at > '-infinity' AND d.look_at <= clock_timestamp()
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
    LEFT JOIN onceover.keys k ON k.key = s.key AND k.operation = s.operation AND k.tenant = s.tenant
      AND k.created_at = s.created_at
  ), due AS MATERIALIZED (
    -- An entry that a takeover is changing is skipped: neither side waits.
    SELECT u.ctid AS at, r.state, r.until
    FROM rows r
    JOIN onceover.unfinished u ON u.created_at = r.created_at AND u.key = r.key AND u.tenant = r.tenant
      AND u.operation = r.operation
      AND u.changes = r.changes
    WHERE CASE WHEN r.state IS NULL OR r.state IN ('succeeded', 'failed') THEN true
               WHEN r.state = 'released' THEN r.until <> r.look_at AND r.until > clock_timestamp()
                 AND r.listed_floor < below
                    AND r.locked_until IS NULL  -- or the trigger would not wake it
               ELSE r.look_at > '-infinity' END
    FOR UPDATE OF u SKIP LOCKED
  ), gone AS (
    DELETE FROM onceover.unfinished u USING due d
    WHERE u.ctid = d.at AND (d.state IS NULL OR d.state IN ('succeeded', 'failed'))
    RETURNING 1
  ), changed AS (
    UPDATE onceover.unfinished u SET look_at = CASE WHEN d.state = 'released' THEN d.until ELSE '-infinity'
      END, changes = u.changes + 1
    FROM due d
    WHERE u.ctid = d.at AND d.state IN ('released', 'in_progress')
    RETURNING 1
  ), last AS (
    SELECT s.created_at, s.key, s.tenant, s.operation FROM slice s
      ORDER BY s.created_at DESC, s.key DESC, s.tenant DESC, s.operation DESC LIMIT 1
  )
  SELECT (SELECT l.created_at FROM last l), (SELECT l.key FROM last l), (SELECT l.tenant
    FROM last l), (SELECT l.operation FROM last l),
         (SELECT count(*) FROM slice), (SELECT count(*) FROM gone), (SELECT count(*) FROM changed)
  INTO tend_unfinished.created_at, tend_unfinished.key, tend_unfinished.tenant, tend_unfinished.operation, seen,
    dropped, rested;
END
$$;


--
-- Name: undo_extension(bigint, text, text, text, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.undo_extension(undone bigint, actor text, host text, program text, reason text, ticket text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO, YMD'
    AS $_$
#variable_conflict use_column
DECLARE
  act onceover.audit;
  back onceover.keys;
  number bigint;
BEGIN
  IF COALESCE($5, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT a.* INTO act FROM onceover.audit a WHERE a.id = $1 AND a.relation IS NULL AND a.action = 'extend';
  IF NOT FOUND THEN RAISE EXCEPTION 'onceover: this is no extension of a lease' USING ERRCODE = '22023'; END IF;
  UPDATE onceover.keys k SET locked_until = (act.before ->> 'locked_until')::timestamptz, updated_at = clock_timestamp()
  WHERE k.tenant = act.tenant AND k.operation = act.operation AND k.key = act.key AND k.fence = act.fence_after
    AND k.state = 'in_progress'
    AND k.holder = 'executor' AND k.locked_until = (act.after ->> 'locked_until')::timestamptz
    AND NOT EXISTS (SELECT FROM onceover.control t WHERE t.stopped)
  RETURNING k.* INTO back;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before,
    fence_after, before, after,
                              evidence, verdict, reason, ticket, correlation_id)
  VALUES ('undo', $2, $3, $4, back.tenant, back.operation, back.key, 'in_progress', 'in_progress', back.fence,
    back.fence,
          jsonb_build_object('state', 'in_progress', 'fence', back.fence, 'locked_until',
            (act.after ->> 'locked_until')::timestamptz),
          jsonb_build_object('state', 'in_progress', 'fence', back.fence, 'locked_until', back.locked_until),
          jsonb_build_object('undone', $1), 'undo', $5, NULLIF($6, ''), back.correlation_id)
  RETURNING id INTO number;
  RETURN number;
END
$_$;


--
-- Name: undo_release(bigint, text, text, text, text, text); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.undo_release(undone bigint, actor text, host text, program text, reason text, ticket text) RETURNS bigint
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
#variable_conflict use_column
DECLARE
  act onceover.audit;
  back onceover.keys;
  number bigint;
BEGIN
  IF COALESCE($5, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT a.* INTO act FROM onceover.audit a WHERE a.id = $1 AND a.relation IS NULL AND a.action = 'settle'
    AND a.to_state = 'released';
  IF NOT FOUND THEN RAISE EXCEPTION 'onceover: this is no release that can be taken back' USING ERRCODE = '22023';
    END IF;
  UPDATE onceover.keys k
  SET state = 'in_progress', holder = 'operator', owner = format('%s@%s/%s', $2, $3, $4),
      fence = nextval('onceover.fence'),
      locked_until = clock_timestamp(), stuck_since = COALESCE(k.stuck_since, act.at), retry_before = NULL,
      expires_at = NULL,
      updated_at = clock_timestamp()
  WHERE k.tenant = act.tenant AND k.operation = act.operation AND k.key = act.key
    AND k.fence = act.fence_after AND k.state = 'released'
    AND NOT EXISTS (SELECT FROM onceover.control t WHERE t.stopped)
  RETURNING k.* INTO back;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO onceover.cases AS c (tenant, operation, key, status, attempts, fence, verdict, reason)
  VALUES (back.tenant, back.operation, back.key, 'needs_human', 0, back.fence, 'needs_human', $5)
  ON CONFLICT (tenant, operation, key) DO UPDATE
  SET status = 'needs_human', next_try_at = NULL, fence = EXCLUDED.fence, verdict = EXCLUDED.verdict,
      reason = EXCLUDED.reason,
      updated_at = clock_timestamp();
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before,
    fence_after, before, after,
                              evidence, verdict, reason, ticket, correlation_id)
  VALUES ('undo', $2, $3, $4, back.tenant, back.operation, back.key, 'released', 'in_progress', act.fence_after,
    back.fence,
          jsonb_build_object('state', 'released', 'fence', act.fence_after),
          jsonb_build_object('state', 'in_progress', 'fence', back.fence, 'holder', 'operator', 'owner', back.owner),
          jsonb_build_object('undone', $1), 'undo', $5, NULLIF($6, ''), back.correlation_id)
  RETURNING id INTO number;
  RETURN number;
END
$_$;


--
-- Name: unforesee_items(bigint); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.unforesee_items(plan bigint) RETURNS void
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  UPDATE onceover.plan_items
  SET foreseen = NULL, foreseen_writes = NULL, foreseen_why = NULL, foreseen_evidence = NULL, foreseen_at = NULL
  WHERE plan = $1 AND state = 'waiting' AND EXISTS (SELECT FROM onceover.plans p WHERE p.id = $1 AND p.state = 'frozen')
$_$;


--
-- Name: wait_of_plan(bigint); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.wait_of_plan(plan bigint) RETURNS bigint
    LANGUAGE sql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $_$
  -- written while the clock was ahead
  SELECT CASE WHEN p.paced_until > clock_timestamp() + onceover.no_end_is_later() THEN 0
              ELSE GREATEST(0, ceil(extract(epoch FROM p.paced_until - clock_timestamp()) * 1000))::bigint END
  FROM onceover.plans p WHERE p.id = $1 FOR NO KEY UPDATE
$_$;


--
-- Name: write_settlements(text[], text[], text[], bigint[], text[], bigint[], bytea[], bytea[], text[], text[], text[], text[], text[], bigint[], text, text, text, text, tid[], boolean); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.write_settlements(tenants text[], operations text[], keys text[], fences bigint[], verbs text[], codes bigint[], headers bytea[], bodies bytea[], error_codes text[], retry_before text[], evidence text[], verdicts text[], reasons text[], next_try_ms bigint[], actor text, host text, program text, ticket text, places tid[], agreed boolean) RETURNS TABLE(tenant text, operation text, key text, fence bigint, audit_id bigint)
    LANGUAGE plpgsql
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET enable_seqscan TO 'off'
    SET enable_indexscan TO 'off'
    SET enable_indexonlyscan TO 'off'
    SET enable_hashjoin TO 'off'
    SET enable_mergejoin TO 'off'
    SET plan_cache_mode TO 'force_generic_plan'
    SET jit TO 'off'
    AS $_$
#variable_conflict use_column
BEGIN
  PERFORM onceover.require_answers($5, $6, $7);
  PERFORM onceover.require_waits($14);
  IF '(0,0)'::tid = ANY ($19) THEN
    $19 := ARRAY (
      SELECT CASE WHEN v.at <> '(0,0)' THEN v.at
                  ELSE COALESCE((SELECT k.ctid FROM onceover.keys k WHERE k.key = v.key AND k.operation = v.operation
                    AND k.tenant = v.tenant), v.at) END
      FROM unnest($1, $2, $3, $19) WITH ORDINALITY AS v (tenant, operation, key, at, place) ORDER BY v.place);
  END IF;
  RETURN QUERY
  WITH v AS (
    SELECT v.tenant, v.operation, v.key, v.fence, v.act, v.response_code, v.response_headers, v.response_body,
           v.error_code, v.retry_before,
           NULLIF(v.evidence, '')::jsonb AS evidence, v.verdict, v.reason, v.next_try_ms, v.at
    FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $19)
      AS v (tenant, operation, key, fence, act, response_code, response_headers, response_body, error_code,
        retry_before, evidence, verdict, reason,
            next_try_ms, at)
    OFFSET 0  -- so that the evidence is read once
  ), written AS (
    UPDATE onceover.keys k
    SET state = CASE v.act WHEN 'succeed' THEN 'succeeded' WHEN 'fail' THEN 'failed' WHEN 'release' THEN 'released'
                           -- Without a verdict a key that was released is released again, with the same retry_before.
                           WHEN 'unresolved' THEN CASE WHEN k.retry_before IS NULL THEN k.state ELSE 'released' END
                             ELSE k.state END,
        fence = nextval('onceover.fence'),
        -- Returned unsettled: the lease ends when the executor's lease ended, because clients have been waiting since
        -- then.
        locked_until = CASE WHEN v.act = 'needs_human' OR (v.act = 'unresolved' AND k.retry_before IS NULL)
                            THEN LEAST(k.stuck_since, clock_timestamp()) END,
        stuck_since = CASE WHEN v.act = 'needs_human' OR (v.act = 'unresolved' AND k.retry_before IS NULL)
          THEN k.stuck_since END,
        response_version = CASE WHEN v.act IN ('succeed', 'fail') THEN 1 END,
        response_code = CASE WHEN v.act IN ('succeed', 'fail') THEN v.response_code END,
        response_headers = CASE WHEN v.act IN ('succeed', 'fail') THEN v.response_headers END,
        response_body = CASE WHEN v.act IN ('succeed', 'fail') THEN v.response_body END,
        -- The executors' report (key_release.sql) is valid until the key is claimed again.
        error_code = CASE WHEN v.act = 'fail' THEN NULLIF(v.error_code, '')
                          WHEN v.act <> 'succeed' AND k.retry_before IS NOT NULL THEN k.error_code END,
        completed_at = CASE WHEN v.act IN ('succeed', 'fail') THEN clock_timestamp() END,
        retry_before = CASE v.act WHEN 'unresolved' THEN k.retry_before WHEN 'release'
          THEN NULLIF(v.retry_before, '')::timestamptz END,
        expires_at = CASE WHEN v.act IN ('succeed', 'fail')
          THEN clock_timestamp() + make_interval(secs => k.retention_s)
                          WHEN v.act = 'release' THEN make_interval(secs => k.retention_s)
                               + GREATEST(NULLIF(v.retry_before, '')::timestamptz, clock_timestamp())
                          -- As when it was released, so that a key that waits is reaped after its window.
                          WHEN v.act = 'unresolved' THEN k.retry_before + make_interval(secs => k.retention_s) END,
        updated_at = clock_timestamp()
    FROM v
    WHERE k.ctid = v.at AND k.tenant = v.tenant AND k.operation = v.operation AND k.key = v.key AND k.fence = v.fence
      AND k.state = 'in_progress' AND k.holder <> 'executor'
      AND NOT (SELECT s.stopped FROM onceover.control s)
      AND CASE WHEN $20 THEN true
               WHEN onceover.confirms(v.act, v.verdict, v.evidence) AND v.reason <> ''
                 AND (v.act <> 'release' OR v.retry_before <> '') THEN true
               ELSE onceover.require_settlement(v.tenant, v.operation, v.key, v.act, v.verdict, v.evidence, v.reason,
                 v.retry_before) END
    RETURNING k.tenant, k.operation, k.key, k.state, k.fence, k.holder, k.owner, k.correlation_id, k.response_code,
              k.response_body, k.customer, k.amount, k.currency, k.reference,
              k.retry_before, v.fence AS old_fence, v.act, v.evidence, v.verdict, v.reason, v.next_try_ms
  ), filed AS (
    INSERT INTO onceover.cases AS c (tenant, operation, key, status, attempts, next_try_at, fence, verdict, reason,
      evidence)
    SELECT w.tenant, w.operation, w.key,
           CASE w.act WHEN 'unresolved' THEN 'open' WHEN 'needs_human' THEN 'needs_human' ELSE 'settled' END, 1,
           CASE w.act WHEN 'unresolved' THEN clock_timestamp() + w.next_try_ms * interval '1 millisecond' END,
           w.fence, w.verdict, w.reason, w.evidence
    FROM written w
    ON CONFLICT (tenant, operation, key) DO UPDATE
    SET status = EXCLUDED.status, next_try_at = EXCLUDED.next_try_at, fence = EXCLUDED.fence,
        verdict = EXCLUDED.verdict,
        reason = EXCLUDED.reason, updated_at = clock_timestamp(),
        -- A stored manual override does not change earlier evidence: an alarm remains an alarm.
        evidence = CASE WHEN c.status = 'needs_human' AND EXCLUDED.status = 'needs_human'
          AND NOT EXCLUDED.evidence ? 'finding'
                        THEN EXCLUDED.evidence || COALESCE((SELECT jsonb_object_agg(e.key, e.value)
                          FROM jsonb_each(c.evidence) e
                                                            WHERE e.key IN ('duplicate_effects', 'other_effect')), '{}')
                        ELSE EXCLUDED.evidence END,
        attempts = CASE c.status WHEN 'settled' THEN 1 ELSE c.attempts + 1 END,
        opened_at = CASE c.status WHEN 'settled' THEN clock_timestamp() ELSE c.opened_at END
  ), handed AS (
    -- A crash took the rows and the event that the executor would have written with its answer: its service writes them
    -- now. The identity is (tenant, operation, key, fence); names are at most 255 bytes.
    INSERT INTO onceover.inbox (consumer, source, event_id, state, stored, next_try_at, fingerprint, payload, headers)
    SELECT 'settled:' || w.operation,
           w.fence || ':' || CASE WHEN octet_length(w.tenant) <= 200 THEN w.tenant
                                  ELSE encode(sha256(convert_to(w.tenant, 'UTF8')), 'hex') END,
           w.key, 'in_progress', true, clock_timestamp(), sha256(w.response_body), w.response_body,
           jsonb_strip_nulls(jsonb_build_object('tenant', w.tenant, 'operation', w.operation, 'key', w.key,
             'fence', w.fence::text, 'response_code', w.response_code::text, 'correlation_id', w.correlation_id,
             'customer', w.customer, 'amount', w.amount::text, 'currency', w.currency, 'reference', w.reference))
    FROM written w
    WHERE w.act = 'succeed' AND EXISTS (SELECT FROM onceover.settled_operations s WHERE s.operation = w.operation)
    ON CONFLICT DO NOTHING
  ), noted AS (
    INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state,
      fence_before, fence_after, before,
                                after, evidence, verdict, reason, ticket, correlation_id)
    SELECT CASE WHEN w.act IN ('unresolved', 'needs_human') THEN w.act ELSE 'settle' END, $15, $16, $17,
           w.tenant, w.operation, w.key, 'in_progress', w.state, w.old_fence, w.fence,
           jsonb_build_object('state', 'in_progress', 'fence', w.old_fence, 'holder', w.holder, 'owner', w.owner),
           jsonb_build_object('state', w.state, 'fence', w.fence, 'response_code', w.response_code, 'retry_before',
             w.retry_before),
           w.evidence, w.verdict, w.reason, NULLIF($18, ''), w.correlation_id
    FROM written w
    RETURNING tenant, operation, key, fence_after, id
  )
  SELECT n.tenant, n.operation, n.key, n.fence_after, n.id FROM noted n;
END
$_$;


--
-- Name: writers_of_keys(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.writers_of_keys(OUT holder text, OUT pid integer, OUT prepared boolean, OUT since timestamp with time zone, OUT name text) RETURNS SETOF record
    LANGUAGE sql STABLE SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    AS $$
  SELECT DISTINCT ON (l.virtualtransaction) l.virtualtransaction, l.pid, l.pid IS NULL,
         CASE WHEN l.pid IS NULL THEN p.prepared ELSE a.xact_start END, CASE WHEN l.pid IS NULL THEN p.gid
           ELSE a.application_name END
  FROM pg_locks l
  LEFT JOIN pg_stat_activity a ON a.pid = l.pid
  LEFT JOIN pg_locks x ON l.pid IS NULL AND x.pid IS NULL AND x.locktype = 'transactionid'
    AND x.virtualtransaction = l.virtualtransaction
  LEFT JOIN pg_prepared_xacts p ON p.transaction = x.transactionid
  WHERE l.locktype = 'relation' AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())
    AND l.relation = 'onceover.keys'::regclass
    AND l.mode IN ('RowExclusiveLock', 'ShareRowExclusiveLock', 'ExclusiveLock', 'AccessExclusiveLock')
    AND l.pid IS DISTINCT FROM pg_backend_pid()
  ORDER BY l.virtualtransaction, p.prepared
$$;


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
    CONSTRAINT approvals_act_check CHECK ((act = ANY (ARRAY['succeed'::text, 'fail'::text, 'release'::text, 'requeue'::text, 'discard'::text, 'republish'::text]))),
    CONSTRAINT approvals_reason_check CHECK ((reason <> ''::text)),
    CONSTRAINT approvals_request_digest_check CHECK ((octet_length(request_digest) = 32)),
    CONSTRAINT approvals_seen_digest_check CHECK ((octet_length(seen_digest) = 32)),
    CONSTRAINT approvals_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'used'::text, 'refused'::text, 'outdated'::text]))),
    CONSTRAINT approvals_ticket_check CHECK ((ticket <> ''::text)),
    CONSTRAINT decided_by_another_user CHECK (((status <> 'used'::text) OR ((decided_by IS NOT NULL) AND (decided_by <> requested_by) AND (audit_id IS NOT NULL)))),
    CONSTRAINT decided_by_is_set CHECK (((status = 'waiting'::text) = (decided_by IS NULL))),
    CONSTRAINT row_is_named CHECK ((((relation IS NULL) = (row_key IS NULL)) AND ((relation IS NULL) = (profile_toml IS NULL)) AND ((relation IS NULL) = (fence IS NOT NULL))))
);


--
-- Name: COLUMN approvals.act; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.approvals.act IS 'republish: events of onceover.outbox anew, which the request names; there is no key, and fence is 0';


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
    CONSTRAINT external_row_is_complete CHECK ((((relation IS NULL) = (row_key IS NULL)) AND ((relation IS NULL) = (profile IS NULL))))
);


--
-- Name: COLUMN audit.relation; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.audit.relation IS 'The table, quoted, with its schema; NULL for onceover.keys';


--
-- Name: COLUMN audit.row_key; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.audit.row_key IS 'Column to value, as text: how the row was found';


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
    ids bigint[] NOT NULL,
    digests bytea[] NOT NULL,
    prev bytea NOT NULL,
    hash bytea NOT NULL,
    backend integer NOT NULL,
    db_user text NOT NULL,
    began timestamp with time zone NOT NULL,
    CONSTRAINT audit_links_seq_check CHECK ((seq > 0))
);
ALTER TABLE ONLY onceover.audit_links ALTER COLUMN digests SET STORAGE EXTERNAL;


--
-- Name: COLUMN audit_links.writer; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.audit_links.writer IS 'Random name of the session';


--
-- Name: COLUMN audit_links.began; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.audit_links.began IS 'When the statement that wrote the rows began; no row is older';


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
-- Name: audit_seal_number; Type: SEQUENCE; Schema: onceover; Owner: -
--

CREATE SEQUENCE onceover.audit_seal_number
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: audit_seal_tips; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.audit_seal_tips (
    number bigint NOT NULL
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
    joins bigint[] NOT NULL,
    prev bytea NOT NULL,
    hash bytea NOT NULL,
    CONSTRAINT audit_seals_number_check CHECK ((number > 0))
);


--
-- Name: COLUMN audit_seals.joins; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.audit_seals.joins IS 'The last seals before it: one, or several that sessions made at once';


--
-- Name: COLUMN audit_seals.prev; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.audit_seals.prev IS 'Of the hashes of the joined seals, in the order of their numbers';


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

COMMENT ON TABLE onceover.counter_minutes IS 'The last hours: one row for each series and minute, with its 60 seconds';


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

COMMENT ON COLUMN onceover.counter_rollup.hours_kept IS 'NULL: forever';


--
-- Name: COLUMN counter_rollup.watched_from; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.counter_rollup.watched_from IS 'Since when a process with nothing to count reports that it is counting';


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

COMMENT ON COLUMN onceover.counter_series.grouped IS 'What the series sums: everything, one tenant, one operation, or one operation of one tenant';


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
-- Name: event_requests; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.event_requests (
    relay text NOT NULL COLLATE pg_catalog."C",
    seq bigint NOT NULL,
    act text NOT NULL COLLATE pg_catalog."C",
    asked_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    db_user text DEFAULT SESSION_USER NOT NULL,
    actor text NOT NULL,
    host text NOT NULL,
    program text NOT NULL,
    reason text NOT NULL,
    CONSTRAINT event_requests_act_check CHECK ((act = ANY (ARRAY['retry'::text, 'skip'::text])))
);


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

COMMENT ON COLUMN onceover.frontier.found_behind IS 'Unfinished keys before the frontier that were not listed: a defect, or rows written with explicit times while the check was missing';


--
-- Name: gateways; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.gateways (
    id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL COLLATE pg_catalog."C",
    dedupe_window interval,
    reason text NOT NULL,
    registered_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    registered_by text DEFAULT SESSION_USER NOT NULL,
    actor text NOT NULL,
    in_force_since timestamp with time zone,
    approved_by text,
    ended_at timestamp with time zone,
    CONSTRAINT gateways_dedupe_window_check CHECK ((dedupe_window > '00:00:00'::interval)),
    CONSTRAINT gateways_name_check CHECK ((name <> ''::text)),
    CONSTRAINT gateways_operation_check CHECK ((operation <> ''::text)),
    CONSTRAINT gateways_reason_check CHECK ((reason <> ''::text)),
    CONSTRAINT second_user CHECK ((approved_by <> registered_by))
);


--
-- Name: COLUMN gateways.operation; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.gateways.operation IS 'As in the gateway file; * is every operation without its own declaration';


--
-- Name: COLUMN gateways.dedupe_window; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.gateways.dedupe_window IS 'It deduplicates by our key for this long after the first request; NULL: it does not';


--
-- Name: COLUMN gateways.in_force_since; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.gateways.in_force_since IS 'NULL: waits for a second approver';


--
-- Name: gateways_id_seq; Type: SEQUENCE; Schema: onceover; Owner: -
--

ALTER TABLE onceover.gateways ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME onceover.gateways_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: inbox_fence; Type: SEQUENCE; Schema: onceover; Owner: -
--

CREATE SEQUENCE onceover.inbox_fence
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: inbox_positions; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.inbox_positions (
    consumer onceover.inbox_name NOT NULL,
    place text NOT NULL COLLATE pg_catalog."C",
    next bigint NOT NULL,
    changed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    CONSTRAINT inbox_positions_next_check CHECK ((next >= 0)),
    CONSTRAINT inbox_positions_place_check CHECK (((octet_length(place) >= 1) AND (octet_length(place) <= 1000)))
)
WITH (fillfactor='50');


--
-- Name: inbox_versions; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.inbox_versions (
    consumer onceover.inbox_name NOT NULL,
    aggregate_type text NOT NULL COLLATE pg_catalog."C",
    aggregate_id text NOT NULL COLLATE pg_catalog."C",
    version bigint NOT NULL,
    previous bigint,
    changed_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
)
WITH (fillfactor='80');


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
-- Name: outbox; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.outbox (
    seq bigint NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    topic text NOT NULL COLLATE pg_catalog."C",
    aggregatetype text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    aggregateid text NOT NULL COLLATE pg_catalog."C",
    type text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    payload bytea,
    content_type text DEFAULT 'application/json'::text NOT NULL COLLATE pg_catalog."C",
    headers jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    correlation_id text GENERATED ALWAYS AS ((headers ->> 'correlation_id'::text)) STORED COLLATE pg_catalog."C",
    CONSTRAINT event_fits_a_broker CHECK (((octet_length(payload) <= 1000000) AND (octet_length(aggregateid) <= 2000) AND (octet_length(aggregatetype) <= 200) AND (octet_length(type) <= 200))),
    CONSTRAINT event_has_topic CHECK (((topic <> ''::text) AND (octet_length(topic) <= 249))),
    CONSTRAINT event_headers_are_texts CHECK (((jsonb_typeof(headers) = 'object'::text) AND (NOT jsonb_path_exists(headers, '$.*?(@.type() != "string")'::jsonpath))))
)
PARTITION BY RANGE (created_at);


--
-- Name: TABLE outbox; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON TABLE onceover.outbox IS 'Events to publish; a relay reads them in windows between two snapshots';


--
-- Name: COLUMN outbox.seq; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.outbox.seq IS 'Within an aggregate the order of commits, where its writers lock the aggregate before they insert';


--
-- Name: COLUMN outbox.xid; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.outbox.xid IS 'The transaction that wrote it: by it a relay distinguishes events that it has read from later ones';


--
-- Name: COLUMN outbox.payload; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.outbox.payload IS 'NULL: a tombstone, or erased (headers say so)';


--
-- Name: outbox_20261129t000000; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.outbox_20261129t000000 (
    seq bigint NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    topic text NOT NULL COLLATE pg_catalog."C",
    aggregatetype text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    aggregateid text NOT NULL COLLATE pg_catalog."C",
    type text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    payload bytea,
    content_type text DEFAULT 'application/json'::text NOT NULL COLLATE pg_catalog."C",
    headers jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    correlation_id text GENERATED ALWAYS AS ((headers ->> 'correlation_id'::text)) STORED COLLATE pg_catalog."C",
    CONSTRAINT event_fits_a_broker CHECK (((octet_length(payload) <= 1000000) AND (octet_length(aggregateid) <= 2000) AND (octet_length(aggregatetype) <= 200) AND (octet_length(type) <= 200))),
    CONSTRAINT event_has_topic CHECK (((topic <> ''::text) AND (octet_length(topic) <= 249))),
    CONSTRAINT event_headers_are_texts CHECK (((jsonb_typeof(headers) = 'object'::text) AND (NOT jsonb_path_exists(headers, '$.*?(@.type() != "string")'::jsonpath))))
);


--
-- Name: outbox_20261130t000000; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.outbox_20261130t000000 (
    seq bigint NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    topic text NOT NULL COLLATE pg_catalog."C",
    aggregatetype text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    aggregateid text NOT NULL COLLATE pg_catalog."C",
    type text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    payload bytea,
    content_type text DEFAULT 'application/json'::text NOT NULL COLLATE pg_catalog."C",
    headers jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    correlation_id text GENERATED ALWAYS AS ((headers ->> 'correlation_id'::text)) STORED COLLATE pg_catalog."C",
    CONSTRAINT event_fits_a_broker CHECK (((octet_length(payload) <= 1000000) AND (octet_length(aggregateid) <= 2000) AND (octet_length(aggregatetype) <= 200) AND (octet_length(type) <= 200))),
    CONSTRAINT event_has_topic CHECK (((topic <> ''::text) AND (octet_length(topic) <= 249))),
    CONSTRAINT event_headers_are_texts CHECK (((jsonb_typeof(headers) = 'object'::text) AND (NOT jsonb_path_exists(headers, '$.*?(@.type() != "string")'::jsonpath))))
);


--
-- Name: outbox_adoptions; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.outbox_adoptions (
    id bigint NOT NULL,
    started_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    ended_at timestamp with time zone,
    snapshot pg_snapshot NOT NULL,
    up_to bigint NOT NULL,
    renumber_up_to bigint,
    renumber_after timestamp with time zone,
    renumber_next bigint,
    rewritten bigint DEFAULT 0 NOT NULL,
    renumbered bigint DEFAULT 0 NOT NULL
);


--
-- Name: COLUMN outbox_adoptions.snapshot; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.outbox_adoptions.snapshot IS 'Taken under a lock of the outbox: events up to up_to that are not visible in it are of another server';


--
-- Name: COLUMN outbox_adoptions.renumber_up_to; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.outbox_adoptions.renumber_up_to IS 'Events up to it and of a time after renumber_after were written here while the sequence was behind; NULL: none was';


--
-- Name: outbox_adoptions_id_seq; Type: SEQUENCE; Schema: onceover; Owner: -
--

ALTER TABLE onceover.outbox_adoptions ALTER COLUMN id ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME onceover.outbox_adoptions_id_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: outbox_rest; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.outbox_rest (
    seq bigint NOT NULL,
    xid xid8 DEFAULT pg_current_xact_id() NOT NULL,
    id uuid DEFAULT gen_random_uuid() NOT NULL,
    topic text NOT NULL COLLATE pg_catalog."C",
    aggregatetype text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    aggregateid text NOT NULL COLLATE pg_catalog."C",
    type text DEFAULT ''::text NOT NULL COLLATE pg_catalog."C",
    payload bytea,
    content_type text DEFAULT 'application/json'::text NOT NULL COLLATE pg_catalog."C",
    headers jsonb DEFAULT '{}'::jsonb NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    correlation_id text GENERATED ALWAYS AS ((headers ->> 'correlation_id'::text)) STORED COLLATE pg_catalog."C",
    CONSTRAINT event_fits_a_broker CHECK (((octet_length(payload) <= 1000000) AND (octet_length(aggregateid) <= 2000) AND (octet_length(aggregatetype) <= 200) AND (octet_length(type) <= 200))),
    CONSTRAINT event_has_topic CHECK (((topic <> ''::text) AND (octet_length(topic) <= 249))),
    CONSTRAINT event_headers_are_texts CHECK (((jsonb_typeof(headers) = 'object'::text) AND (NOT jsonb_path_exists(headers, '$.*?(@.type() != "string")'::jsonpath))))
);


--
-- Name: outbox_seq_seq; Type: SEQUENCE; Schema: onceover; Owner: -
--

ALTER TABLE onceover.outbox ALTER COLUMN seq ADD GENERATED ALWAYS AS IDENTITY (
    SEQUENCE NAME onceover.outbox_seq_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);


--
-- Name: plans; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.plans (
    id bigint NOT NULL,
    name text NOT NULL COLLATE pg_catalog."C",
    act text NOT NULL COLLATE pg_catalog."C",
    state text DEFAULT 'frozen'::text NOT NULL COLLATE pg_catalog."C",
    state_why text,
    profile_toml text,
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

COMMENT ON COLUMN onceover.plans.profile_toml IS 'The description of the table as it was frozen; NULL: onceover.keys. What the plan touches is read from it, and from no name that its maker gave';


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
-- Name: reap_marks; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.reap_marks (
    until_at timestamp with time zone NOT NULL,
    until_key text NOT NULL COLLATE pg_catalog."C",
    look_at timestamp with time zone NOT NULL
);


--
-- Name: COLUMN reap_marks.until_at; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.reap_marks.until_at IS 'Of the keys created since the mark before, up to this key, none is past its window before look_at';


--
-- Name: COLUMN reap_marks.look_at; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.reap_marks.look_at IS 'At most a day after the keys were read: keys may be written with an earlier time';


--
-- Name: relay_holds; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.relay_holds (
    relay text NOT NULL COLLATE pg_catalog."C",
    state text NOT NULL COLLATE pg_catalog."C",
    since timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    held_by text,
    reason text NOT NULL,
    CONSTRAINT relay_holds_state_check CHECK ((state = ANY (ARRAY['paused'::text, 'retired'::text])))
);


--
-- Name: TABLE relay_holds; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON TABLE onceover.relay_holds IS 'Relays that a person has paused or retired. retired: it publishes nothing and holds nothing back; its name starts no relay';


--
-- Name: relay_tokens; Type: TABLE; Schema: onceover; Owner: -
--

CREATE UNLOGGED TABLE onceover.relay_tokens (
    relay text NOT NULL COLLATE pg_catalog."C",
    token uuid NOT NULL
);


--
-- Name: TABLE relay_tokens; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON TABLE onceover.relay_tokens IS 'A new token at each take-over of a relay; gone after a crash or a promotion';


--
-- Name: relays; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.relays (
    name text NOT NULL COLLATE pg_catalog."C",
    topics text[] NOT NULL COLLATE pg_catalog."C",
    is_ordered boolean DEFAULT true NOT NULL,
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    since timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    whole_since timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    window_from pg_snapshot NOT NULL,
    window_to pg_snapshot NOT NULL,
    pos bigint DEFAULT 0 NOT NULL,
    drain_up_to bigint,
    drain_pos bigint DEFAULT 0 NOT NULL,
    drain_since timestamp with time zone DEFAULT '-infinity'::timestamp with time zone NOT NULL,
    drain_except text[] DEFAULT '{}'::text[] NOT NULL COLLATE pg_catalog."C",
    system_identifier text,
    database_oid oid NOT NULL,
    owner text,
    fence bigint DEFAULT 0 NOT NULL,
    locked_until timestamp with time zone,
    published bigint DEFAULT 0 NOT NULL,
    published_at timestamp with time zone,
    trouble text,
    trouble_since timestamp with time zone,
    CONSTRAINT relays_name_check CHECK ((name <> ''::text)),
    CONSTRAINT relays_topics_check CHECK ((cardinality(topics) > 0))
)
WITH (fillfactor='25');


--
-- Name: COLUMN relays.topics; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.relays.topics IS 'Names of topics; only *: all';


--
-- Name: COLUMN relays.since; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.relays.since IS 'Older events are not published';


--
-- Name: COLUMN relays.whole_since; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.relays.whole_since IS 'Of older events it may have passed over some: it, or a topic of it, began later, or an adoption left them out';


--
-- Name: COLUMN relays.drain_up_to; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.relays.drain_up_to IS 'Earlier events up to it go out first, in order of seq, from drain_pos on: after an adoption, or where a topic has joined. They are visible in window_from, or in window_to up to pos';


--
-- Name: COLUMN relays.drain_except; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.relays.drain_except IS 'Topics whose earlier events are published already';


--
-- Name: COLUMN relays.database_oid; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.relays.database_oid IS '0: events or progress came by a subscription, and must be adopted';


--
-- Name: COLUMN relays.owner; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.relays.owner IS 'The process, and after # a digest of its secret, by which it takes up its own lease';


--
-- Name: COLUMN relays.trouble; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.relays.trouble IS 'Why the relay publishes nothing; NULL: it publishes, or no process runs it';


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

COMMENT ON COLUMN onceover.row_cases.row_digest IS 'SHA-256 of row_key as text, so that a key of any length fits the index';


--
-- Name: COLUMN row_cases.fence; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.row_cases.fence IS 'Of onceover.fence; NULL while no sweeper owns the row';


--
-- Name: COLUMN row_cases.urgency; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.row_cases.urgency IS 'As in onceover.cases';


--
-- Name: samples; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.samples (
    relation text NOT NULL COLLATE pg_catalog."C",
    minute timestamp with time zone NOT NULL,
    at timestamp with time zone NOT NULL,
    levels jsonb NOT NULL,
    CONSTRAINT samples_levels_check CHECK ((jsonb_typeof(levels) = 'object'::text))
);


--
-- Name: TABLE samples; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON TABLE onceover.samples IS 'Kept as long as counts by the minute: onceover.counter_rollup.minutes_kept';


--
-- Name: COLUMN samples.relation; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.samples.relation IS 'The table whose levels they are: "onceover.keys"; those of relays under "onceover.outbox"';


--
-- Name: COLUMN samples.minute; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.samples.minute IS 'One sample of a table in each minute, by whichever process is first';


--
-- Name: COLUMN samples.at; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.samples.at IS 'When the levels were read';


--
-- Name: COLUMN samples.levels; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.samples.levels IS 'Level by name; null: more than could be counted; a missing name: unknown';


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
-- Name: settled_operations; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.settled_operations (
    operation onceover.key_name NOT NULL,
    registered_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);


--
-- Name: slices_to_reap; Type: VIEW; Schema: onceover; Owner: -
--

CREATE VIEW onceover.slices_to_reap AS
 SELECT s.behind_at,
    s.behind_key,
    s.until_at,
    s.until_key
   FROM ( SELECT lag(m.until_at, 1, '-infinity'::timestamp with time zone) OVER w AS behind_at,
            lag(m.until_key, 1, ''::text) OVER w AS behind_key,
            m.until_at,
            m.until_key,
            m.look_at
           FROM ( SELECT reap_marks.until_at,
                    reap_marks.until_key,
                    reap_marks.look_at
                   FROM onceover.reap_marks
                UNION ALL
                 SELECT 'infinity'::timestamp with time zone,
                    ''::text,
                    '-infinity'::timestamp with time zone) m
          WINDOW w AS (ORDER BY m.until_at, m.until_key)) s
  WHERE (s.look_at <= clock_timestamp());


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
-- Name: outbox_20261129t000000; Type: TABLE ATTACH; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.outbox ATTACH PARTITION onceover.outbox_20261129t000000 FOR VALUES FROM ('2026-11-29 00:00:00+00') TO ('2026-11-30 00:00:00+00');


--
-- Name: outbox_20261130t000000; Type: TABLE ATTACH; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.outbox ATTACH PARTITION onceover.outbox_20261130t000000 FOR VALUES FROM ('2026-11-30 00:00:00+00') TO ('2026-12-01 00:00:00+00');


--
-- Name: outbox_rest; Type: TABLE ATTACH; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.outbox ATTACH PARTITION onceover.outbox_rest DEFAULT;


--
-- Data for Name: approvals; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.approvals OVERRIDING SYSTEM VALUE VALUES
	(1, 'waiting', '2026-11-29 01:30:07.366698+00', 'postgres', 'alice', 'desk', 'onceover', 'fail', 'Größe "x"', 'POST /refunds', 'waits for a person', 8, NULL, NULL, NULL, NULL, NULL, '\x2c624232cdd221771294dfbb310aca000a0df6ac8b66b696d90ef06fdefb64a3', '{"code": 502}', '\x5344c4110f483793dc352c388e67776724c36b4bea3ffda6cab7c75b9c65aceb', NULL, NULL, 'the bank confirms by phone', 'OPS-2', '{"said": "by phone"}', 'needs_human', NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: audit; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.audit OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-11-29 01:30:07.339644+00', 'settle', 'sweeper', 'postgres', 'host-1', 'oncectl', 'acme', 'POST /refunds', 'refused', 'in_progress', 'failed', 1, 2, '{"fence": 1, "state": "in_progress"}', '{"fence": 2, "state": "failed"}', '{"finding": "refused"}', 'settle_failed', 'the gateway refused it', NULL, 'corr-2', NULL, NULL, NULL),
	(2, '2026-11-29 01:30:07.340273+00', 'own', 'alice', 'postgres', 'desk', 'onceover', 'Größe "x"', 'POST /refunds', 'waits for a person', 'in_progress', 'in_progress', 7, 8, NULL, NULL, NULL, NULL, 'looks into it', 'OPS-1', NULL, NULL, NULL, NULL),
	(3, '2026-11-29 01:30:07.348836+00', 'stop', 'alice', 'postgres', 'desk', 'onceover', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'gateway is down', NULL, NULL, NULL, NULL, NULL),
	(4, '2026-11-29 01:30:07.352689+00', 'resume', 'alice', 'postgres', 'desk', 'onceover', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'gateway is back', NULL, NULL, NULL, NULL, NULL),
	(5, '2026-11-29 01:30:07.356642+00', 'write', 'bob', 'postgres', 'desk', 'onceover', 'acme', 'pay', 'row-1', 'PENDING', 'DONE', NULL, NULL, NULL, NULL, NULL, 'settle_succeeded', 'seen at the gateway', NULL, NULL, 'shop', 'public.payments', '{"id": "1"}'),
	(6, '2026-11-29 01:30:07.38065+00', 'stop', 'bob', 'postgres', 'desk', 'onceover', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'after the seal', NULL, NULL, NULL, NULL, NULL),
	(7, '2026-11-29 01:30:07.381626+00', 'resume', 'bob', 'postgres', 'desk', 'onceover', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'after the seal', NULL, NULL, NULL, NULL, NULL),
	(8, '2026-11-29 01:30:07.473923+00', 'pause_relay', 'alice', 'postgres', 'desk', 'onceover', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '{"relay": "main"}', NULL, NULL, 'the broker is down', NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: audit_links; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.audit_links VALUES
	('4e4cba92-0ded-4746-8f9f-53a899cb9c50', 1, '2026-11-29 01:30:07.341106+00', '{1,2}', '{"\\x52cd935a4e3b0ea72c7956d597a1be4287e14a85870e35e2351cc303fe347247","\\x3f5bcaa1c50c4842d974b209818a94f3fa7851f29b2eec525ef9622fea54a8bb"}', '\x', '\xf9912d36966de54bb443c287f94e2fabcb64a77d33f32741efcb2de91c2397a9', 24639, 'postgres', '2026-11-29 01:30:07.339038+00'),
	('4e4cba92-0ded-4746-8f9f-53a899cb9c50', 2, '2026-11-29 01:30:07.349012+00', '{3}', '{"\\x2a31f65ba092974a82cec489ffdc62856d5bbc220e353161da06e38717df5dc4"}', '\xf9912d36966de54bb443c287f94e2fabcb64a77d33f32741efcb2de91c2397a9', '\x82d9433c9374dbd142661160b8baee2814ced14a2c22983da1ca8f034a722ec7', 24639, 'postgres', '2026-11-29 01:30:07.348562+00'),
	('4e4cba92-0ded-4746-8f9f-53a899cb9c50', 3, '2026-11-29 01:30:07.352859+00', '{4}', '{"\\xc35949f3fafd5b919fbb9399cc122278ffc4f98746abdf2ebc6890a1b664e944"}', '\x82d9433c9374dbd142661160b8baee2814ced14a2c22983da1ca8f034a722ec7', '\xf9675bebd20446ef8eb7b13b1e69e3c97f628f08991c60a2dd88120a77d42064', 24639, 'postgres', '2026-11-29 01:30:07.352446+00'),
	('4e4cba92-0ded-4746-8f9f-53a899cb9c50', 4, '2026-11-29 01:30:07.356828+00', '{5}', '{"\\xafe0eaf65484fb1a035a3572709b7cdf7f66fd93c52535880cd9e1f66ef055bd"}', '\xf9675bebd20446ef8eb7b13b1e69e3c97f628f08991c60a2dd88120a77d42064', '\x623be0fbc3ef818e1c94758a3cc66989be7a91ed65fd5bf20a8ed78d0f2f1874', 24639, 'postgres', '2026-11-29 01:30:07.35641+00'),
	('4e4cba92-0ded-4746-8f9f-53a899cb9c50', 5, '2026-11-29 01:30:07.380789+00', '{6}', '{"\\xcd0866fcef2a5b13cd85afc853998c3eec3257f5ae599f2e5f4043273eff3dce"}', '\x623be0fbc3ef818e1c94758a3cc66989be7a91ed65fd5bf20a8ed78d0f2f1874', '\x7cbf880630e769a76ae4b855a5266d1928b237db136294b528c5c671755565a3', 24639, 'postgres', '2026-11-29 01:30:07.380424+00'),
	('4e4cba92-0ded-4746-8f9f-53a899cb9c50', 6, '2026-11-29 01:30:07.381716+00', '{7}', '{"\\x0999df58738d0f0a2a0040e45a35484b8eb45a1c18432ee5ec4a4d93db340a0b"}', '\x7cbf880630e769a76ae4b855a5266d1928b237db136294b528c5c671755565a3', '\x0ee5a298eeb63d30d00fa039ba250a9fd7014d5a5b349a29a71093af9f6b64ef', 24639, 'postgres', '2026-11-29 01:30:07.381516+00'),
	('4e4cba92-0ded-4746-8f9f-53a899cb9c50', 7, '2026-11-29 01:30:07.474044+00', '{8}', '{"\\x42bfaf39cbcd182e6ac3a959b453452b34b0e7f184af755b482e47537880a28b"}', '\x0ee5a298eeb63d30d00fa039ba250a9fd7014d5a5b349a29a71093af9f6b64ef', '\x956573e66e81a0ae6ea0003c4fb87d82bf49165436e546d15588f675e5e82b03', 24639, 'postgres', '2026-11-29 01:30:07.472813+00');


--
-- Data for Name: audit_seal_heads; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.audit_seal_heads VALUES
	(1, '4e4cba92-0ded-4746-8f9f-53a899cb9c50', 4, '\x623be0fbc3ef818e1c94758a3cc66989be7a91ed65fd5bf20a8ed78d0f2f1874');


--
-- Data for Name: audit_seal_tips; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.audit_seal_tips VALUES
	(1);


--
-- Data for Name: audit_seals; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.audit_seals VALUES
	(1, '2026-11-29 01:30:07.371003+00', 'postgres', 4, 5, '\x2fb73b007f633db2ad23f2cf89e901f8800fb05de9efad258672a9ff51feb505', '{}', '\x', '\x03093d25569312bec53dcc2e7c1aeb0b5bc1d0eb26160a8003a9752996014713');


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
	(true, false, NULL, NULL, '2026-11-29 01:30:06.581079+00');


--
-- Data for Name: counter_deltas; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.counter_deltas VALUES
	('2026-11-29 01:30:07.404196+00', '00000000-0000-4000-8000-000000000001', 4, 'acme', 'POST /refunds', 'replayed', NULL, 5);


--
-- Data for Name: counter_hours; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.counter_hours VALUES
	(10, '2026-01-01 00:00:00+00', 1, NULL),
	(18, '2026-01-01 00:00:00+00', 1, NULL),
	(7, '2026-11-29 01:00:00+00', 4, '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
	(19, '2026-11-29 01:00:00+00', 4, '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
	(6, '2026-01-01 00:00:00+00', 8, NULL),
	(2, '2026-01-01 00:00:00+00', 1, NULL),
	(15, '2026-01-01 00:00:00+00', 8, NULL),
	(4, '2026-01-01 00:00:00+00', 2, NULL),
	(5, '2026-01-01 00:00:00+00', 2, NULL),
	(3, '2026-01-01 00:00:00+00', 4, NULL),
	(13, '2026-01-01 00:00:00+00', 1, NULL),
	(21, '2026-01-01 00:00:00+00', 2, NULL),
	(16, '2026-01-01 00:00:00+00', 8, NULL),
	(14, '2026-11-29 01:00:00+00', 4, '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
	(11, '2026-01-01 00:00:00+00', 2, NULL),
	(3, '2026-11-29 01:00:00+00', 1, '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
	(12, '2026-01-01 00:00:00+00', 8, NULL),
	(9, '2026-11-29 01:00:00+00', 4, '{0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
	(8, '2026-01-01 00:00:00+00', 2, NULL),
	(17, '2026-01-01 00:00:00+00', 2, NULL),
	(1, '2026-01-01 00:00:00+00', 2, NULL),
	(20, '2026-01-01 00:00:00+00', 2, NULL);


--
-- Data for Name: counter_minutes; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.counter_minutes VALUES
	(7, '2026-11-29 01:30:00+00', 4, '{0,0,0,0,0,0,0,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
	(3, '2026-11-29 01:30:00+00', 1, '{0,0,0,0,0,0,0,1,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
	(19, '2026-11-29 01:30:00+00', 4, '{0,0,0,0,0,0,0,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
	(9, '2026-11-29 01:30:00+00', 4, '{0,0,0,0,0,0,0,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}'),
	(14, '2026-11-29 01:30:00+00', 4, '{0,0,0,0,0,0,0,4,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0,0}');


--
-- Data for Name: counter_rollup; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.counter_rollup VALUES
	(true, '02:00:00', '35 days', NULL, '2026-11-28 23:30:00+00', '2026-10-25 01:00:00+00', '-infinity', '2026-11-29 01:30:06.76011+00', '2026-11-29 01:30:07.387889+00');


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
	('00000000-0000-4000-8000-000000000001', 3, '2026-11-29 01:30:07.386734+00');


--
-- Data for Name: event_requests; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.event_requests VALUES
	('main', 2, 'skip', '2026-11-29 01:30:07.46381+00', 'postgres', 'alice', 'desk', 'onceover', 'test data');


--
-- Data for Name: frontier; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.frontier VALUES
	(true, '2026-11-29 01:30:07.41114+00', 1, 7713399646798290879, 16384, 16422, '2026-11-29 01:30:07.413752+00', NULL, 0);


--
-- Data for Name: gateways; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.gateways OVERRIDING SYSTEM VALUE VALUES
	(1, 'bank', '*', '24:00:00', 'its contract', '2026-11-29 01:30:07.416853+00', 'postgres', 'alice', '2026-11-29 01:30:07.416421+00', NULL, NULL),
	(2, 'other bank', 'POST /payouts', NULL, 'its contract', '2026-11-29 01:30:07.41744+00', 'postgres', 'bob', NULL, NULL, NULL);


--
-- Data for Name: inbox; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.inbox VALUES
	('billing', 'orders', 'e-1', '2026-01-01 00:00:00+00', NULL, NULL, NULL, '2026-01-01 00:00:01+00', NULL, 0, 7, 0, false, 'succeeded', '\xb94f523196aaacd8bdb9ef0d8cf2e1d8f9b766ab5097f086ff541b7112699b7b', NULL, 'order', 'o-1', NULL, NULL, NULL, NULL, NULL, NULL),
	('billing', 'orders', 'e-2', '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', NULL, NULL, NULL, NULL, 0, NULL, 0, true, 'in_progress', '\x761d230a06e678ef0d18d4997dad6b33274e7c8a0416a3c4358abe3cd5c0d24e', NULL, NULL, NULL, 'application/json', NULL, '{"a": "b"}', NULL, '\x7b226e223a20327d', NULL),
	('billing', 'orders', 'e-3', '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', '2026-01-01 00:01:00+00', '2026-01-01 00:00:00+00', NULL, NULL, 3, NULL, 1, true, 'in_progress', '\xf52a315c8841749fb4904048364775f3b6b420d5278ce9b828eb464164271f36', 'worker-1', NULL, NULL, 'application/json', NULL, '{}', NULL, '\x7b226e223a20337d', NULL),
	('billing', 'orders', 'e-4', '2026-01-01 00:00:00+00', NULL, NULL, NULL, NULL, '2026-01-01 00:05:00+00', 4, NULL, 5, true, 'dead', '\xcbbf6b3b25a7f6b72b2941466de5de8f93c9b7e6df03be986c27ce6ed8987aff', 'worker-1', NULL, NULL, 'application/json', 'no such account', '{}', NULL, '\x7b226e223a20347d', NULL),
	('billing', 'orders', 'e-5', '2026-11-29 01:30:07.472611+00', NULL, NULL, NULL, NULL, '2026-01-01 00:00:00+00', 0, NULL, 0, true, 'discarded', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x7b226e223a20357d', NULL);


--
-- Data for Name: inbox_positions; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.inbox_positions VALUES
	('billing', 'cluster/billing/orders/0', 12, '2026-11-29 01:30:07.469039+00');


--
-- Data for Name: inbox_versions; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.inbox_versions VALUES
	('billing', 'order', 'o-1', 7, 6, '2026-11-29 01:30:07.468583+00');


--
-- Data for Name: keys; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.keys VALUES
	('acme', 'POST /refunds', 'finished', '2026-01-01 00:00:00+00', '2026-11-29 01:30:07.323992+00', 1, NULL, NULL, NULL, '2026-01-01 00:00:01+00', '2099-01-01 00:00:00+00', 259200, 1, 201, 1, 'succeeded', 'executor', 'raw-sha256', '\x05343e9845302eb730fa9d18ac7b28d5e509893daf1eb76ede8d6e82d47b2da9', 'payments-1/1', 'corr-1', NULL, 'c_1', 10.00, 'EUR', 'ch_1', '\x31323a436f6e74656e742d547970652c31363a6170706c69636174696f6e2f6a736f6e2c', '\x7b22726566756e64223a2266696e6973686564227d'),
	('acme', 'POST /refunds', 'refused', '2026-01-01 00:01:00+00', '2026-11-29 01:30:07.331479+00', 2, NULL, NULL, NULL, '2026-01-01 00:01:01+00', '2099-01-01 00:00:00+00', 259200, 1, 422, 1, 'failed', 'executor', 'jcs-sha256', '\x83c874d33e8bff73caaa762c79cd1ed101d727c7f20fe4972c67e67978292f23', 'payments-1/2', 'corr-2', NULL, 'c_2', 20.50, 'EUR', 'ch_2', '\x31323a436f6e74656e742d547970652c32343a6170706c69636174696f6e2f70726f626c656d2b6a736f6e2c', '\x7b227469746c65223a226e6f207375636820636861726765227d'),
	('acme', 'POST /refunds', 'past its window', '2026-01-01 00:02:00+00', '2026-11-29 01:30:07.331518+00', 3, NULL, NULL, NULL, '2026-01-01 00:02:01+00', '2026-01-04 00:02:01+00', 259200, 1, 201, 1, 'succeeded', 'executor', 'raw-sha256', '\x7d6807f0531f0819880fa45f5e3dc6baaeb86bdd91dda2a0f544702b3181cf11', 'payments-1/3', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x'),
	('acme', 'POST /refunds', 'stuck', '2026-01-01 00:03:00+00', '2026-11-29 01:30:07.331546+00', 4, '2026-01-01 00:03:30+00', NULL, NULL, NULL, NULL, 259200, 1, NULL, NULL, 'in_progress', 'executor', 'raw-sha256', '\x9c05ce79d0bfe037953b11f168069e5af4ea2605b8534a188f64dee6c0b643fe', 'payments-1/4', 'corr-4', NULL, 'c_4', 40, 'EUR', 'ch_4', NULL, NULL),
	('acme', 'POST /refunds', 'running', '2026-01-01 00:04:00+00', '2026-11-29 01:30:07.331617+00', 5, '2099-01-01 00:00:00+00', NULL, NULL, NULL, NULL, 259200, 1, NULL, NULL, 'in_progress', 'executor', 'raw-sha256', '\xc071cf5f5ed6f884cc70155b6f05f755fd46a302d05e4261b7e92ce878bbfed8', 'payments-1/5', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('acme', 'POST /refunds', 'released', '2026-01-01 00:05:00+00', '2026-11-29 01:30:07.3369+00', 6, NULL, '2099-01-01 00:00:00+00', NULL, NULL, '2099-01-04 00:00:00+00', 259200, 1, NULL, NULL, 'released', 'executor', 'raw-sha256', '\xd29eae1372c396247daf62745d10c3513eb46f9f232b4527e0f5298e5dca5cd0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('acme', 'POST /refunds', 'released, never retried', '2026-01-01 00:06:00+00', '2026-11-29 01:30:07.337017+00', 7, NULL, '2026-01-02 00:00:00+00', NULL, NULL, '2026-01-05 00:00:00+00', 259200, 1, NULL, NULL, 'released', 'executor', 'raw-sha256', '\xdfb978ca30c422be0676e0bc0897b17e16d2be98cbd91fb1cc0a9bfcb8f67662', NULL, NULL, 'TRANSIENT.no_effect', NULL, NULL, NULL, NULL, NULL, NULL),
	('Größe "x"', 'POST /refunds', 'waits for a person', '2026-01-01 00:07:00+00', '2026-11-29 01:30:07.337442+00', 8, '2026-01-01 00:07:30+00', NULL, '2026-01-01 00:07:30+00', NULL, NULL, 259200, 1, NULL, NULL, 'in_progress', 'operator', 'raw-sha256', '\xf592a79e0b82adaadc2fcc3f4c5a72db34d5cba4ce87eb7e9a2d8221e81eb2fb', 'alice@desk', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: notes; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.notes OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-11-29 01:30:07.383148+00', 'postgres', 'alice', 'desk', 'onceover', 'Größe "x"', 'POST /refunds', 'waits for a person', NULL, NULL, NULL, 'Two refunds at the gateway.
Called the bank.'),
	(2, '2026-11-29 01:30:07.386377+00', 'postgres', 'bob', 'desk', 'onceover', 'acme', 'pay', 'row-2', 'shop', 'public.payments', '{"id": "2"}', 'another customer');


--
-- Data for Name: outbox_20261129t000000; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.outbox_20261129t000000 VALUES
	(2, '757', '3afa698f-2a46-4b33-bc86-afe628538743', 'refunds', 'refund', 'r-1', 'requested', '\x7b226e223a20317d', 'application/json', '{}', '2026-11-29 01:30:07.453727+00', DEFAULT),
	(3, '757', 'b60f569a-d420-4a2a-bddd-cd3ab4aab577', 'refunds', 'refund', 'r-1', 'paid', '\x7b226e223a20327d', 'application/json', '{}', '2026-11-29 01:30:07.454137+00', DEFAULT),
	(4, '757', '0dda1b0a-c3ed-4dcc-94ec-c1b67015fcec', 'refunds', 'refund', 'r-2', 'requested', NULL, 'application/json', '{}', '2026-11-29 01:30:07.454192+00', DEFAULT);


--
-- Data for Name: outbox_20261130t000000; Type: TABLE DATA; Schema: onceover; Owner: -
--



--
-- Data for Name: outbox_adoptions; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.outbox_adoptions OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-01-01 00:00:00+00', '2026-01-01 00:01:00+00', '3:3:', 0, NULL, NULL, NULL, 0, 0);


--
-- Data for Name: outbox_parked; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.outbox_parked VALUES
	('main', 2, '3afa698f-2a46-4b33-bc86-afe628538743', 'refunds', 'refund', 'r-1', '2026-11-29 01:30:07.453727+00', 'dead', 5, NULL, 'the broker refused it', '2026-11-29 01:30:07.46166+00'),
	('main', 3, 'b60f569a-d420-4a2a-bddd-cd3ab4aab577', 'refunds', 'refund', 'r-1', '2026-11-29 01:30:07.454137+00', 'behind', 5, NULL, 'the broker refused it', '2026-11-29 01:30:07.462051+00'),
	('main', 4, '0dda1b0a-c3ed-4dcc-94ec-c1b67015fcec', 'refunds', 'refund', 'r-2', '2026-11-29 01:30:07.454192+00', 'waiting', 5, '2026-01-01 00:00:00+00', 'the broker refused it', '2026-11-29 01:30:07.462062+00');


--
-- Data for Name: outbox_rest; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.outbox_rest VALUES
	(1, '757', 'ed69cf98-20c6-4d22-9a46-2ec7447a62db', 'refunds', 'refund', 'r-0', 'requested', '\x7b226e223a20307d', 'application/json', '{"correlation_id": "corr-1"}', '2026-01-01 00:00:00+00', DEFAULT);


--
-- Data for Name: plan_items; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.plan_items VALUES
	(1, 1, NULL, 'acme', 'POST /refunds', 'refused', NULL, '{"state": "in_progress"}', 1, 'done', 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'failed', 'refused', NULL, 'failed', 1, '2026-01-01 00:02:00+00'),
	(1, 2, NULL, 'acme', 'POST /refunds', 'stuck', NULL, '{"state": "in_progress"}', 4, 'waiting', 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: plans; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.plans OVERRIDING SYSTEM VALUE VALUES
	(1, 'night shift', 'settle', 'frozen', NULL, NULL, NULL, NULL, 'an outage', NULL, NULL, 'state = stuck', '{"rate": 5}', 2, 'alice', 'desk', 'onceover', 'postgres', NULL, 1, 'shop', '2026-11-29 01:30:07.359805+00', NULL, NULL, '2026-11-29 01:30:07.359805+00', NULL, NULL);


--
-- Data for Name: reap_marks; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.reap_marks VALUES
	('2026-01-01 00:00:00+00', 'k', '2026-01-02 00:00:00+00');


--
-- Data for Name: relay_holds; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.relay_holds VALUES
	('main', 'paused', '2026-11-29 01:30:07.473517+00', 'alice', 'the broker is down');


--
-- Data for Name: relay_tokens; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.relay_tokens VALUES
	('main', '00000000-0000-4000-8000-000000000002');


--
-- Data for Name: relays; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.relays VALUES
	('main', '{*}', true, '2026-11-29 01:30:07.4549+00', '-infinity', '-infinity', '758:758:', '758:758:', 0, NULL, 0, '-infinity', '{}', '7713399646798290879', 16384, NULL, 0, NULL, 2, '2026-01-01 00:00:00+00', NULL, NULL);


--
-- Data for Name: row_cases; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.row_cases VALUES
	('public.payments', '\x51fedabde565f4715b5e62d574d2a73090654b62259f8d9211cfc5ee99e5612d', '{"id": "1"}', 'shop', 'acme', 'pay', 'row-1', 'settled', 1, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 'settle_succeeded', 'seen', NULL, NULL, NULL, NULL, DEFAULT),
	('public.payments', '\xa809be31b4ccd372a0100fef916a117c197d64742ea0c363f5b54a4c20e8b929', '{"id": "2"}', 'shop', 'acme', 'pay', 'row-2', 'needs_human', 1, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 'needs_human', 'another effect', '{"other_effect": true}', 'sweeper-1', 9, '2026-01-01 00:10:00+00', DEFAULT);


--
-- Data for Name: samples; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.samples VALUES
	('onceover.keys', '2026-01-01 00:00:00+00', '2026-01-01 00:00:10+00', '{"stuck": 2, "oldest": 30.5}');


--
-- Data for Name: schema_version; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.schema_version VALUES
	(1, 'schema', '2026-11-29 01:30:07.014643+00', 'postgres');


--
-- Data for Name: settled_operations; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.settled_operations VALUES
	('POST /refunds', '2026-11-29 01:30:07.467164+00');


--
-- Data for Name: unfinished; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.unfinished VALUES
	('2026-01-01 00:03:00+00', 'stuck', 'acme', 'POST /refunds', '-infinity', 1795915807411140, 0),
	('2026-01-01 00:04:00+00', 'running', 'acme', 'POST /refunds', '-infinity', 1795915807411140, 0),
	('2026-01-01 00:05:00+00', 'released', 'acme', 'POST /refunds', '-infinity', 1795915807411140, 0),
	('2026-01-01 00:06:00+00', 'released, never retried', 'acme', 'POST /refunds', '-infinity', 1795915807411140, 0),
	('2026-01-01 00:07:00+00', 'waits for a person', 'Größe "x"', 'POST /refunds', '-infinity', 1795915807411140, 0);


--
-- Name: approvals_id_seq; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.approvals_id_seq', 1, true);


--
-- Name: audit_id_seq; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.audit_id_seq', 8, true);


--
-- Name: audit_seal_number; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.audit_seal_number', 1, true);


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

SELECT pg_catalog.setval('onceover.floor', 1795915807411140, true);


--
-- Name: gateways_id_seq; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.gateways_id_seq', 2, true);


--
-- Name: inbox_fence; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.inbox_fence', 10, true);


--
-- Name: notes_id_seq; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.notes_id_seq', 2, true);


--
-- Name: outbox_adoptions_id_seq; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.outbox_adoptions_id_seq', 1, true);


--
-- Name: outbox_seq_seq; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.outbox_seq_seq', 4, true);


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
-- Name: audit_seal_tips audit_seal_tips_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.audit_seal_tips
    ADD CONSTRAINT audit_seal_tips_pkey PRIMARY KEY (number);


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
-- Name: event_requests event_requests_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.event_requests
    ADD CONSTRAINT event_requests_pkey PRIMARY KEY (relay, seq);


--
-- Name: frontier frontier_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.frontier
    ADD CONSTRAINT frontier_pkey PRIMARY KEY (only_row);


--
-- Name: gateways gateways_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.gateways
    ADD CONSTRAINT gateways_pkey PRIMARY KEY (id);


--
-- Name: inbox inbox_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.inbox
    ADD CONSTRAINT inbox_pkey PRIMARY KEY (event_id, source, consumer);


--
-- Name: inbox_positions inbox_positions_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.inbox_positions
    ADD CONSTRAINT inbox_positions_pkey PRIMARY KEY (consumer, place);


--
-- Name: inbox_versions inbox_versions_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.inbox_versions
    ADD CONSTRAINT inbox_versions_pkey PRIMARY KEY (consumer, aggregate_type, aggregate_id);


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
-- Name: outbox_adoptions outbox_adoptions_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.outbox_adoptions
    ADD CONSTRAINT outbox_adoptions_pkey PRIMARY KEY (id);


--
-- Name: outbox_parked outbox_parked_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.outbox_parked
    ADD CONSTRAINT outbox_parked_pkey PRIMARY KEY (relay, seq);


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
-- Name: reap_marks reap_marks_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.reap_marks
    ADD CONSTRAINT reap_marks_pkey PRIMARY KEY (until_at, until_key);


--
-- Name: relay_holds relay_holds_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.relay_holds
    ADD CONSTRAINT relay_holds_pkey PRIMARY KEY (relay);


--
-- Name: relay_tokens relay_tokens_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.relay_tokens
    ADD CONSTRAINT relay_tokens_pkey PRIMARY KEY (relay);


--
-- Name: relays relays_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.relays
    ADD CONSTRAINT relays_pkey PRIMARY KEY (name);


--
-- Name: row_cases row_cases_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.row_cases
    ADD CONSTRAINT row_cases_pkey PRIMARY KEY (relation, row_digest);


--
-- Name: samples samples_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.samples
    ADD CONSTRAINT samples_pkey PRIMARY KEY (minute, relation);


--
-- Name: schema_version schema_version_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.schema_version
    ADD CONSTRAINT schema_version_pkey PRIMARY KEY (version);


--
-- Name: settled_operations settled_operations_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.settled_operations
    ADD CONSTRAINT settled_operations_pkey PRIMARY KEY (operation);


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
-- Name: audit_skips; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX audit_skips ON onceover.audit USING btree ((((before ->> 'seq'::text))::bigint)) WHERE (action = 'skip_event'::text);


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
-- Name: gateways_in_force; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX gateways_in_force ON onceover.gateways USING btree (operation) WHERE ((in_force_since IS NOT NULL) AND (ended_at IS NULL));


--
-- Name: inbox_by_time; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX inbox_by_time ON onceover.inbox USING btree (received_at, event_id, source, consumer);


--
-- Name: inbox_dead; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX inbox_dead ON onceover.inbox USING btree (consumer, dead_at) WHERE (dead_at IS NOT NULL);


--
-- Name: inbox_due; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX inbox_due ON onceover.inbox USING btree (consumer, next_try_at) WHERE (stored AND (next_try_at IS NOT NULL));


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
-- Name: one_adoption_at_a_time; Type: INDEX; Schema: onceover; Owner: -
--

CREATE UNIQUE INDEX one_adoption_at_a_time ON onceover.outbox_adoptions USING btree ((true)) WHERE (ended_at IS NULL);


--
-- Name: outbox_by_correlation; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX outbox_by_correlation ON ONLY onceover.outbox USING btree (correlation_id) WHERE (correlation_id IS NOT NULL);


--
-- Name: outbox_20261129t000000_correlation_id_idx; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX outbox_20261129t000000_correlation_id_idx ON onceover.outbox_20261129t000000 USING btree (correlation_id) WHERE (correlation_id IS NOT NULL);


--
-- Name: outbox_by_time; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX outbox_by_time ON ONLY onceover.outbox USING brin (created_at);


--
-- Name: outbox_20261129t000000_created_at_idx; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX outbox_20261129t000000_created_at_idx ON onceover.outbox_20261129t000000 USING brin (created_at);


--
-- Name: outbox_by_seq; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX outbox_by_seq ON ONLY onceover.outbox USING btree (seq);


--
-- Name: outbox_20261129t000000_seq_idx; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX outbox_20261129t000000_seq_idx ON onceover.outbox_20261129t000000 USING btree (seq);


--
-- Name: outbox_by_xid; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX outbox_by_xid ON ONLY onceover.outbox USING btree (xid, seq);


--
-- Name: outbox_20261129t000000_xid_seq_idx; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX outbox_20261129t000000_xid_seq_idx ON onceover.outbox_20261129t000000 USING btree (xid, seq);


--
-- Name: outbox_20261130t000000_correlation_id_idx; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX outbox_20261130t000000_correlation_id_idx ON onceover.outbox_20261130t000000 USING btree (correlation_id) WHERE (correlation_id IS NOT NULL);


--
-- Name: outbox_20261130t000000_created_at_idx; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX outbox_20261130t000000_created_at_idx ON onceover.outbox_20261130t000000 USING brin (created_at);


--
-- Name: outbox_20261130t000000_seq_idx; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX outbox_20261130t000000_seq_idx ON onceover.outbox_20261130t000000 USING btree (seq);


--
-- Name: outbox_20261130t000000_xid_seq_idx; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX outbox_20261130t000000_xid_seq_idx ON onceover.outbox_20261130t000000 USING btree (xid, seq);


--
-- Name: outbox_parked_aggregates; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX outbox_parked_aggregates ON onceover.outbox_parked USING btree (relay, aggregatetype, aggregateid, seq);


--
-- Name: outbox_parked_due; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX outbox_parked_due ON onceover.outbox_parked USING btree (relay, next_try_at) WHERE (state = 'waiting'::text);


--
-- Name: outbox_rest_correlation_id_idx; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX outbox_rest_correlation_id_idx ON onceover.outbox_rest USING btree (correlation_id) WHERE (correlation_id IS NOT NULL);


--
-- Name: outbox_rest_created_at_idx; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX outbox_rest_created_at_idx ON onceover.outbox_rest USING brin (created_at);


--
-- Name: outbox_rest_seq_idx; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX outbox_rest_seq_idx ON onceover.outbox_rest USING btree (seq);


--
-- Name: outbox_rest_xid_seq_idx; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX outbox_rest_xid_seq_idx ON onceover.outbox_rest USING btree (xid, seq);


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
-- Name: outbox_20261129t000000_correlation_id_idx; Type: INDEX ATTACH; Schema: onceover; Owner: -
--

ALTER INDEX onceover.outbox_by_correlation ATTACH PARTITION onceover.outbox_20261129t000000_correlation_id_idx;


--
-- Name: outbox_20261129t000000_created_at_idx; Type: INDEX ATTACH; Schema: onceover; Owner: -
--

ALTER INDEX onceover.outbox_by_time ATTACH PARTITION onceover.outbox_20261129t000000_created_at_idx;


--
-- Name: outbox_20261129t000000_seq_idx; Type: INDEX ATTACH; Schema: onceover; Owner: -
--

ALTER INDEX onceover.outbox_by_seq ATTACH PARTITION onceover.outbox_20261129t000000_seq_idx;


--
-- Name: outbox_20261129t000000_xid_seq_idx; Type: INDEX ATTACH; Schema: onceover; Owner: -
--

ALTER INDEX onceover.outbox_by_xid ATTACH PARTITION onceover.outbox_20261129t000000_xid_seq_idx;


--
-- Name: outbox_20261130t000000_correlation_id_idx; Type: INDEX ATTACH; Schema: onceover; Owner: -
--

ALTER INDEX onceover.outbox_by_correlation ATTACH PARTITION onceover.outbox_20261130t000000_correlation_id_idx;


--
-- Name: outbox_20261130t000000_created_at_idx; Type: INDEX ATTACH; Schema: onceover; Owner: -
--

ALTER INDEX onceover.outbox_by_time ATTACH PARTITION onceover.outbox_20261130t000000_created_at_idx;


--
-- Name: outbox_20261130t000000_seq_idx; Type: INDEX ATTACH; Schema: onceover; Owner: -
--

ALTER INDEX onceover.outbox_by_seq ATTACH PARTITION onceover.outbox_20261130t000000_seq_idx;


--
-- Name: outbox_20261130t000000_xid_seq_idx; Type: INDEX ATTACH; Schema: onceover; Owner: -
--

ALTER INDEX onceover.outbox_by_xid ATTACH PARTITION onceover.outbox_20261130t000000_xid_seq_idx;


--
-- Name: outbox_rest_correlation_id_idx; Type: INDEX ATTACH; Schema: onceover; Owner: -
--

ALTER INDEX onceover.outbox_by_correlation ATTACH PARTITION onceover.outbox_rest_correlation_id_idx;


--
-- Name: outbox_rest_created_at_idx; Type: INDEX ATTACH; Schema: onceover; Owner: -
--

ALTER INDEX onceover.outbox_by_time ATTACH PARTITION onceover.outbox_rest_created_at_idx;


--
-- Name: outbox_rest_seq_idx; Type: INDEX ATTACH; Schema: onceover; Owner: -
--

ALTER INDEX onceover.outbox_by_seq ATTACH PARTITION onceover.outbox_rest_seq_idx;


--
-- Name: outbox_rest_xid_seq_idx; Type: INDEX ATTACH; Schema: onceover; Owner: -
--

ALTER INDEX onceover.outbox_by_xid ATTACH PARTITION onceover.outbox_rest_xid_seq_idx;


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
-- Name: inbox inbox_counts_up; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER inbox_counts_up AFTER UPDATE OF attempts ON onceover.inbox FOR EACH ROW WHEN (((new.attempts < old.attempts) AND ((old.state)::text <> 'dead'::text))) EXECUTE FUNCTION onceover.guard_inbox();


--
-- Name: inbox inbox_is_final; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER inbox_is_final AFTER UPDATE ON onceover.inbox FOR EACH ROW WHEN ((((old.state)::text = ANY (ARRAY['succeeded'::text, 'discarded'::text])) AND ((new.state)::text <> (old.state)::text))) EXECUTE FUNCTION onceover.guard_inbox();


--
-- Name: inbox inbox_keeps_its_name; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER inbox_keeps_its_name AFTER UPDATE OF consumer, source, event_id, fingerprint ON onceover.inbox FOR EACH ROW WHEN ((((old.event_id)::text IS DISTINCT FROM (new.event_id)::text) OR ((old.source)::text IS DISTINCT FROM (new.source)::text) OR ((old.consumer)::text IS DISTINCT FROM (new.consumer)::text) OR (old.fingerprint IS DISTINCT FROM new.fingerprint))) EXECUTE FUNCTION onceover.guard_inbox();


--
-- Name: inbox inbox_stays_erased; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER inbox_stays_erased AFTER UPDATE OF state, erased_at, payload ON onceover.inbox FOR EACH ROW WHEN (((old.erased_at IS NOT NULL) AND (((new.state)::text = 'in_progress'::text) OR (new.erased_at IS NULL) OR (new.payload IS NOT NULL)))) EXECUTE FUNCTION onceover.guard_inbox();


--
-- Name: keys key_changed; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER key_changed AFTER UPDATE OF fence, retry_before, created_at, key, tenant, operation ON onceover.keys FOR EACH ROW WHEN (((old.locked_until IS NULL) OR ((new.created_at)::timestamp with time zone <> (old.created_at)::timestamp with time zone) OR ((new.key)::text <> (old.key)::text) OR ((new.tenant)::text <> (old.tenant)::text) OR ((new.operation)::text <> (old.operation)::text))) EXECUTE FUNCTION onceover.key_changed();

ALTER TABLE onceover.keys ENABLE ALWAYS TRIGGER key_changed;


--
-- Name: keys key_is_kept; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER key_is_kept AFTER DELETE ON onceover.keys FOR EACH ROW WHEN ((((old.state)::text = 'in_progress'::text) OR (old.expires_at IS NULL) OR (old.expires_at > clock_timestamp()))) EXECUTE FUNCTION onceover.guard_key();


--
-- Name: keys key_is_sound; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER key_is_sound BEFORE INSERT ON onceover.keys FOR EACH ROW EXECUTE FUNCTION onceover.guard_key_change();

ALTER TABLE onceover.keys ENABLE ALWAYS TRIGGER key_is_sound;


--
-- Name: keys key_stays_sound; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER key_stays_sound AFTER UPDATE ON onceover.keys FOR EACH ROW EXECUTE FUNCTION onceover.guard_key_change();

ALTER TABLE onceover.keys ENABLE ALWAYS TRIGGER key_stays_sound;


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

CREATE TRIGGER plans_are_frozen BEFORE UPDATE OF name, act, profile_toml, gateway, gateway_digest, reason, ticket, said, chosen_by, options, items, actor, host, program, db_user, system_identifier, database_oid, database_name, created_at ON onceover.plans FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_thaw();


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
-- Name: audit_seal_tips audit_seal_tips_number_fkey; Type: FK CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.audit_seal_tips
    ADD CONSTRAINT audit_seal_tips_number_fkey FOREIGN KEY (number) REFERENCES onceover.audit_seals(number);


--
-- Name: outbox_parked outbox_parked_relay_fkey; Type: FK CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.outbox_parked
    ADD CONSTRAINT outbox_parked_relay_fkey FOREIGN KEY (relay) REFERENCES onceover.relays(name) ON DELETE CASCADE;


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
-- Name: SEQUENCE floor; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON SEQUENCE onceover.floor TO PUBLIC;


--
-- Name: TABLE notes; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.notes TO upgraded_reader;


--
-- Name: FUNCTION add_note(actor text, host text, program text, tenant text, operation text, key text, note text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.add_note(actor text, host text, program text, tenant text, operation text, key text, note text) FROM PUBLIC;


--
-- Name: FUNCTION add_sample(relation text, read_at timestamp with time zone, levels jsonb); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.add_sample(relation text, read_at timestamp with time zone, levels jsonb) FROM PUBLIC;


--
-- Name: FUNCTION adopt_events(adoption bigint, after_xid xid8, after_seq bigint, most integer, OUT reached_xid xid8, OUT reached_seq bigint, OUT changed bigint, OUT done boolean); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.adopt_events(adoption bigint, after_xid xid8, after_seq bigint, most integer, OUT reached_xid xid8, OUT reached_seq bigint, OUT changed bigint, OUT done boolean) FROM PUBLIC;


--
-- Name: FUNCTION advance_frontier(target timestamp with time zone, rewinds bigint, at_most bigint, OUT reached timestamp with time zone, OUT listed bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.advance_frontier(target timestamp with time zone, rewinds bigint, at_most bigint, OUT reached timestamp with time zone, OUT listed bigint) FROM PUBLIC;


--
-- Name: FUNCTION agree_republish(approval bigint, actor text, host text, program text, why text, request_digest bytea); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.agree_republish(approval bigint, actor text, host text, program text, why text, request_digest bytea) FROM PUBLIC;


--
-- Name: FUNCTION agree_settlement(approval bigint, actor text, host text, program text, why text, request_digest bytea, seen_digest bytea); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.agree_settlement(approval bigint, actor text, host text, program text, why text, request_digest bytea, seen_digest bytea) FROM PUBLIC;


--
-- Name: FUNCTION approve_gateway(declaration bigint, reason text, actor text, host text, program text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.approve_gateway(declaration bigint, reason text, actor text, host text, program text) FROM PUBLIC;


--
-- Name: FUNCTION are_headers(given bytea); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.are_headers(given bytea) FROM PUBLIC;


--
-- Name: FUNCTION are_names(tenant text, operation text, key text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.are_names(tenant text, operation text, key text) FROM PUBLIC;


--
-- Name: FUNCTION ask_approval(actor text, host text, program text, act text, tenant text, operation text, key text, fence bigint, reason text, ticket text, evidence jsonb, seen_digest bytea, request jsonb, request_digest bytea, response_headers bytea, response_body bytea, verdict text, seen jsonb); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.ask_approval(actor text, host text, program text, act text, tenant text, operation text, key text, fence bigint, reason text, ticket text, evidence jsonb, seen_digest bytea, request jsonb, request_digest bytea, response_headers bytea, response_body bytea, verdict text, seen jsonb) FROM PUBLIC;


--
-- Name: FUNCTION ask_republish(after bigint, up_to bigint, topic text, aggregate_type text, aggregate_id text, reason text, ticket text, actor text, host text, program text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.ask_republish(after bigint, up_to bigint, topic text, aggregate_type text, aggregate_id text, reason text, ticket text, actor text, host text, program text) FROM PUBLIC;


--
-- Name: FUNCTION begin_adoption(since timestamp with time zone, reason text, actor text, host text, program text, OUT adoption bigint, OUT seq_was bigint, OUT seq_now bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.begin_adoption(since timestamp with time zone, reason text, actor text, host text, program text, OUT adoption bigint, OUT seq_was bigint, OUT seq_now bigint) FROM PUBLIC;


--
-- Name: FUNCTION begin_full_pass(not_within interval); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.begin_full_pass(not_within interval) FROM PUBLIC;


--
-- Name: FUNCTION bounded_release(of_tenant text, of_operation text, of_key text, until text, shown boolean, trusted boolean, agreed boolean); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.bounded_release(of_tenant text, of_operation text, of_key text, until text, shown boolean, trusted boolean, agreed boolean) FROM PUBLIC;


--
-- Name: PROCEDURE claim(IN tenant text, IN operation text, IN key text, IN fingerprint bytea, IN attempt uuid, IN owner text, IN lease interval, IN keep interval, IN rerunnable_for interval, IN rival_wait_ms integer, IN correlation_id text, IN customer text, IN amount numeric, IN currency text, IN reference text, IN fingerprint_kind text, IN or_fingerprints bytea[], INOUT outcome text, INOUT fence bigint, INOUT taken_over boolean, INOUT created_at timestamp with time zone, INOUT locked_until timestamp with time zone, INOUT retry_after_s integer, INOUT response_version integer, INOUT response_code integer, INOUT response_headers text[], INOUT response_body bytea, INOUT detail jsonb); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON PROCEDURE onceover.claim(IN tenant text, IN operation text, IN key text, IN fingerprint bytea, IN attempt uuid, IN owner text, IN lease interval, IN keep interval, IN rerunnable_for interval, IN rival_wait_ms integer, IN correlation_id text, IN customer text, IN amount numeric, IN currency text, IN reference text, IN fingerprint_kind text, IN or_fingerprints bytea[], INOUT outcome text, INOUT fence bigint, INOUT taken_over boolean, INOUT created_at timestamp with time zone, INOUT locked_until timestamp with time zone, INOUT retry_after_s integer, INOUT response_version integer, INOUT response_code integer, INOUT response_headers text[], INOUT response_body bytea, INOUT detail jsonb) FROM PUBLIC;


--
-- Name: FUNCTION claim_key(way text, tenant text, operation text, key text, fingerprint bytea, attempt uuid, owner text, lease interval, keep interval, rerunnable_for interval, rival_wait_ms integer, correlation_id text, customer text, amount numeric, currency text, reference text, fingerprint_kind text, or_fingerprints bytea[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.claim_key(way text, tenant text, operation text, key text, fingerprint bytea, attempt uuid, owner text, lease interval, keep interval, rerunnable_for interval, rival_wait_ms integer, correlation_id text, customer text, amount numeric, currency text, reference text, fingerprint_kind text, or_fingerprints bytea[]) FROM PUBLIC;


--
-- Name: FUNCTION claim_within(tenant text, operation text, key text, fingerprint bytea, attempt uuid, owner text, keep interval, rival_wait_ms integer, correlation_id text, customer text, amount numeric, currency text, reference text, fingerprint_kind text, or_fingerprints bytea[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.claim_within(tenant text, operation text, key text, fingerprint bytea, attempt uuid, owner text, keep interval, rival_wait_ms integer, correlation_id text, customer text, amount numeric, currency text, reference text, fingerprint_kind text, or_fingerprints bytea[]) FROM PUBLIC;


--
-- Name: FUNCTION claimed_fence(tenant text, operation text, key text, attempt uuid); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.claimed_fence(tenant text, operation text, key text, attempt uuid) FROM PUBLIC;


--
-- Name: FUNCTION finish_key(tenant text, operation text, key text, fence bigint, state text, code integer, headers text[], body bytea, error_code text, also text[], attempt uuid, declared_final boolean); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.finish_key(tenant text, operation text, key text, fence bigint, state text, code integer, headers text[], body bytea, error_code text, also text[], attempt uuid, declared_final boolean) FROM PUBLIC;


--
-- Name: FUNCTION complete(tenant text, operation text, key text, fence bigint, code integer, headers text[], body bytea, also text[], attempt uuid); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.complete(tenant text, operation text, key text, fence bigint, code integer, headers text[], body bytea, also text[], attempt uuid) FROM PUBLIC;


--
-- Name: FUNCTION confirms(verb text, verdict text, evidence jsonb); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.confirms(verb text, verdict text, evidence jsonb) FROM PUBLIC;


--
-- Name: FUNCTION count(source uuid, flush bigint, tenants text[], operations text[], names text[], buckets double precision[], n bigint[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.count(source uuid, flush bigint, tenants text[], operations text[], names text[], buckets double precision[], n bigint[]) FROM PUBLIC;


--
-- Name: FUNCTION count_events(after bigint, up_to bigint, topic text, aggregate_type text, aggregate_id text, most bigint, looks bigint, OUT events bigint, OUT reached bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.count_events(after bigint, up_to bigint, topic text, aggregate_type text, aggregate_id text, most bigint, looks bigint, OUT events bigint, OUT reached bigint) FROM PUBLIC;


--
-- Name: FUNCTION counter_parts(parts bigint[], places integer[], counts bigint[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.counter_parts(parts bigint[], places integer[], counts bigint[]) FROM PUBLIC;


--
-- Name: FUNCTION create_plan(name text, act text, profile_toml text, gateway text, gateway_digest text, reason text, ticket text, said text, chosen_by text, options jsonb, items bigint, actor text, host text, program text, system_identifier text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.create_plan(name text, act text, profile_toml text, gateway text, gateway_digest text, reason text, ticket text, said text, chosen_by text, options jsonb, items bigint, actor text, host text, program text, system_identifier text) FROM PUBLIC;


--
-- Name: FUNCTION dedupe_window_of(of_operation text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.dedupe_window_of(of_operation text) FROM PUBLIC;


--
-- Name: FUNCTION downstream_key(tenant text, operation text, key text, effect text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.downstream_key(tenant text, operation text, key text, effect text) FROM PUBLIC;


--
-- Name: FUNCTION drop_outbox_partition(retention interval); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.drop_outbox_partition(retention interval) FROM PUBLIC;


--
-- Name: FUNCTION end_approval(approval bigint, status text, actor text, host text, program text, why text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.end_approval(approval bigint, status text, actor text, host text, program text, why text) FROM PUBLIC;


--
-- Name: FUNCTION erase_event(seq bigint, id uuid, reason text, actor text, host text, program text, OUT outcome text, OUT relay text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.erase_event(seq bigint, id uuid, reason text, actor text, host text, program text, OUT outcome text, OUT relay text) FROM PUBLIC;


--
-- Name: FUNCTION erase_inbox(consumer text, source text, event_id text, reason text, actor text, host text, program text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.erase_inbox(consumer text, source text, event_id text, reason text, actor text, host text, program text) FROM PUBLIC;


--
-- Name: FUNCTION extend_leases(tenants text[], operations text[], keys text[], fences bigint[], actor text, host text, program text, reason text, lease interval, ticket text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.extend_leases(tenants text[], operations text[], keys text[], fences bigint[], actor text, host text, program text, reason text, lease interval, ticket text) FROM PUBLIC;


--
-- Name: FUNCTION fail(tenant text, operation text, key text, fence bigint, code integer, headers text[], body bytea, error_code text, also text[], attempt uuid, declared_final boolean); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.fail(tenant text, operation text, key text, fence bigint, code integer, headers text[], body bytea, error_code text, also text[], attempt uuid, declared_final boolean) FROM PUBLIC;


--
-- Name: FUNCTION finish_items(plan bigint, runner text, positions bigint[], states text[], outcomes text[], why text[], evidence text[], to_states text[], audit_ids bigint[], fences bigint[], next_try_ms bigint[], untried bigint[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.finish_items(plan bigint, runner text, positions bigint[], states text[], outcomes text[], why text[], evidence text[], to_states text[], audit_ids bigint[], fences bigint[], next_try_ms bigint[], untried bigint[]) FROM PUBLIC;


--
-- Name: FUNCTION foresee_items(plan bigint, runner text, positions bigint[], foreseen text[], writes bigint[], why text[], evidence text[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.foresee_items(plan bigint, runner text, positions bigint[], foreseen text[], writes bigint[], why text[], evidence text[]) FROM PUBLIC;


--
-- Name: FUNCTION freeze_items(plan bigint, positions bigint[], lines bigint[], tenants text[], operations text[], keys text[], columns text[], frozen text[], fences bigint[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.freeze_items(plan bigint, positions bigint[], lines bigint[], tenants text[], operations text[], keys text[], columns text[], frozen text[], fences bigint[]) FROM PUBLIC;


--
-- Name: FUNCTION guard_approval(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.guard_approval() FROM PUBLIC;


--
-- Name: FUNCTION guard_inbox(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.guard_inbox() FROM PUBLIC;


--
-- Name: FUNCTION guard_key(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.guard_key() FROM PUBLIC;


--
-- Name: FUNCTION guard_key_change(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.guard_key_change() FROM PUBLIC;


--
-- Name: FUNCTION guard_note(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.guard_note() FROM PUBLIC;


--
-- Name: FUNCTION header_list(stored bytea); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.header_list(stored bytea) FROM PUBLIC;


--
-- Name: FUNCTION inbox_accept(consumer text, source text, event_id text, fingerprint bytea, aggregate_type text, aggregate_id text, aggregate_version bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_accept(consumer text, source text, event_id text, fingerprint bytea, aggregate_type text, aggregate_id text, aggregate_version bigint) FROM PUBLIC;


--
-- Name: FUNCTION inbox_accept_known(consumer text, source text, event_id text, fingerprint bytea, lock_wait text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_accept_known(consumer text, source text, event_id text, fingerprint bytea, lock_wait text) FROM PUBLIC;


--
-- Name: FUNCTION inbox_accept_many(consumer text, sources text[], event_ids text[], fingerprints bytea[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_accept_many(consumer text, sources text[], event_ids text[], fingerprints bytea[]) FROM PUBLIC;


--
-- Name: FUNCTION inbox_accept_one(consumer text, source text, event_id text, fingerprint bytea, lock_wait text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_accept_one(consumer text, source text, event_id text, fingerprint bytea, lock_wait text) FROM PUBLIC;


--
-- Name: FUNCTION inbox_accept_versions(consumer text, sources text[], event_ids text[], fingerprints bytea[], types text[], ids text[], versions bigint[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_accept_versions(consumer text, sources text[], event_ids text[], fingerprints bytea[], types text[], ids text[], versions bigint[]) FROM PUBLIC;


--
-- Name: FUNCTION inbox_begin(consumer text, source text, event_id text, fingerprint bytea, owner text, lease interval); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_begin(consumer text, source text, event_id text, fingerprint bytea, owner text, lease interval) FROM PUBLIC;


--
-- Name: FUNCTION inbox_begin_again(consumer text, source text, event_id text, fence bigint, owner text, lease interval, max_attempts bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_begin_again(consumer text, source text, event_id text, fence bigint, owner text, lease interval, max_attempts bigint) FROM PUBLIC;


--
-- Name: FUNCTION inbox_bury(consumer text, source text, event_id text, fence bigint, max_attempts bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_bury(consumer text, source text, event_id text, fence bigint, max_attempts bigint) FROM PUBLIC;


--
-- Name: FUNCTION inbox_bury_first(consumer text, error text, passed text[], OUT source text, OUT event_id text, OUT refused text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_bury_first(consumer text, error text, passed text[], OUT source text, OUT event_id text, OUT refused text) FROM PUBLIC;


--
-- Name: FUNCTION inbox_fail(consumer text, source text, event_id text, fence bigint, error text, definitive boolean, retry_in interval, max_attempts bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_fail(consumer text, source text, event_id text, fence bigint, error text, definitive boolean, retry_in interval, max_attempts bigint) FROM PUBLIC;


--
-- Name: FUNCTION inbox_finish(consumer text, source text, event_id text, fence bigint, result jsonb); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_finish(consumer text, source text, event_id text, fence bigint, result jsonb) FROM PUBLIC;


--
-- Name: FUNCTION inbox_keep_positions(consumer text, places text[], nexts bigint[], befores bigint[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_keep_positions(consumer text, places text[], nexts bigint[], befores bigint[]) FROM PUBLIC;


--
-- Name: FUNCTION inbox_lock(consumer text, source text, event_id text, fence bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_lock(consumer text, source text, event_id text, fence bigint) FROM PUBLIC;


--
-- Name: FUNCTION inbox_move_versions(consumer text, types text[], ids text[], versions bigint[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_move_versions(consumer text, types text[], ids text[], versions bigint[]) FROM PUBLIC;


--
-- Name: FUNCTION inbox_reap(from_page bigint, pages bigint, retention interval, consumer text, OUT deleted bigint, OUT next_page bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_reap(from_page bigint, pages bigint, retention interval, consumer text, OUT deleted bigint, OUT next_page bigint) FROM PUBLIC;


--
-- Name: FUNCTION inbox_reap_versions(retention interval, consumer text, most bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_reap_versions(retention interval, consumer text, most bigint) FROM PUBLIC;


--
-- Name: FUNCTION inbox_release(consumer text, sources text[], event_ids text[], fences bigint[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_release(consumer text, sources text[], event_ids text[], fences bigint[]) FROM PUBLIC;


--
-- Name: FUNCTION inbox_renew(consumer text, source text, event_id text, fence bigint, lease interval); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_renew(consumer text, source text, event_id text, fence bigint, lease interval) FROM PUBLIC;


--
-- Name: FUNCTION inbox_set_aside(consumer text, sources text[], event_ids text[], fingerprints bytea[], has_payload bigint[], payloads bytea[], content_types text[], headers text[], reasons text[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_set_aside(consumer text, sources text[], event_ids text[], fingerprints bytea[], has_payload bigint[], payloads bytea[], content_types text[], headers text[], reasons text[]) FROM PUBLIC;


--
-- Name: FUNCTION inbox_start(consumer text, source text, event_id text, fence bigint, lease interval); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_start(consumer text, source text, event_id text, fence bigint, lease interval) FROM PUBLIC;


--
-- Name: FUNCTION inbox_store(consumer text, sources text[], event_ids text[], fingerprints bytea[], types text[], ids text[], versions bigint[], has_payload bigint[], payloads bytea[], content_types text[], headers text[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_store(consumer text, sources text[], event_ids text[], fingerprints bytea[], types text[], ids text[], versions bigint[], has_payload bigint[], payloads bytea[], content_types text[], headers text[]) FROM PUBLIC;


--
-- Name: TABLE inbox; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.inbox TO upgraded_reader;


--
-- Name: FUNCTION inbox_take(consumer text, owner text, lease interval, most bigint, max_attempts bigint, with_dead boolean, passed text[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_take(consumer text, owner text, lease interval, most bigint, max_attempts bigint, with_dead boolean, passed text[]) FROM PUBLIC;


--
-- Name: FUNCTION inbox_unaccept(consumer text, sources text[], event_ids text[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.inbox_unaccept(consumer text, sources text[], event_ids text[]) FROM PUBLIC;


--
-- Name: FUNCTION is_final_answer(state text, code integer, body bytea, declared_final boolean); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.is_final_answer(state text, code integer, body bytea, declared_final boolean) FROM PUBLIC;


--
-- Name: FUNCTION is_mine(of_tenant text, of_operation text, of_key text, of_fence bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.is_mine(of_tenant text, of_operation text, of_key text, of_fence bigint) FROM PUBLIC;


--
-- Name: FUNCTION is_owner(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.is_owner() FROM PUBLIC;


--
-- Name: FUNCTION is_plain_span(given interval); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.is_plain_span(given interval) FROM PUBLIC;


--
-- Name: FUNCTION is_request(tenant text, operation text, key text, fingerprint bytea, attempt uuid, owner text, lease interval, keep interval, rival_wait_ms integer, correlation_id text, customer text, amount numeric, currency text, reference text, fingerprint_kind text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.is_request(tenant text, operation text, key text, fingerprint bytea, attempt uuid, owner text, lease interval, keep interval, rival_wait_ms integer, correlation_id text, customer text, amount numeric, currency text, reference text, fingerprint_kind text) FROM PUBLIC;


--
-- Name: FUNCTION key_changed(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.key_changed() FROM PUBLIC;


--
-- Name: FUNCTION keys_truncated(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.keys_truncated() FROM PUBLIC;


--
-- Name: FUNCTION last_fence(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.last_fence() FROM PUBLIC;


--
-- Name: FUNCTION link_audit(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.link_audit() FROM PUBLIC;


--
-- Name: FUNCTION longest_lease(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.longest_lease() FROM PUBLIC;


--
-- Name: FUNCTION look(tenant text, operation text, key text, fingerprint bytea, rerunnable_for interval, fingerprint_kind text, or_fingerprints bytea[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.look(tenant text, operation text, key text, fingerprint bytea, rerunnable_for interval, fingerprint_kind text, or_fingerprints bytea[]) FROM PUBLIC;


--
-- Name: FUNCTION make_outbox_partitions(width interval, ahead integer); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.make_outbox_partitions(width interval, ahead integer) FROM PUBLIC;


--
-- Name: FUNCTION mark_reaped(behind_at timestamp with time zone, behind_key text, until_at timestamp with time zone, until_key text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.mark_reaped(behind_at timestamp with time zone, behind_key text, until_at timestamp with time zone, until_key text) FROM PUBLIC;


--
-- Name: FUNCTION move_plan(plan bigint, state text, from_states text, state_why text, actor text, host text, program text, reason text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.move_plan(plan bigint, state text, from_states text, state_why text, actor text, host text, program text, reason text) FROM PUBLIC;


--
-- Name: FUNCTION needs_outbox_partition(part regclass, starts timestamp with time zone, ends timestamp with time zone); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.needs_outbox_partition(part regclass, starts timestamp with time zone, ends timestamp with time zone) FROM PUBLIC;


--
-- Name: FUNCTION no_end_is_later(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.no_end_is_later() FROM PUBLIC;


--
-- Name: TABLE outbox_parked; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.outbox_parked TO upgraded_reader;


--
-- Name: FUNCTION of_parked(parked onceover.outbox_parked); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.of_parked(parked onceover.outbox_parked) FROM PUBLIC;


--
-- Name: FUNCTION owns_relay(relay text, token uuid, fence bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.owns_relay(relay text, token uuid, fence bigint) FROM PUBLIC;


--
-- Name: FUNCTION pace_plan(plan bigint, by interval); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.pace_plan(plan bigint, by interval) FROM PUBLIC;


--
-- Name: FUNCTION pause_relay(relay text, paused boolean, reason text, actor text, host text, program text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.pause_relay(relay text, paused boolean, reason text, actor text, host text, program text) FROM PUBLIC;


--
-- Name: FUNCTION publish_floor(OUT moment timestamp with time zone, OUT target timestamp with time zone, OUT until timestamp with time zone, OUT rewinds bigint, OUT floor bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.publish_floor(OUT moment timestamp with time zone, OUT target timestamp with time zone, OUT until timestamp with time zone, OUT rewinds bigint, OUT floor bigint) FROM PUBLIC;


--
-- Name: FUNCTION reap_finished(onceover_limit bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.reap_finished(onceover_limit bigint) FROM PUBLIC;


--
-- Name: FUNCTION reap_keys(tenants text[], operations text[], keys text[], fences bigint[], actor text, host text, program text, reason text, within_window boolean, ticket text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.reap_keys(tenants text[], operations text[], keys text[], fences bigint[], actor text, host text, program text, reason text, within_window boolean, ticket text) FROM PUBLIC;


--
-- Name: FUNCTION reap_samples(most bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.reap_samples(most bigint) FROM PUBLIC;


--
-- Name: FUNCTION reap_slice(behind_at timestamp with time zone, behind_key text, until_at timestamp with time zone, until_key text, most bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.reap_slice(behind_at timestamp with time zone, behind_key text, until_at timestamp with time zone, until_key text, most bigint) FROM PUBLIC;


--
-- Name: FUNCTION record(tenant text, operation text, key text, fingerprint bytea, attempt uuid, state text, code integer, headers text[], body bytea, error_code text, owner text, keep interval, rival_wait_ms integer, correlation_id text, customer text, amount numeric, currency text, reference text, fingerprint_kind text, or_fingerprints bytea[], also text[], declared_final boolean); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.record(tenant text, operation text, key text, fingerprint bytea, attempt uuid, state text, code integer, headers text[], body bytea, error_code text, owner text, keep interval, rival_wait_ms integer, correlation_id text, customer text, amount numeric, currency text, reference text, fingerprint_kind text, or_fingerprints bytea[], also text[], declared_final boolean) FROM PUBLIC;


--
-- Name: FUNCTION refuse_change(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.refuse_change() FROM PUBLIC;


--
-- Name: FUNCTION refuse_thaw(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.refuse_thaw() FROM PUBLIC;


--
-- Name: FUNCTION register_gateway(name text, operation text, dedupe_window interval, reason text, actor text, host text, program text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.register_gateway(name text, operation text, dedupe_window interval, reason text, actor text, host text, program text) FROM PUBLIC;


--
-- Name: FUNCTION register_settled(operation text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.register_settled(operation text) FROM PUBLIC;


--
-- Name: FUNCTION relay_bury(relay text, token uuid, fence bigint, error text, is_ordered boolean); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.relay_bury(relay text, token uuid, fence bigint, error text, is_ordered boolean) FROM PUBLIC;


--
-- Name: FUNCTION relay_carry_out(relay text, token uuid, fence bigint, busy bigint[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.relay_carry_out(relay text, token uuid, fence bigint, busy bigint[]) FROM PUBLIC;


--
-- Name: FUNCTION relay_let_go(relay text, token uuid, fence bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.relay_let_go(relay text, token uuid, fence bigint) FROM PUBLIC;


--
-- Name: FUNCTION relay_moved(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.relay_moved() FROM PUBLIC;


--
-- Name: FUNCTION relay_park(relay text, token uuid, fence bigint, seqs bigint[], ids uuid[], topics text[], types text[], aggregates text[], created timestamp with time zone[], states text[], attempts bigint[], waits bigint[], errors text[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.relay_park(relay text, token uuid, fence bigint, seqs bigint[], ids uuid[], topics text[], types text[], aggregates text[], created timestamp with time zone[], states text[], attempts bigint[], waits bigint[], errors text[]) FROM PUBLIC;


--
-- Name: FUNCTION relay_parked_ahead(relay text, token uuid, fence bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.relay_parked_ahead(relay text, token uuid, fence bigint) FROM PUBLIC;


--
-- Name: FUNCTION relay_parked_first(relay text, token uuid, fence bigint, is_ordered boolean); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.relay_parked_first(relay text, token uuid, fence bigint, is_ordered boolean) FROM PUBLIC;


--
-- Name: FUNCTION relay_progress(relay text, token uuid, fence bigint, place tid, server text, window_from pg_snapshot, window_to pg_snapshot, pos bigint, drain_pos bigint, lease interval, published bigint, trouble text, OUT moved_to tid, OUT held text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.relay_progress(relay text, token uuid, fence bigint, place tid, server text, window_from pg_snapshot, window_to pg_snapshot, pos bigint, drain_pos bigint, lease interval, published bigint, trouble text, OUT moved_to tid, OUT held text) FROM PUBLIC;


--
-- Name: FUNCTION relay_renew(relay text, token uuid, fence bigint, place tid, server text, lease interval, trouble text, OUT moved_to tid, OUT held text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.relay_renew(relay text, token uuid, fence bigint, place tid, server text, lease interval, trouble text, OUT moved_to tid, OUT held text) FROM PUBLIC;


--
-- Name: FUNCTION relay_take(relay text, owner text, secret uuid, lease interval, topics text[], is_ordered boolean, server text, starts text, starts_at timestamp with time zone, OUT place tid, OUT fence bigint, OUT window_from pg_snapshot, OUT window_to pg_snapshot, OUT pos bigint, OUT drain_up_to bigint, OUT drain_pos bigint, OUT drain_since timestamp with time zone, OUT drain_except text[], OUT since timestamp with time zone, OUT last_seq bigint, OUT token uuid); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.relay_take(relay text, owner text, secret uuid, lease interval, topics text[], is_ordered boolean, server text, starts text, starts_at timestamp with time zone, OUT place tid, OUT fence bigint, OUT window_from pg_snapshot, OUT window_to pg_snapshot, OUT pos bigint, OUT drain_up_to bigint, OUT drain_pos bigint, OUT drain_since timestamp with time zone, OUT drain_except text[], OUT since timestamp with time zone, OUT last_seq bigint, OUT token uuid) FROM PUBLIC;


--
-- Name: FUNCTION relay_unpark(relay text, token uuid, fence bigint, seqs bigint[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.relay_unpark(relay text, token uuid, fence bigint, seqs bigint[]) FROM PUBLIC;


--
-- Name: FUNCTION release(tenant text, operation text, key text, fence bigint, dedupes_for interval, attempt uuid); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.release(tenant text, operation text, key text, fence bigint, dedupes_for interval, attempt uuid) FROM PUBLIC;


--
-- Name: FUNCTION released_key_deleted(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.released_key_deleted() FROM PUBLIC;


--
-- Name: FUNCTION relist_unfinished(behind_time timestamp with time zone, behind_key text, until_time timestamp with time zone, until_key text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.relist_unfinished(behind_time timestamp with time zone, behind_key text, until_time timestamp with time zone, until_key text) FROM PUBLIC;


--
-- Name: FUNCTION renew(tenant text, operation text, key text, fence bigint, lease interval, attempt uuid); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.renew(tenant text, operation text, key text, fence bigint, lease interval, attempt uuid) FROM PUBLIC;


--
-- Name: FUNCTION repair_sequences(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.repair_sequences() FROM PUBLIC;


--
-- Name: FUNCTION republish_events(after bigint, up_to bigint, topic text, aggregate_type text, aggregate_id text, most bigint, reason text, actor text, host text, program text, OUT events bigint, OUT reached bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.republish_events(after bigint, up_to bigint, topic text, aggregate_type text, aggregate_id text, most bigint, reason text, actor text, host text, program text, OUT events bigint, OUT reached bigint) FROM PUBLIC;


--
-- Name: FUNCTION require_answers(verbs text[], codes bigint[], headers bytea[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.require_answers(verbs text[], codes bigint[], headers bytea[]) FROM PUBLIC;


--
-- Name: FUNCTION require_count(name text, given bigint, most bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.require_count(name text, given bigint, most bigint) FROM PUBLIC;


--
-- Name: FUNCTION require_retention(given interval); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.require_retention(given interval) FROM PUBLIC;


--
-- Name: FUNCTION require_settlement(tenant text, operation text, key text, act text, verdict text, evidence jsonb, reason text, retry_before text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.require_settlement(tenant text, operation text, key text, act text, verdict text, evidence jsonb, reason text, retry_before text) FROM PUBLIC;


--
-- Name: FUNCTION require_span(name text, given interval, most interval); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.require_span(name text, given interval, most interval) FROM PUBLIC;


--
-- Name: FUNCTION require_waits(given bigint[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.require_waits(given bigint[]) FROM PUBLIC;


--
-- Name: FUNCTION retire_relay(relay text, reason text, actor text, host text, program text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.retire_relay(relay text, reason text, actor text, host text, program text) FROM PUBLIC;


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
-- Name: FUNCTION server_run(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.server_run() FROM PUBLIC;


--
-- Name: FUNCTION set_key_aside(tenant text, operation text, key text, fence bigint, why text, actor text, host text, next_try interval, most_attempts bigint, program text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.set_key_aside(tenant text, operation text, key text, fence bigint, why text, actor text, host text, next_try interval, most_attempts bigint, program text) FROM PUBLIC;


--
-- Name: FUNCTION set_stop(stopped boolean, reason text, actor text, host text, program text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.set_stop(stopped boolean, reason text, actor text, host text, program text) FROM PUBLIC;


--
-- Name: FUNCTION settle_event(relay text, seq bigint, skips boolean, reason text, actor text, host text, program text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.settle_event(relay text, seq bigint, skips boolean, reason text, actor text, host text, program text) FROM PUBLIC;


--
-- Name: FUNCTION settle_keys(tenants text[], operations text[], keys text[], fences bigint[], verbs text[], codes bigint[], headers bytea[], bodies bytea[], error_codes text[], retry_before text[], evidence text[], verdicts text[], reasons text[], next_try_ms bigint[], actor text, host text, program text, ticket text, places tid[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.settle_keys(tenants text[], operations text[], keys text[], fences bigint[], verbs text[], codes bigint[], headers bytea[], bodies bytea[], error_codes text[], retry_before text[], evidence text[], verdicts text[], reasons text[], next_try_ms bigint[], actor text, host text, program text, ticket text, places tid[]) FROM PUBLIC;


--
-- Name: FUNCTION stored_headers(headers text[], also text[]); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.stored_headers(headers text[], also text[]) FROM PUBLIC;


--
-- Name: TABLE plan_items; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.plan_items TO upgraded_reader;


--
-- Name: FUNCTION take_items(plan bigint, behind bigint, most bigint, runner text, lease interval, dry_run boolean, fresh boolean); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.take_items(plan bigint, behind bigint, most bigint, runner text, lease interval, dry_run boolean, fresh boolean) FROM PUBLIC;


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
-- Name: FUNCTION take_keys(tenants text[], operations text[], keys text[], fences bigint[], positions bigint[], owner text, lease interval, actor text, host text, program text, reason text, ticket text, plan bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.take_keys(tenants text[], operations text[], keys text[], fences bigint[], positions bigint[], owner text, lease interval, actor text, host text, program text, reason text, ticket text, plan bigint) FROM PUBLIC;


--
-- Name: FUNCTION tend_unfinished(resting boolean, below bigint, at_most bigint, INOUT created_at timestamp with time zone, INOUT key text, INOUT tenant text, INOUT operation text, OUT seen bigint, OUT dropped bigint, OUT rested bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.tend_unfinished(resting boolean, below bigint, at_most bigint, INOUT created_at timestamp with time zone, INOUT key text, INOUT tenant text, INOUT operation text, OUT seen bigint, OUT dropped bigint, OUT rested bigint) FROM PUBLIC;


--
-- Name: FUNCTION undo_extension(undone bigint, actor text, host text, program text, reason text, ticket text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.undo_extension(undone bigint, actor text, host text, program text, reason text, ticket text) FROM PUBLIC;


--
-- Name: FUNCTION undo_release(undone bigint, actor text, host text, program text, reason text, ticket text); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.undo_release(undone bigint, actor text, host text, program text, reason text, ticket text) FROM PUBLIC;


--
-- Name: FUNCTION unforesee_items(plan bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.unforesee_items(plan bigint) FROM PUBLIC;


--
-- Name: FUNCTION wait_of_plan(plan bigint); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.wait_of_plan(plan bigint) FROM PUBLIC;


--
-- Name: FUNCTION write_settlements(tenants text[], operations text[], keys text[], fences bigint[], verbs text[], codes bigint[], headers bytea[], bodies bytea[], error_codes text[], retry_before text[], evidence text[], verdicts text[], reasons text[], next_try_ms bigint[], actor text, host text, program text, ticket text, places tid[], agreed boolean); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.write_settlements(tenants text[], operations text[], keys text[], fences bigint[], verbs text[], codes bigint[], headers bytea[], bodies bytea[], error_codes text[], retry_before text[], evidence text[], verdicts text[], reasons text[], next_try_ms bigint[], actor text, host text, program text, ticket text, places tid[], agreed boolean) FROM PUBLIC;


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
-- Name: TABLE audit_seal_tips; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.audit_seal_tips TO upgraded_reader;


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
-- Name: TABLE event_requests; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.event_requests TO upgraded_reader;


--
-- Name: SEQUENCE fence; Type: ACL; Schema: onceover; Owner: -
--

GRANT USAGE ON SEQUENCE onceover.fence TO upgraded_service;


--
-- Name: TABLE frontier; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.frontier TO upgraded_reader;


--
-- Name: TABLE gateways; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.gateways TO upgraded_reader;


--
-- Name: TABLE inbox_positions; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.inbox_positions TO upgraded_reader;


--
-- Name: TABLE inbox_versions; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.inbox_versions TO upgraded_reader;


--
-- Name: TABLE outbox; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.outbox TO upgraded_reader;


--
-- Name: TABLE outbox_adoptions; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.outbox_adoptions TO upgraded_reader;


--
-- Name: TABLE outbox_rest; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.outbox_rest TO upgraded_reader;


--
-- Name: TABLE plans; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.plans TO upgraded_reader;


--
-- Name: TABLE reap_marks; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.reap_marks TO upgraded_reader;


--
-- Name: TABLE relay_holds; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.relay_holds TO upgraded_reader;


--
-- Name: TABLE relay_tokens; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.relay_tokens TO upgraded_reader;


--
-- Name: TABLE relays; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.relays TO upgraded_reader;


--
-- Name: TABLE row_cases; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.row_cases TO upgraded_reader;


--
-- Name: TABLE samples; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.samples TO upgraded_reader;


--
-- Name: TABLE schema_version; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.schema_version TO upgraded_reader;
GRANT SELECT ON TABLE onceover.schema_version TO upgraded_service;


--
-- Name: TABLE settled_operations; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.settled_operations TO upgraded_reader;


--
-- Name: TABLE slices_to_reap; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.slices_to_reap TO upgraded_reader;


--
-- Name: TABLE unfinished; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.unfinished TO upgraded_reader;


--
-- PostgreSQL database dump complete
--


