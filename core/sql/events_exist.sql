-- Whether this schema has the tables of events.
SELECT pg_catalog.to_regclass('onceover.relays') IS NOT NULL AND pg_catalog.to_regclass('onceover.inbox') IS NOT NULL
