SELECT onceover.foresee_items($1::bigint, $2::text, $3::bigint[], $4::text[], $5::bigint[], $6::text[], $7::text[])
