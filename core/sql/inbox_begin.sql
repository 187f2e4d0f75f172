SELECT r.fence, r.attempts, r.locked_until, r.now_at
FROM onceover.inbox_begin($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.bytea, $5::pg_catalog.text, $6::interval) r
