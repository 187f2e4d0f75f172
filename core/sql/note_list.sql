-- Notes on one of our keys ($1 to $3), or on one row elsewhere ($4, $5): the newest first, and their total number.
SELECT n.id, n.at, n.db_user, n.actor, n.host, n.program, n.note, count(*) OVER ()
FROM (
  SELECT * FROM onceover.notes o WHERE o.relation IS NULL AND $4::text IS NULL AND o.key = $3::text AND o.operation = $2::text AND o.tenant = $1::text
  UNION ALL
  SELECT * FROM onceover.notes r WHERE r.relation = $4::text AND r.row_key = $5::jsonb
) n
ORDER BY n.id DESC LIMIT $6::bigint
