-- The owner's lease, before anything is published.
SELECT w.moved_to::text, w.held FROM onceover.relay_renew($1::text, $2::uuid, $3::bigint, $4::text::tid, $5::interval, $6::text) w
