CREATE TABLE job (jobid bigserial PRIMARY KEY, funcid int NOT NULL, arg bytea, uniqkey varchar(255), insert_time integer, run_after integer NOT NULL, grabbed_until integer NOT NULL, priority smallint, coalesce varchar(255));
CREATE UNIQUE INDEX job_funcid_uniqkey ON job (funcid, uniqkey);
CREATE INDEX job_funcid_runafter ON job (funcid, run_after);
CREATE INDEX job_funcid_coalesce ON job (funcid, coalesce);
INSERT INTO job (funcid, arg, uniqkey, insert_time, run_after, grabbed_until, priority, coalesce)
SELECT 1 + g % 4, decode('0504' || md5('a' || g), 'hex'), CASE WHEN g % 4 = 2 THEN 'post-' || g END, c, CASE WHEN k = 'retry' THEN n + 60 * (1 + g % 12) WHEN k = 'later' THEN n + g * 900 ELSE c END, CASE k WHEN 'run' THEN n + 3600 - g % 120 WHEN 'lost' THEN c + 3605 ELSE 0 END, CASE WHEN g % 3 = 0 THEN 5 END, CASE WHEN g % 4 = 1 THEN (ARRAY['example.com', 'mail.example.net', 'example.org'])[1 + g % 3] END
FROM (SELECT g, extract(epoch FROM now())::int AS n, CASE WHEN g <= 40 THEN 'new' WHEN g <= 50 THEN 'run' WHEN g <= 55 THEN 'lost' WHEN g <= 80 THEN 'retry' ELSE 'later' END AS k, extract(epoch FROM now())::int - CASE WHEN g <= 36 THEN g * 2 WHEN g <= 40 THEN 22000 + g WHEN g <= 50 THEN g * 3 WHEN g <= 55 THEN 60000 ELSE 300 + g * 40 END AS c FROM generate_series(1, 100) g) s;
