-- As inbox_accept, but not where a version that is at least as new is accepted already: versions never go down, so that answer is final.
INSERT INTO onceover.inbox AS i (consumer, source, event_id, state, fingerprint, processed_at, aggregate_type, aggregate_id, aggregate_version)
SELECT $1::pg_catalog.text, v.source, v.event_id, 'succeeded',
       CASE WHEN pg_catalog.octet_length(v.fingerprint) OPERATOR(pg_catalog.>) 0 THEN v.fingerprint END, pg_catalog.clock_timestamp(),
       CASE WHEN v.type OPERATOR(pg_catalog.<>) '' THEN v.type END, CASE WHEN v.type OPERATOR(pg_catalog.<>) '' THEN v.id END,
       CASE WHEN v.type OPERATOR(pg_catalog.<>) '' THEN v.version END
FROM unnest($2::pg_catalog.text[], $3::pg_catalog.text[], $4::pg_catalog.bytea[], $5::pg_catalog.text[], $6::pg_catalog.text[],
                       $7::bigint[]) AS v (source, event_id, fingerprint, type, id, version)
WHERE NOT EXISTS (SELECT FROM onceover.inbox_versions s
                  WHERE s.consumer OPERATOR(pg_catalog.=) $1::pg_catalog.text AND s.aggregate_type OPERATOR(pg_catalog.=) v.type
                    AND s.aggregate_id OPERATOR(pg_catalog.=) v.id AND s.version OPERATOR(pg_catalog.>=) v.version)
ON CONFLICT DO NOTHING
RETURNING i.source, i.event_id
