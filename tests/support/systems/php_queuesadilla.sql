CREATE TABLE jobs (
  id SERIAL PRIMARY KEY,
  queue char(32) NOT NULL DEFAULT 'default',
  data text NOT NULL,
  priority smallint NOT NULL DEFAULT '0',
  expires_at timestamp DEFAULT NULL,
  delay_until timestamp DEFAULT NULL,
  locked smallint NOT NULL DEFAULT '0',
  attempts smallint DEFAULT '0',
  created_at timestamp DEFAULT NULL
);
CREATE INDEX queue ON JOBS (queue, locked);

INSERT INTO jobs (id, queue, data, priority, expires_at, delay_until, locked, attempts, created_at)
SELECT 91200 + n, CASE WHEN n % 4 = 0 THEN 'emails' WHEN n % 9 = 0 THEN 'reports' ELSE 'default' END,
       json_build_object('queue', CASE WHEN n % 4 = 0 THEN 'emails' WHEN n % 9 = 0 THEN 'reports' ELSE 'default' END, 'class', (ARRAY['\App\Job\ThumbnailJob::perform', '\App\Job\MailJob::perform', '\App\Job\SyncStockJob::perform'])[1 + n % 3], 'args', json_build_array(json_build_object('id', 7000 + n)),
         'id', md5('qs' || n), 'queue_time', round(extract(epoch FROM t)::numeric, 4), 'options', json_build_object('attempts_delay', 600)),
       CASE WHEN n % 6 = 0 THEN 1 ELSE 0 END, CASE WHEN n % 4 = 0 THEN date_trunc('second', t + interval '1 day') END,
       CASE k WHEN 'released' THEN date_trunc('second', (now() AT TIME ZONE 'UTC') + (n % 9) * interval '1 min') WHEN 'delayed' THEN date_trunc('second', t + interval '1 h') END,
       CASE WHEN k IN ('running', 'dead') THEN 1 ELSE 0 END, CASE k WHEN 'released' THEN 1 + n % 2 ELSE 3 END, date_trunc('second', t)
FROM (SELECT n, k, (now() AT TIME ZONE 'UTC') - CASE k WHEN 'waiting' THEN (70 - n) * interval '3 s' WHEN 'released' THEN interval '25 min' + n * interval '20 s' WHEN 'delayed' THEN interval '20 min' + n * interval '13 s' WHEN 'running' THEN interval '4 min' ELSE n * interval '5 h' END AS t
      FROM (SELECT n, CASE WHEN n <= 6 THEN 'dead' WHEN n <= 11 THEN 'running' WHEN n <= 24 THEN 'released' WHEN n <= 33 THEN 'delayed' ELSE 'waiting' END AS k FROM generate_series(1, 68) n) a) b;
SELECT setval('jobs_id_seq', 91300);
