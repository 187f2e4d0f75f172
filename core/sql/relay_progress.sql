-- How far a relay is, and its lease. It compares the server as relay_hold does.
SELECT w.moved_to::text, w.held
FROM onceover.relay_progress($1::text, $2::uuid, $3::bigint, $4::text::tid, $5::text, $6::pg_snapshot, $7::pg_snapshot, $8::bigint, $9::bigint,
  $10::interval, $11::bigint, $12::text) w
