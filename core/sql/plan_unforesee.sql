SELECT onceover.unforesee_items($1::bigint)
