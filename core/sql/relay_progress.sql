-- How far a relay is, and its lease.
SELECT w.moved_to::text, w.held
FROM onceover.relay_progress($1::text, $2::uuid, $3::bigint, $4::text::tid, $5::pg_snapshot, $6::pg_snapshot, $7::bigint, $8::bigint, $9::interval, $10::bigint, $11::text) w
