CREATE TABLE contentreview_item (id bigserial PRIMARY KEY, version integer NOT NULL, providerid integer NOT
  NULL, contentid varchar(255) NOT NULL, userid varchar(255), siteid varchar(255), taskid varchar(255),
  externalid varchar(255), datequeued timestamp NOT NULL, datesubmitted timestamp, datereportreceived
  timestamp, status bigint, reviewscore integer, lasterror text, retrycount bigint, nextretrytime timestamp
  NOT NULL, errorcode integer, UNIQUE (providerid, contentid));
INSERT INTO contentreview_item (version, providerid, contentid, userid, siteid, taskid, externalid,
  datequeued, datesubmitted, datereportreceived, status, reviewscore, lasterror, retrycount, nextretrytime,
  errorcode) SELECT CASE k WHEN 'new' THEN 0 WHEN 'lost' THEN 0 WHEN 'sent' THEN 1 ELSE 3 END, 1,
  '/attachment/' || md5('sc' || g), md5('su' || g % 80)::uuid::text, md5('ss' || g % 9)::uuid::text,
  '/assignment/a/' || g % 30, CASE WHEN k IN ('done', 'sent', 'bad8') THEN (990000 - g)::text END,
  c::timestamp(0), CASE WHEN k IN ('done', 'sent', 'bad8') THEN c + interval '4 minutes' END::timestamp(0),
  CASE WHEN k IN ('done') THEN c + interval '15 minutes' + ((1 + g * 37 % 23) * interval '1 minute')
  END::timestamp(0), CASE k WHEN 'new' THEN 1 WHEN 'lost' THEN 1 WHEN 'sent' THEN 2 WHEN 'retry' THEN 4 WHEN
  'bad' THEN 5 WHEN 'bad8' THEN 8 ELSE 3 END, CASE WHEN k IN ('done') THEN g * 7 % 100 END, CASE WHEN k IN
  ('retry', 'bad', 'bad8') THEN 'Error from provider: 401' END, CASE k WHEN 'sent' THEN 2 WHEN 'done' THEN 1
  WHEN 'retry' THEN 3 WHEN 'bad' THEN 0 WHEN 'bad8' THEN 9 ELSE 0 END, CASE k WHEN 'retry' THEN n + interval
  '25 minutes' WHEN 'sent' THEN n + interval '6 minutes' ELSE c END::timestamp(0), CASE WHEN k IN ('retry',
  'bad', 'bad8') THEN 401 END FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 7 THEN
  'sent' WHEN g <= 9 THEN 'retry' WHEN g <= 12 THEN 'lost' WHEN g % 41 = 13 THEN 'bad' WHEN g % 67 = 22 THEN
  'bad8' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 7 THEN g *
  interval '25 seconds' WHEN g <= 9 THEN g * interval '25 seconds' WHEN g <= 12 THEN interval '9 hours' + g
  * interval '7 minutes' ELSE g * interval '30 minutes' END AS c FROM generate_series(1, 320) g) s ORDER BY
  s.c;
