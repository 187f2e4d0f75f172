CREATE TABLE phplist_listuser (userid integer NOT NULL, listid integer NOT NULL, entered timestamp, modified
  timestamp NOT NULL DEFAULT now(), PRIMARY KEY (userid, listid));
CREATE TABLE phplist_linktrack (linkid serial PRIMARY KEY, messageid integer NOT NULL, userid integer NOT
  NULL, url varchar(255), forward varchar(255), firstclick timestamp, latestclick timestamp, clicked integer
  DEFAULT 0, UNIQUE (messageid, userid, url));
CREATE TABLE phplist_sendprocess (id serial PRIMARY KEY, started timestamp, modified timestamp NOT NULL
  DEFAULT now(), alive integer DEFAULT 1, ipaddress varchar(50), page varchar(100));
INSERT INTO phplist_listuser SELECT g, 1 + g % 5, localtimestamp - g * interval '1 day', localtimestamp - g *
  interval '1 day' FROM generate_series(1, 200) g;
INSERT INTO phplist_linktrack (messageid, userid, url, forward, firstclick, latestclick, clicked) SELECT 40 +
  g / 80, g, 'https://a.example/' || g % 7, '', CASE WHEN g % 3 = 0 THEN localtimestamp - g * interval
  '1 hour' END, CASE WHEN g % 3 = 0 THEN localtimestamp - g * interval '50 minutes' END, CASE WHEN g % 3 = 0
  THEN 1 + g % 4 ELSE 0 END FROM generate_series(1, 200) g;
INSERT INTO phplist_sendprocess (started, modified, alive, ipaddress, page) SELECT localtimestamp - g *
  interval '2 days', localtimestamp - g * interval '2 days' + interval '9 minutes', CASE WHEN g = 1 THEN 41
  ELSE 0 END, '10.0.0.' || g % 9, 'processqueue' FROM generate_series(1, 14) g;
