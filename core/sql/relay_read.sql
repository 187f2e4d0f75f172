-- One relay as it is now.
SELECT r.ctid::text, r.fence, r.owner, r.locked_until > pg_catalog.clock_timestamp() AS is_held, r.paused_at IS NOT NULL AS is_paused, r.pause_reason
FROM onceover.relays r WHERE r.name = $1::text
