SELECT EXISTS (SELECT FROM onceover.audit a WHERE a.id = $1::bigint AND a.relation = $2::text AND a.row_key = $3::jsonb)
