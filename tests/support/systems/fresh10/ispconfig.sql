CREATE TYPE action_state AS ENUM ('pending', 'processing', 'ok', 'warning', 'error');
CREATE TABLE sys_remoteaction (action_id serial PRIMARY KEY, server_id integer NOT NULL DEFAULT 0, tstamp
  integer NOT NULL DEFAULT 0, action_type varchar(20) NOT NULL DEFAULT '', action_param text, action_state
  action_state NOT NULL DEFAULT 'pending', response text);
CREATE INDEX sys_remoteaction_server ON sys_remoteaction (server_id);
INSERT INTO sys_remoteaction (server_id, tstamp, action_type, action_param, action_state, response) SELECT 1
  + g % 3, extract(epoch FROM c)::integer, (ARRAY['restart_service', 'ispc_update', 'backup_download',
  'openvz_start_vm'])[1 + g % 4], (ARRAY['apache', 'mysql', ''])[1 + g % 3], CASE k WHEN 'new' THEN
  'pending' WHEN 'lost' THEN 'pending' WHEN 'work' THEN 'processing' WHEN 'lostw' THEN 'processing' WHEN
  'bad' THEN 'error' WHEN 'warn' THEN 'warning' ELSE 'ok' END::action_state, CASE WHEN k IN ('done') THEN
  NULL ELSE CASE WHEN k IN ('bad', 'warn') THEN 'service is not installed' END END FROM (SELECT g, now() AS
  n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 4 THEN 'work' WHEN g <= 7 THEN 'lost' WHEN g <= 9 THEN 'lostw'
  WHEN g % 29 = 9 THEN 'bad' WHEN g % 53 = 17 THEN 'warn' ELSE 'done' END AS k, now() - CASE WHEN g <= 3
  THEN g * interval '25 seconds' WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 7 THEN interval
  '9 hours' + g * interval '7 minutes' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes' ELSE g
  * interval '45 minutes' END AS c FROM generate_series(1, 280) g) s ORDER BY s.c;
