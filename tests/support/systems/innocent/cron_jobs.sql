CREATE SEQUENCE jobid_seq;
CREATE TABLE job (
	jobid bigint primary key default pg_catalog.nextval('jobid_seq'),
	schedule text not null,
	command text not null,
	nodename text not null default 'localhost',
	nodeport int not null default coalesce(pg_catalog.inet_server_port(), 5432),
	database text not null default pg_catalog.current_database(),
	username text not null default current_user
);
ALTER TABLE job ADD COLUMN active boolean not null default 'true';
ALTER TABLE job ADD COLUMN jobname text;
CREATE UNIQUE INDEX jobname_username_idx ON job (jobname, username);
ALTER TABLE job ADD CONSTRAINT jobname_username_uniq UNIQUE USING INDEX jobname_username_idx;
CREATE SEQUENCE runid_seq;
CREATE TABLE job_run_details (
	jobid bigint,
	runid bigint primary key default pg_catalog.nextval('runid_seq'),
	job_pid integer,
	database text,
	username text,
	command text,
	status text,
	return_message text,
	start_time timestamptz,
	end_time timestamptz
);
INSERT INTO job (schedule, command, database, username, active, jobname)
SELECT (ARRAY['*/5 * * * *', '0 3 * * *', '30 seconds', '0 * * * *'])[1 + n % 4], (ARRAY['CALL refresh_totals()', 'VACUUM ANALYZE orders', 'DELETE FROM outbox_messages WHERE sent_at < now() - interval ''5 minutes''', 'SELECT expire_idempotency_keys()'])[1 + n % 4], 'app', CASE WHEN n % 7 = 0 THEN 'reporting' ELSE 'app' END, n % 10 <> 0, 'job-' || n FROM generate_series(1, 40) n;
INSERT INTO job_run_details (jobid, job_pid, database, username, command, status, return_message, start_time, end_time)
SELECT j.jobid, 20000 + n * 3, j.database, j.username, j.command, st, CASE st WHEN 'succeeded' THEN CASE WHEN j.command LIKE 'DELETE%' THEN 'DELETE ' || n % 40 ELSE '1 row' END WHEN 'failed' THEN CASE WHEN n = 90 THEN 'server restarted' ELSE 'ERROR:  canceling statement due to lock timeout' END END,
       CASE WHEN st <> 'starting' THEN t END, CASE WHEN st IN ('succeeded', 'failed') THEN t + n % 13 * interval '170 ms' END
FROM (SELECT n, CASE WHEN n > 178 THEN 'starting' WHEN n > 174 THEN 'running' WHEN n % 30 = 0 THEN 'failed' ELSE 'succeeded' END AS st, now() - (181 - n) * interval '50 s' AS t FROM generate_series(1, 180) n) x JOIN job j ON j.jobid = 1 + n % 40 ORDER BY n;
