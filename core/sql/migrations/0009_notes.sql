-- What people write down about a key, or about a row of a table that is not ours: who found out what, while it is not settled and after. A
-- note belongs to the key and not to its case, which is opened and closed; it stays as it was written. tenant, operation and key are, of a
-- row elsewhere, what a person knows of it, cut where they are long; row_key is exact.
--
-- Locks: nothing that was there before.

CREATE TABLE onceover.notes (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  db_user text NOT NULL DEFAULT session_user,
  actor text NOT NULL,
  host text NOT NULL,
  program text NOT NULL,
  tenant text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  key text COLLATE "C" NOT NULL,
  profile text,
  relation text COLLATE "C",
  row_key jsonb,
  note text NOT NULL,
  CONSTRAINT row_is_named CHECK ((relation IS NULL) = (row_key IS NULL) AND (relation IS NULL) = (profile IS NULL)),
  CONSTRAINT note_is_text CHECK (pg_catalog.char_length(note) BETWEEN 1 AND 4000 AND note = pg_catalog.btrim(note, E' \n')
    AND note !~ '[\u0001-\u0009\u000b-\u001f\u007f-\u009f]')
);
COMMENT ON COLUMN onceover.notes.relation IS 'The table, quoted, with its schema; NULL for onceover.keys';
COMMENT ON COLUMN onceover.notes.row_key IS 'Column to value, as text: what the row is found by';
CREATE INDEX notes_by_key ON onceover.notes (key, operation, tenant, id) WHERE relation IS NULL;
-- Hashed: a key of any length has its place in it.
CREATE INDEX notes_by_row ON onceover.notes USING hash (row_key) WHERE relation IS NOT NULL;

-- Who and when are the server's to say, whoever inserts.
CREATE FUNCTION onceover.guard_note() RETURNS trigger LANGUAGE plpgsql
SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP <> 'INSERT' THEN
    RAISE EXCEPTION 'onceover: a note stays as it was written; % was refused', TG_OP USING ERRCODE = 'OC003';
  END IF;
  NEW.at := clock_timestamp();
  NEW.db_user := session_user;
  RETURN NEW;
END
$$;
CREATE TRIGGER note_is_guarded BEFORE INSERT ON onceover.notes FOR EACH ROW EXECUTE FUNCTION onceover.guard_note();
CREATE TRIGGER notes_are_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON onceover.notes
  FOR EACH STATEMENT EXECUTE FUNCTION onceover.guard_note();

-- Who was given the trail to read, by a script of an earlier version, reads the notes.
DO $$
DECLARE
  reader record;
BEGIN
  FOR reader IN
    SELECT DISTINCT CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r.rolname) END AS name
    FROM pg_catalog.pg_class c, LATERAL pg_catalog.aclexplode(c.relacl) a LEFT JOIN pg_catalog.pg_roles r ON r.oid = a.grantee
    WHERE c.oid = 'onceover.audit'::pg_catalog.regclass AND a.privilege_type = 'SELECT' AND a.grantee <> c.relowner
  LOOP
    EXECUTE pg_catalog.format('GRANT SELECT ON onceover.notes TO %s', reader.name);
  END LOOP;
END
$$;
