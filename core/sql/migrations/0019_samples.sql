-- Levels over time: how many keys are stuck, for how long the oldest, how far the outbox is behind. A sweeper or a relay stores them once a
-- minute, so that a desktop that was not open has their history. Counts and ages only: no key, no tenant, nothing of a row.
--
-- Locks: nothing that was there before.

CREATE TABLE onceover.samples (
  relation text COLLATE "C" NOT NULL,
  minute timestamptz NOT NULL,
  at timestamptz NOT NULL,
  levels jsonb NOT NULL CHECK (pg_catalog.jsonb_typeof(levels) = 'object'),
  PRIMARY KEY (minute, relation)
);
COMMENT ON TABLE onceover.samples IS 'Kept as long as counts by the minute: onceover.counter_rollup.minutes_kept';
COMMENT ON COLUMN onceover.samples.relation IS 'The table whose levels they are: "onceover.keys"; those of relays under "onceover.outbox"';
COMMENT ON COLUMN onceover.samples.minute IS 'One sample of a table in each minute, by whichever process is first';
COMMENT ON COLUMN onceover.samples.at IS 'When the levels were read';
COMMENT ON COLUMN onceover.samples.levels IS 'By name; null: it was looked for, and there was more than could be counted. What is not there was not known';

-- False: this minute of that table has one already, and nothing is written. levels are numbers or null by name, of at most so many.
CREATE FUNCTION onceover.add_sample(relation text, read_at timestamptz, levels jsonb) RETURNS boolean LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
#variable_conflict use_column
DECLARE
  now_at CONSTANT timestamptz := clock_timestamp();
BEGIN
  IF octet_length($1) > 200 OR octet_length($3::text) > 2000 OR jsonb_typeof($3) <> 'object'
     OR EXISTS (SELECT FROM jsonb_each($3) l WHERE jsonb_typeof(l.value) NOT IN ('number', 'null')) THEN
    RAISE EXCEPTION 'onceover: a sample is a few numbers by name' USING ERRCODE = '22023';
  END IF;
  -- Read within the last minute: an older one would pass for this minute's.
  IF $2 NOT BETWEEN now_at - interval '1 minute' AND now_at + interval '1 second' THEN
    RAISE EXCEPTION 'onceover: the sample is not of this minute' USING ERRCODE = '22023';
  END IF;
  INSERT INTO onceover.samples (relation, minute, at, levels)
  VALUES ($1, date_bin('1 minute', now_at, timestamptz '1970-01-01 00:00:00+00'), $2, $3)
  ON CONFLICT (minute, relation) DO NOTHING;
  RETURN FOUND;
END
$$;

-- Deletes at most so many samples that are kept no longer, oldest first. How many; 0 while the stop switch is on.
CREATE FUNCTION onceover.reap_samples(most bigint DEFAULT 5000) RETURNS bigint LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  gone bigint;
BEGIN
  PERFORM FROM onceover.control c WHERE c.stopped;
  IF FOUND THEN RETURN 0; END IF;
  DELETE FROM onceover.samples s WHERE s.ctid = ANY (ARRAY (
    SELECT o.ctid FROM onceover.samples o
    WHERE o.minute < (SELECT clock_timestamp() - r.minutes_kept FROM onceover.counter_rollup r)
    ORDER BY o.minute LIMIT most FOR UPDATE SKIP LOCKED));
  GET DIAGNOSTICS gone = ROW_COUNT;
  RETURN gone;
END
$$;
REVOKE ALL ON FUNCTION onceover.add_sample(text, timestamptz, jsonb), onceover.reap_samples(bigint) FROM PUBLIC;

-- Who was given the charts to read, or to reap, by a script of an earlier version reads and reaps samples as well. Who may settle keys as the
-- service does may store them.
DO $$
DECLARE
  grantee record;
BEGIN
  FOR grantee IN
    SELECT DISTINCT CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r.rolname) END AS name
    FROM pg_catalog.pg_class c, LATERAL pg_catalog.aclexplode(c.relacl) a LEFT JOIN pg_catalog.pg_roles r ON r.oid = a.grantee
    WHERE c.oid = 'onceover.counter_hours'::pg_catalog.regclass AND a.privilege_type = 'SELECT' AND a.grantee <> c.relowner
  LOOP
    EXECUTE pg_catalog.format('GRANT SELECT ON onceover.samples TO %s', grantee.name);
  END LOOP;
  FOR grantee IN
    SELECT DISTINCT p.proname AS may, CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r.rolname) END AS name
    FROM pg_catalog.pg_proc p, LATERAL pg_catalog.aclexplode(p.proacl) a LEFT JOIN pg_catalog.pg_roles r ON r.oid = a.grantee
    WHERE p.pronamespace = 'onceover'::pg_catalog.regnamespace AND p.proname IN ('roll_up_counters', 'reap_finished')
      AND a.privilege_type = 'EXECUTE' AND a.grantee <> p.proowner
  LOOP
    IF grantee.may = 'reap_finished' THEN
      EXECUTE pg_catalog.format('GRANT EXECUTE ON FUNCTION onceover.reap_samples(bigint) TO %s', grantee.name);
    ELSE
      EXECUTE pg_catalog.format('GRANT EXECUTE ON FUNCTION onceover.add_sample(text, timestamptz, jsonb) TO %s', grantee.name);
    END IF;
  END LOOP;
END
$$;
