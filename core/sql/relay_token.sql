-- A new token for the relay ($1) that its owner ($2) has taken: what others remember of it is void.
INSERT INTO onceover.relay_tokens AS t (relay, token)
SELECT r.name, pg_catalog.gen_random_uuid() FROM onceover.relays r WHERE r.name = $1::text AND r.owner = $2::text
ON CONFLICT (relay) DO UPDATE SET token = excluded.token
RETURNING t.token::text
