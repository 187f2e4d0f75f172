CREATE TABLE builds (id bigserial PRIMARY KEY, repo_id bigint, pipeline_id bigint, number bigint, parent bigint,
  event varchar(250), event_action varchar(250), status varchar(250), error varchar(1000), enqueued bigint,
  created bigint, started bigint, finished bigint, deploy varchar(500), deploy_number bigint,
  deploy_payload varchar(2000), clone varchar(1000), source varchar(1000), title varchar(1000),
  message varchar(2000), commit varchar(500), sender varchar(250), sender_scm_id varchar(250), fork boolean,
  author varchar(250), email varchar(500), link varchar(1000), branch varchar(500), ref varchar(500),
  base_ref varchar(500), head_ref varchar(500), host varchar(250), route varchar(250), runtime varchar(250),
  distribution varchar(250), approved_at bigint, approved_by varchar(250), "timestamp" bigint, UNIQUE (repo_id,
  number));
CREATE INDEX builds_created ON builds (created);
CREATE INDEX builds_repo_id ON builds (repo_id);
CREATE INDEX builds_status ON builds (status);
INSERT INTO builds (repo_id, pipeline_id, number, event, event_action, status, error, enqueued, created, started,
  finished, clone, source, title, message, commit, sender, author, branch, ref, host, route, runtime,
  distribution) SELECT 1 + g % 7, g, g, (ARRAY['push', 'pull_request', 'tag'])[1 + g % 3], CASE WHEN g % 3 = 1
  THEN 'opened' END, k, CASE k WHEN 'error' THEN 'unable to pull image' WHEN 'canceled'
  THEN 'running build was canceled by octocat' WHEN 'failure' THEN NULL END, CASE WHEN k = 'pending approval' THEN 0
  ELSE t + 1 END, t, CASE WHEN k IN ('pending', 'pending approval') THEN 0 ELSE t + 5 END, CASE WHEN k IN ('pending',
  'pending approval', 'running') THEN 0 ELSE t + 5 + g % 90 * 4 END, 'https://example.com/r.git',
  'https://example.com/r', 'push received', 'Fix ' || g, md5('cm' || g), 'octocat', 'octocat', 'main',
  'refs/heads/main', CASE WHEN k NOT IN ('pending', 'pending approval') THEN 'worker-' || g % 3 END, 'vela', CASE
  WHEN k NOT IN ('pending', 'pending approval') THEN 'docker' END, CASE WHEN k NOT IN ('pending', 'pending approval')
  THEN 'linux' END
FROM (SELECT g, k, extract(epoch FROM c)::bigint AS t FROM (SELECT g, now() AS n, CASE WHEN g <= 6 THEN 'pending'
  WHEN g <= 11 THEN 'running' WHEN g <= 13 THEN 'pending approval' WHEN g <= 15 THEN 'running' WHEN g <= 16
  THEN 'pending' WHEN g % 6 = 0 THEN 'failure' WHEN g % 25 = 0 THEN 'error' WHEN g % 29 = 0 THEN 'canceled'
  WHEN g % 53 = 0 THEN 'killed' ELSE 'success' END AS k, now() - CASE WHEN g <= 13 THEN g * interval '15 seconds'
  WHEN g <= 16 THEN interval '1 day' + g * interval '7 minutes' ELSE g * interval '18 minutes' END AS c
FROM generate_series(1, 210) g) s) q;
