SELECT tenant, operation, key, audit_id
FROM onceover.reap_keys($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text, $6::text, $7::text, $8::text, $9::boolean, $10::text)
