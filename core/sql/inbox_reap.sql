-- Processed and discarded events past their retention, in so many pages of the table from a page on: no index is needed, and none is kept for it. Never a
-- dead letter, never an unfinished event. The next page; NULL: the end.
WITH gone AS (
  DELETE FROM onceover.inbox i
  WHERE i.ctid >= pg_catalog.format('(%s,0)', $1::bigint)::pg_catalog.tid
    AND i.ctid < pg_catalog.format('(%s,0)', $1::bigint + $2::bigint)::pg_catalog.tid
    AND i.state IN ('succeeded', 'discarded') AND i.processed_at <= pg_catalog.clock_timestamp() - $3::interval
    AND (i.consumer = $4::pg_catalog.text OR $4::pg_catalog.text IS NULL)
    AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
  RETURNING 1
)
SELECT (SELECT pg_catalog.count(*) FROM gone),
       CASE WHEN $1::bigint + $2::bigint < pg_catalog.pg_relation_size('onceover.inbox') / pg_catalog.current_setting('block_size')::bigint
            THEN $1::bigint + $2::bigint END
