SELECT s.at, pg_catalog.clock_timestamp() FROM (SELECT 1) one
LEFT JOIN LATERAL (SELECT r.at FROM onceover.samples r WHERE r.relation = $1::text ORDER BY r.minute DESC LIMIT 1) s ON true
