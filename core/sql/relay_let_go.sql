-- The owner's lease ends now.
UPDATE onceover.relays r SET owner = NULL, locked_until = NULL WHERE r.name = $1::text AND r.fence = $2::bigint
