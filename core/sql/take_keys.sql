-- A person ($13: NULL) or a plan takes over keys to ask about them.
SELECT /*columns*/, t.old_state, t.old_fence, t.old_holder, t.old_owner, t.old_locked_until, t.place, t.item
FROM onceover.take_keys($1::text[], $2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::text, $7::interval, $8::text, $9::text, $10::text, $11::text,
                        $12::text, $13::bigint) t,
  LATERAL (SELECT (t.k).*) k, LATERAL (SELECT t.status, t.attempts, t.next_try_at) c
