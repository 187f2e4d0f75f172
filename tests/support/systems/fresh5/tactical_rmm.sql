CREATE TABLE logs_pendingaction (id bigserial PRIMARY KEY, entry_time timestamptz NOT NULL, action_type
  varchar(255), status varchar(255) NOT NULL, details jsonb, agent_id integer NOT NULL);
INSERT INTO logs_pendingaction (entry_time, action_type, status, details, agent_id) SELECT c, (ARRAY['agentupdate',
  'chocoinstall', 'runcmd'])[1 + g % 3], CASE WHEN k = 'done' THEN 'completed' ELSE 'pending' END, CASE WHEN g % 3 =
  1 THEN jsonb_build_object('name', 'firefox', 'installed', k = 'done', 'output', '') ELSE
  jsonb_build_object('version', '2.1') END, 1 + g % 50 FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN
  g <= 9 THEN 'lost' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 9 THEN
  interval '3 days' + g * interval '7 minutes' ELSE g * interval '9 hours' END AS c FROM generate_series(1, 130) g)
  s;
