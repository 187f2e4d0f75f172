CREATE TYPE bundle_type AS ENUM ('flat', 'gitfast', 'git_bare');
CREATE TYPE cook_status AS ENUM ('new', 'pending', 'done', 'failed');
CREATE TABLE vault_bundle (id bigserial PRIMARY KEY, type bundle_type NOT NULL, swhid text NOT NULL, task_id integer,
  task_status cook_status NOT NULL DEFAULT 'new', sticky boolean NOT NULL DEFAULT false,
  ts_created timestamptz NOT NULL DEFAULT now(), ts_done timestamptz,
  ts_last_access timestamptz NOT NULL DEFAULT now(), progress_msg text);
CREATE UNIQUE INDEX vault_bundle_type_swhid ON vault_bundle (type, swhid);
CREATE INDEX vault_bundle_task_id ON vault_bundle (task_id);
INSERT INTO vault_bundle (type, swhid, task_id, task_status, sticky, ts_created, ts_done, ts_last_access,
  progress_msg) SELECT (ARRAY['flat', 'git_bare'])[1 + g % 2]::bundle_type,
  'swh:1:dir:' || md5('d' || g) || left(md5('e' || g), 8), 90000 + g, k::cook_status, g % 17 = 0, c, CASE
  WHEN k = 'done' THEN c + g % 30 * interval '20 seconds' END, CASE WHEN k = 'done' THEN c + g * interval '9 minutes'
  ELSE c END, CASE k WHEN 'pending' THEN 'Processing... ' || g WHEN 'failed' THEN 'Internal Server Error' END
FROM (SELECT g, now() AS n, CASE WHEN g <= 5 THEN 'new' WHEN g <= 11 THEN 'pending' WHEN g <= 13 THEN 'pending'
  WHEN g <= 14 THEN 'new' WHEN g % 13 = 0 THEN 'failed' ELSE 'done' END AS k, now() - CASE WHEN g <= 11
  THEN g * interval '40 seconds' WHEN g <= 14 THEN interval '3 days' + g * interval '7 minutes'
  ELSE g * interval '5 hours' END AS c
FROM generate_series(1, 140) g) s;
