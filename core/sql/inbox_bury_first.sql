SELECT a.source, a.event_id, a.refused FROM onceover.inbox_bury_first($1::pg_catalog.text, $2::pg_catalog.text, $3::pg_catalog.text[]) a
