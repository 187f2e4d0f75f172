-- Acknowledged now and processed later: due at once. Sorted, as for inbox_accept.
INSERT INTO onceover.inbox AS i (consumer, source, event_id, state, stored, next_try_at, fingerprint, aggregate_type, aggregate_id,
                                 aggregate_version, payload, content_type, headers)
SELECT $1::pg_catalog.text, v.source, v.event_id, 'in_progress', true, pg_catalog.clock_timestamp(),
       CASE WHEN pg_catalog.octet_length(v.fingerprint) OPERATOR(pg_catalog.>) 0 THEN v.fingerprint END,
       CASE WHEN v.type OPERATOR(pg_catalog.<>) '' THEN v.type END, CASE WHEN v.type OPERATOR(pg_catalog.<>) '' THEN v.id END,
       CASE WHEN v.type OPERATOR(pg_catalog.<>) '' THEN v.version END,
       CASE WHEN v.has_payload OPERATOR(pg_catalog.=) 1 THEN v.payload END,
       CASE WHEN v.content_type OPERATOR(pg_catalog.<>) '' THEN v.content_type END,
       CASE WHEN v.headers OPERATOR(pg_catalog.<>) '' THEN v.headers::pg_catalog.jsonb END
FROM unnest($2::pg_catalog.text[], $3::pg_catalog.text[], $4::pg_catalog.bytea[], $5::pg_catalog.text[], $6::pg_catalog.text[],
                       $7::bigint[], $8::bigint[], $9::pg_catalog.bytea[], $10::pg_catalog.text[], $11::pg_catalog.text[])
     AS v (source, event_id, fingerprint, type, id, version, has_payload, payload, content_type, headers)
ON CONFLICT DO NOTHING
RETURNING i.source, i.event_id
