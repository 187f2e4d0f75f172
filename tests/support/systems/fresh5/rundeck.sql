CREATE TABLE execution (id bigserial PRIMARY KEY, version bigint NOT NULL, uuid varchar(255), job_uuid varchar(255),
  project varchar(255) NOT NULL, rduser varchar(255) NOT NULL, date_started timestamp, date_completed timestamp,
  status varchar(255), outputfilepath text, failed_node_list text, succeeded_node_list text, abortedby varchar(255),
  cancelled boolean NOT NULL, timed_out boolean, execution_type varchar(30), retry_attempt integer, will_retry
  boolean, servernodeuuid varchar(36), arg_string text, loglevel varchar(255) NOT NULL, node_threadcount integer,
  retry_original_id bigint, scheduled_execution_id bigint);
CREATE INDEX exec_idx_1 ON execution (id, project, date_completed);
CREATE INDEX exec_idx_2 ON execution (date_started, status);
INSERT INTO execution (version, uuid, job_uuid, project, rduser, date_started, date_completed, status,
  outputfilepath, failed_node_list, succeeded_node_list, abortedby, cancelled, timed_out, execution_type,
  retry_attempt, will_retry, servernodeuuid, loglevel, node_threadcount, scheduled_execution_id) SELECT 1, md5('ex'
  || g)::uuid::text, md5('jo' || g % 8)::uuid::text, 'ops', 'u' || g % 6, CASE k WHEN 'later' THEN n + g * interval
  '5 hours' ELSE c END, CASE WHEN k IN ('succeeded', 'failed', 'aborted') THEN c + interval '3 minutes' END, CASE k
  WHEN 'run' THEN 'running' WHEN 'lost' THEN 'running' WHEN 'later' THEN 'scheduled' WHEN 'aborted' THEN 'false'
  ELSE k END, '/var/log/rundeck/' || g, CASE WHEN k = 'failed' THEN 'web1' END, CASE WHEN k = 'succeeded' THEN
  'web1,web2' END, CASE WHEN k = 'aborted' THEN 'u1' END, k = 'aborted', false, 'scheduled', 0, false, md5('sn' || g
  % 2)::uuid::text, 'INFO', 1, 1 + g % 8 FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'run' WHEN g <=
  7 THEN 'later' WHEN g <= 9 THEN 'lost' WHEN g % 11 = 0 THEN 'failed' WHEN g % 43 = 0 THEN 'aborted' ELSE
  'succeeded' END AS k, localtimestamp - CASE WHEN g <= 7 THEN g * interval '25 seconds' WHEN g <= 9 THEN interval
  '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS c FROM generate_series(1, 210) g) s;
