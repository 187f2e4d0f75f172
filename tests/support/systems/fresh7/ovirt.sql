CREATE TABLE job (job_id uuid PRIMARY KEY, action_type varchar(50) NOT NULL, description text NOT NULL, status
  varchar(32) NOT NULL, owner_id uuid, visible boolean DEFAULT true NOT NULL, start_time timestamptz NOT NULL,
  end_time timestamptz, last_update_time timestamptz, correlation_id varchar(50) NOT NULL, is_external boolean
  DEFAULT false, is_auto_cleared boolean DEFAULT true, engine_session_seq_id bigint);
CREATE TABLE command_entities (command_id uuid PRIMARY KEY, command_type integer NOT NULL, root_command_id
  uuid, command_parameters text, command_params_class varchar(256), created_at timestamptz, status
  varchar(20), callback_enabled boolean DEFAULT false, callback_notified boolean DEFAULT false, return_value
  text, return_value_class varchar(256), job_id uuid, step_id uuid, executed boolean DEFAULT false, user_id
  uuid, parent_command_id uuid, data text, engine_session_seq_id bigint, command_context text);
CREATE TABLE audit_log (audit_log_id bigserial PRIMARY KEY, user_id uuid, user_name varchar(255), vm_id uuid,
  vm_name varchar(255), log_time timestamptz NOT NULL, log_type_name varchar(100) DEFAULT '', log_type integer
  NOT NULL, severity integer NOT NULL, message text NOT NULL, processed boolean DEFAULT false NOT NULL,
  correlation_id varchar(50), job_id uuid, origin varchar(255) DEFAULT 'oVirt', custom_event_id integer
  DEFAULT -1, event_flood_in_sec integer DEFAULT 30, deleted boolean DEFAULT false);
CREATE INDEX idx_audit_log_log_time ON audit_log (log_time);
INSERT INTO job (job_id, action_type, description, status, owner_id, visible, start_time, end_time,
  last_update_time, correlation_id) SELECT md5('jo' || g)::uuid, (ARRAY['RunVm', 'AddDisk', 'MigrateVm'])[1 +
  g % 3], 'Launching VM ' || g, CASE k WHEN 'lost' THEN 'STARTED' ELSE k END, md5('us' || g % 7)::uuid, true,
  c, CASE WHEN k IN ('FINISHED', 'FAILED', 'UNKNOWN') THEN c + interval '50 seconds' END, CASE WHEN k IN
  ('FINISHED', 'FAILED', 'UNKNOWN') THEN c + interval '50 seconds' ELSE c END, md5('co' || g)::uuid::text FROM
  (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'STARTED' WHEN g <= 6 THEN 'lost' WHEN g % 9 = 0 THEN 'FAILED'
  WHEN g % 47 = 0 THEN 'UNKNOWN' ELSE 'FINISHED' END AS k, now() - CASE WHEN g <= 3 THEN g * interval
  '25 seconds' WHEN g <= 6 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes'
  END AS c FROM generate_series(1, 200) g) s;
INSERT INTO command_entities (command_id, command_type, root_command_id, command_parameters,
  command_params_class, created_at, status, callback_enabled, callback_notified, return_value, executed,
  user_id) SELECT md5('ce' || g)::uuid, (ARRAY[5, 230, 1012])[1 + g % 3], md5('ce' || g)::uuid, '{"vmId": ' ||
  g || '}', 'org.ovirt.engine.core.common.action.RunVmParams', c, CASE k WHEN 'lost' THEN 'ACTIVE' ELSE k END,
  true, CASE WHEN k IN ('ENDED_SUCCESSFULLY', 'ENDED_WITH_FAILURE') THEN true ELSE false END, CASE WHEN k IN
  ('ENDED_SUCCESSFULLY', 'ENDED_WITH_FAILURE') THEN '{"succeeded": true}' END, CASE WHEN k IN ('NOT_STARTED')
  THEN false ELSE true END, md5('us' || g % 7)::uuid FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN
  'NOT_STARTED' WHEN g <= 5 THEN 'ACTIVE' WHEN g <= 6 THEN 'SUCCEEDED' WHEN g <= 9 THEN 'lost' WHEN g % 13 = 0
  THEN 'ENDED_WITH_FAILURE' ELSE 'ENDED_SUCCESSFULLY' END AS k, now() - CASE WHEN g <= 6 THEN g * interval
  '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes'
  END AS c FROM generate_series(1, 180) g) s;
INSERT INTO audit_log (user_name, vm_name, log_time, log_type_name, log_type, severity, message, processed,
  correlation_id) SELECT 'admin@internal', 'vm' || g % 30, c, (ARRAY['USER_RUN_VM', 'VM_DOWN',
  'USER_VDC_LOGIN'])[1 + g % 3], (ARRAY[32, 61, 30])[1 + g % 3], CASE WHEN g % 9 = 0 THEN 2 ELSE 0 END,
  'VM vm' || g % 30 || ' started', CASE WHEN k IN ('new', 'lost') THEN false ELSE true END, left(md5('co' ||
  g), 20) FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 7 THEN 'lost' ELSE 'done' END AS
  k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 7 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '8 minutes' END AS c FROM generate_series(1, 260) g) s;
