CREATE TABLE files_processed (
  file_name varchar PRIMARY KEY,
  file_type varchar NOT NULL,
  file_timestamp timestamptz NOT NULL,
  processed_at timestamptz NOT NULL,
  process_name text NOT NULL DEFAULT 'default'
);
INSERT INTO files_processed (file_name, file_type, file_timestamp, processed_at, process_name)
SELECT ty || '.' || (extract(epoch FROM date_trunc('milliseconds', t)) * 1000)::bigint || '.gz', ty, date_trunc('milliseconds', t), t + interval '62 seconds' + g % 90 * interval '1 second', 'default'
FROM (SELECT g, (ARRAY['cbrs_heartbeat', 'wifi_heartbeat', 'data_transfer_session_ingest_report', 'subscriber_location_report'])[1 + g % 4] AS ty, now() - g * interval '4 minutes 13 seconds' AS t FROM generate_series(1, 130) g) s;
