-- Whether all that was written so far would survive a crash, and the relay may send it: its row is where and as its owner wrote it last, so that
-- no rival has changed it since, no person holds it, and the stop switch is off.
SELECT pg_catalog.pg_current_wal_insert_lsn() <= pg_catalog.pg_current_wal_flush_lsn()
  AND EXISTS (SELECT FROM onceover.relays r
              WHERE r.ctid = $1::text::tid AND r.name = $2::text AND r.fence = $3::bigint AND r.window_from::text = $4::text
                AND r.window_to::text = $5::text AND r.pos = $6::bigint)
  AND NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = $2::text)
  AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
