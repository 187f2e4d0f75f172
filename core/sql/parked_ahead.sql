-- No pause is longer than $3: a later time was written while the clock was ahead.
UPDATE onceover.outbox_parked p SET next_try_at = pg_catalog.clock_timestamp()
WHERE p.relay = $1::text AND p.state = 'waiting' AND p.next_try_at > (SELECT pg_catalog.clock_timestamp() + $3::interval)
  AND EXISTS (SELECT FROM onceover.relays r WHERE r.name = $1::text AND r.fence = $2::bigint)
