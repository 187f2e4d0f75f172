-- name: event_erase
SELECT r.outcome, r.relay FROM onceover.erase_event($1::bigint, $2::uuid, $3::text, $4::text, $5::text, $6::text) r

-- name: event_settle
-- A request that the relay carries out.
SELECT onceover.settle_event($1::text, $2::bigint, $3::boolean, $4::text, $5::text, $6::text, $7::text)

-- name: events_exist
-- Whether this schema has the tables of events.
SELECT pg_catalog.to_regclass('onceover.relays') IS NOT NULL AND pg_catalog.to_regclass('onceover.inbox') IS NOT NULL

-- name: events_held
-- Why the partition $1 of the outbox may not be dropped; NULL: it may. A statement of its own, since it fails for a
-- user who may not call it.
SELECT onceover.needs_outbox_partition(pg_catalog.format('onceover.%I', $1::text)::pg_catalog.regclass,
  $2::timestamptz, $3::timestamptz)

-- name: events_republish
SELECT r.events, r.reached
FROM onceover.republish_events($1::bigint, $2::bigint, $3::text, $4::text, $5::text, $6::bigint, $7::text, $8::text,
  $9::text, $10::text) r

-- name: republish_agreed
-- What another database user asked for; the audit row.
SELECT onceover.agree_republish($1::bigint, $2::text, $3::text, $4::text, $5::text, $6::bytea)

-- name: republish_ask
-- Asks for a second approver; the number of the request.
SELECT onceover.ask_republish($1::bigint, $2::bigint, $3::text, $4::text, $5::text, $6::text, $7::text, $8::text,
  $9::text, $10::text)
