-- A note on a row of an external table. The database sets user and time.
INSERT INTO onceover.notes (actor, host, program, tenant, operation, key, profile, relation, row_key, note)
VALUES ($1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::jsonb, $10::text)
RETURNING id, at, db_user, actor, host, program, note
