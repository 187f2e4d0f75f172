CREATE TABLE jobs_history (id bigserial PRIMARY KEY, owner_id integer NOT NULL, job varchar(200) NOT NULL,
  parent_id char(24), status integer NOT NULL DEFAULT 0, created_at timestamp(6), updated_at timestamp(6));
INSERT INTO jobs_history (owner_id, job, parent_id, status, created_at, updated_at) SELECT 1 + g % 5,
  'Process Image: IMG_' || g || '.jpg', left(md5('al' || g % 20), 24), CASE k WHEN 'ready' THEN 0 WHEN 'done'
  THEN 1 WHEN 'bad' THEN 2 ELSE 3 END, c, CASE WHEN k IN ('ready') THEN c ELSE c + interval '6 seconds' END
  FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'ready' WHEN g <= 5 THEN 'run' WHEN g <= 8 THEN
  'lost' WHEN g % 15 = 0 THEN 'bad' ELSE 'done' END AS k, localtimestamp - CASE WHEN g <= 5 THEN g * interval
  '25 seconds' WHEN g <= 8 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '17 minutes'
  END AS c FROM generate_series(1, 220) g) s;
