CREATE TABLE job_queue (id_job serial PRIMARY KEY, type integer NOT NULL, id_e integer NOT NULL, id_d
  varchar(32) NOT NULL, id_u integer NOT NULL, id_ce integer NOT NULL DEFAULT 0, etat_source varchar(32) NOT
  NULL, etat_cible varchar(32) NOT NULL, first_try timestamp NOT NULL, last_try timestamp NOT NULL, nb_try
  integer NOT NULL, next_try timestamp NOT NULL, last_message text NOT NULL DEFAULT '', is_lock boolean NOT
  NULL DEFAULT false, lock_since timestamp, id_verrou varchar(32) NOT NULL DEFAULT '');
CREATE INDEX job_queue_next ON job_queue (is_lock, next_try);
INSERT INTO job_queue (type, id_e, id_d, id_u, etat_source, etat_cible, first_try, last_try, nb_try,
  next_try, last_message, is_lock, lock_since, id_verrou) SELECT 1, 1 + g % 20, md5('pd' || g), g % 4,
  (ARRAY['modification', 'importation', 'send-tdt'])[1 + g % 3], (ARRAY['send-tdt', 'verif-tdt',
  'send-ged'])[1 + g % 3], (c)::timestamp(0), (CASE WHEN k IN ('new', 'lost') THEN c ELSE n - interval
  '9 minutes' END - CASE WHEN k = 'off' THEN interval '2 days' ELSE interval '0' END)::timestamp(0), CASE k
  WHEN 'new' THEN 0 WHEN 'lost' THEN 0 WHEN 'off' THEN 50 ELSE 1 + g % 30 END, (CASE k WHEN 'new' THEN n -
  interval '3 seconds' WHEN 'lost' THEN n - interval '7 hours' - g * interval '4 minutes' WHEN 'off' THEN n
  - interval '2 days' ELSE n + g * interval '20 seconds' END)::timestamp(0), CASE k WHEN 'new' THEN '' WHEN
  'lost' THEN '' ELSE 'Le serveur ne repond pas' END, k = 'off', CASE WHEN k IN ('off') THEN n - interval
  '2 days' END::timestamp(0), (ARRAY['TDT', 'GED'])[1 + g % 2] FROM (SELECT g, now() AS n, CASE WHEN g <= 5
  THEN 'new' WHEN g <= 10 THEN 'lost' WHEN g % 9 = 3 THEN 'off' ELSE 'done' END AS k, now() - CASE WHEN g <=
  5 THEN g * interval '25 seconds' WHEN g <= 10 THEN interval '9 hours' + g * interval '7 minutes' ELSE g *
  interval '30 minutes' END AS c FROM generate_series(1, 240) g) s ORDER BY s.c;
