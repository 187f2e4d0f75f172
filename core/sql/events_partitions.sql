-- Partitions of the outbox, oldest first; the default one has no bounds and comes last. Of the 10 oldest that ended
-- more than $1 ago: whether this user may ask why they cannot be dropped.
WITH parts AS (
  SELECT c.relname::text AS name, pg_catalog.pg_total_relation_size(c.oid) AS bytes,
    (pg_catalog.regexp_match(b.bound, $r$FROM \('([^']+)'\)$r$))[1]::timestamptz AS starts,
    (pg_catalog.regexp_match(b.bound, $r$TO \('([^']+)'\)$r$))[1]::timestamptz AS ends
  FROM pg_catalog.pg_inherits i JOIN pg_catalog.pg_class c ON c.oid = i.inhrelid
    CROSS JOIN LATERAL (SELECT pg_catalog.pg_get_expr(c.relpartbound, c.oid) AS bound) b
  WHERE i.inhparent = 'onceover.outbox'::pg_catalog.regclass
)
SELECT p.name, p.starts, p.ends, p.bytes,
  CASE WHEN p.ends < pg_catalog.now() - $1::interval AND pg_catalog.row_number() OVER (ORDER BY p.ends) <= 10
    THEN pg_catalog.has_function_privilege('onceover.needs_outbox_partition(regclass, timestamptz, timestamptz)', 'EXECUTE')
      END,
  pg_catalog.now()
FROM parts p
ORDER BY p.ends, p.name
