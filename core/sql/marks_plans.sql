-- Plans that ran between $1 and $2, at most the newest $3.
SELECT p.name, p.act, p.state, p.items::bigint, p.actor, p.started_at, CASE WHEN p.state IN ('finished', 'stopped') THEN p.changed_at END
FROM onceover.plans p
WHERE p.started_at < $2::timestamptz AND (p.state NOT IN ('finished', 'stopped') OR p.changed_at >= $1::timestamptz)
ORDER BY p.id DESC LIMIT $3::bigint
