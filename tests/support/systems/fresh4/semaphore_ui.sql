CREATE TABLE task (id serial PRIMARY KEY, template_id int NOT NULL, status varchar(255) NOT NULL,
  playbook varchar(255) NOT NULL, environment text, debug boolean NOT NULL DEFAULT false, created timestamp,
  start timestamp, "end" timestamp, user_id int, dry_run boolean NOT NULL DEFAULT false, project_id int,
  message varchar(250) NOT NULL DEFAULT '', version varchar(20), commit_hash varchar(64),
  commit_message varchar(100) NOT NULL DEFAULT '', build_task_id int, diff boolean NOT NULL DEFAULT false,
  arguments text, hosts_limit varchar(255) NOT NULL DEFAULT '', inventory_id int, integration_id int,
  schedule_id int, git_branch varchar(255));
INSERT INTO task (template_id, status, playbook, environment, created, start, "end", user_id, project_id, message,
  commit_hash, commit_message, schedule_id) SELECT 1 + g % 9, k, CASE WHEN g % 12 = 0 THEN 'hotfix.yml' ELSE '' END,
  '{}', c, CASE WHEN k IN ('running', 'stopping', 'success', 'error') THEN c + interval '4 seconds' END, CASE
  WHEN k IN ('success', 'error', 'stopped') THEN c + g % 40 * interval '7 seconds' + interval '9 seconds' END, CASE
  WHEN g % 3 > 0 THEN 1 + g % 6 END, 1 + g % 3, CASE WHEN g % 10 = 0 THEN 'deploy for ticket ' || g ELSE '' END, CASE
  WHEN k NOT IN ('waiting', 'starting') THEN md5('ch' || g) END, CASE WHEN k NOT IN ('waiting', 'starting')
  THEN 'Update roles ' || g ELSE '' END, CASE WHEN g % 3 = 0 THEN 1 + g % 4 END
FROM (SELECT g, (now() AT TIME ZONE 'UTC') AS n, CASE WHEN g <= 5 THEN 'waiting' WHEN g <= 7 THEN 'starting'
  WHEN g <= 8 THEN 'waiting_confirmation' WHEN g <= 14 THEN 'running' WHEN g <= 15 THEN 'stopping' WHEN g <= 17
  THEN 'running' WHEN g <= 18 THEN 'waiting' WHEN g % 13 = 0 THEN 'error' WHEN g % 41 = 0 THEN 'stopped'
  ELSE 'success' END AS k, (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 15 THEN g * interval '20 seconds' WHEN g <= 18
  THEN interval '3 days' + g * interval '7 minutes' ELSE g * interval '43 minutes' END AS c
FROM generate_series(1, 180) g) s;
