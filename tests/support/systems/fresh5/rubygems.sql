CREATE TABLE log_tickets (id serial PRIMARY KEY, key varchar, directory varchar, backend integer DEFAULT 0, status
  varchar, processed_count integer, created_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE UNIQUE INDEX index_log_tickets_on_directory_and_key ON log_tickets (directory, key);
INSERT INTO log_tickets (key, directory, backend, status, processed_count, created_at, updated_at) SELECT
  'fastly_json/' || g || '.log.gz', 'oregon.fastly-logs', 0, CASE k WHEN 'lost' THEN 'processing' ELSE k END, CASE
  WHEN k = 'processed' THEN 90000 + g END, c, CASE WHEN k IN ('processed', 'failed') THEN c + interval '2 minutes'
  ELSE c END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 2 THEN 'pending' WHEN g <= 3 THEN 'processing' WHEN
  g <= 6 THEN 'lost' WHEN g % 20 = 0 THEN 'failed' ELSE 'processed' END AS k, localtimestamp - CASE WHEN g <= 3 THEN
  g * interval '25 seconds' WHEN g <= 6 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '10 minutes' END AS c FROM generate_series(1, 260) g) s;
