CREATE TABLE system_message (system_message_id varchar(40) PRIMARY KEY, system_message_type_id varchar(40),
  system_message_remote_id varchar(40), status_id varchar(40), is_outgoing char(1), init_date timestamp,
  processed_date timestamp, last_attempt_date timestamp, fail_count numeric(20, 0), parent_message_id
  varchar(40), ack_message_id varchar(40), remote_message_id varchar(255), message_text text, sender_id
  varchar(63), receiver_id varchar(63), message_id varchar(63), message_date timestamp, doc_type varchar(63),
  doc_sub_type varchar(63), doc_control varchar(63), doc_version varchar(63), trigger_visit_id varchar(40),
  last_updated_stamp timestamp);
CREATE TABLE service_job_run (job_run_id varchar(40) PRIMARY KEY, job_name varchar(63), user_id varchar(40),
  parameters text, results text, messages text, has_error char(1), errors text, host_address varchar(63),
  host_name varchar(255), run_thread varchar(255), start_time timestamp, end_time timestamp,
  last_updated_stamp timestamp);
CREATE INDEX svc_jobrun_name ON service_job_run (job_name);
INSERT INTO system_message (system_message_id, system_message_type_id, system_message_remote_id, status_id,
  is_outgoing, init_date, processed_date, last_attempt_date, fail_count, message_text, doc_type,
  last_updated_stamp) SELECT (100000 + g)::text, (ARRAY['OrderShip', 'InvoiceX12'])[1 + g % 2], 'Partner' || g
  % 4, CASE k WHEN 'lost' THEN 'SmsgSending' ELSE k END, CASE WHEN k IN ('SmsgConsumed', 'SmsgReceived') THEN
  'N' ELSE 'Y' END, c, CASE WHEN k IN ('SmsgSent', 'SmsgConsumed', 'SmsgConfirmed') THEN c + interval
  '12 seconds' END, CASE WHEN k IN ('SmsgProduced', 'SmsgReceived') THEN NULL ELSE c + interval '10 seconds'
  END, CASE WHEN k IN ('SmsgError') THEN 10 ELSE CASE WHEN g % 27 = 0 THEN 1 ELSE 0 END END, 'ISA*00*' || g,
  'SH', c + interval '12 seconds' FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'SmsgProduced'
  WHEN g <= 4 THEN 'SmsgReceived' WHEN g <= 6 THEN 'SmsgSending' WHEN g <= 9 THEN 'lost' WHEN g % 14 = 0 THEN
  'SmsgError' WHEN g % 3 = 0 THEN 'SmsgConsumed' WHEN g % 10 = 0 THEN 'SmsgConfirmed' ELSE 'SmsgSent' END AS
  k, localtimestamp - CASE WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g
  * interval '7 minutes' ELSE g * interval '22 minutes' END AS c FROM generate_series(1, 200) g) s;
INSERT INTO service_job_run (job_run_id, job_name, user_id, parameters, results, messages, has_error, errors,
  host_address, host_name, run_thread, start_time, end_time, last_updated_stamp) SELECT (200000 + g)::text,
  (ARRAY['clean_Visits', 'send_AllSystemMessages', 'run_Invoices'])[1 + g % 3], '_NA_', '{}', CASE WHEN k IN
  ('done') THEN '{"n": ' || g || '}' END, '', CASE WHEN k IN ('done') THEN 'N' ELSE CASE WHEN k IN ('bad')
  THEN 'Y' END END, CASE WHEN k IN ('bad') THEN 'Transaction rolled back' END, '10.0.0.' || g % 3, 'app' || g
  % 3, 'MoquiWorker-' || g % 8, c, CASE WHEN k IN ('done', 'bad') THEN c + interval '9 seconds' END, CASE WHEN
  k IN ('done', 'bad') THEN c + interval '9 seconds' ELSE c END FROM (SELECT g, localtimestamp AS n, CASE WHEN
  g <= 2 THEN 'run' WHEN g <= 5 THEN 'lost' WHEN g % 16 = 0 THEN 'bad' ELSE 'done' END AS k, localtimestamp -
  CASE WHEN g <= 2 THEN g * interval '25 seconds' WHEN g <= 5 THEN interval '9 hours' + g * interval
  '7 minutes' ELSE g * interval '30 minutes' END AS c FROM generate_series(1, 200) g) s;
