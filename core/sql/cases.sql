-- name: case_aside
SELECT s.status FROM onceover.set_key_aside($1, $2, $3, $4, $5, $6, $7, $8, $9, $10) s

-- name: cases_exist
-- Whether this database has a schema with cases, also where this user may not use it.
SELECT EXISTS (SELECT FROM pg_catalog.pg_class c JOIN pg_catalog.pg_namespace n ON n.oid = c.relnamespace
               WHERE n.nspname = 'onceover' AND c.relname = 'approvals')

-- name: cases_waiting
-- How many cases need a person, as the list of cases has them: of rows elsewhere, and where $1 of our own keys, each
-- counted up to $2.
SELECT (SELECT pg_catalog.count(*)
        FROM (SELECT FROM onceover.row_cases r WHERE r.urgency IS NOT NULL AND r.status = 'needs_human'
          LIMIT $2::bigint) elsewhere)
     + (SELECT pg_catalog.count(*)
        FROM (SELECT FROM onceover.cases c LEFT JOIN onceover.keys k ON k.key = c.key AND k.operation = c.operation
          AND k.tenant = c.tenant
              WHERE $1::boolean AND c.status = 'needs_human' AND c.urgency IS NOT NULL
                AND (c.urgency = 0 OR k.state IN ('in_progress', 'released'))
              LIMIT $2::bigint) own)

-- name: row_case_close
-- The row was read, and is no longer stuck. Nothing happens if its case has changed since.
UPDATE onceover.row_cases
SET status = 'settled', owner = NULL, fence = NULL, locked_until = NULL, next_try_at = NULL,
    updated_at = clock_timestamp(), verdict = 'changed', reason = $4::text
WHERE relation = $1::text
  AND row_digest = sha256(convert_to($2::jsonb::text, CASE getdatabaseencoding() WHEN 'SQL_ASCII' THEN 'SQL_ASCII'
  ELSE 'UTF8' END)) AND status = 'open' AND updated_at = $3::timestamptz

-- name: row_case_is_owned
-- After a write, in its transaction: the row is still owned under this fence, and cannot be taken over before the end.
SELECT FROM onceover.row_cases
  WHERE relation = $1::text AND row_digest = sha256(convert_to($2::jsonb::text, CASE getdatabaseencoding()
  WHEN 'SQL_ASCII' THEN 'SQL_ASCII' ELSE 'UTF8' END)) AND fence = $3::bigint FOR UPDATE

-- name: row_case_let_go
-- The sweeper that owned the row settles nothing. $4: the row is no longer stuck, so its case is closed. $6: else the
-- next attempt, in milliseconds: a sweeper that always loses the race must not ask forever.
UPDATE onceover.row_cases
SET owner = NULL, fence = NULL, locked_until = NULL, updated_at = clock_timestamp(),
    status = CASE WHEN $4::boolean THEN 'settled' ELSE status END, next_try_at = CASE WHEN NOT $4::boolean
      THEN clock_timestamp() + $6::bigint * interval '1 millisecond' END,
    verdict = CASE WHEN $4::boolean THEN 'changed' ELSE verdict END, reason = CASE WHEN $4::boolean THEN $5::text
      ELSE reason END
WHERE relation = $1::text
  AND row_digest = sha256(convert_to($2::jsonb::text, CASE getdatabaseencoding() WHEN 'SQL_ASCII' THEN 'SQL_ASCII'
  ELSE 'UTF8' END)) AND fence = $3::bigint

-- name: row_case_list
SELECT relation, row_key::text, profile, tenant, operation, key, status, attempts, next_try_at, opened_at, updated_at,
       verdict, reason, evidence::text
FROM onceover.row_cases
WHERE ($1::text = '' OR relation = $1::text) AND CASE WHEN $2::text = '' THEN status <> 'settled'
  ELSE row_digest = sha256(convert_to($2::jsonb::text, CASE getdatabaseencoding() WHEN 'SQL_ASCII' THEN 'SQL_ASCII'
  ELSE 'UTF8' END)) END
ORDER BY opened_at, row_digest LIMIT $3::bigint

-- name: row_case_stale
-- Open cases that a sweep would have read by now if their rows were still stuck, those that waited longest first.
SELECT row_key::text, updated_at FROM onceover.row_cases
WHERE relation = $1::text AND status = 'open' AND (locked_until IS NULL OR locked_until <= clock_timestamp()
  OR locked_until > clock_timestamp() + $3::interval)
  AND (next_try_at IS NULL OR next_try_at <= clock_timestamp() OR next_try_at > clock_timestamp() + $3::interval)
ORDER BY opened_at, row_digest LIMIT $2::bigint

-- name: settle_agreed
-- What another database user asked for. No row: the key is not as it was then.
SELECT tenant, operation, key, fence, audit_id
  FROM onceover.agree_settlement($1::bigint, $2::text, $3::text, $4::text, $5::text, $6::bytea, $7::bytea)

-- name: settle_batch
-- Verdicts on owned keys, with their cases and audit rows. A key that is not returned was no longer owned, and nothing
-- of it was written.
SELECT tenant, operation, key, fence, audit_id
FROM onceover.settle_keys($1::text[], $2::text[], $3::text[], $4::bigint[], $5::text[], $6::bigint[], $7::bytea[],
  $8::bytea[], $9::text[], $10::text[],
                          $11::text[], $12::text[], $13::text[], $14::bigint[], $15::text, $16::text, $17::text,
                          $18::text, $19::tid[])

-- name: take_keys
-- A person ($13: NULL) or a plan takes over keys to ask about them.
SELECT /*columns*/, t.old_state, t.old_fence, t.old_holder, t.old_owner, t.old_locked_until, t.place, t.item
FROM onceover.take_keys($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text, $7::interval,
  $8::text, $9::text, $10::text, $11::text,
                        $12::text, $13::bigint) t,
  LATERAL (SELECT (t.k).*) k, LATERAL (SELECT t.status, t.attempts, t.next_try_at) c

-- name: undo_case
UPDATE onceover.row_cases SET status = 'needs_human', next_try_at = NULL, updated_at = clock_timestamp(),
  verdict = 'needs_human', reason = $3::text
WHERE relation = $1::text
  AND row_digest = sha256(convert_to($2::jsonb::text, CASE getdatabaseencoding() WHEN 'SQL_ASCII' THEN 'SQL_ASCII'
  ELSE 'UTF8' END)) AND status = 'settled'

-- name: undo_own
-- NULL: the key has changed since.
SELECT onceover.undo_release($1::bigint, $2::text, $3::text, $4::text, $5::text, $6::text)

-- name: undo_own_lease
-- NULL: the lease has changed since.
SELECT onceover.undo_extension($1::bigint, $2::text, $3::text, $4::text, $5::text, $6::text)
