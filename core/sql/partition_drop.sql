-- The partition that was dropped; NULL: none may be.
SELECT onceover.drop_outbox_partition($1::interval)
