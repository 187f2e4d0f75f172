CREATE TABLE dtc_queue_job (id bigserial PRIMARY KEY, worker_name varchar(255) NOT NULL, class_name
  varchar(255) NOT NULL, method varchar(255) NOT NULL, status varchar(255) NOT NULL, args text NOT NULL,
  priority integer, crc_hash varchar(255) NOT NULL, when_us numeric(18,0), expires_at timestamp, started_at
  timestamp, finished_at timestamp, elapsed double precision, message text, created_at timestamp NOT NULL,
  updated_at timestamp NOT NULL, max_duration integer, run_id bigint, stalls integer NOT NULL, max_stalls
  integer, exceptions integer NOT NULL, max_exceptions integer, failures integer NOT NULL, max_failures
  integer, retries integer NOT NULL, max_retries integer);
CREATE INDEX job_crc_hash_idx ON dtc_queue_job (crc_hash, status);
CREATE INDEX job_when_idx ON dtc_queue_job (priority, when_us);
INSERT INTO dtc_queue_job (worker_name, class_name, method, status, args, priority, crc_hash, when_us,
  expires_at, started_at, finished_at, elapsed, message, created_at, updated_at, run_id, stalls, max_stalls,
  exceptions, max_exceptions, failures, max_failures, retries, max_retries) SELECT (ARRAY['fibonacci',
  'mail'])[1 + g % 2], 'App\Worker\' || g % 2, 'handle', CASE k WHEN 'new' THEN 'new' WHEN 'later' THEN
  'new' WHEN 'work' THEN 'running' WHEN 'lost' THEN 'running' WHEN 'bad' THEN 'max_exceptions' ELSE
  'success' END, '[' || g || ']', g % 5, md5('crc' || g), (extract(epoch FROM CASE WHEN k = 'later' THEN n +
  g * interval '9 minutes' ELSE c END) * 1000000)::numeric(18,0), CASE WHEN g % 10 = 0 THEN c + interval '7
  days' END AT TIME ZONE 'UTC', CASE WHEN k NOT IN ('new', 'later') THEN c + interval '2 seconds' END AT
  TIME ZONE 'UTC', CASE WHEN k IN ('done', 'bad') THEN c + interval '3 seconds' END AT TIME ZONE 'UTC', CASE
  WHEN k IN ('done', 'bad') THEN 0.9 END, CASE WHEN k = 'bad' THEN 'Undefined index' END, c AT TIME ZONE
  'UTC', CASE WHEN k IN ('new', 'later') THEN c ELSE c + interval '3 seconds' END AT TIME ZONE 'UTC', CASE
  WHEN k IN ('work', 'lost') THEN 77 END, 0, 5, CASE WHEN k = 'bad' THEN 3 ELSE 0 END, 3, 0, 3, CASE WHEN k
  = 'bad' THEN 2 ELSE 0 END, 9 FROM (SELECT g, now() AS n, CASE WHEN g <= 5 THEN 'new' WHEN g <= 10 THEN
  'later' WHEN g <= 13 THEN 'work' WHEN g <= 16 THEN 'lost' WHEN g % 39 = 13 THEN 'bad' ELSE 'done' END AS
  k, now() - CASE WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 10 THEN g * interval '25 seconds'
  WHEN g <= 13 THEN g * interval '25 seconds' WHEN g <= 16 THEN interval '9 hours' + g * interval '7
  minutes' ELSE g * interval '6 minutes' END AS c FROM generate_series(1, 450) g) s ORDER BY g DESC;
