CREATE TABLE spip_jobs (id_job bigserial PRIMARY KEY, descriptif text NOT NULL DEFAULT '', fonction
  varchar(255) NOT NULL, args bytea NOT NULL DEFAULT '', md5args char(32) NOT NULL DEFAULT '', inclure
  varchar(255) NOT NULL, priorite smallint NOT NULL DEFAULT 0, date timestamp NOT NULL, status smallint NOT
  NULL DEFAULT 1);
CREATE INDEX spip_jobs_date ON spip_jobs (date);
CREATE INDEX spip_jobs_status ON spip_jobs (status);
INSERT INTO spip_jobs (descriptif, fonction, args, md5args, inclure, priorite, date, status) SELECT 'Tache '
  || g, (ARRAY['envoyer_mail', 'indexer_document', 'syndic', 'optimiser'])[1 + g % 4], decode(md5('sp' ||
  g), 'hex'), md5('sq' || g), 'genie/', g % 5, (CASE k WHEN 'late' THEN n - interval '5 seconds' WHEN 'old'
  THEN n - interval '8 hours' - g * interval '3 minutes' WHEN 'run' THEN n - interval '4 seconds' WHEN
  'lost' THEN n - interval '11 hours' - g * interval '3 minutes' ELSE n + g * interval '6 minutes'
  END)::timestamp(0), CASE k WHEN 'run' THEN 0 WHEN 'lost' THEN 0 ELSE 1 END FROM (SELECT g, now() AS n,
  CASE WHEN g <= 4 THEN 'late' WHEN g <= 6 THEN 'run' WHEN g <= 9 THEN 'lost' WHEN g <= 12 THEN 'old' ELSE
  'done' END AS k, now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 6 THEN g * interval
  '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes' WHEN g <= 12 THEN g * interval
  '5 minutes' ELSE g * interval '5 minutes' END AS c FROM generate_series(1, 210) g) s ORDER BY s.c;
