-- name: plan_extend
SELECT tenant, operation, key, audit_id
FROM onceover.extend_leases($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text, $6::text, $7::text, $8::text,
  $9::interval, $10::text)

-- name: plan_foresee
SELECT onceover.foresee_items($1::bigint, $2::text, $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[])

-- name: plan_freeze
SELECT onceover.freeze_items($1::bigint, $2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[],
  $8::text[], $9::bigint[])

-- name: plan_guard
-- In each writing transaction of a plan: may it continue, and is this the plan's server? /*system*/: the system
-- identifier, if this user may read it.
SELECT p.state, s.stopped, COALESCE(s.reason, ''),
       (p.system_identifier IS NULL OR /*system*/ IS NULL OR p.system_identifier = /*system*/)
       AND p.database_oid = d.oid::bigint AND p.database_name = d.datname::text
FROM onceover.plans p, onceover.control s, pg_catalog.pg_database d
WHERE p.id = $1::bigint AND d.datname = pg_catalog.current_database()

-- name: plan_insert
-- With its audit row. /*system*/: the system identifier, if this user may read it.
SELECT onceover.create_plan($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::text,
  $10::jsonb, $11::bigint,
                            $12::text, $13::text, $14::text, /*system*/)

-- name: plan_items_page
SELECT i.position::bigint, i.line::bigint, i.tenant, i.operation, i.key, i.columns::text, i.frozen::text, i.fence,
       i.state, i.tries::bigint, i.runner, i.taken_until, i.next_try_at, i.foreseen, i.foreseen_writes, i.foreseen_why,
       i.foreseen_evidence::text, i.foreseen_at, i.outcome, i.why, i.evidence::text, i.to_state, i.audit_id,
       i.finished_at
FROM onceover.plan_items i
WHERE i.plan = $1::bigint AND i.position > $2::bigint AND ($3::text = '' OR i.state = $3::text)
ORDER BY i.position LIMIT $4::bigint

-- name: plan_pace
SELECT onceover.wait_of_plan($1::bigint)

-- name: plan_paced
SELECT onceover.pace_plan($1::bigint, $2::interval)

-- name: plan_reap
SELECT tenant, operation, key, audit_id
FROM onceover.reap_keys($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text, $6::text, $7::text, $8::text,
  $9::boolean, $10::text)

-- name: plan_result
SELECT onceover.finish_items($1::bigint, $2::text, $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[],
  $8::text[], $9::bigint[], $10::bigint[],
                             $11::bigint[], $12::bigint[])

-- name: plan_state
SELECT onceover.move_plan($1::bigint, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text)

-- name: plan_take
SELECT i.position::bigint, i.tenant, i.operation, i.key, i.columns::text, i.frozen::text, i.fence, i.tries::bigint,
       i.foreseen
FROM onceover.take_items($1::bigint, $2::bigint, $3::bigint, $4::text, $5::interval, $6::boolean, $7::boolean) i

-- name: plan_unforesee
SELECT onceover.unforesee_items($1::bigint)

-- name: stop_read
SELECT stopped, reason, changed_by, changed_at FROM onceover.control

-- name: stop_set
SELECT onceover.set_stop($1::boolean, $2::text, $3::text, $4::text, $5::text)
