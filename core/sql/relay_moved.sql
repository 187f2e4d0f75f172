-- Events or progress arrive by a subscription: what the relays have stored means nothing any more, also when the subscription is gone.
UPDATE onceover.relays r SET database_oid = 0 WHERE r.database_oid <> 0 AND r.retired_at IS NULL AND onceover.outbox_subscription() IS NOT NULL
