SELECT r.source, r.event_id
FROM onceover.inbox_accept_versions($1::pg_catalog.text, $2::pg_catalog.text[], $3::pg_catalog.text[], $4::pg_catalog.bytea[], $5::pg_catalog.text[], $6::pg_catalog.text[], $7::bigint[]) r
