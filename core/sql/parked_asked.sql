-- Whether a person asks the relay to do something with a parked event.
SELECT EXISTS (SELECT FROM onceover.event_requests e WHERE e.relay = $1::text)
