CREATE TABLE history_tasks (
  id bigserial PRIMARY KEY, gmt_create timestamp(3) NOT NULL, gmt_modified timestamp(3) NOT NULL, task_id varchar(24) NOT NULL, type varchar(20) NOT NULL, state varchar(20) NOT NULL, target_name varchar(214) NOT NULL,
  author_id varchar(24) NOT NULL, author_ip varchar(100) NOT NULL, data json, log_path varchar(512) NOT NULL, log_store_position varchar(10) NOT NULL, attempts integer DEFAULT 0, error text
);
CREATE UNIQUE INDEX history_tasks_uk_task_id ON history_tasks (task_id);
CREATE TABLE hooks (
  id bigserial PRIMARY KEY, gmt_create timestamp(3) NOT NULL, gmt_modified timestamp(3) NOT NULL, hook_id varchar(24) NOT NULL, type varchar(20) NOT NULL, name varchar(428) NOT NULL, owner_id varchar(24) NOT NULL,
  endpoint varchar(2048) NOT NULL, secret varchar(200) NOT NULL, latest_task_id varchar(24), enable boolean NOT NULL DEFAULT false
);
CREATE UNIQUE INDEX hooks_uk_type_name_owner_id ON hooks (type, name, owner_id);
INSERT INTO history_tasks (gmt_create, gmt_modified, task_id, type, state, target_name, author_id, author_ip, data, log_path, log_store_position, attempts, error)
SELECT c, c + (10 + g % 60) * interval '1 second', left(md5('h' || g), 24), CASE WHEN g % 11 = 0 THEN 'sync_binary' ELSE 'sync_package' END, CASE WHEN g % 14 = 0 THEN 'fail' WHEN g % 37 = 0 THEN 'timeout' ELSE 'success' END, '@scope' || g % 5 || '/package-' || g,
       left(md5('a' || g % 3), 24), '10.0.0.' || g, json_build_object('tips', ''), '/packages/package-' || g || '/syncs/' || g || '.log', (100 * g)::text, 1 + (g % 9 = 0)::int, CASE WHEN g % 14 = 0 THEN 'package not found' END
FROM (SELECT g, localtimestamp - g * interval '17 minutes' AS c FROM generate_series(1, 150) g) s;
INSERT INTO hooks (gmt_create, gmt_modified, hook_id, type, name, owner_id, endpoint, secret, latest_task_id, enable)
SELECT localtimestamp - g * interval '3 days', localtimestamp - g * interval '2 hours', left(md5('hk' || g), 24), (ARRAY['package', 'scope', 'owner'])[1 + g % 3], 'name-' || g, left(md5('a' || g % 3), 24), 'https://ci' || g || '.example.com/h', md5('s' || g), left(md5('h' || g), 24), g % 4 > 0 FROM generate_series(1, 40) g;
