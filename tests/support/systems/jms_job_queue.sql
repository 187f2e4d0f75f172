CREATE SEQUENCE jms_jobs_id_seq INCREMENT BY 1 MINVALUE 1 START 1;
CREATE TABLE jms_jobs (
  id              bigint NOT NULL,
  state           varchar(15) NOT NULL,
  queue           varchar(50) NOT NULL,
  priority        smallint NOT NULL,
  createdat       timestamp(0) without time zone NOT NULL,
  startedat       timestamp(0) without time zone DEFAULT NULL,
  checkedat       timestamp(0) without time zone DEFAULT NULL,
  workername      varchar(50) DEFAULT NULL,
  executeafter    timestamp(0) without time zone DEFAULT NULL,
  closedat        timestamp(0) without time zone DEFAULT NULL,
  command         varchar(255) NOT NULL,
  args            json NOT NULL,
  output          text DEFAULT NULL,
  erroroutput     text DEFAULT NULL,
  exitcode        smallint DEFAULT NULL,
  maxruntime      smallint NOT NULL,
  maxretries      smallint NOT NULL,
  stacktrace      bytea DEFAULT NULL,
  runtime         smallint DEFAULT NULL,
  memoryusage     integer DEFAULT NULL,
  memoryusagereal integer DEFAULT NULL,
  originaljob_id  bigint DEFAULT NULL,
  PRIMARY KEY (id),
  CONSTRAINT fk_704adb9349c447f1 FOREIGN KEY (originaljob_id) REFERENCES jms_jobs (id) NOT DEFERRABLE INITIALLY IMMEDIATE
);
CREATE INDEX idx_704adb9349c447f1 ON jms_jobs (originaljob_id);
CREATE INDEX cmd_search_index ON jms_jobs (command);
CREATE INDEX sorting_index ON jms_jobs (state, priority, id);

INSERT INTO jms_jobs (id, state, queue, priority, createdat, startedat, checkedat, workername, executeafter, closedat, command, args, output, erroroutput, exitcode,
                      maxruntime, maxretries, runtime, memoryusage, memoryusagereal)
SELECT nextval('jms_jobs_id_seq'), s,
       CASE WHEN n % 5 = 0 THEN 'mail' ELSE 'default' END, CASE WHEN n % 9 = 0 THEN -5 ELSE 0 END, t,
       CASE WHEN s NOT IN ('pending', 'new', 'canceled') THEN t + interval '3 seconds' END,
       CASE WHEN s = 'running' THEN now() AT TIME ZONE 'UTC' - CASE WHEN n > 71 THEN interval '11 minutes' ELSE interval '1 second' END
            WHEN s NOT IN ('pending', 'new', 'canceled') THEN t + interval '9 seconds' END,
       CASE WHEN s NOT IN ('pending', 'new', 'canceled') THEN 'worker-' || 1 + n % 2 || '-' || 4100 + n % 2 END,
       CASE WHEN n = 66 THEN (now() AT TIME ZONE 'UTC') + interval '30 minutes' ELSE t - interval '1 second' END,
       CASE WHEN s = 'canceled' THEN t + interval '1 minute' WHEN s NOT IN ('pending', 'new', 'running') THEN t + interval '10 seconds' END,
       (ARRAY['app:report:render', 'app:mail:send', 'app:index:rebuild'])[1 + n % 3], ('["' || 300 + n || '"]')::json,
       CASE WHEN s IN ('finished', 'failed', 'terminated') THEN 'Processing ' || 300 + n || E'\n' WHEN s = 'running' THEN '' END,
       CASE WHEN s = 'failed' THEN E'\n  [RuntimeException]\n  Could not connect to smtp.example.org:25\n' WHEN s IN ('finished', 'running', 'terminated') THEN '' END,
       CASE s WHEN 'finished' THEN 0 WHEN 'failed' THEN 1 END,
       CASE WHEN s = 'terminated' THEN 5 ELSE 0 END, 0,
       CASE WHEN s IN ('finished', 'failed') THEN 7 END, CASE WHEN s IN ('finished', 'failed') THEN 11534336 + n * 4096 END, CASE WHEN s IN ('finished', 'failed') THEN 14680064 END
FROM (SELECT n, CASE WHEN n > 68 THEN 'running' WHEN n > 58 THEN 'pending' WHEN n IN (57, 58) THEN 'new' WHEN n % 13 = 0 THEN 'failed' WHEN n % 17 = 0 THEN 'canceled' WHEN n % 19 = 0 THEN 'terminated'
                     WHEN n % 23 = 0 THEN 'incomplete' WHEN n <= 40 AND n % 7 <> 0 THEN NULL ELSE 'finished' END AS s,
             (now() AT TIME ZONE 'UTC') - CASE WHEN n > 68 THEN interval '15 minutes' WHEN n > 56 THEN (75 - n) * interval '3 seconds' WHEN n > 40 THEN (60 - n) * interval '2 minutes' ELSE (60 - n) * interval '160 minutes' END AS t
      FROM generate_series(1, 73) AS n) AS q
WHERE s IS NOT NULL AND NOT (s = 'finished' AND n <= 40) ORDER BY n;
INSERT INTO jms_jobs (id, state, queue, priority, createdat, startedat, checkedat, workername, executeafter, command, args, output, erroroutput, exitcode, maxruntime, maxretries, runtime)
SELECT nextval('jms_jobs_id_seq'), 'running', 'default', 0, t, t + interval '1 second', t + interval '4 seconds', 'worker-1-4101', t - interval '1 second', 'app:sync:crm', '["7"]', '', E'timeout\n', 1, 0, 3, 4
FROM (SELECT (now() AT TIME ZONE 'UTC') - interval '40 seconds' AS t) AS s;
INSERT INTO jms_jobs (id, state, queue, priority, createdat, executeafter, command, args, maxruntime, maxretries, originaljob_id)
SELECT nextval('jms_jobs_id_seq'), 'pending', 'default', 0, t, t + interval '1 minute', 'app:sync:crm', '["7"]', 0, 0, currval('jms_jobs_id_seq') - 1
FROM (SELECT (now() AT TIME ZONE 'UTC') - interval '35 seconds' AS t) AS s;
