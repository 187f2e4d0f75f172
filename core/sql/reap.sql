-- name: slices_to_reap
SELECT s.behind_at, s.behind_key, s.until_at, s.until_key FROM onceover.slices_to_reap s
  ORDER BY s.until_at, s.until_key

-- name: mark_again
INSERT INTO onceover.reap_marks AS m (until_at, until_key, look_at)
SELECT $3::timestamptz, $4::text, pg_catalog.clock_timestamp()
FROM (SELECT $1::timestamptz, $2::text) not_used
ON CONFLICT (until_at, until_key) DO UPDATE SET look_at = EXCLUDED.look_at

-- name: mark_reaped
SELECT onceover.mark_reaped($1::timestamptz, $2::text, $3::timestamptz, $4::text)

-- name: reap_due
SELECT pg_catalog.count(*) FROM (
  SELECT FROM onceover.keys k WHERE k.state IN ('succeeded', 'failed', 'released')
    AND k.expires_at <= pg_catalog.clock_timestamp() LIMIT 1000000
) due

-- name: reap_due_marked
-- The same, of what the marks leave to read.
SELECT pg_catalog.count(*) FROM (
  SELECT FROM onceover.slices_to_reap s
  JOIN onceover.keys k ON (k.created_at, k.key) > (s.behind_at, s.behind_key)
    AND (k.created_at, k.key) <= (s.until_at, s.until_key)
  WHERE k.state IN ('succeeded', 'failed', 'released') AND k.expires_at <= pg_catalog.clock_timestamp() LIMIT 1000000
) due

-- name: reap_first
-- Instead of the part of reap_batch that deletes: the first key that it would delete, which cannot be deleted.
SELECT k.ctid::text, k.tenant, k.operation, k.key, k.fence FROM due d JOIN onceover.keys k ON k.ctid = d.ctid

-- name: sweep_first
-- Instead of the part of sweep_own that takes: the first key that it would take, which cannot be taken. The other
-- parameters are of that part.
SELECT d.created_at, d.key, d.tenant, d.operation, d.fence
FROM due d, (SELECT $6::text, $7::interval, $8::text, $9::text, $10::text) not_used

-- name: walk_unfinished
-- The first key of a slice that may still need a sweeper. Finished keys remain finished: a later pass may begin here.
SELECT k.created_at, k.key, k.tenant, k.operation
FROM onceover.keys k
WHERE (k.created_at, k.key, k.tenant, k.operation) > ($1::timestamptz, $2::text, $3::text, $4::text)
  AND (k.created_at, k.key) <= ($5::timestamptz, $6::text)
  AND k.state IN ('in_progress', 'released')
ORDER BY k.created_at, k.key, k.tenant, k.operation
LIMIT 1
