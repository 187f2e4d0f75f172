CREATE TYPE task_states AS ENUM ('CREATED','STARTED','SUCCEEDED','FAILED','EXPIRED','CANCELLED');
CREATE TYPE schedule_states AS ENUM ('PAUSED','STARTED','DELETED');
CREATE TABLE schedules (
  id uuid PRIMARY KEY,
  name varchar(255) NOT NULL UNIQUE,
  state schedule_states NOT NULL,
  starts_at timestamptz NOT NULL,
  frequency interval NOT NULL,
  payload json NOT NULL,
  created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL,
  deleted_at timestamptz,
  group_key varchar(255) NOT NULL,
  last_scheduled_task_id uuid,
  last_scheduled_task_state task_states,
  next_execution_at timestamptz NOT NULL
);
CREATE TABLE tasks (
  id uuid PRIMARY KEY,
  name varchar(255) NOT NULL,
  payload json NOT NULL,
  group_key varchar(255) NOT NULL,
  retry_max integer NOT NULL DEFAULT 0,
  retry_count integer NOT NULL DEFAULT 0,
  starts_after timestamptz NOT NULL,
  created_to_started_timeout_secs integer NOT NULL,
  started_to_completed_timeout_secs integer NOT NULL,
  heartbeat_timeout_secs integer NOT NULL,
  created_at timestamptz NOT NULL,
  state task_states NOT NULL,
  last_state_transition_at timestamptz NOT NULL,
  last_heartbeat_at timestamptz NOT NULL,
  output json,
  terminated boolean,
  schedule_id uuid REFERENCES schedules(id) ON DELETE CASCADE,
  retry_key uuid,
  owner_key varchar(64),
  group_max_concurrency int NOT NULL DEFAULT 0,
  CONSTRAINT tasks_unique_name UNIQUE (name)
);
CREATE INDEX idx_tasks_group_key_state ON tasks (group_key, state);
CREATE INDEX idx_tasks_schedule_id ON tasks (schedule_id);
CREATE INDEX idx_tasks_starts_after ON tasks (starts_after);
CREATE INDEX idx_tasks_created_starts_after ON tasks (starts_after) WHERE state = 'CREATED';
CREATE INDEX idx_tasks_started_last_heartbeat ON tasks (last_heartbeat_at) WHERE state = 'STARTED';
CREATE INDEX idx_tasks_retry_key ON tasks (retry_key);
CREATE INDEX idx_tasks_owner_key ON tasks (owner_key);
CREATE UNIQUE INDEX tasks_one_active_per_schedule ON tasks (schedule_id) WHERE state IN ('CREATED','STARTED');
INSERT INTO schedules SELECT md5('sch'||i)::uuid, 'environment:1:sync:'||i, 'STARTED', now()-interval '20 days', interval '1 hour', '{"type":"sync"}', now()-interval '20 days', now()-interval '1 hour', NULL, 'sync:environment:1', NULL, 'SUCCEEDED', now()+interval '20 minutes' FROM generate_series(1,3) i;
INSERT INTO tasks
SELECT md5('nt'||i)::uuid, (ARRAY['action','webhook','sync'])[1+i%3]||':'||md5('nm'||i)::uuid, json_build_object('type',(ARRAY['action','webhook','sync'])[1+i%3],'connection',json_build_object('id',i%6),'input',json_build_object('n',i)),
 (ARRAY['action:environment:1:connection:2','webhook:environment:1','sync:environment:1'])[1+i%3], CASE WHEN i%3=1 THEN 0 ELSE 3 END, CASE WHEN i%3=1 THEN 0 WHEN i%8=0 THEN 1 ELSE 0 END,
 c, 60*60, CASE WHEN i%3=2 THEN 86400 ELSE 3600 END, CASE WHEN i%3=2 THEN 1800 ELSE 300 END, c, st::task_states,
 CASE st WHEN 'CREATED' THEN c WHEN 'STARTED' THEN s WHEN 'EXPIRED' THEN s + interval '6 minutes' ELSE s + (1+i%9)*interval '0.7 seconds' END,
 CASE WHEN st='CREATED' OR st='CANCELLED' THEN c WHEN st='STARTED' AND i NOT IN (19,20) THEN greatest(s, now() - interval '20 seconds') ELSE s END,
 CASE st WHEN 'SUCCEEDED' THEN json_build_object('ok',true) WHEN 'FAILED' THEN json_build_object('type','action_script_failure','message','Request failed with status code 401') WHEN 'EXPIRED' THEN '{"reason": "heartbeatTimeoutSecs_exceeded"}'::json WHEN 'CANCELLED' THEN '{"reason":"Cancelled by user"}'::json END,
 st NOT IN ('CREATED','STARTED'), CASE WHEN i%3=2 AND i>20 THEN md5('sch'||(1+i%3))::uuid END, md5('rk'||i)::uuid, 'environment:'||(1+i%2), CASE WHEN i%3=0 THEN 200 ELSE 0 END
FROM (SELECT i, st, c, CASE WHEN st='STARTED' THEN CASE WHEN i IN (19,20) THEN now() - interval '47 minutes' ELSE now() - i*interval '5 seconds' END ELSE c + interval '0.3 seconds' END s FROM
 (SELECT i, CASE WHEN i<=10 THEN 'CREATED' WHEN i<=20 THEN 'STARTED' WHEN i%11=0 THEN 'FAILED' WHEN i%13=0 THEN 'EXPIRED' WHEN i%17=0 THEN 'CANCELLED' ELSE 'SUCCEEDED' END st,
  now() - CASE WHEN i<=10 THEN i*interval '0.6 seconds' WHEN i IN (19,20) THEN interval '48 minutes' WHEN i<=20 THEN i*interval '5.2 seconds' ELSE i*interval '37 minutes' END c FROM generate_series(1,84) i) z) x;
