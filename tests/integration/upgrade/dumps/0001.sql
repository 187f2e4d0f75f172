-- Test data, kept as it is: a store of schema version 1, made by the migrations of commit bfaaf49a and dumped by pg_dump of
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
-- Name: schema_version; Type: TABLE; Schema: onceover; Owner: -
--

CREATE TABLE onceover.schema_version (
    version integer NOT NULL,
    name text NOT NULL,
    applied_at timestamp with time zone DEFAULT clock_timestamp() NOT NULL,
    applied_by text DEFAULT SESSION_USER NOT NULL
);


--
-- Data for Name: control; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.control VALUES
	(true, false, NULL, NULL, '2026-11-24 19:08:56.696686+00');


--
-- Data for Name: keys; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.keys VALUES
	('acme', 'POST /refunds', 'finished', '2026-01-01 00:00:00+00', '2026-11-24 19:08:56.80129+00', 1, NULL, NULL, NULL, '2026-01-01 00:00:01+00', '2099-01-01 00:00:00+00', 259200, 1, 201, 1, 'succeeded', 'executor', 'raw-sha256', '\x05343e9845302eb730fa9d18ac7b28d5e509893daf1eb76ede8d6e82d47b2da9', 'payments-1/1', 'corr-1', NULL, 'c_1', 10.00, 'EUR', 'ch_1', '\x31323a436f6e74656e742d547970652c31363a6170706c69636174696f6e2f6a736f6e2c', '\x7b22726566756e64223a2266696e6973686564227d'),
	('acme', 'POST /refunds', 'refused', '2026-01-01 00:01:00+00', '2026-11-24 19:08:56.801775+00', 2, NULL, NULL, NULL, '2026-01-01 00:01:01+00', '2099-01-01 00:00:00+00', 259200, 1, 422, 1, 'failed', 'executor', 'jcs-sha256', '\x83c874d33e8bff73caaa762c79cd1ed101d727c7f20fe4972c67e67978292f23', 'payments-1/2', 'corr-2', NULL, 'c_2', 20.50, 'EUR', 'ch_2', '\x31323a436f6e74656e742d547970652c32343a6170706c69636174696f6e2f70726f626c656d2b6a736f6e2c', '\x7b227469746c65223a226e6f207375636820636861726765227d'),
	('acme', 'POST /refunds', 'past its window', '2026-01-01 00:02:00+00', '2026-11-24 19:08:56.801791+00', 3, NULL, NULL, NULL, '2026-01-01 00:02:01+00', '2026-01-04 00:02:01+00', 259200, 1, 201, 1, 'succeeded', 'executor', 'raw-sha256', '\x7d6807f0531f0819880fa45f5e3dc6baaeb86bdd91dda2a0f544702b3181cf11', 'payments-1/3', NULL, NULL, NULL, NULL, NULL, NULL, NULL, '\x'),
	('acme', 'POST /refunds', 'stuck', '2026-01-01 00:03:00+00', '2026-11-24 19:08:56.801805+00', 4, '2026-01-01 00:03:30+00', NULL, NULL, NULL, NULL, 259200, 1, NULL, NULL, 'in_progress', 'executor', 'raw-sha256', '\x9c05ce79d0bfe037953b11f168069e5af4ea2605b8534a188f64dee6c0b643fe', 'payments-1/4', 'corr-4', NULL, 'c_4', 40, 'EUR', 'ch_4', NULL, NULL),
	('acme', 'POST /refunds', 'running', '2026-01-01 00:04:00+00', '2026-11-24 19:08:56.801816+00', 5, '2099-01-01 00:00:00+00', NULL, NULL, NULL, NULL, 259200, 1, NULL, NULL, 'in_progress', 'executor', 'raw-sha256', '\xc071cf5f5ed6f884cc70155b6f05f755fd46a302d05e4261b7e92ce878bbfed8', 'payments-1/5', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('acme', 'POST /refunds', 'released', '2026-01-01 00:05:00+00', '2026-11-24 19:08:56.802186+00', 6, NULL, '2099-01-01 00:00:00+00', NULL, NULL, '2099-01-04 00:00:00+00', 259200, 1, NULL, NULL, 'released', 'executor', 'raw-sha256', '\xd29eae1372c396247daf62745d10c3513eb46f9f232b4527e0f5298e5dca5cd0', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
	('acme', 'POST /refunds', 'released, never retried', '2026-01-01 00:06:00+00', '2026-11-24 19:08:56.802226+00', 7, NULL, '2026-01-02 00:00:00+00', NULL, NULL, '2026-01-05 00:00:00+00', 259200, 1, NULL, NULL, 'released', 'executor', 'raw-sha256', '\xdfb978ca30c422be0676e0bc0897b17e16d2be98cbd91fb1cc0a9bfcb8f67662', NULL, NULL, 'TRANSIENT.no_effect', NULL, NULL, NULL, NULL, NULL, NULL),
	('Größe "x"', 'POST /refunds', 'waits for a person', '2026-01-01 00:07:00+00', '2026-11-24 19:08:56.802451+00', 8, '2026-01-01 00:07:30+00', NULL, '2026-01-01 00:07:30+00', NULL, NULL, 259200, 1, NULL, NULL, 'in_progress', 'operator', 'raw-sha256', '\xf592a79e0b82adaadc2fcc3f4c5a72db34d5cba4ce87eb7e9a2d8221e81eb2fb', 'alice@desk', NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);


--
-- Data for Name: schema_version; Type: TABLE DATA; Schema: onceover; Owner: -
--

INSERT INTO onceover.schema_version VALUES
	(1, 'keys', '2026-11-24 19:08:56.698096+00', 'postgres');


--
-- Name: fence; Type: SEQUENCE SET; Schema: onceover; Owner: -
--

SELECT pg_catalog.setval('onceover.fence', 8, true);


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
-- Name: schema_version schema_version_pkey; Type: CONSTRAINT; Schema: onceover; Owner: -
--

ALTER TABLE ONLY onceover.schema_version
    ADD CONSTRAINT schema_version_pkey PRIMARY KEY (version);


--
-- Name: keys_by_age; Type: INDEX; Schema: onceover; Owner: -
--

CREATE INDEX keys_by_age ON onceover.keys USING btree (created_at, key);


--
-- Name: SCHEMA onceover; Type: ACL; Schema: -; Owner: -
--

GRANT USAGE ON SCHEMA onceover TO upgraded_service;
GRANT USAGE ON SCHEMA onceover TO upgraded_reader;


--
-- Name: TABLE control; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.control TO upgraded_reader;
GRANT SELECT ON TABLE onceover.control TO upgraded_service;


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
-- Name: TABLE schema_version; Type: ACL; Schema: onceover; Owner: -
--

GRANT SELECT ON TABLE onceover.schema_version TO upgraded_reader;
GRANT SELECT ON TABLE onceover.schema_version TO upgraded_service;


--
-- PostgreSQL database dump complete
--


