SELECT true WHERE onceover.inbox_finish($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::bigint, $5::pg_catalog.text::pg_catalog.jsonb)
