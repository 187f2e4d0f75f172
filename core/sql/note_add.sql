-- A note on one of our keys that exists, or that the trail has; or on a row elsewhere ($8, $9). The database sets user and time.
INSERT INTO onceover.notes (actor, host, program, tenant, operation, key, profile, relation, row_key, note)
SELECT $1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text, $9::jsonb, $10::text
WHERE $8::text IS NOT NULL
   OR EXISTS (SELECT FROM onceover.keys k WHERE k.key = $6::text AND k.operation = $5::text AND k.tenant = $4::text)
   OR EXISTS (SELECT FROM onceover.audit a WHERE a.key = $6::text AND a.operation = $5::text AND a.tenant = $4::text AND a.relation IS NULL)
RETURNING id, at, db_user, actor, host, program, note
