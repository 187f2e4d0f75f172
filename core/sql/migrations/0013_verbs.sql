-- What people do to our own tables, as functions: each checks the fence, state and evidence, and writes the case and the audit row in the
-- same call. Roles may execute functions; only the service writes tables directly, by column. All run with the rights of the tables'
-- owner. Who calls is session_user, which no caller chooses.
--
-- Locks: onceover.approvals ACCESS EXCLUSIVE, while its few rows are read.

-- Gateways as the store knows them. Only a declaration that is in force counts: the owner's, or one that a second database user approved.
-- Otherwise whoever wants to release a key without evidence could declare first that the downstream system deduplicates.
CREATE TABLE onceover.gateways (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  name text COLLATE "C" NOT NULL CHECK (name <> ''),
  operation text COLLATE "C" NOT NULL CHECK (operation <> ''),
  dedupe_window interval CHECK (dedupe_window > '0'),
  reason text NOT NULL CHECK (reason <> ''),
  registered_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  registered_by text NOT NULL DEFAULT session_user,
  actor text NOT NULL,
  in_force_since timestamptz,
  approved_by text,
  ended_at timestamptz,
  CONSTRAINT second_user CHECK (approved_by <> registered_by)
);
CREATE INDEX gateways_in_force ON onceover.gateways (operation) WHERE in_force_since IS NOT NULL AND ended_at IS NULL;
COMMENT ON COLUMN onceover.gateways.operation IS 'As in the gateway file; * is every operation without its own declaration';
COMMENT ON COLUMN onceover.gateways.dedupe_window IS 'It deduplicates by our key for this long after the first request; NULL: it does not';
COMMENT ON COLUMN onceover.gateways.in_force_since IS 'NULL: waits for a second approver';

-- The shortest declared window in force; NULL: nothing is declared, or one gateway does not deduplicate.
CREATE FUNCTION onceover.dedupe_window_of(of_operation text) RETURNS interval LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT CASE WHEN bool_and(g.dedupe_window IS NOT NULL) THEN min(g.dedupe_window) END
  FROM onceover.gateways g
  WHERE g.in_force_since IS NOT NULL AND g.ended_at IS NULL
    AND (g.operation = of_operation
         OR (g.operation = '*' AND NOT EXISTS (SELECT FROM onceover.gateways o WHERE o.operation = of_operation AND o.name = g.name
                                               AND o.in_force_since IS NOT NULL AND o.ended_at IS NULL)))
$$;

CREATE FUNCTION onceover.is_owner() RETURNS boolean LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT pg_has_role(session_user, c.relowner, 'USAGE') FROM pg_class c WHERE c.oid = 'onceover.keys'::regclass
$$;

-- Whether this database user took the key over under this fence. A fence can be read; who drew it, the trail knows.
CREATE FUNCTION onceover.is_mine(of_tenant text, of_operation text, of_key text, of_fence bigint) RETURNS boolean LANGUAGE sql STABLE
SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT FROM onceover.audit a WHERE a.key = of_key AND a.operation = of_operation AND a.tenant = of_tenant
                 AND a.fence_after = of_fence AND a.action = 'own' AND a.relation IS NULL AND a.db_user = session_user)
$$;

-- Takes over unfinished keys whose lease has expired, to ask about them: new fence, own lease, audit row. A person may take again what the
-- same database user has taken in the same name. plan: its items follow; NULL: no plan.
CREATE FUNCTION onceover.take_keys(tenants text[], operations text[], keys text[], fences bigint[], positions bigint[], owner text, lease interval,
                                   actor text, host text, program text, reason text, ticket text, plan bigint)
RETURNS TABLE (k onceover.keys, status text, attempts integer, next_try_at timestamptz, old_state text, old_fence bigint, old_holder text,
               old_owner text, old_locked_until timestamptz, place text, item bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET enable_hashjoin = off
SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan SET jit = off AS $$
#variable_conflict use_column
BEGIN
  IF COALESCE($11, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  -- A person waits for whoever has the row now; a plan goes on with the others.
  IF $13 IS NULL THEN
    PERFORM FROM unnest($1, $2, $3) AS v (tenant, operation, key)
    JOIN onceover.keys x ON x.key = v.key AND x.operation = v.operation AND x.tenant = v.tenant FOR UPDATE OF x;
  END IF;
  RETURN QUERY
  WITH wanted AS (
    SELECT * FROM unnest($1, $2, $3, $4, $5) AS v (tenant, operation, key, fence, position)
  ), due AS (
    SELECT x.ctid, v.position, x.tenant, x.operation, x.key, x.state, x.fence, x.holder, x.owner, x.locked_until, c.status, c.attempts, c.next_try_at
    FROM wanted v
    JOIN onceover.keys x ON x.key = v.key AND x.operation = v.operation AND x.tenant = v.tenant
    LEFT JOIN LATERAL (
      SELECT f.status, f.attempts, f.next_try_at FROM onceover.cases f WHERE f.tenant = x.tenant AND f.operation = x.operation AND f.key = x.key
      OFFSET 0
    ) c ON true
    WHERE x.fence = v.fence
      AND ((x.state = 'in_progress' AND (x.locked_until IS NULL OR x.locked_until <= clock_timestamp()
                                         OR ($13 IS NULL AND x.holder = 'operator' AND x.owner = $6
                                             AND onceover.is_mine(x.tenant, x.operation, x.key, x.fence))))
           OR (x.state = 'released' AND x.retry_before <= clock_timestamp()))
      AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
    FOR UPDATE OF x SKIP LOCKED
  ), owned AS (
    UPDATE onceover.keys u
    SET state = 'in_progress', holder = 'operator', owner = $6, fence = nextval('onceover.fence'),
        locked_until = clock_timestamp() + $7, stuck_since = COALESCE(u.stuck_since, u.locked_until, u.retry_before),
        -- A key that was released when it was taken over keeps its bound: without a verdict it is released again. An executor may have left one.
        retry_before = CASE WHEN u.state = 'released' OR u.holder <> 'executor' THEN u.retry_before END, expires_at = NULL,
        updated_at = clock_timestamp()
    FROM due c
    WHERE u.ctid = c.ctid AND u.fence = c.fence AND u.state = c.state
    RETURNING u, c.status, c.attempts, c.next_try_at, c.state AS old_state, c.fence AS old_fence, c.holder AS old_holder, c.owner AS old_owner,
              c.locked_until AS old_locked_until, u.ctid::text AS place, c.position
  ), noted AS (
    INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before, fence_after, before,
                                after, reason, ticket, correlation_id)
    SELECT 'own', $8, $9, $10, (o.u).tenant, (o.u).operation, (o.u).key, o.old_state, 'in_progress', o.old_fence, (o.u).fence,
           jsonb_build_object('state', o.old_state, 'fence', o.old_fence, 'holder', o.old_holder, 'owner', o.old_owner,
                              'locked_until', o.old_locked_until),
           jsonb_build_object('state', 'in_progress', 'fence', (o.u).fence, 'holder', 'operator', 'owner', $6),
           $11, NULLIF($12, ''), (o.u).correlation_id
    FROM owned o
  ), kept AS (
    -- After a crash the next runner recognises by it that the change was the plan's own.
    UPDATE onceover.plan_items i SET fence = (o.u).fence
    FROM owned o, LATERAL (SELECT p.ctid AS at FROM onceover.plan_items p WHERE p.plan = $13 AND p.position = o.position OFFSET 0) here
    WHERE i.ctid = here.at
  )
  SELECT o.u, o.status, o.attempts, o.next_try_at, o.old_state::text, o.old_fence, o.old_holder::text, o.old_owner, o.old_locked_until, o.place, o.position
  FROM owned o;
END
$$;
-- What an answer shows, as far as the words of verdict and evidence tell: what a verb must rest on unless a second person agrees.
-- Its names are bound here, and it sets nothing, so that the planner puts it in the place of its call: once for each key that is settled.
CREATE FUNCTION onceover.bears_out(verb text, verdict text, evidence jsonb) RETURNS boolean LANGUAGE sql IMMUTABLE
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

-- Verdicts on owned keys, with their cases and audit rows. places: of the rows when they were owned; (0,0): unknown. A key that is not
-- returned was no longer owned, has moved, or the stop switch is on; nothing of it was written. Inside the schema only: it checks no evidence.
CREATE FUNCTION onceover.write_settlements(tenants text[], operations text[], keys text[], fences bigint[], verbs text[], codes bigint[],
  headers bytea[], bodies bytea[], error_codes text[], retry_before text[], evidence jsonb[], verdicts text[], reasons text[], next_try_ms bigint[],
  actor text, host text, program text, ticket text, places tid[])
RETURNS TABLE (tenant text, operation text, key text, fence bigint, audit_id bigint)
LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET enable_indexscan = off
SET enable_indexonlyscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan SET jit = off AS $$
#variable_conflict use_column
BEGIN
  IF '(0,0)'::tid = ANY ($19) THEN
    $19 := ARRAY (
      SELECT CASE WHEN v.at <> '(0,0)' THEN v.at
                  ELSE COALESCE((SELECT k.ctid FROM onceover.keys k WHERE k.key = v.key AND k.operation = v.operation AND k.tenant = v.tenant), v.at) END
      FROM unnest($1, $2, $3, $19) WITH ORDINALITY AS v (tenant, operation, key, at, place) ORDER BY v.place);
  END IF;
  RETURN QUERY
  WITH v AS (
    SELECT * FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $19)
      AS v (tenant, operation, key, fence, act, response_code, response_headers, response_body, error_code, retry_before, evidence, verdict, reason,
            next_try_ms, at)
  ), written AS (
    UPDATE onceover.keys k
    SET state = CASE v.act WHEN 'succeed' THEN 'succeeded' WHEN 'fail' THEN 'failed' WHEN 'release' THEN 'released'
                           -- Without a verdict a key that was released is released again, with its bound: it waits.
                           WHEN 'unresolved' THEN CASE WHEN k.retry_before IS NULL THEN k.state ELSE 'released' END ELSE k.state END,
        fence = nextval('onceover.fence'),
        -- Returned unsettled: the lease ended when the executor's own did, since clients have been waiting since then.
        locked_until = CASE WHEN v.act = 'needs_human' OR (v.act = 'unresolved' AND k.retry_before IS NULL)
                            THEN LEAST(k.stuck_since, clock_timestamp()) END,
        stuck_since = CASE WHEN v.act = 'needs_human' OR (v.act = 'unresolved' AND k.retry_before IS NULL) THEN k.stuck_since END,
        response_version = CASE WHEN v.act IN ('succeed', 'fail') THEN 1 END,
        response_code = CASE WHEN v.act IN ('succeed', 'fail') THEN v.response_code END,
        response_headers = CASE WHEN v.act IN ('succeed', 'fail') THEN v.response_headers END,
        response_body = CASE WHEN v.act IN ('succeed', 'fail') THEN v.response_body END,
        -- The executors' word (key_release.sql) holds as long as none has claimed the key since.
        error_code = CASE WHEN v.act = 'fail' THEN NULLIF(v.error_code, '')
                          WHEN v.act <> 'succeed' AND k.retry_before IS NOT NULL THEN k.error_code END,
        completed_at = CASE WHEN v.act IN ('succeed', 'fail') THEN clock_timestamp() END,
        retry_before = CASE v.act WHEN 'unresolved' THEN k.retry_before WHEN 'release' THEN NULLIF(v.retry_before, '')::timestamptz END,
        expires_at = CASE WHEN v.act IN ('succeed', 'fail') THEN clock_timestamp() + make_interval(secs => k.retention_s)
                          WHEN v.act = 'release' THEN make_interval(secs => k.retention_s)
                               + GREATEST(NULLIF(v.retry_before, '')::timestamptz, clock_timestamp())
                          -- As when it was released: a key that waits is reaped in the end.
                          WHEN v.act = 'unresolved' THEN k.retry_before + make_interval(secs => k.retention_s) END,
        updated_at = clock_timestamp()
    FROM v
    WHERE k.ctid = v.at AND k.tenant = v.tenant AND k.operation = v.operation AND k.key = v.key AND k.fence = v.fence
      AND k.state = 'in_progress' AND k.holder <> 'executor'
      AND NOT (SELECT s.stopped FROM onceover.control s)
    RETURNING k.tenant, k.operation, k.key, k.state, k.fence, k.holder, k.owner, k.correlation_id, k.response_code, k.retry_before,
              v.fence AS old_fence, v.act, v.evidence, v.verdict, v.reason, v.next_try_ms
  ), filed AS (
    INSERT INTO onceover.cases AS c (tenant, operation, key, status, attempts, next_try_at, fence, verdict, reason, evidence)
    SELECT w.tenant, w.operation, w.key,
           CASE w.act WHEN 'unresolved' THEN 'open' WHEN 'needs_human' THEN 'needs_human' ELSE 'settled' END, 1,
           CASE w.act WHEN 'unresolved' THEN clock_timestamp() + w.next_try_ms * interval '1 millisecond' END,
           w.fence, w.verdict, w.reason, w.evidence
    FROM written w
    ON CONFLICT (tenant, operation, key) DO UPDATE
    SET status = EXCLUDED.status, next_try_at = EXCLUDED.next_try_at, fence = EXCLUDED.fence, verdict = EXCLUDED.verdict,
        reason = EXCLUDED.reason, updated_at = clock_timestamp(),
        -- A stored manual override does not change earlier evidence: an alarm remains an alarm.
        evidence = CASE WHEN c.status = 'needs_human' AND EXCLUDED.status = 'needs_human' AND NOT EXCLUDED.evidence ? 'finding'
                        THEN EXCLUDED.evidence || COALESCE((SELECT jsonb_object_agg(e.key, e.value) FROM jsonb_each(c.evidence) e
                                                            WHERE e.key IN ('duplicate_effects', 'other_effect')), '{}')
                        ELSE EXCLUDED.evidence END,
        attempts = CASE c.status WHEN 'settled' THEN 1 ELSE c.attempts + 1 END,
        opened_at = CASE c.status WHEN 'settled' THEN clock_timestamp() ELSE c.opened_at END
  ), noted AS (
    INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before, fence_after, before,
                                after, evidence, verdict, reason, ticket, correlation_id)
    SELECT CASE WHEN w.act IN ('unresolved', 'needs_human') THEN w.act ELSE 'settle' END, $15, $16, $17,
           w.tenant, w.operation, w.key, 'in_progress', w.state, w.old_fence, w.fence,
           jsonb_build_object('state', 'in_progress', 'fence', w.old_fence, 'holder', w.holder, 'owner', w.owner),
           jsonb_build_object('state', w.state, 'fence', w.fence, 'response_code', w.response_code, 'retry_before', w.retry_before),
           w.evidence, w.verdict, w.reason, NULLIF($18, ''), w.correlation_id
    FROM written w
    RETURNING tenant, operation, key, fence_after, id
  )
  SELECT n.tenant, n.operation, n.key, n.fence_after, n.id FROM noted n;
END
$$;

-- The same for whoever may call it: a verb that its evidence does not bear out is refused (OC005), and so is a release without an end. Of a
-- person nothing is written that another database user has taken over; who may write the trail, a service, is not asked that.
CREATE FUNCTION onceover.settle_keys(tenants text[], operations text[], keys text[], fences bigint[], verbs text[], codes bigint[],
  headers bytea[], bodies bytea[], error_codes text[], retry_before text[], evidence text[], verdicts text[], reasons text[], next_try_ms bigint[],
  actor text, host text, program text, ticket text, places tid[])
RETURNS TABLE (tenant text, operation text, key text, fence bigint, audit_id bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET enable_hashjoin = off
SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan SET jit = off AS $$
#variable_conflict use_column
DECLARE
  wrong record;
  shown CONSTANT jsonb[] := ARRAY (SELECT NULLIF(v.e, '')::jsonb FROM unnest($11) WITH ORDINALITY AS v (e, place) ORDER BY v.place);
BEGIN
  SELECT v.act, v.reason, v.retry_before INTO wrong
  FROM unnest($1, $2, $3, $5, $10, shown, $12, $13) AS v (tenant, operation, key, act, retry_before, evidence, verdict, reason)
  WHERE COALESCE(v.reason, '') = '' OR (v.act = 'release' AND COALESCE(v.retry_before, '') = '')
     OR NOT (onceover.bears_out(v.act, v.verdict, v.evidence)
             -- Its executors said that no attempt had an effect (key_release.sql), and nobody may claim it any more.
             OR (v.act = 'fail' AND v.verdict = 'settle_failed' AND v.evidence ->> 'finding' = 'no_such_key'
                 AND EXISTS (SELECT FROM onceover.keys k WHERE k.key = v.key AND k.operation = v.operation AND k.tenant = v.tenant
                             AND k.error_code = 'TRANSIENT.no_effect' AND k.retry_before <= clock_timestamp()))
             OR (v.act = 'release' AND v.evidence IS NOT NULL AND onceover.dedupe_window_of(v.operation) IS NOT NULL))
  LIMIT 1;
  IF FOUND THEN
    IF COALESCE(wrong.reason, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
    IF wrong.act = 'release' AND COALESCE(wrong.retry_before, '') = '' THEN
      RAISE EXCEPTION 'onceover: a release says until when clients may retry' USING ERRCODE = '22023';
    END IF;
    RAISE EXCEPTION 'onceover: no evidence bears this out: it needs a second approver' USING ERRCODE = 'OC005';
  END IF;
  -- Without evidence, no longer than the registered gateway deduplicates.
  IF 'release' = ANY ($5) AND EXISTS (
             SELECT FROM unnest($1, $2, $3, $5, $10, shown, $12) AS v (tenant, operation, key, act, retry_before, evidence, verdict)
             JOIN onceover.keys k ON k.key = v.key AND k.operation = v.operation AND k.tenant = v.tenant
             WHERE v.act = 'release' AND NOT onceover.bears_out(v.act, v.verdict, v.evidence)
               AND v.retry_before::timestamptz > k.created_at + onceover.dedupe_window_of(v.operation)) THEN
    RAISE EXCEPTION 'onceover: the gateway does not deduplicate for so long: it needs a second approver' USING ERRCODE = 'OC005';
  END IF;
  IF NOT has_column_privilege(session_user, 'onceover.audit', 'action', 'INSERT') THEN
    $4 := ARRAY (SELECT CASE WHEN onceover.is_mine(v.tenant, v.operation, v.key, v.fence) THEN v.fence END
                 FROM unnest($1, $2, $3, $4) WITH ORDINALITY AS v (tenant, operation, key, fence, place) ORDER BY v.place);
  END IF;
  RETURN QUERY SELECT s.* FROM onceover.write_settlements($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, shown, $12, $13, $14, $15, $16, $17, $18, $19) s;
END
$$;

-- Asks for a second approver for a key that was handed back as a case. The same request by the same database user is filed only once.
CREATE FUNCTION onceover.ask_approval(actor text, host text, program text, act text, tenant text, operation text, key text, fence bigint,
  reason text, ticket text, evidence jsonb, seen_digest bytea, request jsonb, request_digest bytea, response_headers bytea, response_body bytea,
  verdict text, seen jsonb)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  number bigint;
BEGIN
  SELECT a.id INTO number FROM onceover.approvals a
  WHERE a.status = 'waiting' AND a.requested_by = session_user AND a.request_digest = $14 AND a.seen_digest = $12
  ORDER BY a.id LIMIT 1;
  IF FOUND THEN RETURN number; END IF;
  IF $4 = 'release' AND COALESCE($13 ->> 'retry_before', '') = '' THEN
    RAISE EXCEPTION 'onceover: a release says until when clients may retry' USING ERRCODE = '22023';
  END IF;
  IF NOT EXISTS (SELECT FROM onceover.keys k WHERE k.tenant = $5 AND k.operation = $6 AND k.key = $7 AND k.fence = $8 AND k.state = 'in_progress'
                 AND k.holder <> 'executor') THEN
    RAISE EXCEPTION 'onceover: the key is not as it was seen' USING ERRCODE = 'OC004';
  END IF;
  INSERT INTO onceover.approvals (actor, host, program, act, tenant, operation, key, fence, reason, ticket, evidence, seen_digest, request,
                                  request_digest, response_headers, response_body, verdict, seen)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18)
  RETURNING id INTO number;
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, fence_before, before, evidence, verdict, reason, ticket)
  VALUES ('ask_approval', $1, $2, $3, $5, $6, $7, $8, $18, jsonb_build_object('approval', jsonb_build_object('id', number, 'act', $4)), $17, $9, $10);
  RETURN number;
END
$$;

-- Writes what another database user asked for on one of our keys, from the request on file; the digests are of what the approver was shown.
-- No row: the key is not as it was then.
CREATE FUNCTION onceover.agree_settlement(approval bigint, actor text, host text, program text, why text, request_digest bytea, seen_digest bytea)
RETURNS TABLE (tenant text, operation text, key text, fence bigint, audit_id bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  asked onceover.approvals;
  shown jsonb;
  settled record;
BEGIN
  IF COALESCE($5, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT a.* INTO asked FROM onceover.approvals a WHERE a.id = $1 AND a.relation IS NULL FOR UPDATE;
  IF NOT FOUND OR asked.status <> 'waiting' OR asked.request_digest IS DISTINCT FROM $6 OR asked.seen_digest IS DISTINCT FROM $7 THEN
    RAISE EXCEPTION 'onceover: nothing is waiting under this number' USING ERRCODE = 'OC006';
  END IF;
  IF asked.requested_by = session_user THEN
    RAISE EXCEPTION 'onceover: it was asked for by the same database user' USING ERRCODE = 'OC005';
  END IF;
  shown := CASE WHEN jsonb_typeof(asked.evidence) = 'object' THEN asked.evidence ELSE jsonb_build_object('said', asked.evidence) END
    || jsonb_build_object('approval', jsonb_build_object('id', asked.id, 'requested_by', asked.requested_by, 'actor', asked.actor,
                                                         'host', asked.host));
  SELECT s.* INTO settled
  FROM onceover.write_settlements(ARRAY[asked.tenant], ARRAY[asked.operation], ARRAY[asked.key], ARRAY[asked.fence], ARRAY[asked.act],
    ARRAY[COALESCE((asked.request ->> 'code')::bigint, 0)], ARRAY[asked.response_headers], ARRAY[asked.response_body],
    ARRAY[COALESCE(asked.request ->> 'error_code', '')], ARRAY[COALESCE(asked.request ->> 'retry_before', '')], ARRAY[shown],
    ARRAY[COALESCE(asked.verdict, '')], ARRAY[asked.reason], ARRAY[0::bigint], $2, $3, $4, asked.ticket, ARRAY['(0,0)'::tid]) s;
  IF NOT FOUND THEN RETURN; END IF;
  -- Its trigger checks once more that this is another database user, and that nobody was faster.
  UPDATE onceover.approvals a SET status = 'used', decided_actor = $2, decided_reason = $5, audit_id = settled.audit_id WHERE a.id = $1;
  RETURN QUERY SELECT settled.tenant::text, settled.operation::text, settled.key::text, settled.fence::bigint, settled.audit_id::bigint;
END
$$;

-- A request about one of our keys. refused, by anybody; outdated: the key has changed since. False: it was decided already.
CREATE FUNCTION onceover.end_approval(approval bigint, status text, actor text, host text, program text, why text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  asked onceover.approvals;
BEGIN
  IF COALESCE($6, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  IF $2 NOT IN ('refused', 'outdated') THEN RAISE EXCEPTION 'onceover: a request ends refused or outdated' USING ERRCODE = '22023'; END IF;
  SELECT a.* INTO asked FROM onceover.approvals a WHERE a.id = $1 AND a.relation IS NULL AND a.status = 'waiting' FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  IF $2 = 'outdated' AND EXISTS (
       SELECT FROM onceover.keys k WHERE k.tenant = asked.tenant AND k.operation = asked.operation AND k.key = asked.key AND k.fence = asked.fence
       AND k.state = 'in_progress') THEN
    RAISE EXCEPTION 'onceover: the key is as it was when this was asked for' USING ERRCODE = 'OC004';
  END IF;
  UPDATE onceover.approvals a SET status = $2, decided_actor = $3, decided_reason = $6 WHERE a.id = $1;
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, to_state, evidence, reason, ticket)
  VALUES ('end_approval', $3, $4, $5, asked.tenant, asked.operation, asked.key, $2,
          jsonb_build_object('approval', jsonb_build_object('id', asked.id, 'act', asked.act, 'requested_by', asked.requested_by)), $6,
          asked.ticket);
  RETURN true;
END
$$;

-- Takes back a release that its audit row tells of: the key is in progress again with an expired lease, and its case needs a person. NULL: it
-- has changed since.
CREATE FUNCTION onceover.undo_release(undone bigint, actor text, host text, program text, reason text, ticket text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  act onceover.audit;
  back onceover.keys;
  number bigint;
BEGIN
  IF COALESCE($5, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT a.* INTO act FROM onceover.audit a WHERE a.id = $1 AND a.relation IS NULL AND a.action = 'settle' AND a.to_state = 'released';
  IF NOT FOUND THEN RAISE EXCEPTION 'onceover: this is no release that can be taken back' USING ERRCODE = '22023'; END IF;
  UPDATE onceover.keys k
  SET state = 'in_progress', holder = 'operator', owner = format('%s@%s/%s', $2, $3, $4), fence = nextval('onceover.fence'),
      locked_until = clock_timestamp(), stuck_since = COALESCE(k.stuck_since, act.at), retry_before = NULL, expires_at = NULL,
      updated_at = clock_timestamp()
  WHERE k.tenant = act.tenant AND k.operation = act.operation AND k.key = act.key AND k.fence = act.fence_after AND k.state = 'released'
    AND NOT EXISTS (SELECT FROM onceover.control t WHERE t.stopped)
  RETURNING k.* INTO back;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO onceover.cases AS c (tenant, operation, key, status, attempts, fence, verdict, reason)
  VALUES (back.tenant, back.operation, back.key, 'needs_human', 0, back.fence, 'needs_human', $5)
  ON CONFLICT (tenant, operation, key) DO UPDATE
  SET status = 'needs_human', next_try_at = NULL, fence = EXCLUDED.fence, verdict = EXCLUDED.verdict, reason = EXCLUDED.reason,
      updated_at = clock_timestamp();
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before, fence_after, before, after,
                              evidence, verdict, reason, ticket, correlation_id)
  VALUES ('undo', $2, $3, $4, back.tenant, back.operation, back.key, 'released', 'in_progress', act.fence_after, back.fence,
          jsonb_build_object('state', 'released', 'fence', act.fence_after),
          jsonb_build_object('state', 'in_progress', 'fence', back.fence, 'holder', 'operator', 'owner', back.owner),
          jsonb_build_object('undone', $1), 'undo', $5, NULLIF($6, ''), back.correlation_id)
  RETURNING id INTO number;
  RETURN number;
END
$$;

-- A lease that was extended ends at its earlier time. NULL: an executor that has renewed it is at work.
CREATE FUNCTION onceover.undo_extension(undone bigint, actor text, host text, program text, reason text, ticket text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET datestyle = 'ISO, YMD' AS $$
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
  WHERE k.tenant = act.tenant AND k.operation = act.operation AND k.key = act.key AND k.fence = act.fence_after AND k.state = 'in_progress'
    AND k.holder = 'executor' AND k.locked_until = (act.after ->> 'locked_until')::timestamptz
    AND NOT EXISTS (SELECT FROM onceover.control t WHERE t.stopped)
  RETURNING k.* INTO back;
  IF NOT FOUND THEN RETURN NULL; END IF;
  INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before, fence_after, before, after,
                              evidence, verdict, reason, ticket, correlation_id)
  VALUES ('undo', $2, $3, $4, back.tenant, back.operation, back.key, 'in_progress', 'in_progress', back.fence, back.fence,
          jsonb_build_object('state', 'in_progress', 'fence', back.fence, 'locked_until', (act.after ->> 'locked_until')::timestamptz),
          jsonb_build_object('state', 'in_progress', 'fence', back.fence, 'locked_until', back.locked_until),
          jsonb_build_object('undone', $1), 'undo', $5, NULLIF($6, ''), back.correlation_id)
  RETURNING id INTO number;
  RETURN number;
END
$$;

-- Extends the leases of keys to `lease` from now: only those of executors, under the fence that they have, and never shorter. A key that is
-- not returned differs from the frozen one, is not an executor's, or already has a longer lease.
CREATE FUNCTION onceover.extend_leases(tenants text[], operations text[], keys text[], fences bigint[], actor text, host text, program text,
                                       reason text, lease interval, ticket text)
RETURNS TABLE (tenant text, operation text, key text, audit_id bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET enable_hashjoin = off
SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan SET jit = off AS $$
#variable_conflict use_column
BEGIN
  IF COALESCE($8, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  RETURN QUERY
  WITH wanted AS (
    SELECT * FROM unnest($1, $2, $3, $4) AS v (tenant, operation, key, fence)
  ), held AS (
    SELECT k.ctid, k.locked_until
    FROM wanted v
    JOIN onceover.keys k ON k.key = v.key AND k.operation = v.operation AND k.tenant = v.tenant
    WHERE k.fence = v.fence AND k.state = 'in_progress' AND k.holder = 'executor'
      AND (k.locked_until IS NULL OR k.locked_until < clock_timestamp() + $9)
      AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
    FOR UPDATE OF k SKIP LOCKED
  ), longer AS (
    UPDATE onceover.keys k SET locked_until = clock_timestamp() + $9, updated_at = clock_timestamp()
    FROM held h WHERE k.ctid = h.ctid
    RETURNING k.tenant, k.operation, k.key, k.fence, h.locked_until AS before, k.locked_until, k.correlation_id
  ), noted AS (
    INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, to_state, fence_before, fence_after, before,
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
$$;

-- Deletes finished keys with their cases, and writes them to the trail. Never unfinished ones; within their window only finished ones, and
-- only for the owner of the tables: an early delete lets the effect happen again.
CREATE FUNCTION onceover.reap_keys(tenants text[], operations text[], keys text[], fences bigint[], actor text, host text, program text,
                                   reason text, within_window boolean, ticket text)
RETURNS TABLE (tenant text, operation text, key text, audit_id bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET enable_hashjoin = off
SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan SET jit = off AS $$
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
    RETURNING k.tenant, k.operation, k.key, k.state, k.fence, k.response_code, k.completed_at, k.expires_at, k.correlation_id
  ), closed AS (
    DELETE FROM onceover.cases c USING gone g WHERE c.tenant = g.tenant AND c.operation = g.operation AND c.key = g.key
  ), noted AS (
    INSERT INTO onceover.audit (action, actor, host, program, tenant, operation, key, from_state, fence_before, before, verdict, reason, ticket,
                                correlation_id)
    SELECT 'reap', $5, $6, $7, g.tenant, g.operation, g.key, g.state, g.fence,
           jsonb_build_object('state', g.state, 'fence', g.fence, 'response_code', g.response_code, 'completed_at', g.completed_at,
                              'expires_at', g.expires_at),
           'reap', $8, NULLIF($10, ''), g.correlation_id
    FROM gone g
    RETURNING tenant, operation, key, id
  )
  SELECT n.tenant, n.operation, n.key, n.id FROM noted n;
END
$$;

-- Keys past their window, oldest first, at most so many; how many are gone. Never unfinished ones: that would turn a crash into a second effect.
CREATE OR REPLACE FUNCTION onceover.reap_finished(onceover_limit bigint) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  gone_now bigint;
BEGIN
  WITH due AS (
    SELECT k.ctid FROM onceover.keys k
    WHERE k.state IN ('succeeded', 'failed', 'released') AND k.expires_at <= clock_timestamp()
      AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
    ORDER BY k.created_at, k.key LIMIT onceover_limit
    FOR UPDATE SKIP LOCKED
  ), gone AS (
    DELETE FROM onceover.keys k
    WHERE k.ctid = ANY (ARRAY (SELECT d.ctid FROM due d)) AND k.state IN ('succeeded', 'failed', 'released') AND k.expires_at <= clock_timestamp()
    RETURNING k.tenant, k.operation, k.key
  ), closed AS (
    DELETE FROM onceover.cases c USING gone g WHERE c.tenant = g.tenant AND c.operation = g.operation AND c.key = g.key
  )
  SELECT count(*) INTO gone_now FROM gone;
  RETURN gone_now;
END
$$;

-- Plans. create_plan: the items follow in the same transaction, and in no other.
CREATE FUNCTION onceover.create_plan(name text, act text, profile text, profile_toml text, relation text, gateway text, gateway_digest text,
  reason text, ticket text, said text, chosen_by text, options jsonb, items bigint, actor text, host text, program text, system_identifier text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  number bigint;
BEGIN
  INSERT INTO onceover.plans (name, act, profile, profile_toml, relation, gateway, gateway_digest, reason, ticket, said, chosen_by, options, items,
                              actor, host, program, system_identifier, database_oid, database_name)
  SELECT $1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13::integer, $14, $15, $16, $17, d.oid::bigint, d.datname::text
  FROM pg_database d WHERE d.datname = current_database()
  RETURNING id INTO number;
  INSERT INTO onceover.audit (action, actor, host, program, reason, ticket)
  VALUES ('plan_made', $14, $15, $16, format('plan %s: %s of %s rows of %s: %s', number, $2, $13, $5, $8), NULLIF($9, ''));
  RETURN number;
END
$$;

CREATE FUNCTION onceover.freeze_items(plan bigint, positions bigint[], lines bigint[], tenants text[], operations text[], keys text[],
                                      columns text[], frozen text[], fences bigint[])
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  number bigint;
BEGIN
  IF NOT EXISTS (SELECT FROM onceover.plans p WHERE p.id = $1 AND p.xmin = pg_current_xact_id()::xid AND p.db_user = session_user) THEN
    RAISE EXCEPTION 'onceover: the set of a plan is frozen' USING ERRCODE = 'OC007';
  END IF;
  INSERT INTO onceover.plan_items (plan, position, line, tenant, operation, key, columns, frozen, fence)
  SELECT $1, v.position::integer, NULLIF(v.line, 0)::integer, v.tenant, v.operation, v.key, NULLIF(v.columns, '')::jsonb, v.frozen::jsonb, v.fence
  FROM unnest($2, $3, $4, $5, $6, $7, $8, $9) AS v (position, line, tenant, operation, key, columns, frozen, fence);
  GET DIAGNOSTICS number = ROW_COUNT;
  RETURN number;
END
$$;

-- A new dry run.
CREATE FUNCTION onceover.unforesee_items(plan bigint) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE onceover.plan_items
  SET foreseen = NULL, foreseen_writes = NULL, foreseen_why = NULL, foreseen_evidence = NULL, foreseen_at = NULL
  WHERE plan = $1 AND state = 'waiting'
$$;

-- The preview of a dry run, for the items that this runner still has; '': none, and the item is free again.
CREATE FUNCTION onceover.foresee_items(plan bigint, runner text, positions bigint[], foreseen text[], writes bigint[], why text[], evidence text[])
RETURNS void LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET plan_cache_mode = force_generic_plan SET jit = off AS $$
#variable_conflict use_column
BEGIN
  UPDATE onceover.plan_items i
  SET foreseen = NULLIF(v.foreseen, ''), foreseen_writes = CASE WHEN v.foreseen <> '' THEN v.writes = 1 END, foreseen_why = NULLIF(v.why, ''),
      foreseen_evidence = NULLIF(v.evidence, '')::jsonb, foreseen_at = CASE WHEN v.foreseen <> '' THEN clock_timestamp() END, taken_until = NULL
  FROM unnest($3, $4, $5, $6, $7) AS v (position, foreseen, writes, why, evidence),
    LATERAL (SELECT p.ctid AS at FROM onceover.plan_items p WHERE p.plan = $1 AND p.position = v.position OFFSET 0) here
  WHERE i.ctid = here.at AND i.state = 'waiting' AND i.runner = $2;
END
$$;

-- Items without a runner, in their order from a place on. SKIP LOCKED keeps runners apart; the runner's name and the short lease, once
-- committed, reserve the items. dry_run: only items without a preview. fresh: only items without an attempt, when the retry budget is spent.
CREATE FUNCTION onceover.take_items(plan bigint, behind bigint, most bigint, runner text, lease interval, dry_run boolean, fresh boolean)
RETURNS SETOF onceover.plan_items LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan SET jit = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  WITH free AS (
    SELECT i.position FROM onceover.plan_items i
    WHERE i.plan = $1 AND i.state = 'waiting' AND i.position > $2
      AND (i.taken_until IS NULL OR i.taken_until <= clock_timestamp())
      AND (i.next_try_at IS NULL OR i.next_try_at <= clock_timestamp())
      AND (NOT $6 OR i.foreseen IS NULL) AND (NOT $7 OR i.tries = 0)
    ORDER BY i.position LIMIT $3
    FOR UPDATE SKIP LOCKED
  )
  UPDATE onceover.plan_items i
  SET runner = $4, taken_until = clock_timestamp() + $5, tries = i.tries + CASE WHEN $6 THEN 0 ELSE 1 END
  FROM free f
  WHERE i.plan = $1 AND i.position = f.position
  RETURNING i.*;
END
$$;

-- The results of items, or that they wait again: only for those that this runner still has; what is done has its audit row. fence 0:
-- unchanged. untried 1: taking it does not count as an attempt.
CREATE FUNCTION onceover.finish_items(plan bigint, runner text, positions bigint[], states text[], outcomes text[], why text[], evidence text[],
                                      to_states text[], audit_ids bigint[], fences bigint[], next_try_ms bigint[], untried bigint[])
RETURNS SETOF bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp
SET plan_cache_mode = force_generic_plan SET jit = off AS $$
#variable_conflict use_column
BEGIN
  RETURN QUERY
  UPDATE onceover.plan_items i
  SET state = v.state, outcome = NULLIF(v.outcome, ''), why = NULLIF(v.why, ''), evidence = NULLIF(v.evidence, '')::jsonb,
      to_state = NULLIF(v.to_state, ''), audit_id = NULLIF(v.audit_id, 0), tries = i.tries - v.untried, fence = COALESCE(NULLIF(v.fence, 0), i.fence),
      taken_until = NULL, next_try_at = CASE WHEN v.state = 'waiting' THEN clock_timestamp() + v.next_try_ms * interval '1 millisecond' END,
      finished_at = CASE WHEN v.state <> 'waiting' THEN clock_timestamp() END
  FROM unnest($3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
    AS v (position, state, outcome, why, evidence, to_state, audit_id, fence, next_try_ms, untried),
    LATERAL (SELECT p.ctid AS at FROM onceover.plan_items p WHERE p.plan = $1 AND p.position = v.position OFFSET 0) here
  WHERE i.ctid = here.at AND i.runner = $2 AND i.state = 'waiting'
    AND (v.audit_id = 0 OR EXISTS (SELECT FROM onceover.audit a WHERE a.id = v.audit_id AND a.db_user = session_user))
  RETURNING i.position::bigint;
END
$$;

-- from_states: the allowed previous ones, as one text; 'finished' and 'ready' only if no item waits for that. A plan that never ran returns to
-- the state in which it was stopped, and never to running. False: not allowed now.
CREATE FUNCTION onceover.move_plan(plan bigint, state text, from_states text, state_why text, actor text, host text, program text, reason text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  UPDATE onceover.plans p
  SET state = $2, state_why = NULLIF($4, ''), changed_at = clock_timestamp(),
      ready_at = CASE WHEN $2 = 'ready' AND (p.state = 'frozen' OR p.ready_at IS NULL) THEN clock_timestamp() ELSE p.ready_at END,
      started_at = CASE WHEN $2 = 'running' THEN COALESCE(p.started_at, clock_timestamp()) ELSE p.started_at END,
      finished_at = CASE WHEN $2 = 'finished' THEN clock_timestamp() END
  WHERE p.id = $1 AND p.state = ANY (string_to_array($3, ' '))
    AND ($2 <> 'finished' OR NOT EXISTS (SELECT FROM onceover.plan_items i WHERE i.plan = p.id AND i.state = 'waiting'))
    AND ($2 <> 'ready' OR NOT EXISTS (SELECT FROM onceover.plan_items i WHERE i.plan = p.id AND i.state = 'waiting' AND i.foreseen IS NULL))
    AND ($2 <> 'running' OR p.state IN ('frozen', 'ready') OR p.started_at IS NOT NULL)
    AND ($2 <> 'frozen' OR p.started_at IS NULL);
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO onceover.audit (action, actor, host, program, reason) VALUES ('plan_' || $2, $5, $6, $7, format('plan %s: %s', $1, $8));
  RETURN true;
END
$$;

-- The time until the plan's rate allows more, in milliseconds; with its row locked, so that runners share the rate.
CREATE FUNCTION onceover.wait_of_plan(plan bigint) RETURNS bigint LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT GREATEST(0, ceil(extract(epoch FROM p.paced_until - clock_timestamp()) * 1000))::bigint FROM onceover.plans p WHERE p.id = $1 FOR NO KEY UPDATE
$$;

CREATE FUNCTION onceover.pace_plan(plan bigint, by interval) RETURNS void LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE onceover.plans SET paced_until = GREATEST(COALESCE(paced_until, clock_timestamp()), clock_timestamp()) + $2 WHERE id = $1
$$;

-- A note on one of our keys that exists, or that the trail has. No row: there is no such key.
CREATE FUNCTION onceover.add_note(actor text, host text, program text, tenant text, operation text, key text, note text)
RETURNS SETOF onceover.notes LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO onceover.notes (actor, host, program, tenant, operation, key, note)
  SELECT $1, $2, $3, $4, $5, $6, $7
  WHERE EXISTS (SELECT FROM onceover.keys k WHERE k.key = $6 AND k.operation = $5 AND k.tenant = $4)
     OR EXISTS (SELECT FROM onceover.audit a WHERE a.key = $6 AND a.operation = $5 AND a.tenant = $4 AND a.relation IS NULL)
  RETURNING *
$$;

-- The stop switch, with its audit row. False: it is so already.
CREATE FUNCTION onceover.set_stop(stopped boolean, reason text, actor text, host text, program text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF COALESCE($2, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  UPDATE onceover.control c SET stopped = $1, reason = $2, changed_by = $3, changed_at = clock_timestamp() WHERE c.stopped <> $1;
  IF NOT FOUND THEN RETURN false; END IF;
  INSERT INTO onceover.audit (action, actor, host, program, reason) VALUES (CASE WHEN $1 THEN 'stop' ELSE 'start' END, $3, $4, $5, $2);
  RETURN true;
END
$$;

-- A gateway's declaration for an operation. In force at once where the owner of the tables gives it; else when another database user agrees.
-- A new one in force ends the one before it. Its number.
CREATE FUNCTION onceover.register_gateway(name text, operation text, dedupe_window interval, reason text, actor text, host text, program text)
RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  number bigint;
  is_owners CONSTANT boolean := onceover.is_owner();
BEGIN
  IF is_owners THEN
    UPDATE onceover.gateways g SET ended_at = clock_timestamp() WHERE g.name = $1 AND g.operation = $2 AND g.in_force_since IS NOT NULL AND g.ended_at IS NULL;
  END IF;
  INSERT INTO onceover.gateways (name, operation, dedupe_window, reason, actor, in_force_since)
  VALUES ($1, $2, $3, $4, $5, CASE WHEN is_owners THEN clock_timestamp() END)
  RETURNING id INTO number;
  INSERT INTO onceover.audit (action, actor, host, program, operation, evidence, reason)
  VALUES ('register_gateway', $5, $6, $7, $2, jsonb_build_object('gateway', $1, 'declaration', number, 'dedupe_window', $3, 'in_force', is_owners), $4);
  RETURN number;
END
$$;

CREATE FUNCTION onceover.approve_gateway(declaration bigint, reason text, actor text, host text, program text)
RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  asked onceover.gateways;
BEGIN
  IF COALESCE($2, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  SELECT g.* INTO asked FROM onceover.gateways g WHERE g.id = $1 AND g.in_force_since IS NULL AND g.ended_at IS NULL FOR UPDATE;
  IF NOT FOUND THEN RETURN false; END IF;
  IF asked.registered_by = session_user THEN
    RAISE EXCEPTION 'onceover: it was registered by the same database user' USING ERRCODE = 'OC005';
  END IF;
  UPDATE onceover.gateways g SET ended_at = clock_timestamp()
  WHERE g.name = asked.name AND g.operation = asked.operation AND g.in_force_since IS NOT NULL AND g.ended_at IS NULL;
  UPDATE onceover.gateways g SET in_force_since = clock_timestamp(), approved_by = session_user WHERE g.id = $1;
  INSERT INTO onceover.audit (action, actor, host, program, operation, evidence, reason)
  VALUES ('approve_gateway', $3, $4, $5, asked.operation,
          jsonb_build_object('gateway', asked.name, 'declaration', $1, 'dedupe_window', asked.dedupe_window, 'registered_by', asked.registered_by), $2);
  RETURN true;
END
$$;

ALTER TABLE onceover.approvals DROP CONSTRAINT approvals_act_check,
  ADD CONSTRAINT approvals_act_check CHECK (act IN ('succeed', 'fail', 'release'));

-- Nobody but the owner, until a role's script gives a right; sweepers with the rights of an earlier script settle on.
DO $$
DECLARE
  made record;
BEGIN
  FOR made IN SELECT p.oid::pg_catalog.regprocedure AS name FROM pg_catalog.pg_proc p WHERE p.pronamespace = 'onceover'::pg_catalog.regnamespace
              AND p.proname IN ('dedupe_window_of', 'is_owner', 'is_mine', 'take_keys', 'bears_out', 'write_settlements', 'settle_keys', 'ask_approval',
                'agree_settlement', 'end_approval', 'undo_release', 'undo_extension', 'extend_leases', 'reap_keys', 'reap_finished', 'create_plan',
                'freeze_items', 'unforesee_items', 'foresee_items', 'take_items', 'finish_items', 'move_plan', 'wait_of_plan', 'pace_plan', 'add_note',
                'set_stop', 'register_gateway', 'approve_gateway') LOOP
    EXECUTE pg_catalog.format('REVOKE ALL ON FUNCTION %s FROM PUBLIC', made.name);
  END LOOP;
  FOR made IN SELECT DISTINCT CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r.rolname) END AS name
              FROM pg_catalog.pg_attribute c, LATERAL pg_catalog.aclexplode(c.attacl) a LEFT JOIN pg_catalog.pg_roles r ON r.oid = a.grantee
              WHERE c.attrelid = 'onceover.keys'::pg_catalog.regclass AND c.attname = 'state' AND a.privilege_type = 'UPDATE' LOOP
    EXECUTE pg_catalog.format('GRANT EXECUTE ON FUNCTION onceover.settle_keys TO %s', made.name);
  END LOOP;
END
$$;
