-- Events that wait, arrays by row, under the relay's fence ($12). One that is there already and did not fail again stays as it is. One that waits
-- behind nothing any more, since a person skipped what was before it, is due; settle_event locks the relay's row, which the statement before this
-- one has changed.
INSERT INTO onceover.outbox_parked AS o (relay, seq, id, topic, aggregatetype, aggregateid, created_at, state, attempts, next_try_at, error)
SELECT $1::text, p.seq, p.id::uuid, p.topic, p.aggregatetype, p.aggregateid, p.created_at, w.state, p.attempts,
  CASE w.state WHEN 'waiting' THEN pg_catalog.clock_timestamp() + p.wait_ms * interval '1 millisecond' END, NULLIF(p.error, '')
FROM (
  SELECT p.*, pg_catalog.row_number() OVER (PARTITION BY p.aggregatetype, p.aggregateid ORDER BY p.seq) = 1 AS is_first
  FROM ROWS FROM (pg_catalog.unnest($2::bigint[]), pg_catalog.unnest($3::text[]), pg_catalog.unnest($4::text[]), pg_catalog.unnest($5::text[]), pg_catalog.unnest($6::text[]), pg_catalog.unnest($7::timestamptz[]), pg_catalog.unnest($8::text[]), pg_catalog.unnest($9::bigint[]), pg_catalog.unnest($10::bigint[]), pg_catalog.unnest($11::text[]))
    AS p(seq, id, topic, aggregatetype, aggregateid, created_at, state, attempts, wait_ms, error)
) p, LATERAL (
  SELECT CASE
    WHEN p.state = 'behind' AND p.is_first AND NOT EXISTS (
      SELECT FROM onceover.outbox_parked q
      WHERE q.relay = $1::text AND q.aggregatetype = p.aggregatetype AND q.aggregateid = p.aggregateid AND q.seq < p.seq) THEN 'waiting'
    ELSE p.state END AS state
) w
WHERE EXISTS (SELECT FROM onceover.relays r WHERE r.name = $1::text AND r.fence = $12::bigint)
ON CONFLICT (relay, seq) DO UPDATE
SET state = excluded.state, attempts = excluded.attempts, next_try_at = excluded.next_try_at, error = excluded.error
WHERE excluded.attempts > 0
