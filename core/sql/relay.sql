-- name: adoption_begin
SELECT a.adoption, a.seq_was, a.seq_now
  FROM onceover.begin_adoption($1::timestamptz, $2::text, $3::text, $4::text, $5::text) a

-- name: adoption_forecast
-- What an adoption would do, without a lock: for each relay the events that it would publish again or for the first
-- time, and those that it would pass over since they are older than $1.
SELECT r.name,
  (SELECT pg_catalog.count(*) FROM onceover.outbox o
   WHERE (o.topic = ANY (r.topics) OR r.topics = '{*}')
     AND o.created_at >= GREATEST(r.since, COALESCE($1::timestamptz, '-infinity'))),
  (SELECT pg_catalog.count(*) FROM onceover.outbox o
   WHERE (o.topic = ANY (r.topics) OR r.topics = '{*}') AND o.created_at >= r.since
     AND o.created_at < COALESCE($1::timestamptz, '-infinity'))
FROM onceover.relays r
  WHERE NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = r.name AND h.state = 'retired') ORDER BY r.name

-- name: adoption_step
SELECT a.reached_xid::text, a.reached_seq, a.changed, a.done
  FROM onceover.adopt_events($1::bigint, $2::text::xid8, $3::bigint, $4::bigint::integer) a

-- name: relay_hold
-- First in each transaction of a relay: an error, unless this is the server that the relay was taken on ($3), in the
-- same history ($2).
SELECT onceover.hold_relay($1::text, $2::uuid, $3::text)

-- name: relay_let_go
SELECT onceover.relay_let_go($1::text, $2::uuid, $3::bigint)

-- name: relay_may_send
-- Whether all that was written so far would survive a crash, and the relay may send it: its row is where and as its
-- owner wrote it last, so that no rival has changed it since, no person holds it, and the stop switch is off.
SELECT pg_catalog.pg_current_wal_insert_lsn() <= pg_catalog.pg_current_wal_flush_lsn()
  AND EXISTS (SELECT FROM onceover.relays r
              WHERE r.ctid = $1::text::tid AND r.name = $2::text AND r.fence = $3::bigint
                AND r.window_from::text = $4::text
                AND r.window_to::text = $5::text AND r.pos = $6::bigint)
  AND NOT EXISTS (SELECT FROM onceover.relay_holds h WHERE h.relay = $2::text)
  AND NOT EXISTS (SELECT FROM onceover.control s WHERE s.stopped)

-- name: relay_moved
-- Before a relay refuses: events or progress arrive by a subscription.
SELECT onceover.relay_moved()

-- name: relay_pause
SELECT onceover.pause_relay($1::text, $2::boolean, $3::text, $4::text, $5::text, $6::text)

-- name: relay_progress
-- How far a relay is, and its lease. It compares the server as relay_hold does.
SELECT w.moved_to::text, w.held
FROM onceover.relay_progress($1::text, $2::uuid, $3::bigint, $4::text::tid, $5::text, $6::pg_snapshot, $7::pg_snapshot,
  $8::bigint, $9::bigint, $10::interval, $11::bigint, $12::text) w

-- name: relay_read
-- One relay as it is now.
SELECT r.ctid::text, r.fence, CASE WHEN EXISTS (SELECT FROM onceover.control s WHERE s.stopped) THEN 'stopped'
                                   ELSE (SELECT h.state FROM onceover.relay_holds h WHERE h.relay = r.name) END AS held
FROM onceover.relays r WHERE r.name = $1::text

-- name: relay_renew
-- The owner's lease, before anything is published. It compares the server as relay_hold does.
SELECT w.moved_to::text, w.held
FROM onceover.relay_renew($1::text, $2::uuid, $3::bigint, $4::text::tid, $5::text, $6::interval, $7::text) w

-- name: relay_retire
SELECT onceover.retire_relay($1::text, $2::text, $3::text, $4::text, $5::text)

-- name: relay_take
-- Takes the relay, and makes it where it is not there yet. No row: it is not free, or held, or this is not the server
-- ($7) whose facts were read.
SELECT t.place::text, t.fence, t.window_from::text, t.window_to::text, t.pos, t.drain_up_to, t.drain_pos,
       t.drain_since, t.drain_except::text, t.since,
  t.last_seq, t.token::text
FROM onceover.relay_take($1::text, $2::text, $3::uuid, $4::interval, $5::text[], $6::boolean, $7::text, $8::text,
  $9::timestamptz) t

-- name: sequences_repair
SELECT s.sequence, s.was, s.now FROM onceover.repair_sequences() s
