SELECT pg_catalog.count(*) FROM (
  SELECT FROM onceover.keys k WHERE k.state IN ('succeeded', 'failed', 'released') AND k.expires_at <= pg_catalog.clock_timestamp() LIMIT 1000000
) due
