-- Events that cannot be received as they are, as dead letters with the reason. Sorted, as for inbox_store.
INSERT INTO onceover.inbox AS i (consumer, source, event_id, state, stored, dead_at, fingerprint, payload, content_type, headers,
                                 last_error)
SELECT $1::pg_catalog.text, v.source, v.event_id, 'dead', true, pg_catalog.clock_timestamp(),
       CASE WHEN pg_catalog.octet_length(v.fingerprint) OPERATOR(pg_catalog.>) 0 THEN v.fingerprint END,
       CASE WHEN v.has_payload OPERATOR(pg_catalog.=) 1 THEN v.payload END,
       CASE WHEN v.content_type OPERATOR(pg_catalog.<>) '' THEN v.content_type END,
       CASE WHEN v.headers OPERATOR(pg_catalog.<>) '' THEN v.headers::pg_catalog.jsonb END,
       pg_catalog."left"(v.reason, 4000)
FROM unnest($2::pg_catalog.text[], $3::pg_catalog.text[], $4::pg_catalog.bytea[], $5::bigint[], $6::pg_catalog.bytea[],
            $7::pg_catalog.text[], $8::pg_catalog.text[], $9::pg_catalog.text[])
     AS v (source, event_id, fingerprint, has_payload, payload, content_type, headers, reason)
ON CONFLICT DO NOTHING
RETURNING i.source, i.event_id
