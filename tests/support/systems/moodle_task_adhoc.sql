CREATE TABLE mdl_task_adhoc (
    id bigserial NOT NULL,
    component varchar(255) NOT NULL DEFAULT '',
    classname varchar(255) NOT NULL DEFAULT '',
    nextruntime bigint NOT NULL,
    faildelay bigint,
    customdata text,
    userid bigint,
    blocking smallint NOT NULL DEFAULT 0,
    timecreated bigint NOT NULL DEFAULT 0,
    timestarted bigint,
    hostname varchar(255),
    pid bigint,
    CONSTRAINT mdl_taskadho_id_pk PRIMARY KEY (id)
);
CREATE INDEX mdl_taskadho_nex_ix ON mdl_task_adhoc (nextruntime);
CREATE INDEX mdl_taskadho_tim_ix ON mdl_task_adhoc (timestarted);
CREATE INDEX mdl_taskadho_use_ix ON mdl_task_adhoc (userid);

-- k: W waiting, L for a later time, F failed before, R running, S left as started by a process that died
WITH r AS (
    SELECT n, CASE WHEN n <= 24 THEN 'W' WHEN n <= 29 THEN 'L' WHEN n <= 42 THEN 'F' WHEN n <= 50 THEN 'R' ELSE 'S' END AS k,
           extract(epoch FROM now())::bigint AS t
    FROM generate_series(1, 53) n
), s AS (
    SELECT r.*, t - CASE k WHEN 'W' THEN (25 - n) * 9 WHEN 'L' THEN n * 60 WHEN 'F' THEN (60 << (n - 30)) * 2 WHEN 'R' THEN 60 + n ELSE n * 1800 END AS c, least(86400, 60 << (n - 30)) AS fd FROM r
)
INSERT INTO mdl_task_adhoc (component, classname, nextruntime, faildelay, customdata, userid, blocking, timecreated, timestarted, hostname, pid)
SELECT (ARRAY['moodle', 'mod_forum', 'core_course', 'mod_assign'])[n % 4 + 1],
       (ARRAY['\core\task\asynchronous_backup_task', '\mod_forum\task\send_user_notifications', '\core_course\task\course_delete_modules', '\mod_assign\task\cron_task'])[n % 4 + 1],
       CASE k WHEN 'L' THEN c + 7200 + n * 30 WHEN 'F' THEN t + CASE WHEN n % 4 = 0 THEN -12 ELSE fd / 2 END ELSE c - 1 END,
       CASE WHEN k = 'F' THEN fd ELSE 0 END,
       CASE n % 4 WHEN 3 THEN '' ELSE format('{"courseid":%s,"cmid":%s}', 10 + n, 700 + n) END,
       CASE WHEN n % 4 = 1 THEN 40 + n END, 0, c,
       CASE k WHEN 'R' THEN t - (n - 42) * 4 WHEN 'S' THEN c + 31 END,
       CASE k WHEN 'R' THEN 'cron-1' WHEN 'S' THEN 'cron-old' END,
       CASE k WHEN 'R' THEN 31000 + n WHEN 'S' THEN 412 END
FROM s ORDER BY n;
