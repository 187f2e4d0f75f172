-- Settling in one reading of its arguments. Before, the evidence of a batch was made into an array and read twice more: a twentieth of what a
-- sweeper costs the server. What is checked is the same.
--
-- Locks: onceover.audit_links ACCESS EXCLUSIVE, for milliseconds: no row is read.

-- Whether a verb may be written that its evidence alone does not confirm, or that lacks what it needs; if not, the whole batch ends. Apart
-- from the statement that writes, which would otherwise look up in each batch what is asked of few keys.
CREATE FUNCTION onceover.require_settlement(tenant text, operation text, key text, act text, verdict text, evidence jsonb, reason text,
                                            retry_before text)
RETURNS boolean LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
BEGIN
  IF COALESCE($7, '') = '' THEN RAISE EXCEPTION 'onceover: a reason is needed' USING ERRCODE = '22023'; END IF;
  IF $4 = 'release' AND COALESCE($8, '') = '' THEN
    RAISE EXCEPTION 'onceover: a release says until when clients may retry' USING ERRCODE = '22023';
  END IF;
  -- Its executors said that no attempt had an effect (key_release.sql), and nobody may claim it any more.
  IF $4 = 'fail' AND $5 = 'settle_failed' AND $6 ->> 'finding' = 'no_such_key'
     AND EXISTS (SELECT FROM onceover.keys k WHERE k.key = $3 AND k.operation = $2 AND k.tenant = $1
                 AND k.error_code = 'TRANSIENT.no_effect' AND k.retry_before <= clock_timestamp()) THEN
    RETURN true;
  END IF;
  IF $4 = 'release' AND $6 IS NOT NULL AND onceover.dedupe_window_of($2) IS NOT NULL THEN
    -- Without evidence, no longer than the registered gateway deduplicates.
    IF EXISTS (SELECT FROM onceover.keys k WHERE k.key = $3 AND k.operation = $2 AND k.tenant = $1
               AND $8::timestamptz > k.created_at + onceover.dedupe_window_of($2)) THEN
      RAISE EXCEPTION 'onceover: the gateway does not deduplicate for so long: it needs a second approver' USING ERRCODE = 'OC005';
    END IF;
    RETURN true;
  END IF;
  RAISE EXCEPTION 'onceover: no evidence bears this out: it needs a second approver' USING ERRCODE = 'OC005';
END
$$;

-- Evidence was text[] in the first text of migration 13, and jsonb[] since.
DROP FUNCTION IF EXISTS onceover.write_settlements(text[], text[], text[], bigint[], text[], bigint[], bytea[], bytea[], text[], text[], jsonb[], text[],
                                                   text[], bigint[], text, text, text, text, tid[]);
DROP FUNCTION IF EXISTS onceover.write_settlements(text[], text[], text[], bigint[], text[], bigint[], bytea[], bytea[], text[], text[], text[], text[],
                                                   text[], bigint[], text, text, text, text, tid[]);

-- Verdicts on owned keys, with their cases and audit rows. places: of the rows when they were owned; (0,0): unknown. A key that is not
-- returned was no longer owned, has moved, or the stop switch is on; nothing of it was written. One that its evidence does not confirm ends
-- all (OC005), as does a release without an end; agreed: not asked, since a second approver has agreed. Inside the schema only.
CREATE FUNCTION onceover.write_settlements(tenants text[], operations text[], keys text[], fences bigint[], verbs text[], codes bigint[],
  headers bytea[], bodies bytea[], error_codes text[], retry_before text[], evidence text[], verdicts text[], reasons text[], next_try_ms bigint[],
  actor text, host text, program text, ticket text, places tid[], agreed boolean)
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
    SELECT v.tenant, v.operation, v.key, v.fence, v.act, v.response_code, v.response_headers, v.response_body, v.error_code, v.retry_before,
           NULLIF(v.evidence, '')::jsonb AS evidence, v.verdict, v.reason, v.next_try_ms, v.at
    FROM unnest($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $19)
      AS v (tenant, operation, key, fence, act, response_code, response_headers, response_body, error_code, retry_before, evidence, verdict, reason,
            next_try_ms, at)
    OFFSET 0  -- so that the evidence is read once
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
      AND CASE WHEN $20 THEN true
               WHEN onceover.bears_out(v.act, v.verdict, v.evidence) AND v.reason <> '' AND (v.act <> 'release' OR v.retry_before <> '') THEN true
               ELSE onceover.require_settlement(v.tenant, v.operation, v.key, v.act, v.verdict, v.evidence, v.reason, v.retry_before) END
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

-- The same for whoever may call it. Of a person nothing is written that another database user has taken over; who may write the trail, a
-- service, is not asked that.
CREATE OR REPLACE FUNCTION onceover.settle_keys(tenants text[], operations text[], keys text[], fences bigint[], verbs text[], codes bigint[],
  headers bytea[], bodies bytea[], error_codes text[], retry_before text[], evidence text[], verdicts text[], reasons text[], next_try_ms bigint[],
  actor text, host text, program text, ticket text, places tid[])
RETURNS TABLE (tenant text, operation text, key text, fence bigint, audit_id bigint)
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp SET enable_seqscan = off SET enable_hashjoin = off
SET enable_mergejoin = off SET plan_cache_mode = force_generic_plan SET jit = off AS $$
#variable_conflict use_column
BEGIN
  IF NOT has_column_privilege(session_user, 'onceover.audit', 'action', 'INSERT') THEN
    $4 := ARRAY (SELECT CASE WHEN onceover.is_mine(v.tenant, v.operation, v.key, v.fence) THEN v.fence END
                 FROM unnest($1, $2, $3, $4) WITH ORDINALITY AS v (tenant, operation, key, fence, place) ORDER BY v.place);
  END IF;
  RETURN QUERY SELECT s.* FROM onceover.write_settlements($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, false) s;
END
$$;

-- Writes what another database user asked for on one of our keys, from the request on file; the digests are of what the approver was shown.
-- No row: the key is not as it was then.
CREATE OR REPLACE FUNCTION onceover.agree_settlement(approval bigint, actor text, host text, program text, why text, request_digest bytea, seen_digest bytea)
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
    ARRAY[COALESCE(asked.request ->> 'error_code', '')], ARRAY[COALESCE(asked.request ->> 'retry_before', '')], ARRAY[shown::text],
    ARRAY[COALESCE(asked.verdict, '')], ARRAY[asked.reason], ARRAY[0::bigint], $2, $3, $4, asked.ticket, ARRAY['(0,0)'::tid],
    true) s;
  IF NOT FOUND THEN RETURN; END IF;
  -- Its trigger checks once more that this is another database user, and that nobody was faster.
  UPDATE onceover.approvals a SET status = 'used', decided_actor = $2, decided_reason = $5, audit_id = settled.audit_id WHERE a.id = $1;
  RETURN QUERY SELECT settled.tenant::text, settled.operation::text, settled.key::text, settled.fence::bigint, settled.audit_id::bigint;
END
$$;

REVOKE ALL ON FUNCTION onceover.require_settlement, onceover.write_settlements FROM PUBLIC;

-- Digests cannot be compressed; trying took a hundredth of a sweep.
ALTER TABLE onceover.audit_links ALTER COLUMN digests SET STORAGE EXTERNAL;
