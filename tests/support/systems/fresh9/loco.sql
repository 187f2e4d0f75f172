CREATE TABLE pg_loco_queue (id varchar NOT NULL, name varchar NOT NULL, task_data jsonb NOT NULL, status
  varchar NOT NULL DEFAULT 'queued', run_at timestamptz NOT NULL, interval bigint, created_at timestamptz
  NOT NULL DEFAULT now(), updated_at timestamptz NOT NULL DEFAULT now(), tags jsonb);
INSERT INTO pg_loco_queue (id, name, task_data, status, run_at, created_at, updated_at, tags) SELECT
  upper(substr(md5('lo' || g), 1, 26)), (ARRAY['DownloadWorker', 'MailerWorker', 'ReportWorker'])[1 + g %
  3], jsonb_build_object('user', g % 70), CASE k WHEN 'new' THEN 'queued' WHEN 'later' THEN 'queued' WHEN
  'work' THEN 'processing' WHEN 'lost' THEN 'processing' WHEN 'bad' THEN 'failed' WHEN 'off' THEN
  'cancelled' ELSE 'completed' END, c + CASE WHEN k = 'later' THEN interval '3 hours' ELSE interval '0' END,
  c, c + CASE k WHEN 'new' THEN interval '0' WHEN 'later' THEN interval '0' WHEN 'work' THEN interval '1
  second' WHEN 'lost' THEN interval '1 second' ELSE interval '4 seconds' + ((2 + g * 37 % 89) * interval '1
  second') END, NULL::jsonb FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 7 THEN 'later'
  WHEN g <= 9 THEN 'work' WHEN g <= 12 THEN 'lost' WHEN g % 29 = 9 THEN 'bad' WHEN g % 97 = 32 THEN 'off'
  ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 7 THEN g *
  interval '25 seconds' WHEN g <= 9 THEN g * interval '25 seconds' WHEN g <= 12 THEN interval '9 hours' + g
  * interval '7 minutes' ELSE g * interval '9 minutes' END AS c FROM generate_series(1, 340) g) s ORDER BY
  s.c;
