CREATE TABLE emails (id bigserial PRIMARY KEY, user_id varchar, subject text NOT NULL, body text NOT NULL,
  created timestamp NOT NULL, sent timestamp, error varchar NOT NULL DEFAULT '', email_address varchar(255)
  NOT NULL DEFAULT '', term varchar, course varchar, to_name varchar, CONSTRAINT name_or_email CHECK
  ((user_id IS NOT NULL) <> (to_name IS NOT NULL)));
INSERT INTO emails (user_id, subject, body, created, sent, error, email_address, term, course) SELECT
  'student' || g % 80, '[Submitty] New announcement', 'Text ' || g, c::timestamp, CASE WHEN k = 'done' THEN
  c + interval '1 minute' END::timestamp, CASE WHEN k = 'bad' THEN 'WARNING: Invalid email address' ELSE ''
  END, 's' || g % 80 || '@example.edu', 'f26', 'csci1100' FROM (SELECT g, now() AS n, CASE WHEN g <= 6 THEN
  'new' WHEN g <= 9 THEN 'lost' WHEN g % 43 = 14 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 6
  THEN g * interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes' ELSE g *
  interval '6 minutes' END AS c FROM generate_series(1, 560) g) s ORDER BY g DESC;
