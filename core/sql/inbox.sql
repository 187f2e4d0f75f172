-- name: inbox_accept
SELECT r.source, r.event_id
  FROM onceover.inbox_accept_many($1::pg_catalog.text, $2::pg_catalog.text[], $3::pg_catalog.text[],
  $4::pg_catalog.bytea[]) r

-- name: inbox_accept_known
SELECT onceover.inbox_accept_known($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.bytea,
  $5::pg_catalog.text)

-- name: inbox_accept_one
SELECT onceover.inbox_accept_one($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.bytea,
  $5::pg_catalog.text)

-- name: inbox_accept_versions
SELECT r.source, r.event_id
FROM onceover.inbox_accept_versions($1::pg_catalog.text, $2::pg_catalog.text[], $3::pg_catalog.text[],
  $4::pg_catalog.bytea[], $5::pg_catalog.text[], $6::pg_catalog.text[], $7::bigint[]) r

-- name: inbox_begin
SELECT r.fence, r.attempts, r.locked_until, r.now_at
FROM onceover.inbox_begin($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.bytea,
  $5::pg_catalog.text, $6::interval) r

-- name: inbox_begin_again
SELECT r.new_fence, r.number, r.until, r.now_at
FROM onceover.inbox_begin_again($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::bigint,
  $5::pg_catalog.text, $6::interval, $7::bigint) r

-- name: inbox_bury
SELECT r FROM onceover.inbox_bury($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::bigint,
  $5::bigint) r

-- name: inbox_bury_first
SELECT a.source, a.event_id, a.refused
  FROM onceover.inbox_bury_first($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text[]) a

-- name: inbox_erase
SELECT onceover.erase_inbox($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text)

-- name: inbox_fail
SELECT onceover.inbox_fail($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::bigint,
  $5::pg_catalog.text, $6::boolean, $7::interval, 2147483647)

-- name: inbox_finish
SELECT true WHERE onceover.inbox_finish($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::bigint,
  $5::pg_catalog.text::pg_catalog.jsonb)

-- name: inbox_keep_positions
SELECT onceover.inbox_keep_positions($1::pg_catalog.text, $2::pg_catalog.text[], $3::bigint[], $4::bigint[],
  $5::bigint[])

-- name: inbox_lock
SELECT onceover.inbox_lock($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::bigint)

-- name: inbox_positions
-- Each with the name of this database, which a backup keeps: the microsecond in which its schema was made.
SELECT (SELECT EXTRACT(epoch FROM v.applied_at)
        FROM onceover.schema_version v ORDER BY v.version LIMIT 1), p.next, p.first
FROM pg_catalog.unnest($2::pg_catalog.text[]) WITH ORDINALITY AS g (place, nth)
LEFT JOIN onceover.inbox_positions p ON p.consumer = $1::pg_catalog.text AND p.place = g.place
ORDER BY g.nth

-- name: inbox_prelude
-- In the caller's transaction: saves its own lock_timeout, which claim_postlude_within restores. In one column: each is
-- described to the client.
SELECT pg_catalog.concat(pg_catalog.set_config('onceover.lock_timeout', pg_catalog.current_setting('lock_timeout'),
  true),
                         pg_catalog.set_config('lock_timeout', $1, true))

-- name: inbox_prelude_durable
-- An attempt is counted durably whatever the server's default; a rival's uncommitted row is awaited for a short time.
SELECT pg_catalog.concat(pg_catalog.set_config('synchronous_commit', 'on', true),
  pg_catalog.set_config('lock_timeout', $1, true))

-- name: inbox_read
SELECT i.state, i.fingerprint, i.fence, i.attempts::bigint, i.locked_until, i.next_try_at, i.started_at,
       pg_catalog.clock_timestamp(), i.owner
FROM onceover.inbox i
WHERE i.event_id OPERATOR(pg_catalog.=) $3::pg_catalog.text AND i.source OPERATOR(pg_catalog.=) $2::pg_catalog.text
  AND i.consumer OPERATOR(pg_catalog.=) $1::pg_catalog.text

-- name: inbox_reap
SELECT r.deleted, r.next_page FROM onceover.inbox_reap($1::bigint, $2::bigint, $3::interval, $4::pg_catalog.text) r

-- name: inbox_reap_versions
SELECT onceover.inbox_reap_versions($1::interval, $2::pg_catalog.text, $3::bigint)

-- name: inbox_release
SELECT onceover.inbox_release($1::pg_catalog.text, $2::pg_catalog.text[], $3::pg_catalog.text[], $4::bigint[])

-- name: inbox_register_settled
SELECT onceover.register_settled($1::pg_catalog.text)

-- name: inbox_renew
SELECT r FROM onceover.inbox_renew($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::bigint,
  $5::interval) r

-- name: inbox_set_aside
SELECT r.source, r.event_id
FROM onceover.inbox_set_aside($1::pg_catalog.text, $2::pg_catalog.text[], $3::pg_catalog.text[],
  $4::pg_catalog.bytea[], $5::bigint[], $6::pg_catalog.bytea[], $7::pg_catalog.text[], $8::pg_catalog.text[],
  $9::pg_catalog.text[]) r

-- name: inbox_start
SELECT onceover.inbox_start($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::bigint, $5::interval)

-- name: inbox_store
SELECT r.source, r.event_id
FROM onceover.inbox_store($1::pg_catalog.text, $2::pg_catalog.text[], $3::pg_catalog.text[], $4::pg_catalog.bytea[],
  $5::pg_catalog.text[], $6::pg_catalog.text[], $7::bigint[], $8::bigint[], $9::pg_catalog.bytea[],
  $10::pg_catalog.text[], $11::pg_catalog.text[]) r

-- name: inbox_take
SELECT i.source, i.event_id, i.fence, i.attempts::bigint, i.locked_until, i.state, i.fingerprint, i.aggregate_type,
       i.aggregate_id, i.aggregate_version, i.payload, i.content_type, i.headers::pg_catalog.text, i.last_error
FROM onceover.inbox_take($1::pg_catalog.text, $2::pg_catalog.text, $3::interval, $4::bigint, $5::bigint, true,
  $6::pg_catalog.text[]) i

-- name: inbox_unaccept
SELECT onceover.inbox_unaccept($1::pg_catalog.text, $2::pg_catalog.text[], $3::pg_catalog.text[])

-- name: inbox_versions
SELECT r.aggregate_type, r.aggregate_id, r.previous
  FROM onceover.inbox_move_versions($1::pg_catalog.text, $2::pg_catalog.text[], $3::pg_catalog.text[], $4::bigint[]) r

-- name: inbox_wait
SELECT pg_catalog.set_config('lock_timeout', $1, true)
