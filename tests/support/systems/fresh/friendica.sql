CREATE TABLE workerqueue (
  id serial PRIMARY KEY, command varchar(100), parameter text, priority smallint NOT NULL DEFAULT 0, created timestamp(0) NOT NULL DEFAULT '0001-01-01 00:00:00', pid int NOT NULL DEFAULT 0, executed timestamp(0) NOT NULL DEFAULT '0001-01-01 00:00:00', next_try timestamp(0) NOT NULL DEFAULT '0001-01-01 00:00:00', retrial smallint NOT NULL DEFAULT 0, done boolean NOT NULL DEFAULT false
);
CREATE INDEX done_priority_next_try ON workerqueue (done, priority, next_try);
CREATE INDEX done_pid_priority_created ON workerqueue (done, pid, priority, created);
CREATE TABLE "delivery-queue" (gsid int NOT NULL, "uri-id" int NOT NULL, created timestamp(0), command varchar(32), cid int, uid int, failed smallint DEFAULT 0, PRIMARY KEY ("uri-id", gsid));
CREATE INDEX gsid_created ON "delivery-queue" (gsid, created);
INSERT INTO workerqueue (command, parameter, priority, created, pid, executed, next_try, retrial, done)
SELECT (ARRAY['Notifier', 'APDelivery', 'UpdateContact', 'FetchMissingActivity'])[1 + g % 4], '["' || g || '"]', (ARRAY[10, 20, 30, 40])[1 + g % 4], c, CASE WHEN k IN ('run', 'lost', 'done') THEN 20000 + g % 40 ELSE 0 END,
       CASE k WHEN 'run' THEN n - g % 30 * interval '1 second' WHEN 'lost' THEN c + interval '5 seconds' WHEN 'done' THEN c + g % 50 * interval '1 second' ELSE '0001-01-01 00:00:00' END, CASE WHEN k = 'retry' THEN n + g * interval '3 minutes' WHEN k = 'done' AND g % 15 = 0 THEN c + interval '10 seconds' ELSE '0001-01-01 00:00:00' END, CASE WHEN k = 'retry' THEN 1 + g % 8 ELSE (k = 'done' AND g % 15 = 0)::int END, k = 'done'
FROM (SELECT g, now() AT TIME ZONE 'UTC' AS n, CASE WHEN g <= 14 THEN 'new' WHEN g <= 30 THEN 'retry' WHEN g <= 37 THEN 'run' WHEN g <= 40 THEN 'lost' ELSE 'done' END AS k FROM generate_series(1, 120) g) s,
     LATERAL (SELECT CASE k WHEN 'new' THEN n - g * interval '1 second' WHEN 'retry' THEN n - g * interval '11 minutes' WHEN 'run' THEN n - g * interval '3 seconds' WHEN 'lost' THEN n - interval '9 hours' ELSE n - g * interval '25 seconds' END AS c) x;
INSERT INTO "delivery-queue" (gsid, "uri-id", created, command, cid, uid, failed) SELECT 1 + g % 9, 70000 + g, (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 20 THEN g * interval '2 seconds' ELSE g * interval '15 minutes' END, (ARRAY['post', 'comment-new', 'like'])[1 + g % 3], 100 + g, 1 + g % 4, CASE WHEN g <= 20 THEN 0 ELSE g % 12 END FROM generate_series(1, 60) g;
