SELECT r.aggregate_type, r.aggregate_id, r.previous FROM onceover.inbox_move_versions($1::pg_catalog.text, $2::pg_catalog.text[], $3::pg_catalog.text[], $4::bigint[]) r
