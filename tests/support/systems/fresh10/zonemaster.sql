CREATE TABLE test_results (id serial PRIMARY KEY, hash_id varchar(16) NOT NULL UNIQUE, domain varchar(255)
  NOT NULL, batch_id integer, created_at timestamp NOT NULL, started_at timestamp, ended_at timestamp,
  priority integer DEFAULT 10, queue integer DEFAULT 0, progress integer DEFAULT 0, fingerprint varchar(32),
  params json NOT NULL, undelegated integer NOT NULL DEFAULT 0, results json);
CREATE INDEX test_results__progress_priority_id ON test_results (progress, priority DESC, id) WHERE progress
  = 0;
CREATE INDEX test_results__fingerprint ON test_results (fingerprint);
INSERT INTO test_results (hash_id, domain, batch_id, created_at, started_at, ended_at, priority, progress,
  fingerprint, params, results) SELECT substr(md5('zm' || g), 1, 16), 'example' || g || '.se', CASE WHEN g %
  3 = 0 THEN 12 END, (c)::timestamp(0), CASE WHEN k IN ('new', 'lostn') THEN NULL ELSE c + interval
  '3 seconds' END::timestamp(0), CASE WHEN k IN ('done', 'dead') THEN c + interval '3 seconds' + ((2 + g *
  37 % 89) * interval '1 second') END::timestamp(0), CASE k WHEN 'new' THEN 5 ELSE 10 END, CASE k WHEN 'new'
  THEN 0 WHEN 'lostn' THEN 0 WHEN 'work' THEN 1 + g * 23 % 98 WHEN 'lost' THEN 34 ELSE 100 END, md5('zf' ||
  g % 200), json_build_object('domain', 'example' || g), CASE WHEN k IN ('done', 'dead') THEN
  json_build_array(g) END FROM (SELECT g, now() AS n, CASE WHEN g <= 5 THEN 'new' WHEN g <= 8 THEN 'work'
  WHEN g <= 11 THEN 'lost' WHEN g <= 13 THEN 'lostn' WHEN g % 71 = 23 THEN 'dead' ELSE 'done' END AS k,
  now() - CASE WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 8 THEN g * interval '25 seconds' WHEN g
  <= 11 THEN interval '9 hours' + g * interval '7 minutes' WHEN g <= 13 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '7 minutes' END AS c FROM generate_series(1, 350) g) s ORDER BY s.c;
