SELECT onceover.inbox_lock($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::bigint)
