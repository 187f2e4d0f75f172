-- For the transaction of a look into the outbox. A new partition has no statistics yet, and a plan without its indexes reads and sorts all of it
-- for each batch. The plans are made once: for each look it would cost more than the look, and the more the more partitions there are.
SELECT pg_catalog.set_config('enable_seqscan', 'off', true), pg_catalog.set_config('enable_bitmapscan', 'off', true),
  pg_catalog.set_config('enable_sort', 'off', true), pg_catalog.set_config('jit', 'off', true),
  pg_catalog.set_config('plan_cache_mode', 'force_generic_plan', true)
