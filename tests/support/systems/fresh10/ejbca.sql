CREATE TABLE publisherqueuedata (pk text PRIMARY KEY, fingerprint text, lastupdate bigint NOT NULL,
  publisherid integer NOT NULL, publishstatus integer NOT NULL, publishtype integer NOT NULL, rowprotection
  text, rowversion integer NOT NULL, timecreated bigint NOT NULL, trycounter integer NOT NULL, volatiledata
  text);
CREATE INDEX publisherqueue_idx3 ON publisherqueuedata (publisherid, publishstatus, timecreated);
INSERT INTO publisherqueuedata (pk, fingerprint, lastupdate, publisherid, publishstatus, publishtype,
  rowversion, timecreated, trycounter, volatiledata) SELECT md5('ej' || g), md5('f1' || g) ||
  substr(md5('f2' || g), 1, 8), CASE k WHEN 'new' THEN 0 WHEN 'lost' THEN 0 WHEN 'retry' THEN (extract(epoch
  FROM n - interval '40 seconds') * 1000)::bigint ELSE (extract(epoch FROM c + ((2 + g * 37 % 89) * interval
  '1 second')) * 1000)::bigint END, 178000 + g % 3, CASE k WHEN 'new' THEN 20 WHEN 'lost' THEN 20 WHEN
  'retry' THEN 20 WHEN 'bad' THEN 30 ELSE 10 END, 1, 0, (extract(epoch FROM c) * 1000)::bigint, CASE k WHEN
  'retry' THEN 1 + g % 4 WHEN 'bad' THEN 9 ELSE 0 END, '<java><string>u' || g || '</string></java>' FROM
  (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 7 THEN 'retry' WHEN g <= 11 THEN 'lost' WHEN
  g % 41 = 13 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN
  g <= 7 THEN g * interval '25 seconds' WHEN g <= 11 THEN interval '9 hours' + g * interval '7 minutes' ELSE
  g * interval '10 minutes' END AS c FROM generate_series(1, 340) g) s ORDER BY s.c;
