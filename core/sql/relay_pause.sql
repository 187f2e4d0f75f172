-- No row: it is so already, or there is no such relay.
UPDATE onceover.relays r
SET paused_at = CASE WHEN $2::boolean THEN pg_catalog.clock_timestamp() END, paused_by = CASE WHEN $2::boolean THEN $3::text END,
  pause_reason = CASE WHEN $2::boolean THEN $4::text END
WHERE r.name = $1::text AND (r.paused_at IS NOT NULL) <> $2::boolean
RETURNING r.fence
