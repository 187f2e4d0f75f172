CREATE TABLE tasks (guid varchar(255) PRIMARY KEY, domain varchar(255) NOT NULL, updated_at bigint DEFAULT 0,
  created_at bigint DEFAULT 0, first_completed_at bigint DEFAULT 0, state int,
  cell_id varchar(255) NOT NULL DEFAULT '', result text, failed boolean DEFAULT false,
  failure_reason varchar(1024) NOT NULL DEFAULT '', task_definition text NOT NULL,
  rejection_count integer NOT NULL DEFAULT 0, rejection_reason varchar(1024) NOT NULL DEFAULT '');
CREATE INDEX tasks_domain_idx ON tasks (domain);
CREATE INDEX tasks_state_idx ON tasks (state);
CREATE INDEX tasks_cell_id_idx ON tasks (cell_id);
CREATE INDEX tasks_updated_at_idx ON tasks (updated_at);
CREATE INDEX tasks_created_at_idx ON tasks (created_at);
CREATE INDEX tasks_first_completed_at_idx ON tasks (first_completed_at);
INSERT INTO tasks SELECT md5('tk' || g)::uuid::text, (ARRAY['cf-tasks', 'cf-app-docker-staging',
  'cf-app-staging'])[1 + g % 3], t + CASE k WHEN 'new' THEN 0 ELSE 2000000000::bigint + g * 1000003 END, t, CASE
  WHEN k IN ('ok', 'bad', 'take') THEN t + 2000000000::bigint + g * 1000003 ELSE 0 END, CASE k WHEN 'new' THEN 1
  WHEN 'run' THEN 2 WHEN 'lost' THEN 2 WHEN 'take' THEN 4 ELSE 3 END, CASE k WHEN 'run'
  THEN md5('cell' || g % 4)::uuid::text WHEN 'lost' THEN md5('cell9')::uuid::text ELSE '' END, CASE WHEN k IN ('ok',
  'take') THEN '{"ok":' || g || '}' WHEN k = 'bad' THEN '' END, k = 'bad', CASE WHEN k = 'bad'
  THEN 'Exited with status ' || g % 7 ELSE '' END, 'eyJhY3Rpb24iOiI' || g, CASE WHEN g % 16 = 0 THEN 1 ELSE 0 END,
  CASE WHEN g % 16 = 0 THEN 'insufficient resources: memory' ELSE '' END
FROM (SELECT g, k, (extract(epoch FROM c) * 1000000)::bigint * 1000 AS t FROM (SELECT g, now() AS n, CASE WHEN g <= 9
  THEN 'new' WHEN g <= 31 THEN 'run' WHEN g <= 34 THEN 'take' WHEN g <= 38 THEN 'lost' WHEN g % 6 = 0 THEN 'bad'
  ELSE 'ok' END AS k, now() - CASE WHEN g <= 34 THEN g * interval '3 seconds' WHEN g <= 38
  THEN interval '8 hours' + g * interval '7 minutes' ELSE g * interval '2 minutes' END AS c
FROM generate_series(1, 160) g) s) q;
