CREATE TABLE messageitems (id serial PRIMARY KEY, messageid integer NOT NULL DEFAULT 0, customerid integer,
  destination text NOT NULL DEFAULT '', lastdate integer NOT NULL DEFAULT 0, lastreaddate integer NOT NULL
  DEFAULT 0, status smallint NOT NULL DEFAULT 0, error text, externalmsgid varchar(64) NOT NULL DEFAULT '0',
  body text);
CREATE INDEX messageitems_messageid_idx ON messageitems (messageid);
INSERT INTO messageitems (messageid, customerid, destination, lastdate, lastreaddate, status, error,
  externalmsgid) SELECT 300 - g / 8, 1 + g % 150, '48600' || (100000 + g), CASE k WHEN 'new' THEN 0 WHEN
  'lost' THEN 0 ELSE extract(epoch FROM c + interval '3 seconds' + ((2 + g * 37 % 89) * interval
  '1 second'))::integer END, CASE k WHEN 'read' THEN extract(epoch FROM c + interval '2 hours')::integer
  ELSE 0 END, CASE k WHEN 'new' THEN 1 WHEN 'lost' THEN 1 WHEN 'bad' THEN 3 WHEN 'deliv' THEN 5 WHEN 'read'
  THEN 5 ELSE 2 END, CASE WHEN k IN ('bad') THEN 'Brak srodkow' END, CASE k WHEN 'new' THEN '0' WHEN 'lost'
  THEN '0' WHEN 'bad' THEN '0' ELSE md5('ex' || g) END FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN
  'new' WHEN g <= 9 THEN 'lost' WHEN g % 31 = 10 THEN 'bad' WHEN g % 3 = 1 THEN 'deliv' WHEN g % 11 = 3 THEN
  'read' ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 9 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '11 minutes' END AS c FROM
  generate_series(1, 450) g) s ORDER BY s.c;
