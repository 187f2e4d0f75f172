-- Of each consumer: dead letters, and stored events that are due for longer than $1 and that no worker has. Each
-- counted up to $2.
SELECT w.consumer, pg_catalog.count(*) FILTER (WHERE w.is_dead), pg_catalog.min(w.since) FILTER (WHERE w.is_dead),
  pg_catalog.count(*) FILTER (WHERE NOT w.is_dead), pg_catalog.min(w.since) FILTER (WHERE NOT w.is_dead),
  pg_catalog.now()
FROM (
  (SELECT i.consumer, true AS is_dead, i.dead_at AS since FROM onceover.inbox i WHERE i.dead_at IS NOT NULL
    ORDER BY i.consumer, i.dead_at LIMIT $2::bigint)
  UNION ALL
  (SELECT i.consumer, false, GREATEST(i.next_try_at, i.locked_until) FROM onceover.inbox i
   WHERE i.stored AND i.next_try_at < pg_catalog.now() - $1::interval AND i.state = 'in_progress'
     AND (i.locked_until IS NULL OR i.locked_until < pg_catalog.now() - $1::interval)
   ORDER BY i.consumer, i.next_try_at LIMIT $2::bigint)
) w
GROUP BY w.consumer
ORDER BY w.consumer
