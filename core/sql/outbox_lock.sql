-- Keeps writers out until the transaction ends.
LOCK TABLE onceover.outbox IN SHARE MODE
