CREATE TABLE markers (feed_uri varchar(255) PRIMARY KEY, last_read_entry_id varchar(255),
  feed_uri_for_last_read_entry varchar(255));
CREATE TABLE failed_event_retry_log (id serial PRIMARY KEY, feed_uri varchar(255), failed_at timestamp,
  error_message varchar(4000), event_id varchar(255), event_content varchar(4000), error_hash_code int);
INSERT INTO markers SELECT 'http://localhost/feed/' || g || '/recent', 'tag:' || md5('en' || g)::uuid,
  'http://localhost/feed/' || g || '/' || 40 + g FROM generate_series(1, 45) g;
INSERT INTO failed_event_retry_log (feed_uri, failed_at, error_message, event_id, event_content,
  error_hash_code) SELECT 'http://localhost:8050/ws/atomfeed/patient/recent',
  localtimestamp - g * interval '70 minutes', 'java.net.SocketTimeoutException: Read timed out',
  'tag:' || md5('fe' || g % 40)::uuid, '/ws/rest/v1/patient/' || g % 40, 1000 + g % 7 FROM generate_series(1, 150) g;
