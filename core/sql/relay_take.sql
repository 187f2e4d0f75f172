-- Takes a free relay, one whose owner's lease has ended, or its own after an error, under a new fence. No row: another process runs it, it is paused, the stop switch is
-- on, or there is none.
UPDATE onceover.relays r
SET owner = $2::text, fence = pg_catalog.nextval('onceover.fence'), locked_until = pg_catalog.clock_timestamp() + $3::interval,
  topics = $4::text[], is_ordered = $5::boolean
WHERE r.name = $1::text AND r.paused_at IS NULL AND (r.locked_until IS NULL OR r.locked_until <= pg_catalog.clock_timestamp() OR r.owner = $2::text)
  AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
RETURNING r.ctid::text, r.fence, r.window_from::text, r.window_to::text, r.pos, r.by_seq_up_to, r.since, r.system_identifier,
  r.database_oid::bigint, pg_catalog.pg_snapshot_xmax(pg_catalog.pg_current_snapshot()) >= pg_catalog.pg_snapshot_xmax(r.window_to) AS is_ahead
