-- What another database user asked for; the audit row.
SELECT onceover.agree_republish($1::bigint, $2::text, $3::text, $4::text, $5::text, $6::bytea)
