-- Rows that this transaction has just inserted: a newer version was accepted meanwhile.
DELETE FROM onceover.inbox i
USING unnest($2::pg_catalog.text[], $3::pg_catalog.text[]) AS v (source, event_id)
WHERE i.event_id OPERATOR(pg_catalog.=) v.event_id AND i.source OPERATOR(pg_catalog.=) v.source AND i.consumer OPERATOR(pg_catalog.=) $1::pg_catalog.text
