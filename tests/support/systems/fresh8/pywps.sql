CREATE TABLE pywps_requests (uuid varchar(255) PRIMARY KEY, pid integer NOT NULL, operation varchar(30) NOT
  NULL, version varchar(5) NOT NULL, time_start timestamp NOT NULL, time_end timestamp, identifier
  varchar(255), message varchar, percent_done double precision, status integer);
INSERT INTO pywps_requests (uuid, pid, operation, version, time_start, time_end, identifier, message,
  percent_done, status) SELECT (md5('wp' || g)::uuid)::text, 2000 + g % 90, CASE WHEN k = 'ask' THEN
  (ARRAY['getcapabilities', 'describeprocess'])[1 + g % 2] ELSE 'execute' END, '1.0.0', c::timestamp, CASE
  WHEN k = 'wait' THEN NULL WHEN k IN ('work') THEN n - interval '9 seconds' WHEN k = 'lost' THEN c +
  interval '2 minutes' WHEN k = 'ask' THEN NULL ELSE c + interval '5 minutes' END::timestamp, CASE WHEN k <>
  'ask' THEN (ARRAY['buffer', 'hillshade'])[1 + g % 2] END, CASE k WHEN 'done' THEN 'PyWPS Process finished'
  WHEN 'bad' THEN 'Process error: no such file' WHEN 'work' THEN 'running' WHEN 'lost' THEN 'running' WHEN
  'wait' THEN NULL WHEN 'ask' THEN NULL END, CASE k WHEN 'done' THEN 100 WHEN 'bad' THEN 100 WHEN 'work'
  THEN 40 WHEN 'lost' THEN 35 END, CASE k WHEN 'wait' THEN NULL WHEN 'ask' THEN NULL WHEN 'work' THEN 2 WHEN
  'lost' THEN 2 WHEN 'bad' THEN 5 ELSE 4 END FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'wait' WHEN g
  <= 5 THEN 'work' WHEN g <= 7 THEN 'lost' WHEN g % 17 = 5 THEN 'bad' WHEN g % 3 = 1 THEN 'ask' ELSE 'done'
  END AS k, now() - CASE WHEN g <= 2 THEN g * interval '25 seconds' WHEN g <= 5 THEN g * interval '25
  seconds' WHEN g <= 7 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '6 minutes' END
  AS c FROM generate_series(1, 450) g) s ORDER BY g DESC;
