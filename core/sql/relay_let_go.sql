SELECT onceover.relay_let_go($1::text, $2::uuid, $3::bigint)
