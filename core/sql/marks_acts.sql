-- What was done from $1 to before $2, at most the newest $4 acts, in steps of $3: who, with what, how often, from when to when.
-- A plan's items are left out: the plan is a mark of its own.
WITH newest AS (
  SELECT a.at, a.action, a.actor, a.program, a.reason, a.to_state
  FROM onceover.audit a
  WHERE a.at >= $1::timestamptz AND a.at < $2::timestamptz
  ORDER BY a.at DESC, a.id DESC LIMIT $4::bigint
)
SELECT n.action, n.actor, n.program, COALESCE(n.to_state, ''), pg_catalog.count(*), pg_catalog.min(n.at), pg_catalog.max(n.at),
       CASE WHEN n.action IN ('stop', 'start') THEN pg_catalog.max(n.reason) ELSE '' END,
       (SELECT pg_catalog.count(*) FROM newest), (SELECT pg_catalog.min(m.at) FROM newest m)
FROM newest n
WHERE n.action NOT LIKE 'plan\_%' AND n.action NOT IN ('own', 'ask') AND n.reason NOT LIKE '%(plan %)'
GROUP BY n.action, n.actor, n.program, COALESCE(n.to_state, ''), pg_catalog.date_bin($3::interval, n.at, $1::timestamptz)
ORDER BY 6, 1, 2
