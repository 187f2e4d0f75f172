-- How many requests wait for a second approver, counted up to $1.
SELECT pg_catalog.count(*) FROM (SELECT FROM onceover.approvals WHERE status = 'waiting' LIMIT $1::bigint) waiting
