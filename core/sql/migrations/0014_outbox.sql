-- Events that services write in their own transactions, and the relays that publish them. The hot path is one INSERT: no row is changed or
-- deleted, whole partitions are dropped.
--
-- Locks: nothing that was there before.

CREATE TABLE onceover.outbox (
  seq bigint GENERATED ALWAYS AS IDENTITY (CACHE 1),
  xid xid8 NOT NULL DEFAULT pg_catalog.pg_current_xact_id(),
  id uuid NOT NULL DEFAULT pg_catalog.gen_random_uuid(),
  topic text COLLATE "C" NOT NULL CONSTRAINT event_has_topic CHECK (topic <> '' AND pg_catalog.octet_length(topic) <= 249),
  aggregatetype text COLLATE "C" NOT NULL DEFAULT '',
  aggregateid text COLLATE "C" NOT NULL,
  type text COLLATE "C" NOT NULL DEFAULT '',
  payload bytea,
  content_type text COLLATE "C" NOT NULL DEFAULT 'application/json',
  headers jsonb NOT NULL DEFAULT '{}' CONSTRAINT event_headers_are_texts CHECK (
    pg_catalog.jsonb_typeof(headers) = 'object' AND NOT pg_catalog.jsonb_path_exists(headers, '$.* ? (@.type() != "string")')),
  created_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  correlation_id text COLLATE "C" GENERATED ALWAYS AS (headers ->> 'correlation_id') STORED,
  -- Brokers refuse larger ones, and a refused event holds back its aggregate.
  CONSTRAINT event_fits_a_broker CHECK (pg_catalog.octet_length(payload) <= 1000000 AND pg_catalog.octet_length(aggregateid) <= 2000
    AND pg_catalog.octet_length(aggregatetype) <= 200 AND pg_catalog.octet_length(type) <= 200)
) PARTITION BY RANGE (created_at);
COMMENT ON TABLE onceover.outbox IS 'Events to publish; a relay reads them in windows between two snapshots';
COMMENT ON COLUMN onceover.outbox.seq IS 'Within an aggregate the order of commits, where its writers lock the aggregate before they insert';
COMMENT ON COLUMN onceover.outbox.xid IS 'The transaction that wrote it: only with it a relay can tell what it has seen';
COMMENT ON COLUMN onceover.outbox.payload IS 'NULL: a tombstone, or erased (headers say so)';
-- Takes what no partition holds; nothing is ever moved out of it.
CREATE TABLE onceover.outbox_rest PARTITION OF onceover.outbox DEFAULT;
CREATE INDEX outbox_by_xid ON onceover.outbox (xid, seq);
CREATE INDEX outbox_by_seq ON onceover.outbox (seq);
CREATE INDEX outbox_by_time ON onceover.outbox USING brin (created_at);
-- The events that a key caused. Costs nothing to events without one.
CREATE INDEX outbox_by_correlation ON onceover.outbox (correlation_id) WHERE correlation_id IS NOT NULL;

-- One row a relay: what it publishes, who runs it, and how far it is. window_from, window_to and pos: every event that is visible in
-- window_from is published, and of those visible in window_to only, each up to pos.
CREATE TABLE onceover.relays (
  name text COLLATE "C" PRIMARY KEY CHECK (name <> ''),
  topics text[] COLLATE "C" NOT NULL CHECK (pg_catalog.cardinality(topics) > 0),
  is_ordered boolean NOT NULL DEFAULT true,
  created_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  since timestamptz NOT NULL DEFAULT '-infinity',
  window_from pg_snapshot NOT NULL,
  window_to pg_snapshot NOT NULL,
  pos bigint NOT NULL DEFAULT 0,
  by_seq_up_to bigint,
  system_identifier text,
  database_oid oid NOT NULL,
  owner text,
  fence bigint NOT NULL DEFAULT 0,
  locked_until timestamptz,
  published bigint NOT NULL DEFAULT 0,
  published_at timestamptz,
  trouble text,
  trouble_since timestamptz,
  paused_at timestamptz,
  paused_by text,
  pause_reason text
) WITH (fillfactor = 25);
COMMENT ON COLUMN onceover.relays.topics IS 'Names of topics; * alone: all';
COMMENT ON COLUMN onceover.relays.since IS 'Older events are not published';
COMMENT ON COLUMN onceover.relays.by_seq_up_to IS 'After an adoption: everything up to it is published in order of seq, whatever its xid';
COMMENT ON COLUMN onceover.relays.trouble IS 'Why nothing goes out; NULL: it does, or no process runs it';

-- The events of aggregates that a failing one holds back. waiting: tried again when due. dead: only a person lets it go on. behind: an
-- earlier event of its aggregate is here too.
CREATE TABLE onceover.outbox_parked (
  relay text COLLATE "C" NOT NULL REFERENCES onceover.relays ON DELETE CASCADE,
  seq bigint NOT NULL,
  id uuid NOT NULL,
  topic text COLLATE "C" NOT NULL,
  aggregatetype text COLLATE "C" NOT NULL,
  aggregateid text COLLATE "C" NOT NULL,
  created_at timestamptz NOT NULL,
  state text COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'dead', 'behind')),
  attempts integer NOT NULL DEFAULT 0,
  next_try_at timestamptz,
  error text,
  parked_at timestamptz NOT NULL DEFAULT pg_catalog.clock_timestamp(),
  PRIMARY KEY (relay, seq),
  CONSTRAINT waiting_is_due_some_time CHECK ((state = 'waiting') = (next_try_at IS NOT NULL))
);
CREATE INDEX outbox_parked_aggregates ON onceover.outbox_parked (relay, aggregatetype, aggregateid, seq);

-- The next partitions of the outbox, so that `ahead` more are there than the current one. Returns their names. A partition begins after
-- what the default one holds. Waits for no lock longer than 50 ms: a DDL statement that waits holds up every writer behind it.
CREATE FUNCTION onceover.make_outbox_partitions(width interval, ahead integer) RETURNS text[] LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET lock_timeout = '50ms' SET statement_timeout = '10s' SET timezone = 'UTC' AS $$
DECLARE
  made text[] := '{}';
  seconds CONSTANT double precision := extract(epoch FROM width);
  reached timestamptz;
  starts timestamptz;
  ends timestamptz;
  part text;
BEGIN
  IF seconds < 60 OR ahead NOT BETWEEN 0 AND 1000 THEN
    RAISE EXCEPTION 'onceover: a partition must be at least a minute wide, and at most 1000 are made ahead' USING ERRCODE = '22023';
  END IF;
  SELECT coalesce(max((regexp_match(pg_get_expr(c.relpartbound, c.oid), $r$TO \('([^']+)'\)$r$))[1]::timestamptz), '-infinity') INTO reached
  FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'onceover.outbox'::regclass;
  FOR n IN 0 .. ahead LOOP
    starts := to_timestamp(floor(extract(epoch FROM clock_timestamp()) / seconds) * seconds + n * seconds);
    ends := starts + make_interval(secs => seconds);
    starts := greatest(starts, reached);
    -- What the default partition has of the current time stays there.
    CONTINUE WHEN starts >= ends OR (n = 0 AND EXISTS (SELECT FROM onceover.outbox_rest));
    part := 'outbox_' || to_char(starts, 'YYYYMMDD"t"HH24MISS');
    EXECUTE format('CREATE TABLE onceover.%I (LIKE onceover.outbox INCLUDING DEFAULTS INCLUDING GENERATED INCLUDING CONSTRAINTS INCLUDING INDEXES INCLUDING STORAGE)', part);
    EXECUTE format('ALTER TABLE onceover.outbox ATTACH PARTITION onceover.%I FOR VALUES FROM (%L) TO (%L)', part, starts, ends);
    made := made || part;
    reached := ends;
  END LOOP;
  RETURN made;
END
$$;

-- Why a partition may not be dropped; NULL: every relay has passed it.
CREATE FUNCTION onceover.needs_outbox_partition(part regclass, starts timestamptz, ends timestamptz) RETURNS text LANGUAGE plpgsql STABLE
SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  r record;
  is_needed boolean;
BEGIN
  FOR r IN SELECT * FROM onceover.relays LOOP
    IF EXISTS (SELECT FROM onceover.outbox_parked p WHERE p.relay = r.name AND p.created_at >= starts AND p.created_at < ends) THEN
      RETURN format('relay %s holds parked or dead events of it', r.name);
    END IF;
    IF r.by_seq_up_to IS NOT NULL THEN
      RETURN format('relay %s was adopted and is not through yet', r.name);
    END IF;
    CONTINUE WHEN ends <= r.since;
    EXECUTE format('SELECT EXISTS (SELECT FROM %s o WHERE o.xid >= pg_snapshot_xmin($1) AND NOT pg_visible_in_snapshot(o.xid, $1)
      AND NOT (pg_visible_in_snapshot(o.xid, $2) AND o.seq <= $3) AND (o.topic = ANY ($4) OR $4 = ''{*}''))', part)
      INTO is_needed USING r.window_from, r.window_to, r.pos, r.topics;
    IF is_needed THEN RETURN format('relay %s has not published all of it', r.name); END IF;
  END LOOP;
  RETURN NULL;
END
$$;

-- Drops the oldest partition that ended before the retention and that no relay needs. Returns its name; NULL: there is none. One at a time:
-- each is a transaction of its own. Waits for no lock longer than 50 ms (55P03: try again later).
CREATE FUNCTION onceover.drop_outbox_partition(retention interval) RETURNS text LANGUAGE plpgsql SECURITY DEFINER
SET search_path = pg_catalog, pg_temp SET lock_timeout = '50ms' SET timezone = 'UTC' AS $$
DECLARE
  part record;
BEGIN
  FOR part IN
    SELECT * FROM (
      SELECT c.oid::regclass AS name, (regexp_match(pg_get_expr(c.relpartbound, c.oid), $r$FROM \('([^']+)'\)$r$))[1]::timestamptz AS starts,
        (regexp_match(pg_get_expr(c.relpartbound, c.oid), $r$TO \('([^']+)'\)$r$))[1]::timestamptz AS ends
      FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid WHERE i.inhparent = 'onceover.outbox'::regclass) p
    WHERE p.ends <= clock_timestamp() - retention ORDER BY p.ends
  LOOP
    CONTINUE WHEN onceover.needs_outbox_partition(part.name, part.starts, part.ends) IS NOT NULL;
    EXECUTE format('DROP TABLE %s', part.name);
    RETURN part.name::text;
  END LOOP;
  RETURN NULL;
END
$$;

REVOKE ALL ON FUNCTION onceover.make_outbox_partitions, onceover.needs_outbox_partition, onceover.drop_outbox_partition FROM PUBLIC;
