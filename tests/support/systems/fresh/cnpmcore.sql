CREATE TABLE tasks (
  id bigserial PRIMARY KEY, gmt_create timestamp(3) NOT NULL, gmt_modified timestamp(3) NOT NULL, task_id varchar(24) NOT NULL, type varchar(20) NOT NULL, state varchar(20) NOT NULL, target_name varchar(214) NOT NULL,
  author_id varchar(24) NOT NULL, author_ip varchar(100) NOT NULL, data json, log_path varchar(512) NOT NULL, log_store_position varchar(10) NOT NULL, attempts integer DEFAULT 0, error text, biz_id varchar(100)
);
CREATE UNIQUE INDEX tasks_uk_task_id ON tasks (task_id);
CREATE UNIQUE INDEX tasks_uk_biz_id ON tasks (biz_id);
CREATE INDEX tasks_idx_type_state_target_name ON tasks (target_name, type, state);
CREATE INDEX tasks_idx_type_state_gmt_modified ON tasks (type, state, gmt_modified);
CREATE INDEX tasks_idx_gmt_modified ON tasks (gmt_modified);
INSERT INTO tasks (gmt_create, gmt_modified, task_id, type, state, target_name, author_id, author_ip, data, log_path, log_store_position, attempts, error, biz_id)
SELECT c, CASE k WHEN 'waiting' THEN c WHEN 'run' THEN n - g % 40 * interval '1 second' ELSE c + interval '3 minutes' END, left(md5('t' || g), 24), CASE WHEN g % 11 = 0 THEN 'sync_binary' ELSE 'sync_package' END, CASE k WHEN 'waiting' THEN 'waiting' ELSE 'processing' END,
       '@scope' || g % 5 || '/package-' || g, left(md5('a' || g % 3), 24), '10.0.' || g % 8 || '.' || g, json_build_object('tips', '', 'skipDependencies', g % 2 = 0, 'taskWorker', CASE k WHEN 'waiting' THEN '' ELSE 'registry-1:' || 4000 + g % 3 END),
       '/packages/package-' || g || '/syncs/' || g || '.log', CASE k WHEN 'waiting' THEN '' ELSE (100 * g)::text END, CASE k WHEN 'waiting' THEN (g % 17 = 0)::int ELSE 1 + (g % 3 = 0)::int END, CASE WHEN k = 'waiting' AND g % 17 = 0 THEN 'request timeout for 60000ms' END,
       CASE WHEN g % 11 = 0 THEN 'SyncBinary:node-' || g END
FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 60 THEN 'waiting' WHEN g <= 78 THEN 'run' ELSE 'lost' END AS k FROM generate_series(1, 84) g) s,
     LATERAL (SELECT CASE k WHEN 'waiting' THEN n - g * interval '9 seconds' WHEN 'run' THEN n - g * interval '4 seconds' ELSE n - interval '2 hours' - g * interval '1 minute' END AS c) x;
