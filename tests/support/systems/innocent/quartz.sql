CREATE TABLE qrtz_job_details (
  sched_name varchar(120) NOT NULL,
  job_name varchar(200) NOT NULL,
  job_group varchar(200) NOT NULL,
  description varchar(250),
  job_class_name varchar(250) NOT NULL,
  is_durable boolean NOT NULL,
  is_nonconcurrent boolean NOT NULL,
  is_update_data boolean NOT NULL,
  requests_recovery boolean NOT NULL,
  job_data bytea,
  PRIMARY KEY (sched_name, job_name, job_group)
);
CREATE TABLE qrtz_triggers (
  sched_name varchar(120) NOT NULL,
  trigger_name varchar(200) NOT NULL,
  trigger_group varchar(200) NOT NULL,
  job_name varchar(200) NOT NULL,
  job_group varchar(200) NOT NULL,
  description varchar(250),
  next_fire_time bigint,
  prev_fire_time bigint,
  priority integer,
  trigger_state varchar(16) NOT NULL,
  trigger_type varchar(8) NOT NULL,
  start_time bigint NOT NULL,
  end_time bigint,
  calendar_name varchar(200),
  misfire_instr smallint,
  job_data bytea,
  PRIMARY KEY (sched_name, trigger_name, trigger_group),
  FOREIGN KEY (sched_name, job_name, job_group) REFERENCES qrtz_job_details (sched_name, job_name, job_group)
);
CREATE INDEX idx_qrtz_j_req_recovery ON qrtz_job_details (sched_name, requests_recovery);
CREATE INDEX idx_qrtz_j_grp ON qrtz_job_details (sched_name, job_group);
CREATE INDEX idx_qrtz_t_j ON qrtz_triggers (sched_name, job_name, job_group);
CREATE INDEX idx_qrtz_t_state ON qrtz_triggers (sched_name, trigger_state);
CREATE INDEX idx_qrtz_t_next_fire_time ON qrtz_triggers (sched_name, next_fire_time);
CREATE INDEX idx_qrtz_t_nft_st ON qrtz_triggers (sched_name, trigger_state, next_fire_time);
INSERT INTO qrtz_job_details
SELECT 'clusteredScheduler', n, (ARRAY['billing','reports','maintenance'])[1+o%3], NULL, 'com.example.jobs.'||initcap(n)||'Job', true, o%2=0, false, o%5=0, '\xaced0005737200156f72672e71756172747a2e4a6f62446174614d6170'::bytea
FROM unnest(ARRAY['invoiceRun','dunning','fxImport','ledgerClose','mailDigest','statement','cacheWarm','auditPurge','tokenPurge','stockSync','priceFeed','usageRollup','reindex','sitemap','backupCheck','kycRecheck','limitReset','feeAccrual','archive','heartbeat','report1','report2']) WITH ORDINALITY u(n,o);
INSERT INTO qrtz_triggers
SELECT d.sched_name, d.job_name||'Trigger', d.job_group, d.job_name, d.job_group, NULL,
 CASE WHEN s.st IN ('COMPLETE','ERROR') AND r%2=0 THEN -1 ELSE (extract(epoch FROM now() + r*interval '13 minutes')*1000)::bigint END,
 CASE WHEN r%7=0 THEN -1 ELSE (extract(epoch FROM now() - r*interval '47 minutes')*1000)::bigint END, 5, s.st, CASE WHEN r%4=0 THEN 'SIMPLE' ELSE 'CRON' END,
 (extract(epoch FROM now() - interval '60 days')*1000)::bigint, 0, NULL, 0, ''::bytea
FROM (SELECT *, row_number() OVER (ORDER BY job_name) r FROM qrtz_job_details) d
CROSS JOIN LATERAL (SELECT (ARRAY['WAITING','WAITING','WAITING','ACQUIRED','WAITING','PAUSED','WAITING','BLOCKED','ERROR','WAITING','COMPLETE'])[1+r%11] st) s;
