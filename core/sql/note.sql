-- name: marks_plans
-- Plans that ran between $1 and $2, at most the newest $3.
SELECT p.name, p.act, p.state, p.items::bigint, p.actor, p.started_at, CASE WHEN p.state IN ('finished', 'stopped')
  THEN p.changed_at END
FROM onceover.plans p
WHERE p.started_at < $2::timestamptz AND (p.state NOT IN ('finished', 'stopped') OR p.changed_at >= $1::timestamptz)
ORDER BY p.id DESC LIMIT $3::bigint

-- name: note_add
-- A note on a row of an external table. The database sets user and time.
INSERT INTO onceover.notes (actor, host, program, tenant, operation, key, profile, relation, row_key, note)
VALUES ($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::jsonb, $10::text)
RETURNING id, at, db_user, actor, host, program, note

-- name: note_latest
-- The newest $2 notes since $1, each with its key, or its row. Notes are few: people write them.
SELECT n.id, n.at, n.db_user, n.actor, n.host, n.program, n.note, n.tenant, n.operation, n.key, n.relation, n.row_key::text
FROM onceover.notes n
WHERE n.at >= $1::timestamptz
ORDER BY n.id DESC LIMIT $2::bigint

-- name: note_list
-- Notes on one of our keys ($1 to $3), or on one row elsewhere ($4, $5): the newest first, and their total number.
SELECT n.id, n.at, n.db_user, n.actor, n.host, n.program, n.note, count(*) OVER ()
FROM (
  SELECT * FROM onceover.notes o WHERE o.relation IS NULL AND $4::text IS NULL AND o.key = $3::text
    AND o.operation = $2::text AND o.tenant = $1::text
  UNION ALL
  SELECT * FROM onceover.notes r WHERE r.relation = $4::text AND r.row_key = $5::jsonb
) n
ORDER BY n.id DESC LIMIT $6::bigint

-- name: note_one
SELECT id, at, db_user, actor, host, program, note FROM onceover.notes WHERE id = $1::bigint

-- name: note_own
SELECT id, at, db_user, actor, host, program, note
  FROM onceover.add_note($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text)
