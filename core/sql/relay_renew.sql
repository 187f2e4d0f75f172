-- The owner's lease, before anything is published. It compares the server as relay_hold does.
SELECT w.moved_to::text, w.held
FROM onceover.relay_renew($1::text, $2::uuid, $3::bigint, $4::text::tid, $5::text, $6::interval, $7::text) w
