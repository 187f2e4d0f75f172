CREATE TABLE build_job (id uuid PRIMARY KEY, status varchar(255) NOT NULL, job_type varchar(255) NOT NULL, ended_at
  timestamp, playlist_id uuid NOT NULL, created_at timestamp, updated_at timestamp);
CREATE INDEX ix_build_job_playlist_id ON build_job (playlist_id);
INSERT INTO build_job SELECT md5('bj' || g)::uuid, CASE k WHEN 'lost' THEN 'running' ELSE k END, 'movie', CASE WHEN
  k IN ('failed', 'succeeded') THEN c + interval '2 minutes' END, md5('pl' || g % 20)::uuid, c, CASE WHEN k IN
  ('failed', 'succeeded') THEN c + interval '2 minutes' ELSE c END FROM (SELECT g, localtimestamp AS n, CASE WHEN g
  <= 2 THEN 'running' WHEN g <= 5 THEN 'lost' WHEN g % 11 = 0 THEN 'failed' ELSE 'succeeded' END AS k,
  localtimestamp - CASE WHEN g <= 2 THEN g * interval '25 seconds' WHEN g <= 5 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '5 hours' END AS c FROM generate_series(1, 120) g) s;
