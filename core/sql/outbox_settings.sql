-- For the transaction of a look into the outbox. A new partition has no statistics yet, and a plan without its indexes reads and sorts all of it
-- for each batch.
SELECT pg_catalog.set_config('enable_seqscan', 'off', true), pg_catalog.set_config('enable_bitmapscan', 'off', true),
  pg_catalog.set_config('enable_sort', 'off', true), pg_catalog.set_config('jit', 'off', true)
