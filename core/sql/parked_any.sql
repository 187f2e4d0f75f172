-- A row where anything of the aggregate is parked.
SELECT 1 FROM onceover.outbox_parked p WHERE p.relay = $1::text AND p.aggregatetype = $2::text AND p.aggregateid = $3::text LIMIT 1
