SELECT id, at, db_user, actor, host, program, note FROM onceover.notes WHERE id = $1::bigint
