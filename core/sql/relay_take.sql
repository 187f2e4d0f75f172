-- Takes the relay, and makes it where it is not there yet. No row: it is not free, or held, or this is not the server ($7) whose facts were read.
SELECT t.place::text, t.fence, t.window_from::text, t.window_to::text, t.pos, t.drain_up_to, t.drain_pos, t.drain_since, t.drain_except::text, t.since,
  t.last_seq, t.token::text
FROM onceover.relay_take($1::text, $2::text, $3::uuid, $4::interval, $5::text[], $6::boolean, $7::text, $8::text, $9::timestamptz) t
