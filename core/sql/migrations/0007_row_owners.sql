-- Which sweeper asks about a row of a table that is not ours, and until when it alone may write: the operator's row has no room for it.
-- Committed before anything is asked; the fence is checked in the transaction that settles the row.
--
-- Locks: onceover.row_cases ACCESS EXCLUSIVE, while every row is read: less than a second a million.

ALTER TABLE onceover.row_cases
  ADD COLUMN owner text COLLATE "C",
  ADD COLUMN fence bigint,
  ADD COLUMN locked_until timestamptz,
  ADD CONSTRAINT row_owner_is_whole CHECK ((owner IS NULL) = (fence IS NULL) AND (owner IS NULL) = (locked_until IS NULL));
COMMENT ON COLUMN onceover.row_cases.fence IS 'Of onceover.fence; NULL while nobody owns the row';
