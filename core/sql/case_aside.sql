SELECT s.status FROM onceover.set_key_aside($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) s
