-- What is open is listed by how much it needs a person: effects that are there twice, or are another request's, before all others. A case
-- that is settled at once, as most are, has no place in these indexes.
--
-- Locks: onceover.cases ACCESS EXCLUSIVE, while it is rewritten: 10 s a million. Settlements wait; claims do not.
-- Locks: onceover.row_cases ACCESS EXCLUSIVE, while it is rewritten: as long a row.

ALTER TABLE onceover.cases ADD COLUMN urgency smallint GENERATED ALWAYS AS (
  CASE WHEN status = 'open' THEN 2 WHEN status = 'needs_human' AND evidence ?| ARRAY['duplicate_effects', 'other_effect'] THEN 0
       WHEN status = 'needs_human' THEN 1 END) STORED;
ALTER TABLE onceover.row_cases ADD COLUMN urgency smallint GENERATED ALWAYS AS (
  CASE WHEN status = 'open' THEN 2 WHEN status = 'needs_human' AND evidence ?| ARRAY['duplicate_effects', 'other_effect'] THEN 0
       WHEN status = 'needs_human' THEN 1 END) STORED;
COMMENT ON COLUMN onceover.cases.urgency IS '0: an effect twice, or another one; 1: needs a person; 2: asked again later; NULL: settled';
COMMENT ON COLUMN onceover.row_cases.urgency IS 'As of onceover.cases';
CREATE INDEX cases_by_urgency ON onceover.cases (urgency, opened_at, tenant, operation, key) WHERE urgency IS NOT NULL;
CREATE INDEX row_cases_by_urgency ON onceover.row_cases (urgency, opened_at, relation, row_digest) WHERE urgency IS NOT NULL;
