SELECT onceover.inbox_reap_versions($1::interval, $2::pg_catalog.text, $3::bigint)
