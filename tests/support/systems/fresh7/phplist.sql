CREATE TABLE phplist_usermessage (messageid integer NOT NULL, userid integer NOT NULL, entered timestamp NOT
  NULL, viewed timestamp, status varchar(255), PRIMARY KEY (userid, messageid));
CREATE INDEX enteredindex ON phplist_usermessage (entered);
CREATE INDEX statusidx ON phplist_usermessage (status);
INSERT INTO phplist_usermessage (messageid, userid, entered, viewed, status) SELECT 40 + g / 80, g, c, CASE
  WHEN k = 'sent' AND g % 3 = 0 THEN c + interval '2 hours' END, CASE k WHEN 'lost' THEN 'active' WHEN
  'nosent' THEN 'not sent' WHEN 'unconf' THEN 'unconfirmed user' ELSE k END FROM (SELECT g, localtimestamp AS
  n, CASE WHEN g <= 8 THEN 'todo' WHEN g <= 9 THEN 'active' WHEN g <= 11 THEN 'lost' WHEN g % 19 = 0 THEN
  'nosent' WHEN g % 43 = 0 THEN 'unconf' ELSE 'sent' END AS k, localtimestamp - CASE WHEN g <= 9 THEN g *
  interval '25 seconds' WHEN g <= 11 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '6 minutes' END AS c FROM generate_series(1, 240) g) s;
