SELECT i.state, COALESCE(i.outcome, ''), COALESCE(i.foreseen, ''), COALESCE(i.foreseen_writes, false), count(*),
       count(*) FILTER (WHERE i.finished_at > clock_timestamp() - $2::interval), count(i.audit_id),
       count(*) FILTER (WHERE i.state = 'waiting' AND i.taken_until > clock_timestamp()),
       count(*) FILTER (WHERE i.foreseen_at > clock_timestamp() - $2::interval),
       min(i.finished_at) FILTER (WHERE i.finished_at > clock_timestamp() - $2::interval),
       min(i.foreseen_at) FILTER (WHERE i.foreseen_at > clock_timestamp() - $2::interval), clock_timestamp(),
       COALESCE(i.frozen->>'currency', ''),
       sum(CASE WHEN i.frozen->>'amount' ~ $3::text THEN (i.frozen->>'amount')::numeric END)::text,
       count(*) FILTER (WHERE i.frozen->>'amount' ~ $3::text), count(*) FILTER (WHERE i.frozen->>'amount' !~ $3::text)
FROM onceover.plan_items i WHERE i.plan = $1::bigint
GROUP BY 1, 2, 3, 4, 13 ORDER BY 1, 2, 3, 4, 13
