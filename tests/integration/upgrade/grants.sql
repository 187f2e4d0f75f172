-- Rights as a team may have given them without the scripts of `oncectl roles print`: a service that claims and finishes keys, and a person who
-- reads.
DO $$
DECLARE
  name text;
BEGIN
  GRANT USAGE ON SCHEMA onceover TO upgraded_service, upgraded_reader;
  GRANT SELECT ON ALL TABLES IN SCHEMA onceover TO upgraded_reader;
  GRANT SELECT ON onceover.keys, onceover.control, onceover.schema_version TO upgraded_service;
  FOR name IN SELECT a.attname FROM pg_attribute a WHERE a.attrelid = 'onceover.keys'::regclass AND a.attnum > 0 AND a.attname <> 'created_at' LOOP
    EXECUTE format('GRANT INSERT (%I), UPDATE (%I) ON onceover.keys TO upgraded_service', name, name);
  END LOOP;
  GRANT USAGE ON SEQUENCE onceover.fence TO upgraded_service;
  GRANT INSERT ON onceover.counter_deltas TO upgraded_service;
  GRANT SELECT, INSERT, UPDATE ON onceover.counter_sources TO upgraded_service;
  GRANT EXECUTE ON FUNCTION onceover.roll_up_counters(bigint, interval) TO upgraded_service;
END
$$;
