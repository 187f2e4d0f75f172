CREATE TABLE workers (id bigserial PRIMARY KEY, hostname varchar(250), address varchar(250), routes varchar(1000),
  active boolean, status varchar(50), last_status_update_at bigint, running_build_ids varchar(500),
  last_build_started_at bigint, last_build_finished_at bigint, last_checked_in bigint, build_limit integer,
  UNIQUE (hostname));
CREATE TABLE hooks (id bigserial PRIMARY KEY, repo_id bigint, build_id bigint, number bigint, source_id varchar(250),
  created bigint, host varchar(250), event varchar(250), event_action varchar(250), branch varchar(500),
  error varchar(500), status varchar(250), link varchar(1000), webhook_id bigint, UNIQUE (repo_id, number));
INSERT INTO workers (hostname, address, routes, active, status, last_status_update_at, running_build_ids,
  last_build_started_at, last_build_finished_at, last_checked_in, build_limit) SELECT 'worker-' || g,
  'https://w' || g || '.example.com', '{vela}', g % 6 > 0, (ARRAY['idle', 'busy', 'available', 'error'])[1 + g % 4],
  t - g * 30, CASE WHEN g % 4 = 1 THEN '{' || g || '}' ELSE '{}' END, t - g * 200, CASE WHEN g % 4 = 1
  THEN t - g * 400 ELSE t - g * 100 END, t - CASE WHEN g % 6 = 0 THEN 900000 ELSE g END, 2 FROM (SELECT g,
  extract(epoch FROM now())::bigint AS t FROM generate_series(1, 40) g) s;
INSERT INTO hooks (repo_id, build_id, number, source_id, created, host, event, event_action, branch, error, status,
  link, webhook_id) SELECT 1 + g % 7, g, g, md5('sid' || g)::uuid::text,
  extract(epoch FROM now())::bigint - g * 1100, 'github.com', 'push', '', 'main', CASE WHEN g % 15 = 0
  THEN 'no pipeline configuration found' END, CASE WHEN g % 15 = 0 THEN 'failure' WHEN g % 11 = 0 THEN 'skipped'
  ELSE 'success' END, '', 70000 + g FROM generate_series(1, 150) g;
