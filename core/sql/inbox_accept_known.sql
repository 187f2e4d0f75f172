SELECT onceover.inbox_accept_known($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::pg_catalog.bytea, $5::pg_catalog.text)
