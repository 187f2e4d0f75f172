-- Test data, kept as it is: a store of schema version 5, made by the migrations of commit bfaaf49a and dumped by pg_dump of
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


SET default_tablespace = '';

SET default_table_access_method = heap;

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
    CONSTRAINT cases_status_check CHECK ((status = ANY (ARRAY['open'::text, 'needs_human'::text, 'settled'::text])))
);


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
    CONSTRAINT row_cases_row_digest_check CHECK ((octet_length(row_digest) = 32)),
    CONSTRAINT row_cases_status_check CHECK ((status = ANY (ARRAY['open'::text, 'needs_human'::text, 'settled'::text])))
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
-- Name: schema_version; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.schema_version (
    version integer NOT NULL,
    name text NOT NULL,
    applied_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    applied_by text DEFAULT SESSION_USER NOT NULL
);


--
-- Data for Name: audit; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.audit OVERRIDING SYSTEM VALUE VALUES
	(1, '2026-11-24 19:09:06.111322+00', 'settle', 'sweeper', 'postgres', 'host-1', 'oncectl', 'acme', 'POST /refunds', 'refused', 'in_progress', 'failed', 1, 2, '{"fence": 1, "state": "in_progress"}', '{"fence": 2, "state": "failed"}', '{"finding": "refused"}', 'settle_failed', 'the gateway refused it', NULL, 'corr-2', NULL, NULL, NULL),
	(2, '2026-11-24 19:09:06.111838+00', 'own', 'alice', 'postgres', 'desk', 'onceover', 'Größe "x"', 'POST /refunds', 'waits for a person', 'in_progress', 'in_progress', 7, 8, NULL, NULL, NULL, NULL, 'looks into it', 'OPS-1', NULL, NULL, NULL, NULL),
	(3, '2026-11-24 19:09:06.112139+00', 'stop', 'alice', 'postgres', 'desk', 'onceover', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'gateway is down', NULL, NULL, NULL, NULL, NULL),
	(4, '2026-11-24 19:09:06.112383+00', 'resume', 'alice', 'postgres', 'desk', 'onceover', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 'gateway is back', NULL, NULL, NULL, NULL, NULL),
	(5, '2026-11-24 19:09:06.113319+00', 'write', 'bob', 'postgres', 'desk', 'onceover', 'acme', 'pay', 'row-1', 'PENDING', 'DONE', NULL, NULL, NULL, NULL, NULL, 'settle_succeeded', 'seen at the gateway', NULL, NULL, 'shop', 'public.payments', '{"id": "1"}');


--
-- Data for Name: cases; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.cases VALUES
	('acme', 'POST /refunds', 'refused', 'settled', 1, NULL, '2026-01-01 00:01:00+00', '2026-01-01 00:02:00+00', 2, 'settle_failed', 'the gateway refused it', '{"finding": "refused"}'),
	('acme', 'POST /refunds', 'stuck', 'open', 2, '2026-01-01 00:10:00+00', '2026-01-01 00:04:00+00', '2026-01-01 00:05:00+00', 4, 'unresolved', 'the gateway did not answer', '{"finding": "no_answer"}'),
	('Größe "x"', 'POST /refunds', 'waits for a person', 'needs_human', 3, NULL, '2026-01-01 00:08:00+00', '2026-01-01 00:09:00+00', 8, 'needs_human', 'two effects', '{"finding": "done", "duplicate_effects": 2}');


--
-- Data for Name: control; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.control VALUES
	(true, false, NULL, NULL, '2026-11-24 19:09:05.550309+00');


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
	('acme', 'POST /refunds', 'finished', '2026-01-01 00:00:00+00', '2026-11-24 19:09:06.107462+00', 1, NULL, NULL, NULL, '2026-01-01 00:00:01+00', '2099-01-01 00:00:00+00', 259200, 1, 201, 1, 'succeeded', 'executor', 'raw-sha256', '\x05343e9845302eb730fa9d18ac7b28d5e509893daf1eb76ede8d6e82d47b2da9', 'payments-1/1', 'corr-1', NULL, 'c_1', 10.00, 'EUR', 'ch_1', '\x31323a436f6e74656e742d547970652c31363a6170706c69636174696f6e2f6a736f6e2c', '\x7b22726566756e64223a2266696e6973686564227d'),
	('acme', 'POST /refunds', 'refused', '2026-01-01 00:01:00+00', '2026-11-24 19:09:06.107936+00', 2, NULL, NULL, NULL, '2026-01-01 00:01:01+00', '2099-01-01 00:00:00+00', 259200, 1, 422, 1, 'failed', 'executor', 'jcs-sha256', '\x83c874d33e8bff73caaa762c79cd1ed101d727c7f20fe4972c67e67978292f23', 'payments-1/2', 'corr-2', NULL, 'c_2', 20.50, 'EUR', 'ch_2', '\x31323a436f6e74656e742d547970652c32343a6170706c69636174696f6e2f70726f626c656d2b6a736f6e2c', '\x7b227469746c65223a226e6f207375636820636861726765227d'),
	('acme', 'POST /refunds', 'past its window', '2026-01-01 00:02:00+00', '2026-11-24 19:09:06.107954+00', 3, NULL, NULL, NULL, '2026-01-01 00:02:01+00', '2026-01-04 00:02:01+00', 259200, 1, 201, 1, 'succeeded', 'executor', 'raw-sha256', '\x7d6807f0531f0819880fa45f5e3dc6baaeb86bdd91dda2a0f544702b3181cf11', 'payments-1/3', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x'),
	('acme', 'POST /refunds', 'stuck', '2026-01-01 00:03:00+00', '2026-11-24 19:09:06.107967+00', 4, '2026-01-01 00:03:30+00', NULL, NULL, NULL, NULL, 259200, 1, NULL, NULL, 'in_progress', 'executor', 'raw-sha256', '\x9c05ce79d0bfe037953b11f168069e5af4ea2605b8534a188f64dee6c0b643fe', 'payments-1/4', 'corr-4', NULL, 'c_4', 40, 'EUR', 'ch_4', NULL, NULL),
	('acme', 'POST /refunds', 'running', '2026-01-01 00:04:00+00', '2026-11-24 19:09:06.107978+00', 5, '2099-01-01 00:00:00+00', NULL, NULL, NULL, NULL, 259200, 1, NULL, NULL, 'in_progress', 'executor', 'raw-sha256', '\xc071cf5f5ed6f884cc70155b6f05f755fd46a302d05e4261b7e92ce878bbfed8', 'payments-1/5', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('acme', 'POST /refunds', 'released', '2026-01-01 00:05:00+00', '2026-11-24 19:09:06.108424+00', 6, NULL, '2099-01-01 00:00:00+00', NULL, NULL, '2099-01-04 00:00:00+00', 259200, 1, NULL, NULL, 'released', 'executor', 'raw-sha256', '\xd29eae1372c396247daf62745d10c3513eb46f9f232b4527e0f5298e5dca5cd0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('acme', 'POST /refunds', 'released, never retried', '2026-01-01 00:06:00+00', '2026-11-24 19:09:06.108475+00', 7, NULL, '2026-01-02 00:00:00+00', NULL, NULL, '2026-01-05 00:00:00+00', 259200, 1, NULL, NULL, 'released', 'executor', 'raw-sha256', '\xdfb978ca30c422be0676e0bc0897b17e16d2be98cbd91fb1cc0a9bfcb8f67662', NULL, NULL, 'TRANSIENT.no_effect', NULL, NULL, NULL, NULL, NULL, NULL),
	('Größe "x"', 'POST /refunds', 'waits for a person', '2026-01-01 00:07:00+00', '2026-11-24 19:09:06.108731+00', 8, '2026-01-01 00:07:30+00', NULL, '2026-01-01 00:07:30+00', NULL, NULL, 259200, 1, NULL, NULL, 'in_progress', 'operator', 'raw-sha256', '\xf592a79e0b82adaadc2fcc3f4c5a72db34d5cba4ce87eb7e9a2d8221e81eb2fb', 'alice@desk', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);


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
	(1, 'night shift', 'settle', 'frozen', NULL, 'onceover', NULL, 'onceover.keys', NULL, NULL, 'an outage', NULL, NULL, 'state = stuck', '{"rate": 5}', 2, 'alice', 'desk', 'onceover', 'postgres', NULL, 1, 'shop', '2026-11-24 19:09:06.114631+00', NULL, NULL, '2026-11-24 19:09:06.114631+00', NULL, NULL);


--
-- Data for Name: row_cases; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.row_cases VALUES
	('public.payments', '\x51fedabde565f4715b5e62d574d2a73090654b62259f8d9211cfc5ee99e5612d', '{"id": "1"}', 'shop', 'acme', 'pay', 'row-1', 'settled', 1, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 'settle_succeeded', 'seen', NULL),
	('public.payments', '\xa809be31b4ccd372a0100fef916a117c197d64742ea0c363f5b54a4c20e8b929', '{"id": "2"}', 'shop', 'acme', 'pay', 'row-2', 'needs_human', 1, NULL, '2026-01-01 00:00:00+00', '2026-01-01 00:00:00+00', 'needs_human', 'another effect', '{"other_effect": true}');


--
-- Data for Name: schema_version; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.schema_version VALUES
	(1, 'keys', '2026-11-24 19:09:05.552143+00', 'postgres'),
	(2, 'reconciliation', '2026-11-24 19:09:05.665937+00', 'postgres'),
	(3, 'foreign_rows', '2026-11-24 19:09:05.756554+00', 'postgres'),
	(4, 'row_cases', '2026-11-24 19:09:05.854214+00', 'postgres'),
	(5, 'plans', '2026-11-24 19:09:05.986266+00', 'postgres');


--
-- Name: audit_id_seq; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.audit_id_seq', 5, true);


--
-- Name: fence; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.fence', 8, true);


--
-- Name: plans_id_seq; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.plans_id_seq', 1, true);


--
-- Name: audit audit_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.audit
    ADD CONSTRAINT audit_pkey PRIMARY KEY (id);


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
-- Name: row_cases_unsettled; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX row_cases_unsettled ON onceover.row_cases USING btree (relation, opened_at) WHERE (status <> 'settled'::text);


--
-- Name: audit audit_is_append_only; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER audit_is_append_only BEFORE DELETE OR UPDATE OR TRUNCATE ON onceover.audit FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_change();


--
-- Name: plan_items plan_items_are_frozen; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER plan_items_are_frozen BEFORE UPDATE OF plan, "position", line, tenant, operation, key, columns, frozen ON onceover.plan_items FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_thaw();


--
-- Name: plans plans_are_frozen; Type: TRIGGER; Schema: onceover; Owner: -
--

CREATE TRIGGER plans_are_frozen BEFORE UPDATE OF name, act, profile, profile_toml, relation, gateway, gateway_digest, reason, ticket, said, chosen_by, options, items, actor, host, program, db_user, system_identifier, database_oid, database_name, created_at ON onceover.plans FOR EACH STATEMENT EXECUTE FUNCTION onceover.refuse_thaw();


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
-- Name: TABLE audit; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.audit TO upgraded_reader;


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


