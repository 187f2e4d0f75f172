SELECT onceover.inbox_fail($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text, $4::bigint, $5::pg_catalog.text, $6::boolean, $7::interval, 2147483647)
