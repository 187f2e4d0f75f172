-- The trail names rows of tables that are not ours too: by whose profile, in which table, and the values that tell the row from all others.
-- For such a row tenant, operation and key are what a person knows of it, cut where they are long; row_key is exact.
--
-- Locks: onceover.audit ACCESS EXCLUSIVE, while every row is read: 3 s a million. Settlements wait; claims do not.

ALTER TABLE onceover.audit
  ADD COLUMN profile text,
  ADD COLUMN relation text COLLATE "C",
  ADD COLUMN row_key jsonb,
  ADD CONSTRAINT foreign_row_is_named CHECK ((relation IS NULL) = (row_key IS NULL) AND (relation IS NULL) = (profile IS NULL));
COMMENT ON COLUMN onceover.audit.relation IS 'The table, quoted, with its schema; NULL for onceover.keys';
COMMENT ON COLUMN onceover.audit.row_key IS 'Column to value, as text: what the row was found by';

-- Hashed: a key of any length has its place in it. Partial: settling our own keys pays nothing for it.
CREATE INDEX audit_by_row ON onceover.audit USING hash (row_key) WHERE relation IS NOT NULL;
