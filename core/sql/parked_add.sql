-- Events that wait, arrays by row, under the relay's fence ($12). One that is there already and did not fail again stays as it is.
INSERT INTO onceover.outbox_parked AS o (relay, seq, id, topic, aggregatetype, aggregateid, created_at, state, attempts, next_try_at, error)
SELECT $1::text, p.seq, p.id::uuid, p.topic, p.aggregatetype, p.aggregateid, p.created_at, p.state, p.attempts,
  CASE p.state WHEN 'waiting' THEN pg_catalog.clock_timestamp() + p.wait_ms * interval '1 millisecond' END, NULLIF(p.error, '')
FROM ROWS FROM (pg_catalog.unnest($2::bigint[]), pg_catalog.unnest($3::text[]), pg_catalog.unnest($4::text[]), pg_catalog.unnest($5::text[]), pg_catalog.unnest($6::text[]), pg_catalog.unnest($7::timestamptz[]), pg_catalog.unnest($8::text[]), pg_catalog.unnest($9::bigint[]), pg_catalog.unnest($10::bigint[]), pg_catalog.unnest($11::text[]))
  AS p(seq, id, topic, aggregatetype, aggregateid, created_at, state, attempts, wait_ms, error)
WHERE EXISTS (SELECT FROM onceover.relays r WHERE r.name = $1::text AND r.fence = $12::bigint)
ON CONFLICT (relay, seq) DO UPDATE
SET state = excluded.state, attempts = excluded.attempts, next_try_at = excluded.next_try_at, error = excluded.error
WHERE excluded.attempts > 0
