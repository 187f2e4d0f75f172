CREATE TABLE incomingsms (id integer NOT NULL PRIMARY KEY, originator varchar(255) NOT NULL, encoding integer NOT
  NULL, sentdate timestamp NOT NULL, receiveddate timestamp NOT NULL, text varchar(255), gatewayid varchar(255) NOT
  NULL, status integer NOT NULL, parsed boolean, statusmessage varchar(255), userid integer, uid varchar(11) NOT
  NULL UNIQUE);
CREATE TABLE outbound_sms (id integer NOT NULL PRIMARY KEY, date timestamp NOT NULL, message varchar(500), status
  integer NOT NULL, sender varchar(255), uid varchar(11) NOT NULL UNIQUE);
INSERT INTO incomingsms SELECT g, '+2556' || lpad(g::text, 8, '0'), 1, c - interval '5 seconds', c, 'AN01 23 4',
  'default', CASE k WHEN 'new' THEN 0 WHEN 'lost' THEN 0 WHEN 'other' THEN 2 WHEN 'bad' THEN 3 ELSE 4 END, k =
  'done', NULL, 100 + g % 20, left(md5('is' || g), 11) FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN
  'new' WHEN g <= 6 THEN 'lost' WHEN g % 13 = 0 THEN 'bad' WHEN g % 17 = 0 THEN 'other' ELSE 'done' END AS k,
  localtimestamp - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 6 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '25 minutes' END AS c FROM generate_series(1, 200) g) s;
INSERT INTO outbound_sms SELECT g, c, 'Reminder', CASE k WHEN 'new' THEN 0 WHEN 'lost' THEN 0 WHEN 'bad' THEN 6 ELSE
  1 END, 'system', left(md5('os' || g), 11) FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'new' WHEN g
  <= 7 THEN 'lost' WHEN g % 12 = 0 THEN 'bad' ELSE 'done' END AS k, localtimestamp - CASE WHEN g <= 3 THEN g *
  interval '25 seconds' WHEN g <= 7 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '25 minutes' END AS c FROM generate_series(1, 180) g) s;
