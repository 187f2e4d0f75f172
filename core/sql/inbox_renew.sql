SELECT r FROM onceover.inbox_renew($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::bigint, $5::interval) r
