-- Finished keys past their window, oldest first, behind the place already walked; their cases go with them. Never in_progress ones:
-- that would turn a crash into a second effect.
WITH due AS (
  SELECT k.ctid, k.created_at, k.key, k.tenant, k.operation
  FROM onceover.keys k
  WHERE (k.created_at, k.key, k.tenant, k.operation) > ($1::timestamptz, $2::text, $3::text, $4::text)
    AND k.state IN ('succeeded', 'failed', 'released') AND k.expires_at <= pg_catalog.clock_timestamp()
    AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
  ORDER BY k.created_at, k.key, k.tenant, k.operation
  LIMIT $5::bigint
  FOR UPDATE SKIP LOCKED
), gone AS (
  DELETE FROM onceover.keys k
  WHERE k.ctid = ANY (ARRAY (SELECT ctid FROM due))
    AND k.state IN ('succeeded', 'failed', 'released') AND k.expires_at <= pg_catalog.clock_timestamp()
  RETURNING k.tenant, k.operation, k.key, k.created_at
), closed AS (
  DELETE FROM onceover.cases c USING gone g WHERE c.tenant = g.tenant AND c.operation = g.operation AND c.key = g.key
)
SELECT tenant, operation, pg_catalog.count(*),
       (SELECT created_at FROM due ORDER BY created_at DESC, key DESC, tenant DESC, operation DESC LIMIT 1),
       (SELECT key FROM due ORDER BY created_at DESC, key DESC, tenant DESC, operation DESC LIMIT 1),
       (SELECT tenant FROM due ORDER BY created_at DESC, key DESC, tenant DESC, operation DESC LIMIT 1),
       (SELECT operation FROM due ORDER BY created_at DESC, key DESC, tenant DESC, operation DESC LIMIT 1)
FROM gone GROUP BY tenant, operation
