CREATE TABLE workflowexecution (id varchar NOT NULL PRIMARY KEY, workflow_id varchar NOT NULL,
  workflow_revision integer NOT NULL DEFAULT 1, tenant_id varchar NOT NULL, started timestamp NOT NULL,
  triggered_by text, status text, is_running integer NOT NULL, timeslot integer NOT NULL, execution_number
  integer NOT NULL, error varchar(10240), execution_time integer, results json, is_test_run boolean NOT NULL
  DEFAULT false, UNIQUE (workflow_id, execution_number, is_running, timeslot));
CREATE INDEX idx_workflowexecution_tenant_workflow_id_timestamp ON workflowexecution (tenant_id, workflow_id,
  started);
CREATE INDEX idx_status_started ON workflowexecution (status, started);
INSERT INTO workflowexecution (id, workflow_id, tenant_id, started, triggered_by, status, is_running,
  timeslot, execution_number, error, execution_time, results) SELECT md5('we' || g)::uuid::text, md5('wf' || g
  % 8)::uuid::text, 'keep', c, 'type:alert name:cpu id:' || g, CASE k WHEN 'lost' THEN 'in_progress' ELSE k
  END, CASE WHEN k IN ('in_progress', 'lost') THEN 1 ELSE 100000 + g * 7919 END, extract(epoch FROM
  c)::bigint::bigint / 120, 1 + g / 8, CASE WHEN k IN ('error') THEN 'Failed to run step: 401' END, CASE WHEN
  k IN ('success', 'error') THEN g % 40 END, CASE WHEN k IN ('success') THEN '{}'::json END FROM (SELECT g,
  localtimestamp AS n, CASE WHEN g <= 3 THEN 'in_progress' WHEN g <= 6 THEN 'lost' WHEN g % 13 = 0 THEN
  'error' WHEN g % 29 = 0 THEN 'timeout' WHEN g % 37 = 0 THEN 'providers_not_configured' ELSE 'success' END AS
  k, localtimestamp - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 6 THEN interval '9 hours' + g
  * interval '7 minutes' ELSE g * interval '13 minutes' END AS c FROM generate_series(1, 230) g) s;
