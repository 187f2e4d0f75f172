CREATE TABLE wp_cavalcade_jobs (id bigserial PRIMARY KEY, site bigint NOT NULL, hook varchar(255) NOT NULL,
  args text NOT NULL, start timestamp NOT NULL, nextrun timestamp NOT NULL, interval integer, status
  varchar(255) NOT NULL DEFAULT 'waiting', schedule varchar(255));
CREATE INDEX wp_cavalcade_jobs_status ON wp_cavalcade_jobs (status);
INSERT INTO wp_cavalcade_jobs (site, hook, args, start, nextrun, interval, status, schedule) SELECT 1 + g %
  6, (ARRAY['wp_version_check', 'publish_future_post', 'delete_expired_transients', 'shop_cleanup'])[1 + g %
  4], 'a:0:{}', (c - interval '2 days') AT TIME ZONE 'UTC', CASE WHEN k = 'later' THEN n + g * interval '11
  minutes' ELSE c END AT TIME ZONE 'UTC', CASE WHEN k = 'later' THEN 86400 END, CASE k WHEN 'later' THEN
  'waiting' WHEN 'new' THEN 'waiting' WHEN 'work' THEN 'running' WHEN 'lost' THEN 'running' WHEN 'bad' THEN
  'failed' ELSE 'completed' END, CASE WHEN k = 'later' THEN 'daily' END FROM (SELECT g, now() AS n, CASE
  WHEN g <= 60 THEN 'later' WHEN g <= 62 THEN 'new' WHEN g <= 65 THEN 'work' WHEN g <= 67 THEN 'lost' WHEN g
  % 31 = 10 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 60 THEN g * interval '25 seconds' WHEN g
  <= 62 THEN g * interval '25 seconds' WHEN g <= 65 THEN g * interval '25 seconds' WHEN g <= 67 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '13 minutes' END AS c FROM
  generate_series(1, 380) g) s ORDER BY g DESC;
