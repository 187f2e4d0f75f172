CREATE TABLE events (eventid integer PRIMARY KEY, eventuei varchar(256) NOT NULL, nodeid integer, eventtime
  timestamptz NOT NULL, eventhost text, eventsource varchar(128) NOT NULL, ipaddr text, eventcreatetime
  timestamptz NOT NULL, eventdescr text, eventlogmsg text, eventseverity integer NOT NULL, eventackuser
  varchar(256), eventacktime timestamptz, eventlog char(1) NOT NULL, eventdisplay char(1) NOT NULL, alarmid
  integer);
INSERT INTO events (eventid, eventuei, nodeid, eventtime, eventsource, ipaddr, eventcreatetime, eventlogmsg,
  eventseverity, eventackuser, eventacktime, eventlog, eventdisplay, alarmid) SELECT 100900 - g,
  (ARRAY['uei.opennms.org/nodes/nodeDown', 'uei.opennms.org/nodes/nodeUp',
  'uei.opennms.org/generic/traps/SNMP_Link_Down'])[1 + g % 3], 1 + g % 50, c, 'OpenNMS.Poller', '10.0.1.' ||
  g % 50, c + interval '1 second', 'Node is down', 3 + g % 4, CASE WHEN g % 6 = 1 THEN 'admin' END, CASE
  WHEN g % 6 = 1 THEN c + interval '20 minutes' END, 'Y', 'Y', CASE WHEN g % 2 = 0 THEN 1 + g / 9 END FROM
  (SELECT g, now() AS n, 'done' AS k, now() - g * interval '5 minutes' AS c FROM generate_series(1, 480) g)
  s ORDER BY s.c;
