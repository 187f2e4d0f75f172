CREATE TABLE job (jobid serial PRIMARY KEY, job text NOT NULL, name text NOT NULL, type char(1) NOT NULL,
  level char(1) NOT NULL, clientid integer DEFAULT 0, jobstatus char(1) NOT NULL, schedtime timestamp,
  starttime timestamp, endtime timestamp, realendtime timestamp, jobtdate bigint DEFAULT 0, volsessionid
  integer DEFAULT 0, volsessiontime integer DEFAULT 0, jobfiles integer DEFAULT 0, jobbytes bigint DEFAULT 0,
  readbytes bigint DEFAULT 0, joberrors integer DEFAULT 0, jobmissingfiles integer DEFAULT 0, poolid integer
  DEFAULT 0, filesetid integer DEFAULT 0, priorjobid integer DEFAULT 0, purgedfiles smallint DEFAULT 0,
  hasbase smallint DEFAULT 0, hascache smallint DEFAULT 0, reviewed smallint DEFAULT 0, comment text);
CREATE INDEX job_name_idx ON job (name);
INSERT INTO job (job, name, type, level, clientid, jobstatus, schedtime, starttime, endtime, realendtime,
  jobtdate, volsessionid, volsessiontime, jobfiles, jobbytes, joberrors) SELECT 'backup-host' || g % 30 || '.'
  || to_char(c, 'YYYY-MM-DD_HH24.MI.SS') || '_' || g, 'backup-host' || g % 30, 'B', (ARRAY['F', 'I', 'I',
  'D'])[1 + g % 4], 1 + g % 30, CASE k WHEN 'lost' THEN 'R' ELSE k END, c, CASE WHEN k IN ('C') THEN NULL ELSE
  c + interval '3 seconds' END, CASE WHEN k IN ('T', 'W', 'E', 'A', 'f') THEN c + interval '25 minutes' END,
  CASE WHEN k IN ('T', 'W', 'E', 'A', 'f') THEN c + interval '25 minutes' END, extract(epoch FROM c)::bigint,
  g, 1764000000, CASE WHEN k IN ('T', 'W') THEN 400 + g END, CASE WHEN k IN ('T', 'W') THEN 90000000::bigint *
  g ELSE 0 END, CASE WHEN k IN ('W') THEN 2 ELSE CASE WHEN k IN ('E', 'f') THEN 1 ELSE 0 END END FROM (SELECT
  g, localtimestamp AS n, CASE WHEN g <= 2 THEN 'C' WHEN g <= 5 THEN 'R' WHEN g <= 7 THEN 'lost' WHEN g % 13 =
  0 THEN 'W' WHEN g % 19 = 0 THEN 'E' WHEN g % 29 = 0 THEN 'f' WHEN g % 41 = 0 THEN 'A' ELSE 'T' END AS k,
  localtimestamp - CASE WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 7 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '70 minutes' END AS c FROM generate_series(1, 220) g) s;
