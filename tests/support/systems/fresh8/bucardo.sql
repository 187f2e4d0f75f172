CREATE TABLE syncrun (sync text, truncates integer NOT NULL DEFAULT 0, deletes bigint NOT NULL DEFAULT 0,
  inserts bigint NOT NULL DEFAULT 0, conflicts bigint NOT NULL DEFAULT 0, started timestamptz NOT NULL
  DEFAULT now(), ended timestamptz, lastgood boolean NOT NULL DEFAULT false, lastbad boolean NOT NULL
  DEFAULT false, lastempty boolean NOT NULL DEFAULT false, details text, status text);
CREATE INDEX syncrun_sync_started ON syncrun (sync) WHERE ended IS NULL;
INSERT INTO syncrun (sync, deletes, inserts, started, ended, lastgood, lastbad, lastempty, details, status)
  SELECT 'sync' || g % 6, CASE WHEN k = 'done' THEN g % 7 ELSE 0 END, CASE WHEN k = 'done' THEN g % 90 ELSE
  0 END, c, CASE WHEN k NOT IN ('work', 'lost') THEN c + interval '8 seconds' END, k = 'done' AND g < 20, k
  = 'bad' AND g < 60, k = 'empty' AND g < 30, CASE WHEN k = 'bad' THEN 'Failed : DBD::Pg::st execute failed
  (KID 4123)' END, CASE k WHEN 'work' THEN 'Starting' WHEN 'lost' THEN 'Sync (KID 3312)' WHEN 'bad' THEN
  'Bad' WHEN 'empty' THEN 'Empty' ELSE 'Complete' END FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN
  'work' WHEN g <= 5 THEN 'lost' WHEN g % 43 = 14 THEN 'bad' WHEN g % 7 = 2 THEN 'empty' ELSE 'done' END AS
  k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 5 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '4 minutes' END AS c FROM generate_series(1, 600) g) s ORDER BY g
  DESC;
