SELECT i.position::bigint, i.tenant, i.operation, i.key, i.columns::text, i.frozen::text, i.fence, i.tries::bigint, i.foreseen
FROM onceover.take_items($1::bigint, $2::bigint, $3::bigint, $4::text, $5::interval, $6::boolean, $7::boolean) i
