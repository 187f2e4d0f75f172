-- name: outbox_count
SELECT c.events, c.reached
FROM onceover.count_events($1::bigint, $2::bigint, $3::text, $4::text, $5::text, $6::bigint, $7::bigint) c

-- name: outbox_drain_pass
-- Among the $3 events after the place $1 up to $2 none was found by outbox_drain: the last of them; NULL: there is
-- none. All of them were there when it looked: what is published is visible in an earlier snapshot. $4: none older.
SELECT pg_catalog.max(o.seq)
FROM (
  SELECT o.seq FROM onceover.outbox o
  WHERE o.seq > $1::bigint AND o.seq <= $2::bigint AND o.created_at >= $4::timestamptz ORDER BY o.seq LIMIT $3::bigint
) o

-- name: outbox_enqueue
-- One event, in the caller's transaction; seq, xid and the time are the server's.
INSERT INTO onceover.outbox (id, topic, aggregatetype, aggregateid, type, payload, content_type, headers)
VALUES ($1::uuid, $2::text, $3::text, $4::text, $5::text, $6::bytea, $7::text, $8::jsonb)

-- name: outbox_flushed
-- Whether all that was written so far would survive a crash, and up to which place of the WAL that is.
SELECT pg_catalog.pg_current_wal_insert_lsn() <= pg_catalog.pg_current_wal_flush_lsn(),
       pg_catalog.pg_current_wal_insert_lsn()::text

-- name: outbox_flushed_to
-- Whether the WAL is flushed up to a place.
SELECT pg_catalog.pg_current_wal_flush_lsn() >= $1::text::pg_lsn

-- name: outbox_late_first
-- The first event behind the place $3 of the transactions that were open in the snapshot $1 and are not in $2.
SELECT pg_catalog.min(f.seq)
FROM pg_catalog.pg_snapshot_xip($1::pg_snapshot) x (xid),
  LATERAL (SELECT o.seq FROM onceover.outbox o WHERE o.xid = x.xid AND o.seq > $3::bigint ORDER BY o.seq LIMIT 1) f
WHERE pg_catalog.pg_visible_in_snapshot(x.xid, $2::pg_snapshot)

-- name: outbox_settings
-- For the transaction of a look into the outbox. A new partition has no statistics yet, and a plan without its indexes
-- reads and sorts all of it for each batch. The plans are made once: for each look it would cost more than the look,
-- and the more the more partitions there are.
SELECT pg_catalog.set_config('enable_seqscan', 'off', true), pg_catalog.set_config('enable_bitmapscan', 'off', true),
  pg_catalog.set_config('enable_sort', 'off', true), pg_catalog.set_config('jit', 'off', true),
  pg_catalog.set_config('plan_cache_mode', 'force_generic_plan', true)

-- name: partition_drop
-- The partition that was dropped; NULL: none may be.
SELECT onceover.drop_outbox_partition($1::interval)

-- name: partitions_make
-- How many partitions of the outbox were made ahead.
SELECT COALESCE(pg_catalog.array_length(onceover.make_outbox_partitions($1::interval, $2::bigint::integer), 1), 0)

-- name: outbox_payload
SELECT o.payload FROM onceover.outbox o WHERE o.seq = $1::bigint AND o.id = $2::text::uuid

-- name: payload_right
-- $1: "onceover.inbox" or "onceover.outbox".
SELECT COALESCE(pg_catalog.has_column_privilege(pg_catalog.to_regclass($1::text), 'payload', 'SELECT'), false)
