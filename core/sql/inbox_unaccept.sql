SELECT onceover.inbox_unaccept($1::pg_catalog.text, $2::pg_catalog.text[], $3::pg_catalog.text[])
