-- Why events were not inserted, in the order of the arrays. is_there is NULL: there is no such row.
SELECT r.is_there, r.fingerprint,
       EXISTS (SELECT FROM onceover.inbox_versions s
               WHERE s.consumer OPERATOR(pg_catalog.=) $1::pg_catalog.text
                 AND s.aggregate_type OPERATOR(pg_catalog.=) v.type
                 AND s.aggregate_id OPERATOR(pg_catalog.=) v.id AND s.version OPERATOR(pg_catalog.>=) v.version)
FROM unnest($2::pg_catalog.text[], $3::pg_catalog.text[], $4::pg_catalog.text[], $5::pg_catalog.text[], $6::bigint[])
     WITH ORDINALITY AS v (source, event_id, type, id, version, n)
LEFT JOIN LATERAL (SELECT true AS is_there, i.fingerprint FROM onceover.inbox i
                   WHERE i.event_id OPERATOR(pg_catalog.=) v.event_id AND i.source OPERATOR(pg_catalog.=) v.source
                     AND i.consumer OPERATOR(pg_catalog.=) $1::pg_catalog.text OFFSET 0) r ON true
ORDER BY v.n
