CREATE TABLE queued_jobs (
  id              serial PRIMARY KEY,
  job_task        varchar(90) NOT NULL,
  data            text,
  job_group       varchar(190),
  reference       varchar(190),
  created         timestamp NOT NULL,
  notbefore       timestamp,
  fetched         timestamp,
  completed       timestamp,
  progress        real,
  attempts        smallint DEFAULT 0,
  failure_message text,
  workerkey       varchar(45),
  status          varchar(190),
  priority        integer NOT NULL DEFAULT 5,
  memory          integer,
  output          text
);
CREATE INDEX completed ON queued_jobs (completed);
CREATE INDEX job_task ON queued_jobs (job_task);
CREATE INDEX queue_fetch_optimization ON queued_jobs (completed, priority, notbefore, id);
CREATE INDEX fetched ON queued_jobs (fetched);
CREATE INDEX job_task_completed ON queued_jobs (job_task, completed);
CREATE INDEX queued_jobs_workerkey ON queued_jobs (workerkey);
CREATE TABLE queue_processes (
  id        serial PRIMARY KEY,
  pid       varchar(40) NOT NULL,
  created   timestamp NOT NULL,
  modified  timestamp NOT NULL,
  terminate boolean NOT NULL DEFAULT false,
  server    varchar(90),
  workerkey varchar(45) NOT NULL
);
CREATE UNIQUE INDEX workerkey ON queue_processes (workerkey);
CREATE INDEX pid_server ON queue_processes (pid, server);

INSERT INTO queued_jobs (job_task, data, job_group, reference, created, notbefore, fetched, completed, progress, attempts, failure_message, workerkey, status, priority, memory, output)
SELECT k, '{"id":' || n || '}', CASE WHEN n % 8 = 0 THEN 'nightly' END, CASE WHEN n % 3 = 0 THEN 'order-' || 600 + n END, t,
       CASE WHEN n BETWEEN 60 AND 64 THEN (now() AT TIME ZONE 'UTC') + n * interval '5 minutes' END,
       CASE WHEN n <= 48 THEN t + interval '6 seconds' WHEN n BETWEEN 65 AND 69 THEN (now() AT TIME ZONE 'UTC') - (n - 64) * interval '17 seconds'
            WHEN n IN (70, 71) THEN (now() AT TIME ZONE 'UTC') - interval '25 minutes' END,
       CASE WHEN n <= 48 AND n % 11 <> 0 THEN t + interval '9 seconds' END,
       CASE WHEN n <= 48 AND n % 11 <> 0 THEN 1 WHEN n IN (65, 67) THEN 0.35 END,
       CASE WHEN n <= 48 AND n % 11 = 0 THEN 2 WHEN n <= 48 AND n % 10 = 0 THEN 2 WHEN n <= 48 OR n >= 65 THEN 1 ELSE 0 END,
       CASE WHEN n <= 48 AND n % 11 = 0 THEN E'Queue\\Model\\QueueException: Could not send mail' END,
       CASE WHEN n <= 48 OR n >= 65 THEN left(encode(sha256(convert_to('w' || n % 3, 'UTF8')), 'hex'), 40) END,
       CASE WHEN n IN (65, 67) THEN 'Importing rows' WHEN n % 9 = 0 THEN 'Queued by admin' END, CASE WHEN n % 10 = 0 THEN 2 ELSE 5 END,
       CASE WHEN n <= 48 THEN 24 + n % 6 WHEN n IN (65, 67) THEN 31 END, CASE WHEN n <= 48 AND n % 11 <> 0 AND n % 2 = 0 THEN 'Sent 1 mail.' END
FROM (SELECT n, (ARRAY['Queue.Email', 'Queue.Execute', 'ImportOrders'])[1 + n % 3] AS k,
             date_trunc('second', (now() AT TIME ZONE 'UTC') - CASE WHEN n <= 48 THEN (50 - n) * interval '7 hours' WHEN n IN (70, 71) THEN interval '26 minutes' ELSE (75 - n) * interval '9 seconds' END) AS t
      FROM generate_series(1, 71) AS n) AS s ORDER BY n;
INSERT INTO queue_processes (pid, created, modified, server, workerkey)
SELECT (3000 + n)::text, (now() AT TIME ZONE 'UTC') - interval '20 minutes', (now() AT TIME ZONE 'UTC') - n * interval '3 seconds', 'web' || 1 + n % 2, left(encode(sha256(convert_to('w' || n, 'UTF8')), 'hex'), 40)
FROM generate_series(0, 23) AS n;
