-- What another database user asked for. No row: the key is not as it was then.
SELECT tenant, operation, key, fence, audit_id FROM onceover.agree_settlement($1::bigint, $2::text, $3::text, $4::text, $5::text, $6::bytea, $7::bytea)
