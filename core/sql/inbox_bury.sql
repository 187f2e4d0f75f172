SELECT r FROM onceover.inbox_bury($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::bigint, $5::bigint) r
