CREATE TABLE job_details (id varchar(50) PRIMARY KEY, correlation_id varchar(50), status varchar(40), last_update
  timestamptz, retries int4, execution_counter int4, scheduled_id varchar(40), priority int4, recipient jsonb,
  trigger jsonb, fire_time timestamptz, execution_timeout bigint, execution_timeout_unit varchar(40), created
  timestamptz, exception_message text, exception_details text);
CREATE INDEX job_details_fire_time_idx ON job_details (fire_time);
INSERT INTO job_details SELECT md5('kj' || g)::uuid::text, md5('kj' || g)::uuid::text, CASE k WHEN 'later' THEN
  'SCHEDULED' WHEN 'lost' THEN 'SCHEDULED' ELSE k END, CASE k WHEN 'later' THEN c WHEN 'lost' THEN c - interval
  '1 day' ELSE c + interval '1 second' END, CASE k WHEN 'RETRY' THEN 2 WHEN 'ERROR' THEN 3 ELSE 0 END, CASE WHEN k =
  'EXECUTED' THEN 1 ELSE 0 END, CASE WHEN k IN ('later', 'lost') THEN g::text END, 0, '{"type": "http"}',
  '{"period": 0}', CASE k WHEN 'later' THEN n + g * interval '4 hours' WHEN 'RETRY' THEN n + interval '1 minute'
  ELSE c END, 10, 'SECONDS', c - interval '2 days', CASE WHEN k IN ('RETRY', 'ERROR') THEN 'connection refused' END,
  NULL FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'RETRY' WHEN g <= 20 THEN 'later' WHEN g <= 23 THEN 'lost'
  WHEN g % 17 = 0 THEN 'ERROR' WHEN g % 9 = 0 THEN 'CANCELED' ELSE 'EXECUTED' END AS k, now() - CASE WHEN g <= 20
  THEN g * interval '25 seconds' WHEN g <= 23 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '25 minutes' END AS c FROM generate_series(1, 160) g) s;
