-- The same request by the same database user is filed only once.
WITH there AS (
  SELECT a.id FROM onceover.approvals a
  WHERE a.status = 'waiting' AND a.requested_by = session_user AND a.request_digest = $18::bytea
    AND a.seen_digest = $16::bytea
  ORDER BY a.id LIMIT 1
), filed AS (
  INSERT INTO onceover.approvals (actor, host, program, act, tenant, operation, key, fence, profile, profile_toml,
    relation, row_key, reason, ticket,
                                  evidence, seen_digest, request, request_digest, response_headers, response_body,
                                    verdict, seen)
  SELECT $1::text, $2::text, $3::text, $4::text, $5::text, $6::text, $7::text, $8::bigint, $9::text, $10::text,
         $11::text, $12::jsonb, $13::text, $14::text, $15::jsonb, $16::bytea, $17::jsonb, $18::bytea, $19::bytea,
         $20::bytea, $21::text, $22::jsonb
  WHERE NOT EXISTS (SELECT FROM there)
  RETURNING id
)
SELECT id, true FROM filed UNION ALL SELECT id, false FROM there
