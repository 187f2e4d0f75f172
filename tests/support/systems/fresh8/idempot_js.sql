CREATE TABLE idempotency_records (key text PRIMARY KEY, fingerprint text NOT NULL, status text NOT NULL
  CHECK (status IN ('processing', 'complete')), response_status integer, response_headers text,
  response_body text, expires_at bigint NOT NULL);
CREATE INDEX idx_fingerprint ON idempotency_records (fingerprint);
CREATE INDEX idx_expires_at ON idempotency_records (expires_at);
INSERT INTO idempotency_records (key, fingerprint, status, response_status, response_headers, response_body,
  expires_at) SELECT (md5('ik' || g)::uuid)::text, substr(md5('fp' || g), 1, 16), CASE k WHEN 'work' THEN
  'processing' WHEN 'lost' THEN 'processing' ELSE 'complete' END, CASE WHEN k = 'done' THEN CASE WHEN g % 20
  = 0 THEN 422 ELSE 201 END END, CASE WHEN k = 'done' THEN '{"content-type":"application/json"}' END, CASE
  WHEN k = 'done' THEN '{"id":' || g || '}' END, (extract(epoch FROM c + interval '1 day') * 1000)::bigint
  FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'work' WHEN g <= 6 THEN 'lost' ELSE 'done' END AS k,
  now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 6 THEN interval '9 hours' + g * interval
  '7 minutes' ELSE g * interval '3 minutes' END AS c FROM generate_series(1, 400) g) s ORDER BY g DESC;
