CREATE TABLE queue (queue_id serial PRIMARY KEY, site_id integer NOT NULL, task varchar(125) NOT NULL, args
  text, priority smallint NOT NULL DEFAULT 5, date_created timestamp NOT NULL, date_timeout timestamp NOT
  NULL, date_completed timestamp, locked smallint NOT NULL DEFAULT 0, error smallint DEFAULT 0, response
  varchar(255));
INSERT INTO queue (site_id, task, args, priority, date_created, date_timeout, date_completed, locked, error,
  response) SELECT 1 + g % 3, (ARRAY['SendMail', 'CleanExports', 'ReindexResumes'])[1 + g % 3],
  'a:1:{i:0;i:' || g || ';}', 1 + g % 5, c::timestamp(0), (c + interval '30 minutes')::timestamp(0), CASE
  WHEN k IN ('done', 'bad') THEN c + ((2 + g * 37 % 89) * interval '1 second') END::timestamp(0), CASE k
  WHEN 'work' THEN 1 WHEN 'lost' THEN 1 ELSE 0 END, CASE k WHEN 'bad' THEN 1 ELSE 0 END, CASE WHEN k IN
  ('done', 'bad') THEN CASE k WHEN 'bad' THEN 'Could not connect' ELSE 'Sent' END END FROM (SELECT g, now()
  AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 5 THEN 'work' WHEN g <= 9 THEN 'lost' WHEN g % 27 = 9 THEN
  'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 5 THEN g *
  interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '11
  minutes' END AS c FROM generate_series(1, 330) g) s ORDER BY s.c;
