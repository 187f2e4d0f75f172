-- A relay, held against other changes until the transaction ends: is it run, and by which process. No row: there is none.
SELECT r.owner, r.locked_until > pg_catalog.clock_timestamp() AS is_run FROM onceover.relays r WHERE r.name = $1::text FOR UPDATE
