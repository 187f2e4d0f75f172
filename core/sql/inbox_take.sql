SELECT i.source, i.event_id, i.fence, i.attempts::bigint, i.locked_until, i.state, i.fingerprint, i.aggregate_type, i.aggregate_id,
       i.aggregate_version, i.payload, i.content_type, i.headers::pg_catalog.text, i.last_error
FROM onceover.inbox_take($1::pg_catalog.text, $2::pg_catalog.text, $3::interval, $4::bigint, $5::bigint, true, $6::pg_catalog.text[]) i
