-- Why the partition $1 of the outbox may not be dropped; NULL: it may. A statement of its own, since it fails for a user who may not call it.
SELECT onceover.needs_outbox_partition(pg_catalog.format('onceover.%I', $1::text)::pg_catalog.regclass, $2::timestamptz, $3::timestamptz)
