-- One relay as it is now.
SELECT r.ctid::text, r.fence, CASE WHEN EXISTS (SELECT FROM onceover.control s WHERE s.stopped) THEN 'stopped' WHEN r.paused_at IS NOT NULL THEN 'paused' END AS held
FROM onceover.relays r WHERE r.name = $1::text
