CREATE TABLE email_queue (id serial PRIMARY KEY, to_email varchar(255) NOT NULL, subject text NOT NULL, body
  text NOT NULL, scheduled_at timestamp NOT NULL, sent_at timestamp, status varchar(50) DEFAULT 'pending',
  error text);
INSERT INTO email_queue (to_email, subject, body, scheduled_at, sent_at, status, error) SELECT 'm' || g ||
  '@example.com', 'Hello', 'Body ' || g, CASE WHEN k = 'later' THEN n + g * interval '1 hour' ELSE c
  END::timestamp, CASE WHEN k = 'done' THEN c + interval '30 seconds' END::timestamp, CASE k WHEN 'new' THEN
  'pending' WHEN 'later' THEN 'pending' WHEN 'lost' THEN 'pending' WHEN 'bad' THEN 'failed' ELSE 'sent' END,
  CASE WHEN k = 'bad' THEN '550 no such user' END FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'new'
  WHEN g <= 10 THEN 'later' WHEN g <= 13 THEN 'lost' WHEN g % 31 = 10 THEN 'bad' ELSE 'done' END AS k, now()
  - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 10 THEN g * interval '25 seconds' WHEN g <= 13
  THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '12 minutes' END AS c FROM
  generate_series(1, 340) g) s ORDER BY g DESC;
