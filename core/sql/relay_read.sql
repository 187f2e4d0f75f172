-- One relay as it is now.
SELECT r.ctid::text, r.fence, CASE WHEN EXISTS (SELECT FROM onceover.control s WHERE s.stopped) THEN 'stopped'
                                   ELSE (SELECT h.state FROM onceover.relay_holds h WHERE h.relay = r.name) END AS held
FROM onceover.relays r WHERE r.name = $1::text
