SELECT r.source, r.event_id FROM onceover.inbox_accept_many($1::pg_catalog.text, $2::pg_catalog.text[], $3::pg_catalog.text[], $4::pg_catalog.bytea[]) r
