CREATE TYPE message_queue_status AS ENUM ('sent', 'pending', 'failed', 'deleted');
CREATE TABLE message_queue (message_id serial PRIMARY KEY, letter_id integer, borrowernumber integer,
  subject text, content text, metadata text, letter_code varchar(64), message_transport_type varchar(20) NOT
  NULL, status message_queue_status NOT NULL DEFAULT 'pending', time_queued timestamp, updated_on timestamp
  NOT NULL DEFAULT CURRENT_TIMESTAMP, to_address text, cc_address text, from_address text, reply_address
  text, content_type text, failure_code text);
CREATE INDEX message_queue_borrowernumber ON message_queue (borrowernumber);
INSERT INTO message_queue (letter_id, borrowernumber, subject, content, letter_code, message_transport_type,
  status, time_queued, updated_on, to_address, from_address, content_type, failure_code) SELECT 1 + g % 9, 1
  + g % 200, 'Item due', 'Dear reader ' || g, (ARRAY['DUE', 'PREDUE', 'HOLD'])[1 + g % 3], (ARRAY['email',
  'sms', 'print'])[1 + g % 3], CASE k WHEN 'new' THEN 'pending' WHEN 'lost' THEN 'pending' WHEN 'bad' THEN
  'failed' WHEN 'gone' THEN 'deleted' ELSE 'sent'::message_queue_status END, c::timestamp, CASE WHEN k IN
  ('new', 'lost') THEN c ELSE c + interval '5 minutes' END::timestamp, 'r' || g % 200 || '@example.org',
  'library@example.org', 'text/plain', CASE WHEN k = 'bad' THEN 'SENDMAIL' END FROM (SELECT g, now() AS n,
  CASE WHEN g <= 7 THEN 'new' WHEN g <= 11 THEN 'lost' WHEN g % 41 = 13 THEN 'bad' WHEN g % 131 = 43 THEN
  'gone' ELSE 'done' END AS k, now() - CASE WHEN g <= 7 THEN g * interval '25 seconds' WHEN g <= 11 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '7 minutes' END AS c FROM
  generate_series(1, 720) g) s ORDER BY g DESC;
