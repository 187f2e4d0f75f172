-- How far a relay is, and its lease. By the row's place: by the name alone it would read all versions that an old transaction keeps alive.
-- $7: the place among earlier events; NULL: there are none left.
UPDATE onceover.relays r
SET window_from = $4::pg_snapshot, window_to = $5::pg_snapshot, pos = $6::bigint,
  drain_up_to = CASE WHEN $7::bigint IS NOT NULL THEN r.drain_up_to END, drain_pos = COALESCE($7::bigint, 0),
  locked_until = pg_catalog.clock_timestamp() + $8::interval, published = r.published + $9::bigint,
  published_at = CASE WHEN $9::bigint > 0 THEN pg_catalog.clock_timestamp() ELSE r.published_at END,
  trouble = $10::text,
  trouble_since = CASE WHEN $10::text IS NULL THEN NULL WHEN r.trouble IS NULL THEN pg_catalog.clock_timestamp() ELSE r.trouble_since END
WHERE r.ctid = $1::text::tid AND r.name = $2::text AND r.fence = $3::bigint
RETURNING r.ctid::text, CASE WHEN EXISTS (SELECT FROM onceover.control s WHERE s.stopped) THEN 'stopped' WHEN r.paused_at IS NOT NULL THEN 'paused' END AS held
