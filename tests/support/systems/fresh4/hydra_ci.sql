CREATE TABLE builds (id serial PRIMARY KEY NOT NULL, finished integer NOT NULL, "timestamp" integer NOT NULL,
  jobset_id integer NOT NULL, job text NOT NULL, nixname text, description text, drvpath text NOT NULL,
  system text NOT NULL, license text, homepage text, maintainers text, maxsilent integer DEFAULT 3600,
  timeout integer DEFAULT 36000, ischannel integer NOT NULL DEFAULT 0, iscurrent integer DEFAULT 0,
  priority integer NOT NULL DEFAULT 0, globalpriority integer NOT NULL DEFAULT 0, starttime integer,
  stoptime integer, iscachedbuild integer, buildstatus integer, size bigint, closuresize bigint, releasename text,
  keep integer NOT NULL DEFAULT 0, notificationpendingsince integer,
  CHECK (finished = 0 OR (stoptime IS NOT NULL AND stoptime <> 0)),
  CHECK (finished = 0 OR (starttime IS NOT NULL AND starttime <> 0)));
CREATE INDEX indexbuildsonfinishedid ON builds (id DESC) WHERE finished = 1;
CREATE INDEX indexbuildsonjobfinishedid ON builds (jobset_id, job, system, finished, id DESC);
CREATE TABLE taskretries (id serial PRIMARY KEY NOT NULL, channel text NOT NULL, pluginname text NOT NULL,
  payload text NOT NULL, attempts integer NOT NULL, retry_at integer NOT NULL);
CREATE INDEX indextaskretriesordered ON taskretries (retry_at ASC);
INSERT INTO builds (finished, "timestamp", jobset_id, job, nixname, description, drvpath, system, license, maxsilent,
  timeout, iscurrent, priority, starttime, stoptime, iscachedbuild, buildstatus, size,
  closuresize) SELECT (k <> 'new')::int, t, 1 + g % 4, 'pkg' || g % 60 || '.x86_64-linux',
  'pkg' || g % 60 || '-1.' || g % 9, 'A package', '/nix/store/' || md5('drv' || g) || '-pkg.drv',
  (ARRAY['x86_64-linux', 'aarch64-linux'])[1 + g % 2], 'mit', 7200, 36000, (g < 90)::int, 100, CASE WHEN k <> 'new'
  THEN t + 60 END, CASE WHEN k = 'hit' THEN t + 60 WHEN k <> 'new' THEN t + 60 + g * 11 END, CASE WHEN k = 'hit'
  THEN 1 WHEN k <> 'new' THEN 0 END, CASE k WHEN 'bad' THEN 1 WHEN 'dep' THEN 2 WHEN 'ok' THEN 0 WHEN 'hit'
  THEN 0 END, CASE WHEN k IN ('ok', 'hit') THEN 5000 + g END, CASE WHEN k IN ('ok', 'hit') THEN 90000 + g END
FROM (SELECT g, k, extract(epoch FROM c)::int AS t FROM (SELECT g, now() AS n, CASE WHEN g <= 24 THEN 'new'
  WHEN g <= 27 THEN 'new' WHEN g % 14 = 0 THEN 'bad' WHEN g % 17 = 0 THEN 'dep' WHEN g % 3 = 0 THEN 'hit'
  ELSE 'ok' END AS k, now() - CASE WHEN g <= 24 THEN g * interval '30 seconds' WHEN g <= 27
  THEN interval '2 days' + g * interval '7 minutes' ELSE g * interval '9 minutes' END AS c
FROM generate_series(1, 220) g) s) q;
INSERT INTO taskretries (channel, pluginname, payload, attempts, retry_at) SELECT 'build_finished',
  'Hydra::Plugin::' || (ARRAY['SlackNotification', 'GithubStatus', 'S3Backup'])[1 + g % 3], (7000 + g)::text,
  1 + g % 4, extract(epoch FROM now())::int + CASE WHEN g > 42 THEN -7200 ELSE g * 37 END FROM generate_series(1,
  46) g;
