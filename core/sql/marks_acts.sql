-- Acts from $1 to before $2, at most the newest $4, in steps of $3: actor, program, number, first and last time; and a
-- row without an action for the time from which they are complete. Reads at most the newest $5 acts. A plan's items are
-- left out, since the plan is its own mark. They are recognised by the plan's name at the end of their reason; if no
-- plan has that name, a person wrote it.
WITH looked AS MATERIALIZED (
  SELECT COALESCE((SELECT a.at FROM onceover.audit a WHERE a.at >= $1::timestamptz AND a.at < $2::timestamptz
                   ORDER BY a.at DESC, a.id DESC LIMIT 1 OFFSET $5::bigint), $1::timestamptz) AS since
), newest AS (
  SELECT a.at, a.action, a.actor, a.program, a.reason, a.to_state
  FROM onceover.audit a
  WHERE a.at >= (SELECT l.since FROM looked l) AND a.at < $2::timestamptz AND a.action NOT LIKE 'plan\_%'
    AND a.action NOT IN ('own', 'ask')
    AND CASE WHEN a.reason LIKE '% (plan %)'
          THEN pg_catalog.split_part(a.reason, ' (plan ', -1) NOT IN (SELECT p.name || ')' FROM onceover.plans p)
            ELSE true END
  ORDER BY a.at DESC, a.id DESC LIMIT $4::bigint
)
SELECT n.action, n.actor, n.program, COALESCE(n.to_state, ''), pg_catalog.count(*), pg_catalog.min(n.at),
       pg_catalog.max(n.at),
       CASE WHEN n.action IN ('stop', 'start') THEN pg_catalog.max(n.reason) ELSE '' END
FROM newest n
GROUP BY n.action, n.actor, n.program, COALESCE(n.to_state, ''),
  pg_catalog.date_bin($3::interval, n.at, $1::timestamptz)
UNION ALL
SELECT NULL, '', '', '', m.n, CASE WHEN m.n < $4::bigint THEN l.since ELSE m.oldest END, NULL, ''
FROM looked l, (SELECT pg_catalog.count(*) AS n, pg_catalog.min(w.at) AS oldest FROM newest w) m
ORDER BY 6, 1, 2
