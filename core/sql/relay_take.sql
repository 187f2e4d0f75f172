-- Takes a free relay, one whose owner's lease has ended, or its own after an error, under a new fence. No row: another process runs it, it is
-- paused or retired, the stop switch is on, an adoption has begun, another server answers than $6, or there is none. A topic that joins starts at
-- the beginning, now, or at a time ($7, $8): its earlier events go out first, in order of seq.
UPDATE onceover.relays r
SET owner = $2::text, fence = pg_catalog.nextval('onceover.fence'), locked_until = pg_catalog.clock_timestamp() + $3::interval,
  topics = $4::text[], is_ordered = $5::boolean,
  drain_up_to = CASE WHEN j.drains THEN COALESCE((SELECT pg_catalog.max(o.seq) FROM onceover.outbox o), 0) ELSE r.drain_up_to END,
  drain_pos = CASE WHEN j.drains THEN 0 ELSE r.drain_pos END,
  drain_since = CASE WHEN NOT j.drains THEN r.drain_since WHEN r.drain_up_to IS NULL THEN j.since ELSE LEAST(r.drain_since, j.since) END,
  drain_except = CASE WHEN j.drains AND r.drain_up_to IS NULL THEN r.topics
                      WHEN j.joins AND NOT j.drains AND r.drain_up_to IS NOT NULL
                        THEN r.drain_except || ARRAY (SELECT pg_catalog.unnest($4::text[]) EXCEPT SELECT pg_catalog.unnest(r.topics))
                      ELSE r.drain_except END
FROM (
  SELECT q.name, s.joins, s.joins AND $7::text <> 'now' AS drains,
    CASE $7::text WHEN 'time' THEN $8::timestamptz ELSE '-infinity' END AS since
  FROM onceover.relays q, LATERAL (SELECT q.topics <> '{*}' AND NOT $4::text[] <@ q.topics AS joins) s
  WHERE q.name = $1::text
) j
WHERE r.name = j.name AND r.paused_at IS NULL AND r.retired_at IS NULL
  AND ((r.locked_until IS NULL OR r.locked_until <= pg_catalog.clock_timestamp() OR r.owner = $2::text)
       OR r.locked_until > pg_catalog.clock_timestamp() + interval '25 hours')  -- written while the clock was ahead
  AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)
  AND NOT EXISTS (SELECT FROM onceover.outbox_adoptions a WHERE a.ended_at IS NULL)
  AND onceover.server_token() = $6::text
RETURNING r.ctid::text, r.fence, r.window_from::text, r.window_to::text, r.pos, r.drain_up_to, r.drain_pos, r.drain_since, r.drain_except::text, r.since,
  COALESCE((SELECT pg_catalog.max(o.seq) FROM onceover.outbox o), 0)
