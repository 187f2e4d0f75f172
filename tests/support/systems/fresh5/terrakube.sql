CREATE TABLE job (id bigserial PRIMARY KEY, status varchar(32), output varchar(1024), comments varchar(512),
  commit_id varchar(64), auto_apply boolean DEFAULT false, deleted boolean DEFAULT false, terraform_plan
  varchar(1024), approval_team varchar(64), tcl text, override_branch varchar(256), template_reference varchar(64),
  via varchar(32) DEFAULT 'UI', refresh boolean DEFAULT true, plan_changes boolean DEFAULT true, pr_number integer,
  organization_id varchar(36), workspace_id varchar(36), created_by varchar(128), created_date timestamp, updated_by
  varchar(128), updated_date timestamp);
INSERT INTO job (status, output, auto_apply, terraform_plan, tcl, template_reference, plan_changes, organization_id,
  workspace_id, created_by, created_date, updated_by, updated_date) SELECT CASE k WHEN 'lost' THEN 'running' WHEN
  'asked' THEN 'waitingApproval' ELSE k END, CASE WHEN k IN ('completed', 'failed') THEN
  'https://tk.example.org/out/' || g END, g % 3 = 0, CASE WHEN k = 'completed' THEN 'plan' || g END, 'flow',
  md5('te'), k <> 'noChanges', md5('or')::uuid::text, md5('wk' || g % 7)::uuid::text, 'u' || g % 5, c, 'u' || g % 5,
  c + interval '4 minutes' FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 2 THEN 'pending' WHEN g <= 3 THEN
  'queue' WHEN g <= 6 THEN 'running' WHEN g <= 8 THEN 'lost' WHEN g <= 14 THEN 'asked' WHEN g % 9 = 0 THEN 'failed'
  WHEN g % 31 = 0 THEN 'rejected' WHEN g % 41 = 0 THEN 'cancelled' WHEN g % 5 = 0 THEN 'noChanges' ELSE 'completed'
  END AS k, localtimestamp - CASE WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <= 14 THEN interval '9 hours' +
  g * interval '7 minutes' ELSE g * interval '3 hours' END AS c FROM generate_series(1, 170) g) s;
