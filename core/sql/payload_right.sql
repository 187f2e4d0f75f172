-- $1: "onceover.inbox" or "onceover.outbox".
SELECT COALESCE(pg_catalog.has_column_privilege(pg_catalog.to_regclass($1::text), 'payload', 'SELECT'), false)
