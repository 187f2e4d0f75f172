-- Verdicts on owned keys, with their cases and audit rows. A key that is not returned was no longer owned, and nothing of it was written.
SELECT tenant, operation, key, fence, audit_id
FROM onceover.settle_keys($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::bytea[], $8::bytea[], $9::text[], $10::text[],
                          $11::text[], $12::text[], $13::text[], $14::bigint[], $15::text, $16::text, $17::text, $18::text, $19::tid[])
