CREATE TABLE wf_actions (id varchar(255) PRIMARY KEY, bean_type varchar(31), wf_id varchar(255), created_time
  timestamp, status varchar(255), last_check_time timestamp, end_time timestamp, start_time timestamp,
  execution_path varchar(1024), pending integer, pending_age timestamp, signal_value varchar(255), log_token
  varchar(255), sla_xml bytea, name varchar(255), cred varchar(255), type varchar(255), conf bytea, retries
  integer, user_retry_count integer, user_retry_max integer, user_retry_interval integer, transition
  varchar(255), data bytea, stats bytea, external_child_ids bytea, external_id varchar(255), external_status
  varchar(255), tracker_uri varchar(255), console_url varchar(255), error_code varchar(255), error_message
  varchar(500));
CREATE INDEX i_wf_ctns_pending ON wf_actions (pending);
CREATE INDEX i_wf_ctns_status ON wf_actions (status);
CREATE INDEX i_wf_ctns_wf_id ON wf_actions (wf_id);
INSERT INTO wf_actions (id, bean_type, wf_id, created_time, status, last_check_time, end_time, start_time,
  execution_path, pending, pending_age, name, cred, type, retries, user_retry_count, user_retry_max,
  user_retry_interval, transition, external_id, external_status, error_code, error_message) SELECT
  lpad(g::text, 7, '0') || '-2611280000-oozie-W@hive', 'WorkflowActionBean', lpad((g / 3)::text, 7, '0') ||
  '-2611280000-oozie-W', c, CASE k WHEN 'lostprep' THEN 'PREP' WHEN 'lost' THEN 'DONE' ELSE k END, CASE WHEN k
  IN ('PREP', 'lostprep') THEN NULL ELSE c + interval '20 seconds' END, CASE WHEN k IN ('OK', 'ERROR',
  'KILLED') THEN c + interval '4 minutes' END, CASE WHEN k IN ('PREP', 'lostprep') THEN NULL ELSE c + interval
  '2 seconds' END, '/', CASE WHEN k IN ('PREP', 'lostprep', 'DONE', 'lost') THEN 1 ELSE 0 END, CASE WHEN k IN
  ('PREP', 'lostprep', 'DONE', 'lost') THEN c END, 'hive-' || g % 3, 'null', 'hive', CASE WHEN g % 21 = 0 THEN
  1 ELSE 0 END, 0, 0, 10, CASE WHEN k IN ('OK') THEN 'end' END, CASE WHEN k IN ('PREP', 'lostprep') THEN NULL
  ELSE 'job_1700000000000_' || g END, CASE WHEN k IN ('OK') THEN 'SUCCEEDED' ELSE CASE WHEN k IN ('RUNNING')
  THEN 'RUNNING' ELSE CASE WHEN k IN ('ERROR') THEN 'FAILED/KILLED' END END END, CASE WHEN k IN ('ERROR') THEN
  'JA018' END, CASE WHEN k IN ('ERROR') THEN 'Main class failed, exit code [12]' END FROM (SELECT g,
  localtimestamp AS n, CASE WHEN g <= 2 THEN 'PREP' WHEN g <= 6 THEN 'RUNNING' WHEN g <= 7 THEN 'DONE' WHEN g
  <= 9 THEN 'lostprep' WHEN g <= 11 THEN 'lost' WHEN g % 10 = 0 THEN 'ERROR' WHEN g % 23 = 0 THEN 'KILLED'
  ELSE 'OK' END AS k, localtimestamp - CASE WHEN g <= 7 THEN g * interval '25 seconds' WHEN g <= 11 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '26 minutes' END AS c FROM
  generate_series(1, 220) g) s;
