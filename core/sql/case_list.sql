-- Unsettled cases after a place, the most urgent first, then the oldest. $1: up to this urgency. $2, $3: the place; $4:
-- it is a row of an external table, $8 and $9; else our own key, $5 to $7. At the same instant our own come first. A
-- key that was finished meanwhile, or no longer exists, needs no one, unless there is another effect.
SELECT * FROM (
  (SELECT c.urgency::bigint AS urgency, c.opened_at, false AS elsewhere, c.tenant, c.operation,
    c.key, ''::text COLLATE "C" AS relation, ''::bytea AS row_digest,
          NULL::text AS row_key, NULL::text AS profile, c.status, c.attempts::bigint, c.next_try_at, c.updated_at,
            c.verdict, c.reason, c.evidence::text,
          k.state::text, k.customer, k.amount::text, k.currency, k.reference
   FROM onceover.cases c LEFT JOIN onceover.keys k ON k.key = c.key AND k.operation = c.operation
     AND k.tenant = c.tenant
   WHERE c.urgency IS NOT NULL AND c.urgency <= $1::bigint
     AND (c.urgency, c.opened_at, c.tenant, c.operation, c.key) > ($2::bigint, $3::timestamptz, $5::text, $6::text,
       $7::text)
     AND (NOT $4::boolean OR (c.urgency, c.opened_at) > ($2::bigint, $3::timestamptz))
     AND (c.urgency = 0 OR k.state IN ('in_progress', 'released'))
   ORDER BY c.urgency, c.opened_at, c.tenant, c.operation, c.key
   LIMIT $10::bigint)
  UNION ALL
  (SELECT r.urgency::bigint, r.opened_at, true, r.tenant, r.operation, r.key, r.relation, r.row_digest,
    r.row_key::text, r.profile, r.status, r.attempts::bigint,
          r.next_try_at, r.updated_at, r.verdict, r.reason, r.evidence::text, NULL, NULL, NULL, NULL, NULL
   FROM onceover.row_cases r
   WHERE r.urgency IS NOT NULL AND r.urgency <= $1::bigint
     AND (r.urgency, r.opened_at, r.relation, r.row_digest) > ($2::bigint, $3::timestamptz, $8::text, $9::bytea)
   ORDER BY r.urgency, r.opened_at, r.relation, r.row_digest
   LIMIT $10::bigint)
) found
ORDER BY urgency, opened_at, elsewhere, relation, row_digest, tenant, operation, key
LIMIT $10::bigint
