CREATE TABLE file (file_id serial PRIMARY KEY, url text, file_functional_id text, filename text, local_path
  text, data_node text, checksum text, checksum_type text, duration integer, size bigint, rate double
  precision, start_date text, end_date text, crea_date text, status text, error_msg text, sdget_status text,
  sdget_error_msg text, priority integer NOT NULL DEFAULT 1000, tracking_id text, model text, project text,
  variable text, last_access_date text, dataset_id integer NOT NULL, insertion_group_id integer NOT NULL,
  timestamp text);
CREATE UNIQUE INDEX idx_file_1 ON file (file_functional_id);
CREATE INDEX idx_file_2 ON file (status);
INSERT INTO file (url, file_functional_id, filename, local_path, data_node, checksum, checksum_type,
  duration, size, rate, start_date, end_date, crea_date, status, error_msg, sdget_status, priority,
  tracking_id, model, project, variable, dataset_id, insertion_group_id, timestamp) SELECT 'http://esgf/' ||
  g || '.nc', 'cmip6.tas.r' || g || '.nc', 'tas_' || g || '.nc', 'cmip6/tas_' || g || '.nc',
  (ARRAY['esgf1.dkrz.de', 'vesg.ipsl.fr'])[1 + g % 2], md5('ck' || g), 'sha256', CASE WHEN k IN ('done')
  THEN 10 + g % 300 END, 1000000 + g * 7919, CASE WHEN k IN ('done') THEN 1000.5 * (1 + g % 40) END, CASE
  WHEN k IN ('new', 'old') THEN NULL ELSE to_char(c + interval '20 minutes', 'YYYY-MM-DD HH24:MI:SS.US')
  END, CASE WHEN k IN ('done', 'bad') THEN to_char(c + interval '20 minutes' + ((1 + g * 37 % 23) * interval
  '1 minute'), 'YYYY-MM-DD HH24:MI:SS.US') END, to_char(c, 'YYYY-MM-DD HH24:MI:SS.US'), CASE k WHEN 'new'
  THEN 'waiting' WHEN 'old' THEN 'waiting' WHEN 'work' THEN 'running' WHEN 'lost' THEN 'running' WHEN 'bad'
  THEN 'error' ELSE 'done' END, CASE WHEN k IN ('bad') THEN 'Download process has been killed' END, CASE
  WHEN k IN ('done', 'bad') THEN CASE k WHEN 'bad' THEN '1' ELSE '0' END END, 1000, 'hdl:' || md5('tr' ||
  g), (ARRAY['IPSL-CM6A', 'MPI-ESM'])[1 + g % 2], 'CMIP6', 'tas', 1 + g / 40, 3, '2019-03-0' || (1 + g % 9)
  || 'T10:00:00Z' FROM (SELECT g, now() AS n, CASE WHEN g <= 9 THEN 'new' WHEN g <= 12 THEN 'work' WHEN g <=
  15 THEN 'lost' WHEN g <= 55 THEN 'old' WHEN g % 23 = 7 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN
  g <= 9 THEN g * interval '25 seconds' WHEN g <= 12 THEN g * interval '25 seconds' WHEN g <= 15 THEN
  interval '9 hours' + g * interval '7 minutes' WHEN g <= 55 THEN g * interval '6 minutes' ELSE g * interval
  '6 minutes' END AS c FROM generate_series(1, 360) g) s ORDER BY s.c;
