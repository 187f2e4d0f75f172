SELECT r.source, r.event_id
FROM onceover.inbox_set_aside($1::pg_catalog.text, $2::pg_catalog.text[], $3::pg_catalog.text[], $4::pg_catalog.bytea[], $5::bigint[], $6::pg_catalog.bytea[], $7::pg_catalog.text[], $8::pg_catalog.text[], $9::pg_catalog.text[]) r
