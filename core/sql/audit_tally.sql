-- Acts from $1 to before $2 by action and result, and the number of their keys.
SELECT a.action, COALESCE(a.verdict, ''), COALESCE(a.to_state, ''), pg_catalog.count(*),
       pg_catalog.count(DISTINCT (a.relation, a.row_key, a.tenant, a.operation, a.key))
FROM onceover.audit a
WHERE a.at >= $1::timestamptz AND a.at < $2::timestamptz
GROUP BY 1, 2, 3 ORDER BY 4 DESC, 1, 2, 3
