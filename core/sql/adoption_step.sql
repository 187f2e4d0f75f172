SELECT a.reached_xid::text, a.reached_seq, a.changed, a.done FROM onceover.adopt_events($1::bigint, $2::text::xid8, $3::bigint, $4::bigint::integer) a
