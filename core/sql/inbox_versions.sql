-- Locks each aggregate and moves its version on; returns the version before, NULL where there was none.
INSERT INTO onceover.inbox_versions AS s (consumer, aggregate_type, aggregate_id, version)
SELECT $1::pg_catalog.text, v.type, v.id, v.version
FROM unnest($2::pg_catalog.text[], $3::pg_catalog.text[], $4::bigint[]) AS v (type, id, version)
ON CONFLICT (consumer, aggregate_type, aggregate_id) DO UPDATE SET previous = s.version, version = GREATEST(s.version, EXCLUDED.version),
  changed_at = pg_catalog.clock_timestamp()
RETURNING s.aggregate_type, s.aggregate_id, s.previous
