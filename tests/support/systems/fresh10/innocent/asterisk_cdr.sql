CREATE TABLE cdr (accountcode varchar(80), src varchar(80), dst varchar(80), dcontext varchar(80), clid
  varchar(80), channel varchar(80), dstchannel varchar(80), lastapp varchar(80), lastdata varchar(80), start
  timestamp, answer timestamp, "end" timestamp, duration integer, billsec integer, disposition varchar(45),
  amaflags varchar(45), userfield varchar(256), uniqueid varchar(150), linkedid varchar(150), peeraccount
  varchar(80), sequence integer);
INSERT INTO cdr (src, dst, dcontext, clid, channel, lastapp, start, answer, "end", duration, billsec,
  disposition, amaflags, uniqueid, linkedid, sequence) SELECT '20' || g % 40, '+4930' || (100000 + g),
  'internal', '20' || g % 40, 'PJSIP/' || g, 'Dial', (c)::timestamp(0), CASE WHEN k IN ('na') THEN NULL ELSE
  c + interval '8 seconds' END::timestamp(0), (c + interval '20 seconds' + ((2 + g * 37 % 89) * interval
  '1 second'))::timestamp(0), 20 + g % 89, CASE WHEN k IN ('na') THEN 0 ELSE 12 + g % 89 END, CASE WHEN k IN
  ('na') THEN (ARRAY['NO ANSWER', 'BUSY', 'FAILED'])[1 + g % 3] ELSE 'ANSWERED' END, 'DOCUMENTATION',
  extract(epoch FROM c)::bigint || '.' || g, extract(epoch FROM c)::bigint || '.' || g, g FROM (SELECT g,
  now() AS n, CASE WHEN g % 4 = 1 THEN 'na' ELSE 'done' END AS k, now() - g * interval '3 minutes' AS c FROM
  generate_series(1, 500) g) s ORDER BY s.c;
