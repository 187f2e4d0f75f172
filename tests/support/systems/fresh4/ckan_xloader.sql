CREATE TABLE jobs (job_id text NOT NULL PRIMARY KEY, job_type text, status text, data text, error text,
  requested_timestamp timestamp, finished_timestamp timestamp, sent_data text, result_url text, api_key text);
CREATE INDEX ix_jobs_status ON jobs (status);
INSERT INTO jobs SELECT md5('xl' || g)::uuid::text, 'xloader_to_datastore', k, CASE WHEN k = 'complete'
  THEN 'null' END, CASE WHEN k = 'error' THEN '{"message":"File too large to download"}' END, c, CASE
  WHEN k IN ('complete', 'error') THEN c + g % 40 * interval '2 seconds' + interval '3 seconds' END,
  '{"metadata":{"resource_id":"' || md5('rs' || g)::uuid || '"}}', 'https://example.com/api/3/action/xloader_hook',
  CASE WHEN k = 'pending' THEN md5('ak')::uuid::text END
FROM (SELECT g, (now() AT TIME ZONE 'UTC') AS n, CASE WHEN g <= 4 THEN 'pending' WHEN g <= 7 THEN 'pending'
  WHEN g % 9 = 0 THEN 'error' ELSE 'complete' END AS k, (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 4
  THEN g * interval '5 seconds' WHEN g <= 7 THEN interval '2 days' + g * interval '7 minutes'
  ELSE g * interval '2 hours' END AS c
FROM generate_series(1, 140) g) s;
