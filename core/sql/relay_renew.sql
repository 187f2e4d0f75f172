-- The owner's lease, before anything is published.
UPDATE onceover.relays r
SET locked_until = pg_catalog.clock_timestamp() + $4::interval, trouble = $5::text,
  trouble_since = CASE WHEN $5::text IS NULL THEN NULL WHEN r.trouble IS NULL THEN pg_catalog.clock_timestamp() ELSE r.trouble_since END
WHERE r.ctid = $1::text::tid AND r.name = $2::text AND r.fence = $3::bigint
RETURNING r.ctid::text, CASE WHEN EXISTS (SELECT FROM onceover.control s WHERE s.stopped) THEN 'stopped' WHEN r.paused_at IS NOT NULL THEN 'paused' END AS held
