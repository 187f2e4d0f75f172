-- The insert decides; a duplicate writes nothing. The rows come sorted: two transactions that accept the same events never wait for each other
-- in a circle. Operators have their schema: this runs under the caller's search_path, which unnest of several arrays does not look at.
INSERT INTO onceover.inbox AS i (consumer, source, event_id, state, fingerprint, processed_at)
SELECT $1::pg_catalog.text, v.source, v.event_id, 'succeeded',
       CASE WHEN pg_catalog.octet_length(v.fingerprint) OPERATOR(pg_catalog.>) 0 THEN v.fingerprint END, pg_catalog.clock_timestamp()
FROM unnest($2::pg_catalog.text[], $3::pg_catalog.text[], $4::pg_catalog.bytea[]) AS v (source, event_id, fingerprint)
ON CONFLICT DO NOTHING
RETURNING i.source, i.event_id
