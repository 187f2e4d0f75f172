CREATE TABLE paydays (id serial PRIMARY KEY, ts_start timestamptz NOT NULL DEFAULT now(), ts_end timestamptz
  NOT NULL DEFAULT '1970-01-01 00:00:00+00', volume numeric(35,2) NOT NULL DEFAULT 0.00, nusers bigint NOT
  NULL DEFAULT 0, stage integer DEFAULT 0, nteams integer NOT NULL DEFAULT 0);
INSERT INTO paydays (ts_start, ts_end, volume, nusers, stage, nteams) SELECT c, c + interval '2 hours', 1000
  + g, g, 6, g % 20 FROM (SELECT g, now() AS n, 'done' AS k, now() - g * interval '10080 minutes' AS c FROM
  generate_series(1, 240) g) s ORDER BY g DESC;
