-- One event, in the caller's transaction; seq, xid and the time are the server's.
INSERT INTO onceover.outbox (id, topic, aggregatetype, aggregateid, type, payload, content_type, headers)
VALUES ($1::uuid, $2::text, $3::text, $4::text, $5::text, $6::bytea, $7::text, $8::jsonb)
