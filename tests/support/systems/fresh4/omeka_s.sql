CREATE TABLE job (id serial PRIMARY KEY, owner_id int, pid varchar(255), status varchar(255),
  class varchar(255) NOT NULL, args text, log text, started timestamp NOT NULL, ended timestamp);
CREATE INDEX idx_fbd8e0f87e3c61f9 ON job (owner_id);
INSERT INTO job (owner_id, pid, status, class, args, log, started, ended) SELECT CASE WHEN g % 9 > 0
  THEN 1 + g % 5 END, CASE WHEN k <> 'starting' THEN (20000 + g * 13)::text END, k, (ARRAY['Omeka\Job\BatchUpdate',
  'CSVImport\Job\Import', 'Omeka\Job\IndexFulltextSearch'])[1 + g % 3], '{"query":{"id":' || g || '}}', CASE
  WHEN k <> 'starting' THEN 'INFO (6): ' || g || ' items' || CASE WHEN k = 'error'
  THEN E'\nERR (3): Allowed memory size exhausted' ELSE '' END END, c, CASE WHEN k IN ('completed', 'stopped',
  'error') THEN c + g % 60 * interval '5 seconds' + interval '2 seconds' END
FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 2 THEN 'starting' WHEN g <= 6 THEN 'in_progress' WHEN g <= 7
  THEN 'stopping' WHEN g <= 10 THEN 'in_progress' WHEN g <= 11 THEN 'starting' WHEN g % 12 = 0 THEN 'error'
  WHEN g % 33 = 0 THEN 'stopped' ELSE 'completed' END AS k, localtimestamp - CASE WHEN g <= 7
  THEN g * interval '40 seconds' WHEN g <= 11 THEN interval '6 days' + g * interval '7 minutes'
  ELSE g * interval '9 hours' END AS c
FROM generate_series(1, 140) g) s;
