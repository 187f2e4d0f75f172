SELECT r.deleted, r.next_page FROM onceover.inbox_reap($1::bigint, $2::bigint, $3::interval, $4::pg_catalog.text) r
