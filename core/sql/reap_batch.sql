-- Finished keys past their window, oldest first, from the current place up to the slice's last key ($4, $5), with their
-- cases. Never in_progress ones: that would turn a crash into a second effect. State and expiry are also in the outer
-- statement: a key may have been claimed since. The place itself is included again: keys created in the same
-- microsecond have no order, and none is deleted twice. $6: keys that could not be deleted. No row: nothing in the
-- slice is due any more.
WITH due AS (
  SELECT k.ctid, k.created_at, k.key
  FROM onceover.keys k
  -- Without it the planner takes the two comparisons of rows for a ninth of the table.
  WHERE k.created_at BETWEEN $1::timestamptz AND $4::timestamptz
    AND (k.created_at, k.key) >= ($1::timestamptz, $2::text) AND (k.created_at, k.key) <= ($4::timestamptz, $5::text)
    AND k.state IN ('succeeded', 'failed', 'released') AND k.expires_at <= pg_catalog.clock_timestamp()
    AND k.ctid <> ALL ($6::tid[])
    AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
  ORDER BY k.created_at, k.key
  LIMIT $3::bigint
  /*locking*/
), gone AS (
  DELETE FROM onceover.keys k
  WHERE k.ctid = ANY (ARRAY (SELECT ctid FROM due))
    AND k.state IN ('succeeded', 'failed', 'released') AND k.expires_at <= pg_catalog.clock_timestamp()
  -- A process that files a case owns the key first; only a further claim makes its holder an executor again, and is
  -- counted.
  RETURNING k.tenant, k.operation, k.key, k.holder <> 'executor' OR k.attempts > 1 AS may_have_case
), closed AS (
  DELETE FROM onceover.cases c USING gone g WHERE g.may_have_case AND c.tenant = g.tenant AND c.operation = g.operation
    AND c.key = g.key
), counted AS (
  SELECT tenant, operation, pg_catalog.count(*) AS n FROM gone GROUP BY tenant, operation
), last AS (
  SELECT created_at, key, (SELECT pg_catalog.count(*) FROM due) AS n FROM due ORDER BY created_at DESC, key DESC LIMIT 1
)
SELECT c.tenant, c.operation, c.n, l.created_at, l.key, l.n FROM last l LEFT JOIN counted c ON true
