-- dataddo/pgq: one table per queue, created under the queue's name.
CREATE TABLE extractor_input (
  id uuid DEFAULT gen_random_uuid() NOT NULL PRIMARY KEY,
  created_at timestamptz DEFAULT CURRENT_TIMESTAMP NOT NULL,
  started_at timestamptz NULL,
  locked_until timestamptz NULL,
  scheduled_for timestamptz NULL,
  processed_at timestamptz NULL,
  consumed_count integer DEFAULT 0 NOT NULL,
  error_detail text NULL,
  payload jsonb NOT NULL,
  metadata jsonb NOT NULL
);
CREATE INDEX "extractor_input_created_at_idx" ON extractor_input (created_at);
CREATE INDEX "extractor_input_processed_at_null_idx" ON extractor_input (processed_at) WHERE (processed_at IS NULL);
CREATE INDEX "extractor_input_scheduled_for_idx" ON extractor_input (scheduled_for ASC NULLS LAST) WHERE (processed_at IS NULL);
CREATE INDEX "extractor_input_metadata_idx" ON extractor_input USING gin (metadata) WHERE processed_at IS NULL;

INSERT INTO extractor_input (created_at, started_at, locked_until, scheduled_for, processed_at, consumed_count, error_detail, payload, metadata)
SELECT created, started, locked, sched, done, cnt, err,
       jsonb_build_object('sourceId', 100 + g % 12, 'account', 'acc-' || g, 'dateFrom', '2026-11-01', 'dateTo', '2026-11-2' || g % 3),
       jsonb_build_object('host', 'scheduler-' || g % 2, 'extractor', (ARRAY['ga4','facebook_ads','hubspot'])[1 + g % 3], 'traceparent', '00-' || md5('t' || g) || '-' || substr(md5('s' || g), 1, 16) || '-01')
FROM (
  -- acknowledged
  SELECT g, now() - make_interval(mins => g * 23) created, now() - make_interval(mins => g * 23) + interval '4 seconds' started, NULL::timestamptz locked, NULL::timestamptz sched,
         now() - make_interval(mins => g * 23) + make_interval(secs => 10 + g % 50) done, 1 cnt, NULL::text err FROM generate_series(1, 44) g
  UNION ALL -- acknowledged at the second go: the reason of the first refusal is never removed
  SELECT 100 + g, now() - make_interval(hours => g), now() - make_interval(hours => g) + interval '3 minutes', NULL, NULL, now() - make_interval(hours => g) + interval '4 minutes', 2, 'rate limit exceeded, try later' FROM generate_series(1, 5) g
  UNION ALL -- discarded
  SELECT 200 + g, now() - make_interval(hours => 3 * g), now() - make_interval(hours => 3 * g) + interval '5 seconds', NULL, NULL, now() - make_interval(hours => 3 * g) + interval '7 seconds', 1,
         CASE WHEN g % 2 = 0 THEN 'payload is invalid JSON object' ELSE 'source 107 is disabled' END FROM generate_series(1, 8) g
  UNION ALL -- at work: locked for an hour
  SELECT 300 + g, now() - make_interval(mins => 2 + g), now() - make_interval(mins => g), now() - make_interval(mins => g) + interval '1 hour', NULL, NULL, CASE WHEN g = 4 THEN 2 ELSE 1 END, CASE WHEN g = 4 THEN 'context deadline exceeded' END FROM generate_series(1, 7) g
  UNION ALL -- consumer died, lock over, may be taken again
  SELECT 400 + g, now() - make_interval(hours => 2 + g), now() - make_interval(mins => 65 + g), now() - make_interval(mins => 5 + g), NULL, NULL, 1 + g % 2, NULL FROM generate_series(1, 3) g
  UNION ALL -- given back, waits
  SELECT 500 + g, now() - make_interval(mins => 9 + g), now() - make_interval(mins => g), NULL, NULL, NULL, 1 + g % 2, 'rate limit exceeded, try later' FROM generate_series(1, 5) g
  UNION ALL -- three goes: nobody takes it any more, with and without a reason
  SELECT 600 + g, now() - make_interval(hours => 9 + g), now() - make_interval(hours => 4 + g), CASE WHEN g = 1 THEN now() - make_interval(hours => 3 + g) END, NULL, NULL, 3, CASE WHEN g > 1 THEN 'context deadline exceeded' END FROM generate_series(1, 3) g
  UNION ALL -- new
  SELECT 700 + g, now() - make_interval(secs => g * 2), NULL, NULL, NULL, NULL, 0, NULL FROM generate_series(1, 13) g
  UNION ALL -- new, for later
  SELECT 800 + g, now() - make_interval(mins => g), NULL, NULL, now() + make_interval(hours => g), NULL, 0, NULL FROM generate_series(1, 6) g
) s;
