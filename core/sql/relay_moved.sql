-- Before a relay refuses: events or progress arrive by a subscription.
SELECT onceover.relay_moved()
