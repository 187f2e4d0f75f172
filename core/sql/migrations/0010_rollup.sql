-- What was counted, rolled up: charts of a month read thousands of rows and not millions. onceover.counter_deltas becomes an inbox: what
-- stands there is moved, once, into blocks of a minute (by the second, for hours) and of an hour (by the minute, for weeks; the hours
-- themselves for good), of everything together and by tenant, by operation, by both. What was counted is the blocks of one kind and the
-- inbox, read in one statement.
--
-- Locks: nothing that was there before.

-- The last flush of each process. A batch that is sent again after its commit was lost counts once, even where the first copy was moved on
-- long ago: a source's flushes come in order, and one that is not newer than the last is nothing. Programs of earlier versions write the
-- inbox alone: what they send again after a roll-up counts twice, so they are stopped before the upgrade.
CREATE TABLE onceover.counter_sources (
  source uuid PRIMARY KEY,
  flush bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp()
) WITH (fillfactor = 50);
INSERT INTO onceover.counter_sources (source, flush) SELECT d.source, pg_catalog.max(d.flush) FROM onceover.counter_deltas d GROUP BY 1;

CREATE TABLE onceover.counter_series (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  grouped text COLLATE "C" NOT NULL CHECK (grouped IN ('all', 'tenant', 'operation', 'both')),
  name text COLLATE "C" NOT NULL,
  bucket double precision NOT NULL,
  tenant text COLLATE "C" NOT NULL,
  operation text COLLATE "C" NOT NULL,
  UNIQUE (grouped, name, bucket, tenant, operation)
);
COMMENT ON COLUMN onceover.counter_series.grouped IS 'Of which tenant and operation: all together, of one tenant, of one operation, of both';
COMMENT ON COLUMN onceover.counter_series.name IS 'As in counter_deltas; "alive" counts its rows, heartbeats included: a minute without any was not watched';
COMMENT ON COLUMN onceover.counter_series.bucket IS '-1 for counters; for histograms the upper bound in milliseconds, the last infinity';

CREATE TABLE onceover.counter_minutes (
  series bigint NOT NULL,
  at timestamptz NOT NULL,
  n bigint NOT NULL,
  seconds bigint[] NOT NULL,
  PRIMARY KEY (series, at)
) WITH (fillfactor = 70);
COMMENT ON TABLE onceover.counter_minutes IS 'The last hours: a row a series and minute, with its 60 seconds';

CREATE TABLE onceover.counter_hours (
  series bigint NOT NULL,
  at timestamptz NOT NULL,
  n bigint NOT NULL,
  minutes bigint[],
  PRIMARY KEY (series, at)
) WITH (fillfactor = 70);
COMMENT ON COLUMN onceover.counter_hours.minutes IS 'Its 60 minutes, as long as they are kept; then NULL';

-- How long what is kept, and since when it is there. Exactly one row. Its owner may change the three that end in _kept.
CREATE TABLE onceover.counter_rollup (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  seconds_kept interval NOT NULL DEFAULT '2 hours' CHECK (seconds_kept >= '10 minutes'),
  minutes_kept interval NOT NULL DEFAULT '35 days' CHECK (minutes_kept >= '1 day'),
  hours_kept interval CHECK (hours_kept >= '1 day'),
  seconds_from timestamptz NOT NULL DEFAULT '-infinity',
  minutes_from timestamptz NOT NULL DEFAULT '-infinity',
  hours_from timestamptz NOT NULL DEFAULT '-infinity',
  watched_from timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  rolled_at timestamptz NOT NULL DEFAULT '-infinity'
);
COMMENT ON COLUMN onceover.counter_rollup.hours_kept IS 'NULL: for good';
COMMENT ON COLUMN onceover.counter_rollup.watched_from IS 'Since when a process that has nothing to count says that it counts';
INSERT INTO onceover.counter_rollup DEFAULT VALUES;

-- parts, 60 or none yet, with each of counts added at its place; without places, each at its own.
CREATE FUNCTION onceover.counter_parts(parts bigint[], places integer[], counts bigint[]) RETURNS bigint[] LANGUAGE plpgsql IMMUTABLE
SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  place integer;
BEGIN
  IF parts IS NULL THEN parts := array_fill(0::bigint, ARRAY[60]); END IF;
  FOR i IN 1 .. cardinality(counts) LOOP
    place := CASE WHEN places IS NULL THEN i ELSE places[i] END;
    parts[place] := parts[place] + counts[i];
  END LOOP;
  RETURN parts;
END
$$;

-- Moves at most so many rows of the inbox, the oldest first, and lets go what is kept no longer. How many it moved; NULL where somebody
-- else is at it, or was within that time. Never waits. Whoever may count may have it rolled up, and needs no right to delete.
CREATE FUNCTION onceover.roll_up_counters(most bigint DEFAULT 100000, not_within interval DEFAULT '0') RETURNS bigint LANGUAGE plpgsql
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  epoch CONSTANT timestamptz := '1970-01-01 00:00:00+00';
  moment CONSTANT timestamptz := clock_timestamp();
  was onceover.counter_rollup;
  kept onceover.counter_rollup;
  gone bigint;
BEGIN
  IF NOT pg_try_advisory_xact_lock(hashtextextended('onceover.counters', 0)) THEN RETURN NULL; END IF;
  SELECT * INTO STRICT was FROM onceover.counter_rollup;
  IF was.rolled_at BETWEEN moment - not_within AND moment AND not_within > '0' THEN RETURN NULL; END IF;
  UPDATE onceover.counter_rollup r SET rolled_at = moment,
    seconds_from = greatest(r.seconds_from, date_bin('1 minute', moment - r.seconds_kept, epoch)),
    minutes_from = greatest(r.minutes_from, date_bin('1 hour', moment - r.minutes_kept, epoch)),
    hours_from = CASE WHEN r.hours_kept IS NULL THEN r.hours_from ELSE greatest(r.hours_from, date_bin('1 hour', moment - r.hours_kept, epoch)) END
  RETURNING * INTO kept;
  IF kept.seconds_from > was.seconds_from THEN
    DELETE FROM onceover.counter_minutes b WHERE b.series = ANY (ARRAY (SELECT s.id FROM onceover.counter_series s)) AND b.at < kept.seconds_from;
  END IF;
  IF kept.minutes_from > was.minutes_from THEN
    UPDATE onceover.counter_hours b SET minutes = NULL
    WHERE b.series = ANY (ARRAY (SELECT s.id FROM onceover.counter_series s)) AND b.at >= was.minutes_from AND b.at < kept.minutes_from;
    DELETE FROM onceover.counter_sources s WHERE s.at < moment - '35 days'::interval;
  END IF;
  IF kept.hours_from > was.hours_from THEN
    DELETE FROM onceover.counter_hours b WHERE b.series = ANY (ARRAY (SELECT s.id FROM onceover.counter_series s)) AND b.at < kept.hours_from;
    -- By max: found by the index, whatever the planner knows of the tables.
    DELETE FROM onceover.counter_series s
    WHERE (SELECT max(b.at) FROM onceover.counter_hours b WHERE b.series = s.id) IS NULL
      AND (SELECT max(b.at) FROM onceover.counter_minutes b WHERE b.series = s.id) IS NULL;
  END IF;

  -- What is visible now, and not what lies before a time: what commits late is moved by the next.
  WITH moved AS MATERIALIZED (
    DELETE FROM onceover.counter_deltas d
    WHERE d.ctid = ANY (ARRAY (SELECT o.ctid FROM onceover.counter_deltas o ORDER BY o.at LIMIT most))
    RETURNING date_bin('1 second', d.at, epoch) AS at, d.name, coalesce(d.bucket, -1) AS bucket, d.tenant, d.operation, d.n
  ), summed AS MATERIALIZED (
    SELECT (ARRAY['both', 'tenant', 'operation', 'all'])[1 + GROUPING(m.tenant, m.operation)] AS grouped, m.name, m.bucket,
           coalesce(m.tenant, '') AS tenant, coalesce(m.operation, '') AS operation, m.at, sum(m.n)::bigint AS n
    FROM moved m WHERE m.name <> 'heartbeat' AND m.at >= kept.hours_from
    GROUP BY GROUPING SETS ((m.name, m.bucket, m.at, m.tenant, m.operation), (m.name, m.bucket, m.at, m.tenant),
                            (m.name, m.bucket, m.at, m.operation), (m.name, m.bucket, m.at))
    UNION ALL
    SELECT 'all', 'alive', -1, '', '', m.at, count(*) FROM moved m WHERE m.at >= kept.hours_from GROUP BY m.at
  ), made AS (
    INSERT INTO onceover.counter_series (grouped, name, bucket, tenant, operation)
    SELECT s.grouped, s.name, s.bucket, s.tenant, s.operation FROM summed s
    EXCEPT SELECT s.grouped, s.name, s.bucket, s.tenant, s.operation FROM onceover.counter_series s
    RETURNING id, grouped, name, bucket, tenant, operation
  ), known AS (
    SELECT s.id, s.grouped, s.name, s.bucket, s.tenant, s.operation FROM onceover.counter_series s UNION ALL SELECT * FROM made
  ), parts AS MATERIALIZED (
    SELECT k.id AS series, s.at, s.n, (extract(epoch FROM s.at)::bigint % 60)::integer + 1 AS second,
           (extract(epoch FROM s.at)::bigint / 60 % 60)::integer + 1 AS minute
    FROM summed s JOIN known k USING (grouped, name, bucket, tenant, operation)
  ), by_minute AS (
    INSERT INTO onceover.counter_minutes AS b (series, at, n, seconds)
    SELECT p.series, date_bin('1 minute', p.at, epoch), sum(p.n), onceover.counter_parts(NULL, array_agg(p.second), array_agg(p.n))
    FROM parts p WHERE p.at >= kept.seconds_from GROUP BY 1, 2
    ON CONFLICT (series, at) DO UPDATE SET n = b.n + EXCLUDED.n, seconds = onceover.counter_parts(b.seconds, NULL, EXCLUDED.seconds)
  ), by_hour AS (
    INSERT INTO onceover.counter_hours AS b (series, at, n, minutes)
    SELECT p.series, date_bin('1 hour', p.at, epoch), sum(p.n),
           CASE WHEN date_bin('1 hour', p.at, epoch) >= kept.minutes_from THEN onceover.counter_parts(NULL, array_agg(p.minute), array_agg(p.n)) END
    FROM parts p GROUP BY 1, 2
    ON CONFLICT (series, at) DO UPDATE SET n = b.n + EXCLUDED.n,
      minutes = CASE WHEN b.minutes IS NOT NULL THEN onceover.counter_parts(b.minutes, NULL, EXCLUDED.minutes) END
  )
  SELECT count(*) INTO gone FROM moved;
  RETURN gone;
END
$$;
REVOKE ALL ON FUNCTION onceover.roll_up_counters(bigint, interval), onceover.counter_parts(bigint[], integer[], bigint[]) FROM PUBLIC;

-- Who was given the inbox to read or to write, by a script of an earlier version, reads the roll-up and counts as before.
DO $$
DECLARE
  grantee record;
BEGIN
  FOR grantee IN
    SELECT DISTINCT CASE a.grantee WHEN 0 THEN 'PUBLIC' ELSE pg_catalog.quote_ident(r.rolname) END AS name, a.privilege_type AS may
    FROM pg_catalog.pg_class c, LATERAL pg_catalog.aclexplode(c.relacl) a LEFT JOIN pg_catalog.pg_roles r ON r.oid = a.grantee
    WHERE c.oid = 'onceover.counter_deltas'::pg_catalog.regclass AND a.privilege_type IN ('SELECT', 'INSERT') AND a.grantee <> c.relowner
  LOOP
    IF grantee.may = 'SELECT' THEN
      EXECUTE pg_catalog.format('GRANT SELECT ON onceover.counter_series, onceover.counter_minutes, onceover.counter_hours, onceover.counter_rollup TO %s', grantee.name);
    ELSE
      EXECUTE pg_catalog.format('GRANT SELECT, INSERT, UPDATE ON onceover.counter_sources TO %s', grantee.name);
      EXECUTE pg_catalog.format('GRANT EXECUTE ON FUNCTION onceover.roll_up_counters(bigint, interval) TO %s', grantee.name);
    END IF;
  END LOOP;
END
$$;
