CREATE TABLE email_queue (id bigint PRIMARY KEY, inserted timestamp, updated timestamp, deleted boolean NOT NULL,
  recipients text, replyto varchar(255), subject varchar(255), body text, ics bytea, ics_method varchar(255), status
  varchar(255) NOT NULL, error_count integer NOT NULL, last_error text);
INSERT INTO email_queue SELECT g, c, CASE WHEN k <> 'NONE' THEN c + interval '9 seconds' END, false, 'u' || g ||
  '@example.com', NULL, 'Invitation', '<p>Hello</p>', NULL, NULL, CASE k WHEN 'lost' THEN 'SENDING' WHEN 'again'
  THEN 'NONE' ELSE k END, CASE k WHEN 'ERROR' THEN 15 WHEN 'again' THEN 3 ELSE 0 END, CASE k WHEN 'ERROR' THEN
  'javax.mail.SendFailedException' WHEN 'again' THEN 'timeout' WHEN 'DONE' THEN '' END FROM (SELECT g,
  localtimestamp AS n, CASE WHEN g <= 3 THEN 'NONE' WHEN g <= 4 THEN 'SENDING' WHEN g <= 6 THEN 'again' WHEN g <= 9
  THEN 'lost' WHEN g % 19 = 0 THEN 'ERROR' ELSE 'DONE' END AS k, localtimestamp - CASE WHEN g <= 6 THEN g * interval
  '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS
  c FROM generate_series(1, 180) g) s;
