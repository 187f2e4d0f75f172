SELECT pg_catalog.count(*) FROM (
  SELECT FROM onceover.keys k LEFT JOIN onceover.cases c ON c.tenant = k.tenant AND c.operation = k.operation AND c.key = k.key
  WHERE ((k.state = 'in_progress' AND (k.locked_until IS NULL OR k.locked_until <= pg_catalog.clock_timestamp()))
         OR (k.state = 'released' AND k.retry_before <= pg_catalog.clock_timestamp()))
    AND (c.status IS NULL OR c.status = 'settled'
         OR (c.status = 'open' AND (c.next_try_at IS NULL OR c.next_try_at <= pg_catalog.clock_timestamp())))
  LIMIT 1000000
) due
