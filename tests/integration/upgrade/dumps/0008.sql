-- Test data, kept as it is: a store of schema version 8, made by the migrations of commit bfaaf49a and dumped by pg_dump of
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
-- Name: retention_s; Type: DOMAIN; Schema: onceover; Owner: -
--

CREATE DOMAIN onceover.retention_s AS integer
	CONSTRAINT retention_s_check CHECK ((VALUE > 0));


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
-- Name: link_audit(); Type: FUNCTION; Schema: onceover; Owner: -
--

CREATE FUNCTION onceover.link_audit() RETURNS trigger
    LANGUAGE plpgsql SECURITY DEFINER
    SET search_path TO 'pg_catalog', 'pg_temp'
    SET client_encoding TO 'UTF8'
    SET "TimeZone" TO 'UTC'
    SET "DateStyle" TO 'ISO, YMD'
    SET bytea_output TO 'hex'
    AS $$
DECLARE
  head text[] := string_to_array(current_setting('onceover.audit_chain', true), ' ');
  of_writer uuid;
  at_seq bigint;
  after bytea;
  row_ids bigint[];
  row_digests bytea[];
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
  IF head[1] = pg_backend_pid()::text THEN
    of_writer := head[2];
    at_seq := head[3]::bigint + 1;
    after := decode(head[4], 'hex');
  ELSE
    of_writer := gen_random_uuid();
    at_seq := 1;
    after := '';
  END IF;
  -- As add_audit_link, in place: a call of a function with settings of its own costs a third of the link.
  hashed := sha256(convert_to(ROW(of_writer, at_seq, linked, 1, row_ids, row_digests, after)::text, 'UTF8'));
  INSERT INTO onceover.audit_links (writer, seq, at, form, ids, digests, prev, hash)
  VALUES (of_writer, at_seq, linked, 1, row_ids, row_digests, after, hashed);
  PERFORM set_config('onceover.audit_chain', concat_ws(' ', pg_backend_pid(), of_writer, at_seq, encode(hashed, 'hex')), false);
  RETURN NULL;
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
    CONSTRAINT audit_links_seq_check CHECK ((seq > 0))
);


--
-- Name: COLUMN audit_links.writer; Type: COMMENT; Schema: onceover; Owner: -
--

COMMENT ON COLUMN onceover.audit_links.writer IS 'A session, by a name that it drew; zeros for the rows that were there before the chain';


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
-- Name: fence; Type: SEQUENCE; Schema: onceover; Owner: -
--

CREATE SEQUENCE onceover.fence
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;


--
-- Name: keys; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.keys (
    tenant text NOT NULL COLLATE pg_catalog."C",
    operation text NOT NULL COLLATE pg_catalog."C",
    key text NOT NULL COLLATE pg_catalog."C",
    created_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
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
-- Data for Name: approvals; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.approvals OVERRIDING SYSTEM VALUE VALUES
	(1, 'waiting', '2026-11-24 19:09:15.618248+00', 'postgres', 'alice', 'desk', 'onceover', 'fail', 'Größe "x"', 'POST /refunds', 'waits for a person', 8, NULL, NULL, NULL, NULL, NULL, '\x2c624232cdd221771294dfbb310aca000a0df6ac8b66b696d90ef06fdefb64a3', '{"code": 502}', '\x5344c4110f483793dc352c388e67776724c36b4bea3ffda6cab7c75b9c65aceb', NULL, NULL, 'the bank confirms by phone', 'OPS-2', '{"said": "by phone"}', 'needs_human', NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: audit; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.audit OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-11-24 19:09:15.604629+00', 'settle', 'sweeper', 'postgres', 'host-1', 'oncectl', 'acme', 'POST /refunds', 'refused', 'in_progress', 'failed', 1, 2, '{"fence": 1, "state": "in_progress"}', '{"fence": 2, "state": "failed"}', '{"finding": "refused"}', 'settle_failed', 'the gateway refused it', NULL, 'corr-2', NULL, NULL, NULL),
	(2, '2026-11-24 19:09:15.604916+00', 'own', 'alice', 'postgres', 'desk', 'onceover', 'Größe "x"', 'POST /refunds', 'waits for a person', 'in_progress', 'in_progress', 7, 8, NULL, NULL, NULL, NULL, 'looks into it', 'OPS-1', NULL, NULL, NULL, NULL),
	(3, '2026-11-24 19:09:15.608097+00', 'stop', 'alice', 'postgres', 'desk', 'onceover', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'gateway is down', NULL, NULL, NULL, NULL, NULL),
	(4, '2026-11-24 19:09:15.608688+00', 'resume', 'alice', 'postgres', 'desk', 'onceover', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'gateway is back', NULL, NULL, NULL, NULL, NULL),
	(5, '2026-11-24 19:09:15.614644+00', 'write', 'bob', 'postgres', 'desk', 'onceover', 'acme', 'pay', 'row-1', 'PENDING', 'DONE', NULL, NULL, NULL, NULL, NULL, 'settle_succeeded', 'seen at the gateway', NULL, NULL, 'shop', 'public.payments', '{"id": "1"}'),
	(6, '2026-11-24 19:09:15.621531+00', 'stop', 'bob', 'postgres', 'desk', 'onceover', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'after the seal', NULL, NULL, NULL, NULL, NULL),
	(7, '2026-11-24 19:09:15.622084+00', 'resume', 'bob', 'postgres', 'desk', 'onceover', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'after the seal', NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: audit_links; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.audit_links VALUES
	('f395b76c-fe89-42c3-9aa6-c3b5e183112c', 1, '2026-11-24 19:09:15.606413+00', 1, '{1,2}', '{"\\x411576502a63353d83c362591834a8fc456a671ee2f25b8c7f3887c0dc6796ca","\\x89dc7aa837980c16405bc248f7b3a566580ac1d9c32a401c76686cd1f497454f"}', '\x', '\x8567f59aa54a13d0ce9d7e754b175f15ccf0b534099ed01e459a84091a1633e3'),
	('f395b76c-fe89-42c3-9aa6-c3b5e183112c', 2, '2026-11-24 19:09:15.608152+00', 1, '{3}', '{"\\x1f4d512e0e1b2c602a0d8487c3a1de9feebf36963cc45bfa0c27abca6530b9a5"}', '\x8567f59aa54a13d0ce9d7e754b175f15ccf0b534099ed01e459a84091a1633e3', '\x9265a2eb98dc58af9d641bae729443105f88f587df2b88c2f04d2ce24126865c'),
	('f395b76c-fe89-42c3-9aa6-c3b5e183112c', 3, '2026-11-24 19:09:15.608744+00', 1, '{4}', '{"\\x398af1c5bf93cb9c032d272b865f6f816db66edfb6b513401918286c371c4b45"}', '\x9265a2eb98dc58af9d641bae729443105f88f587df2b88c2f04d2ce24126865c', '\xd48888966649e2d94bfd372984a2d7df11cbe0c437e55553d5c6a7f9a506026b'),
	('f395b76c-fe89-42c3-9aa6-c3b5e183112c', 4, '2026-11-24 19:09:15.614762+00', 1, '{5}', '{"\\x46476ebd80c8267a9ec46195563d25cd36627cbc7d5e32ac5e0e2986a54c05ee"}', '\xd48888966649e2d94bfd372984a2d7df11cbe0c437e55553d5c6a7f9a506026b', '\x478a91d8a6f8cf880850c4a9cbc3a06861e470aac8a480d7e42103ca46c0e56d'),
	('f395b76c-fe89-42c3-9aa6-c3b5e183112c', 5, '2026-11-24 19:09:15.62167+00', 1, '{6}', '{"\\x8a8455ce487cc6992b3da4ee5b97003b290799aa6bf9cc0703127a0e0565659c"}', '\x478a91d8a6f8cf880850c4a9cbc3a06861e470aac8a480d7e42103ca46c0e56d', '\x3f2b005bf629feb85e957f34e544bb1ee1c2b96f85728eec91260df9a55031bb'),
	('f395b76c-fe89-42c3-9aa6-c3b5e183112c', 6, '2026-11-24 19:09:15.622134+00', 1, '{7}', '{"\\x2e41cc515b9c586970d4886ec69b38e9a0cc186f849c2df5facad1482b96f573"}', '\x3f2b005bf629feb85e957f34e544bb1ee1c2b96f85728eec91260df9a55031bb', '\x1522edef228d0335397508e60bbb8fbe6b0ca42e6cd53cbfe6cdcc5c548e4aba');


--
-- Data for Name: audit_seal_heads; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.audit_seal_heads VALUES
	(1, 'f395b76c-fe89-42c3-9aa6-c3b5e183112c', 4, '\x478a91d8a6f8cf880850c4a9cbc3a06861e470aac8a480d7e42103ca46c0e56d');


--
-- Data for Name: audit_seals; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.audit_seals VALUES
	(1, '2026-11-24 19:09:15.620725+00', 'postgres', 4, 5, '\xa1ffe3a540bfed275f1b9319be6ebb60a1ac7296dcc05f6883b1ce355117035c', '\x', '\xbb657ce5bf927497e12899e9ec4219eb4698a46ef6bc68612433ca0c2895495a');


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
	(true, false, NULL, NULL, '2026-11-24 19:09:14.918348+00');


--
-- Data for Name: counter_deltas; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.counter_deltas VALUES
	('2026-01-01 00:00:01+00', '00000000-0000-4000-8000-000000000001', 1, 'acme', 'POST /refunds', 'claimed', NULL, 8),
	('2026-01-01 00:00:02+00', '00000000-0000-4000-8000-000000000001', 2, 'acme', 'POST /refunds', 'completed', NULL, 2),
	('2026-01-01 00:00:02+00', '00000000-0000-4000-8000-000000000001', 2, 'acme', 'POST /refunds', 'claim_to_final', 100, 2),
	('2026-01-01 00:00:02+00', '00000000-0000-4000-8000-000000000001', 2, 'acme', 'POST /refunds', 'claim_to_final', 'Infinity', 1);


--
-- Data for Name: keys; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.keys VALUES
	('acme', 'POST /refunds', 'finished', '2026-01-01 00:00:00+00', '2026-11-24 19:09:15.602089+00', 1, NULL, NULL, NULL, '2026-01-01 00:00:01+00', '2099-01-01 00:00:00+00', 259200, 1, 201, 1, 'succeeded', 'executor', 'raw-sha256', '\x05343e9845302eb730fa9d18ac7b28d5e509893daf1eb76ede8d6e82d47b2da9', 'payments-1/1', 'corr-1', NULL, 'c_1', 10.00, 'EUR', 'ch_1', '\x31323a436f6e74656e742d547970652c31363a6170706c69636174696f6e2f6a736f6e2c', '\x7b22726566756e64223a2266696e6973686564227d'),
	('acme', 'POST /refunds', 'refused', '2026-01-01 00:01:00+00', '2026-11-24 19:09:15.602517+00', 2, NULL, NULL, NULL, '2026-01-01 00:01:01+00', '2099-01-01 00:00:00+00', 259200, 1, 422, 1, 'failed', 'executor', 'jcs-sha256', '\x83c874d33e8bff73caaa762c79cd1ed101d727c7f20fe4972c67e67978292f23', 'payments-1/2', 'corr-2', NULL, 'c_2', 20.50, 'EUR', 'ch_2', '\x31323a436f6e74656e742d547970652c32343a6170706c69636174696f6e2f70726f626c656d2b6a736f6e2c', '\x7b227469746c65223a226e6f207375636820636861726765227d'),
	('acme', 'POST /refunds', 'past its window', '2026-01-01 00:02:00+00', '2026-11-24 19:09:15.602537+00', 3, NULL, NULL, NULL, '2026-01-01 00:02:01+00', '2026-01-04 00:02:01+00', 259200, 1, 201, 1, 'succeeded', 'executor', 'raw-sha256', '\x7d6807f0531f0819880fa45f5e3dc6baaeb86bdd91dda2a0f544702b3181cf11', 'payments-1/3', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x'),
	('acme', 'POST /refunds', 'stuck', '2026-01-01 00:03:00+00', '2026-11-24 19:09:15.602551+00', 4, '2026-01-01 00:03:30+00', NULL, NULL, NULL, NULL, 259200, 1, NULL, NULL, 'in_progress', 'executor', 'raw-sha256', '\x9c05ce79d0bfe037953b11f168069e5af4ea2605b8534a188f64dee6c0b643fe', 'payments-1/4', 'corr-4', NULL, 'c_4', 40, 'EUR', 'ch_4', NULL, NULL),
	('acme', 'POST /refunds', 'running', '2026-01-01 00:04:00+00', '2026-11-24 19:09:15.602563+00', 5, '2099-01-01 00:00:00+00', NULL, NULL, NULL, NULL, 259200, 1, NULL, NULL, 'in_progress', 'executor', 'raw-sha256', '\xc071cf5f5ed6f884cc70155b6f05f755fd46a302d05e4261b7e92ce878bbfed8', 'payments-1/5', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('acme', 'POST /refunds', 'released', '2026-01-01 00:05:00+00', '2026-11-24 19:09:15.602976+00', 6, NULL, '2099-01-01 00:00:00+00', NULL, NULL, '2099-01-04 00:00:00+00', 259200, 1, NULL, NULL, 'released', 'executor', 'raw-sha256', '\xd29eae1372c396247daf62745d10c3513eb46f9f232b4527e0f5298e5dca5cd0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('acme', 'POST /refunds', 'released, never retried', '2026-01-01 00:06:00+00', '2026-11-24 19:09:15.603014+00', 7, NULL, '2026-01-02 00:00:00+00', NULL, NULL, '2026-01-05 00:00:00+00', 259200, 1, NULL, NULL, 'released', 'executor', 'raw-sha256', '\xdfb978ca30c422be0676e0bc0897b17e16d2be98cbd91fb1cc0a9bfcb8f67662', NULL, NULL, 'TRANSIENT.no_effect', NULL, NULL, NULL, NULL, NULL, NULL),
	('Größe "x"', 'POST /refunds', 'waits for a person', '2026-01-01 00:07:00+00', '2026-11-24 19:09:15.603343+00', 8, '2026-01-01 00:07:30+00', NULL, '2026-01-01 00:07:30+00', NULL, NULL, 259200, 1, NULL, NULL, 'in_progress', 'operator', 'raw-sha256', '\xf592a79e0b82adaadc2fcc3f4c5a72db34d5cba4ce87eb7e9a2d8221e81eb2fb', 'alice@desk', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);


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
	(1, 'night shift', 'settle', 'frozen', NULL, 'onceover', NULL, 'onceover.keys', NULL, NULL, 'an outage', NULL, NULL, 'state = stuck', '{"rate": 5}', 2, 'alice', 'desk', 'onceover', 'postgres', NULL, 1, 'shop', '2026-11-24 19:09:15.616225+00', NULL, NULL, '2026-11-24 19:09:15.616225+00', NULL, NULL);


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
	(1, 'keys', '2026-11-24 19:09:14.920012+00', 'postgres'),
	(2, 'reconciliation', '2026-11-24 19:09:15.015799+00', 'postgres'),
	(3, 'foreign_rows', '2026-11-24 19:09:15.089555+00', 'postgres'),
	(4, 'row_cases', '2026-11-24 19:09:15.168772+00', 'postgres'),
	(5, 'plans', '2026-11-24 19:09:15.244622+00', 'postgres'),
	(6, 'trail', '2026-11-24 19:09:15.344017+00', 'postgres'),
	(7, 'row_owners', '2026-11-24 19:09:15.407075+00', 'postgres'),
	(8, 'case_list', '2026-11-24 19:09:15.493876+00', 'postgres');


--
-- Name: approvals_id_seq; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.approvals_id_seq', 1, true);


--
-- Name: audit_id_seq; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.audit_id_seq', 7, true);


--
-- Name: fence; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.fence', 9, true);


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
-- Name: keys keys_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.keys
    ADD CONSTRAINT keys_pkey PRIMARY KEY (key, operation, tenant);


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
-- Name: plan_items plan_items_are_frozen; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER plan_items_are_frozen BEFORE UPDATE OF plan, "position", line, tenant, operation, key, columns, frozen ON onceover.plan_items FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_thaw();


--
-- Name: plans plans_are_frozen; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER plans_are_frozen BEFORE UPDATE OF name, act, profile, profile_toml, relation, gateway, gateway_digest, reason, ticket, said, chosen_by, options, items, actor, host, program, db_user, system_identifier, database_oid, database_name, created_at ON onceover.plans FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_thaw();


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
-- Name: FUNCTION link_audit(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.link_audit() FROM PUBLIC;


--
-- Name: FUNCTION seal_audit(); Type: ACL; Schema: onceover; Owner: -
--

REVOKE ALL ON FUNCTION onceover.seal_audit() FROM PUBLIC;


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
-- Name: SEQUENCE fence; Type: ACL; Schema: onceover; Owner: -
--

GRANT USAGE ON SEQUENCE onceover.fence TO upgraded_service;


--
-- Name: TABLE keys; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.keys TO upgraded_reader;
GRANT SELECT,INSERT,UPDATE ON TABLE onceover.keys TO upgraded_service;


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
-- PostgreSQL database dump complete
--


