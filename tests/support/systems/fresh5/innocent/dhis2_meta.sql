CREATE TABLE reservedvalue (reservedvalueid integer NOT NULL PRIMARY KEY, expirydate timestamp NOT NULL, created
  timestamp NOT NULL, ownerobject varchar(255), owneruid varchar(255), key varchar(255), value varchar(255));
CREATE TABLE datastatisticsevent (eventid integer NOT NULL PRIMARY KEY, eventtype varchar, timestamp timestamp,
  username varchar(255), favoriteuid varchar(255));
CREATE TABLE interpretation (interpretationid integer NOT NULL PRIMARY KEY, uid varchar(11) NOT NULL, lastupdated
  timestamp NOT NULL, organisationunitid integer, interpretationtext text, created timestamp NOT NULL, likes
  integer, userid integer, publicaccess varchar(8), mentions jsonb);
INSERT INTO reservedvalue SELECT g, c + interval '60 days', c, 'TRACKEDENTITYATTRIBUTE', left(md5('ow' || g % 4),
  11), 'SEQ', lpad(g::text, 8, '0') FROM (SELECT g, localtimestamp - g * interval '3 hours' AS c FROM
  generate_series(1, 120) g) s;
INSERT INTO datastatisticsevent SELECT g, (ARRAY['DASHBOARD_VIEW', 'MAP_VIEW', 'PASSIVE_DASHBOARD_VIEW'])[1 + g %
  3], c, 'u' || g % 9, left(md5('fu' || g % 30), 11) FROM (SELECT g, localtimestamp - g * interval '20 minutes' AS c
  FROM generate_series(1, 150) g) s;
INSERT INTO interpretation SELECT g, left(md5('in' || g), 11), c, 1, 'Malaria is lower', c, g % 5, g % 9,
  'r-------', '[]' FROM (SELECT g, localtimestamp - g * interval '15 hours' AS c FROM generate_series(1, 90) g) s;
