-- How many cases need a person, as the list of cases has them: of rows elsewhere, and where $1 of our own keys, each counted up to $2.
SELECT (SELECT pg_catalog.count(*)
        FROM (SELECT FROM onceover.row_cases r WHERE r.urgency IS NOT NULL AND r.status = 'needs_human' LIMIT $2::bigint) elsewhere)
     + (SELECT pg_catalog.count(*)
        FROM (SELECT FROM onceover.cases c LEFT JOIN onceover.keys k ON k.key = c.key AND k.operation = c.operation AND k.tenant = c.tenant
              WHERE $1::boolean AND c.status = 'needs_human' AND c.urgency IS NOT NULL AND (c.urgency = 0 OR k.state IN ('in_progress', 'released'))
              LIMIT $2::bigint) own)
