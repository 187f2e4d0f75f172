CREATE TABLE users (
	id SERIAL NOT NULL PRIMARY KEY,
	name VARCHAR(255) UNIQUE NOT NULL,
	password VARCHAR(255),
	status INTEGER NOT NULL,
	usertype INTEGER NOT NULL
) WITHOUT OIDS;
CREATE TABLE channels (
	id SERIAL NOT NULL PRIMARY KEY,
	name VARCHAR(128) UNIQUE NOT NULL,
	description TEXT,
	enabled BOOLEAN NOT NULL DEFAULT 'true',
	comment TEXT
) WITHOUT OIDS;
CREATE TABLE host (
	id SERIAL NOT NULL PRIMARY KEY,
	user_id INTEGER NOT NULL REFERENCES users (id),
	name VARCHAR(128) UNIQUE NOT NULL,
	update_time TIMESTAMPTZ,
	task_load FLOAT CHECK (NOT task_load < 0) NOT NULL DEFAULT 0.0,
	ready BOOLEAN NOT NULL DEFAULT 'false'
) WITHOUT OIDS;
CREATE TABLE task (
	id SERIAL NOT NULL PRIMARY KEY,
	state INTEGER,
	create_time TIMESTAMPTZ NOT NULL DEFAULT NOW(),
	start_time TIMESTAMPTZ,
	completion_time TIMESTAMPTZ,
	channel_id INTEGER NOT NULL REFERENCES channels(id),
	host_id INTEGER REFERENCES host (id),
	parent INTEGER REFERENCES task (id),
	label VARCHAR(255),
	waiting BOOLEAN,
	awaited BOOLEAN,
	owner INTEGER REFERENCES users(id) NOT NULL,
	method TEXT,
	request TEXT,
	result TEXT,
	eta INTEGER,
	arch VARCHAR(16) NOT NULL,
	priority INTEGER,
	weight FLOAT CHECK (NOT weight < 0) NOT NULL DEFAULT 1.0,
	CONSTRAINT parent_label_sane CHECK (
		parent IS NOT NULL OR label IS NULL),
	UNIQUE (parent,label)
) WITHOUT OIDS;
CREATE INDEX task_by_state ON task (state);
CREATE INDEX task_by_host ON task (host_id);
CREATE INDEX task_by_no_parent_state_method ON task(parent, state, method) WHERE parent IS NULL;
CREATE TABLE scheduler_task_runs (
        id SERIAL NOT NULL PRIMARY KEY,
        task_id INTEGER REFERENCES task (id) NOT NULL,
        host_id INTEGER REFERENCES host (id) NOT NULL,
        active BOOLEAN NOT NULL DEFAULT TRUE,
        create_time TIMESTAMPTZ NOT NULL DEFAULT NOW()
) WITHOUT OIDS;
CREATE INDEX scheduler_task_runs_task ON scheduler_task_runs(task_id);
CREATE INDEX scheduler_task_runs_host ON scheduler_task_runs(host_id);
CREATE INDEX scheduler_task_runs_create_time ON scheduler_task_runs(create_time);

INSERT INTO users (name, status, usertype)
SELECT CASE WHEN n <= 30 THEN 'packager' || n ELSE 'builder' || lpad((n - 30)::text, 2, '0') || '.koji.example.org' END, 0, CASE WHEN n <= 30 THEN 0 ELSE 1 END FROM generate_series(1, 44) n;
INSERT INTO channels (name) VALUES ('default'), ('createrepo'), ('maven'), ('livecd'), ('appliance'), ('vm'), ('image'), ('livemedia');
-- two builders have stopped to check in
INSERT INTO host (user_id, name, update_time, task_load, ready)
SELECT 30 + n, 'builder' || lpad(n::text, 2, '0') || '.koji.example.org', now() - CASE WHEN n >= 13 THEN n * interval '7 min' ELSE n * interval '1.3 s' END, n % 4 * 1.5, n < 13 FROM generate_series(1, 14) n;

-- top-level builds, finished
INSERT INTO task (id, state, create_time, start_time, completion_time, channel_id, host_id, waiting, awaited, owner, method, request, result, arch, priority, weight)
SELECT n, st, t, t + interval '14 s', t + CASE WHEN st = 3 AND n % 2 = 0 THEN interval '2 min' ELSE (6 + n % 30) * interval '1 min' END, 1, 1 + n % 12, CASE WHEN st = 3 THEN true ELSE false END, NULL, 1 + n % 30, 'build',
       E'<?xml version=''1.0''?>\n<methodCall>\n<methodName>build</methodName>\n<params>\n<param>\n<value><string>git+https://src.example.org/rpms/pkg' || n || '.git#' || substr(md5('c' || n), 1, 12) || E'</string></value>\n</param>\n<param>\n<value><string>f42-candidate</string></value>\n</param>\n</params>\n</methodCall>\n',
       CASE st WHEN 2 THEN E'<?xml version=''1.0''?>\n<methodResponse>\n<params>\n<param>\n<value><string>ok</string></value>\n</param>\n</params>\n</methodResponse>\n'
               WHEN 5 THEN E'<?xml version=''1.0''?>\n<methodResponse>\n<fault>\n<value><struct>\n<member>\n<name>faultCode</name>\n<value><int>1000</int></value>\n</member>\n<member>\n<name>faultString</name>\n<value><string>BuildError: error building package (arch x86_64), mock exited with status 1; see build.log for more information</string></value>\n</member>\n</struct></value>\n</fault>\n</methodResponse>\n' END,
       'noarch', 20, 0.2
FROM (SELECT n, CASE WHEN n % 8 = 0 THEN 5 WHEN n % 15 = 0 THEN 3 ELSE 2 END AS st, now() - (60 - n) * interval '37 min' - interval '1 h' AS t FROM generate_series(1, 50) n) x;
-- their children
INSERT INTO task (id, state, create_time, start_time, completion_time, channel_id, host_id, parent, label, waiting, awaited, owner, method, request, result, arch, priority, weight)
SELECT 50 + row_number() OVER (ORDER BY p.id, k.a), CASE WHEN p.state = 5 AND k.a <> 'x86_64' THEN 3 ELSE p.state END, p.start_time + interval '20 s', p.start_time + interval '31 s', p.completion_time - interval '9 s', 1, 1 + (p.id + k.o * 5) % 12, p.id, k.a,
       false, CASE WHEN p.state = 2 THEN false ELSE true END, p.owner, 'buildArch', E'<?xml version=''1.0''?>\n<methodCall>\n<methodName>buildArch</methodName>\n<params>\n<param>\n<value><string>tasks/' || p.id || '/' || p.id || E'/pkg.src.rpm</string></value>\n</param>\n</params>\n</methodCall>\n',
       CASE p.state WHEN 2 THEN E'<?xml version=''1.0''?>\n<methodResponse>\n<params>\n<param>\n<value><struct>\n<member>\n<name>brootid</name>\n<value><int>' || 70000 + p.id || E'</int></value>\n</member>\n</struct></value>\n</param>\n</params>\n</methodResponse>\n' WHEN 5 THEN CASE WHEN k.a = 'x86_64' THEN E'<?xml version=''1.0''?>\n<methodResponse>\n<fault>\n<value><struct>\n<member>\n<name>faultCode</name>\n<value><int>1005</int></value>\n</member>\n<member>\n<name>faultString</name>\n<value><string>BuildrootError: could not init mock buildroot</string></value>\n</member>\n</struct></value>\n</fault>\n</methodResponse>\n' END END,
       k.a, 19, 1.5
FROM task p, (VALUES ('x86_64', 1), ('aarch64', 2)) k(a, o) WHERE p.id % 2 = 0 AND p.id <= 50;
-- open now, five of them on the builders that are gone
INSERT INTO task (id, state, create_time, start_time, channel_id, host_id, waiting, owner, method, request, arch, priority, weight)
SELECT 200 + n, 1, t, t + interval '8 s', CASE WHEN n % 4 = 0 THEN 2 ELSE 1 END, CASE WHEN n > 11 THEN 13 + n % 2 ELSE n END, n % 5 = 0, 1 + n, CASE WHEN n % 4 = 0 THEN 'newRepo' ELSE 'build' END,
       E'<?xml version=''1.0''?>\n<methodCall>\n<methodName>build</methodName>\n<params>\n<param>\n<value><string>f42-build</string></value>\n</param>\n</params>\n</methodCall>\n', 'noarch', 20, 1.5
FROM generate_series(1, 16) n, LATERAL (SELECT now() - CASE WHEN n > 11 THEN interval '2 h' + n * interval '1 min' ELSE n * interval '2 min 11 s' END AS t) x;
-- assigned and free
INSERT INTO task (id, state, create_time, channel_id, host_id, owner, method, request, arch, priority)
SELECT 300 + n, CASE WHEN n <= 4 THEN 4 ELSE 0 END, now() - (25 - n) * interval '4 s', 1, CASE WHEN n <= 4 THEN n END, 1 + n, (ARRAY['build', 'tagBuild', 'createrepo'])[1 + n % 3],
       E'<?xml version=''1.0''?>\n<methodCall>\n<methodName>build</methodName>\n<params>\n<param>\n<value><string>f42</string></value>\n</param>\n</params>\n</methodCall>\n', 'noarch', CASE WHEN n % 3 = 1 THEN 5 ELSE 20 END
FROM generate_series(1, 20) n;
SELECT setval('task_id_seq', 400);
INSERT INTO scheduler_task_runs (task_id, host_id, active, create_time)
SELECT id, host_id, state IN (1, 4), coalesce(start_time, create_time) - interval '5 s' FROM task WHERE host_id IS NOT NULL ORDER BY id;
