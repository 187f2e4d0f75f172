INSERT INTO onceover.plan_items (plan, position, line, tenant, operation, key, columns, frozen, fence)
SELECT $1::bigint, v.position::integer, NULLIF(v.line, 0)::integer, v.tenant, v.operation, v.key, NULLIF(v.columns, '')::jsonb, v.frozen::jsonb, v.fence
FROM unnest($2::bigint[], $3::bigint[], $4::text[], $5::text[], $6::text[], $7::text[], $8::text[], $9::bigint[])
  AS v (position, line, tenant, operation, key, columns, frozen, fence)
