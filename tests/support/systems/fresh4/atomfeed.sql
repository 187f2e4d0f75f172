CREATE TABLE failed_events (id serial PRIMARY KEY, feed_uri varchar(255), failed_at timestamp,
  error_message varchar(4000), event_id varchar(255), event_content varchar(4000), error_hash_code int,
  title varchar(255), retries int NOT NULL DEFAULT 0, tags varchar(255));
INSERT INTO failed_events (feed_uri, failed_at, error_message, event_id, event_content, error_hash_code, title,
  retries, tags) SELECT 'http://localhost:8050/ws/atomfeed/patient/recent', localtimestamp - g * interval '4 hours',
  'java.net.SocketTimeoutException: Read timed out' || chr(10) || 'at org.ict4h.Worker:' || g,
  'tag:atomfeed.ict4h.org:' || md5('fe' || g)::uuid, '/ws/rest/v1/patient/' || md5('pa' || g)::uuid, 1000 + g % 7,
  'Patient', CASE WHEN g <= 8 THEN g % 4 ELSE 5 END, 'patient' FROM generate_series(1, 70) g;
