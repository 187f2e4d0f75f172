-- Whether a relay holds back anything.
SELECT EXISTS (SELECT FROM onceover.outbox_parked p WHERE p.relay = $1::text)
