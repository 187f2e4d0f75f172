-- Versions of aggregates that have not moved for the retention and that no unfinished event or dead letter needs: at most so many. It reads
-- the inbox once, since no index names a state. A version that moves meanwhile is looked at again, and stays.
WITH needed AS MATERIALIZED (
  SELECT DISTINCT i.consumer, i.aggregate_type, i.aggregate_id FROM onceover.inbox i
  WHERE i.state <> 'succeeded' AND i.aggregate_id IS NOT NULL
), old AS (
  SELECT v.ctid FROM onceover.inbox_versions v
  WHERE v.changed_at <= pg_catalog.clock_timestamp() - $1::interval
    AND (v.consumer = $2::pg_catalog.text OR $2::pg_catalog.text IS NULL)
    AND NOT EXISTS (SELECT FROM needed n
                    WHERE n.consumer = v.consumer AND n.aggregate_type = v.aggregate_type AND n.aggregate_id = v.aggregate_id)
  LIMIT $3::bigint
), gone AS (
  DELETE FROM onceover.inbox_versions v USING old
  WHERE v.ctid = old.ctid AND v.changed_at <= pg_catalog.clock_timestamp() - $1::interval
    AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
  RETURNING 1
)
SELECT pg_catalog.count(*) FROM gone
