SELECT EXISTS (SELECT FROM onceover.audit a WHERE a.tenant = $1::text AND a.operation = $2::text AND a.key = $3::text AND a.fence_after = $4::bigint)
