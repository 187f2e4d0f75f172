CREATE TABLE builds (id serial PRIMARY KEY, derivation text NOT NULL UNIQUE, evaluation integer NOT NULL,
  job_name text NOT NULL, system text NOT NULL, worker text, log text NOT NULL, status integer NOT NULL,
  last_status integer, weather integer NOT NULL DEFAULT -1, priority integer NOT NULL DEFAULT 0, max_silent
  integer NOT NULL DEFAULT 0, timeout integer NOT NULL DEFAULT 0, timestamp integer NOT NULL, starttime
  integer NOT NULL DEFAULT 0, stoptime integer NOT NULL DEFAULT 0);
INSERT INTO builds (derivation, evaluation, job_name, system, worker, log, status, last_status, timestamp,
  starttime, stoptime) SELECT '/gnu/store/' || md5('cu' || g) || '-pkg.drv', 900 - g / 40, 'pkg-' || g % 90,
  (ARRAY['x86_64-linux', 'aarch64-linux'])[1 + g % 2], CASE WHEN k IN ('new') THEN NULL ELSE 'hydra-' || g %
  5 END, '/var/log/cuirass/' || g || '.gz', CASE k WHEN 'new' THEN -2 WHEN 'work' THEN -1 WHEN 'lost' THEN
  -1 WHEN 'bad' THEN 1 WHEN 'dep' THEN 2 WHEN 'off' THEN 4 ELSE 0 END, CASE k WHEN 'bad' THEN 0 ELSE 0 END,
  extract(epoch FROM c)::integer, CASE k WHEN 'new' THEN 0 ELSE extract(epoch FROM c + interval '40
  seconds')::integer END, CASE k WHEN 'done' THEN extract(epoch FROM c + interval '40 seconds' + ((1 + g *
  37 % 23) * interval '1 minute'))::integer WHEN 'bad' THEN extract(epoch FROM c + interval '40 seconds' +
  ((1 + g * 37 % 23) * interval '1 minute'))::integer WHEN 'dep' THEN extract(epoch FROM c + interval '40
  seconds' + ((1 + g * 37 % 23) * interval '1 minute'))::integer WHEN 'off' THEN extract(epoch FROM c +
  interval '40 seconds' + ((1 + g * 37 % 23) * interval '1 minute'))::integer ELSE 0 END FROM (SELECT g,
  now() AS n, CASE WHEN g <= 6 THEN 'new' WHEN g <= 9 THEN 'work' WHEN g <= 12 THEN 'lost' WHEN g % 17 = 5
  THEN 'bad' WHEN g % 41 = 13 THEN 'dep' WHEN g % 97 = 32 THEN 'off' ELSE 'done' END AS k, now() - CASE WHEN
  g <= 6 THEN g * interval '25 seconds' WHEN g <= 9 THEN g * interval '25 seconds' WHEN g <= 12 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '9 minutes' END AS c FROM
  generate_series(1, 450) g) s ORDER BY s.c;
