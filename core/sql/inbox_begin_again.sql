SELECT r.new_fence, r.number, r.until, r.now_at
FROM onceover.inbox_begin_again($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::bigint, $5::pg_catalog.text, $6::interval, $7::bigint) r
