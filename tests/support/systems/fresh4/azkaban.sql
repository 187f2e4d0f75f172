CREATE TABLE execution_flows (exec_id serial PRIMARY KEY, project_id int NOT NULL, version int NOT NULL,
  flow_id varchar(128) NOT NULL, status smallint, submit_user varchar(64), submit_time bigint, update_time bigint,
  start_time bigint, end_time bigint, enc_type smallint, flow_data bytea, executor_id int, use_executor int,
  flow_priority smallint NOT NULL DEFAULT 5, execution_source varchar(32), dispatch_method smallint DEFAULT 1);
CREATE INDEX ex_flows_start_time ON execution_flows (start_time);
CREATE INDEX ex_flows_end_time ON execution_flows (end_time);
CREATE INDEX ex_flows_flows ON execution_flows (project_id, flow_id);
CREATE INDEX executor_id ON execution_flows (executor_id);
CREATE INDEX ex_flows_staus ON execution_flows (status);
INSERT INTO execution_flows (project_id, version, flow_id, status, submit_user, submit_time, update_time, start_time,
  end_time, enc_type, flow_data, executor_id, use_executor, execution_source, dispatch_method) SELECT 1 + g % 5,
  1 + g % 3, 'flow' || g % 9, CASE k WHEN 'prep' THEN 20 WHEN 'run' THEN 30 WHEN 'lost' THEN 30 WHEN 'kill' THEN 60
  WHEN 'bad' THEN 70 ELSE 50 END, 'user' || g % 4, t, t + CASE k WHEN 'prep' THEN 0 WHEN 'run' THEN 9000 WHEN 'lost'
  THEN 60000 ELSE 200000 + g * 1000 END, CASE k WHEN 'prep' THEN -1 ELSE t + 4000 END, CASE WHEN k IN ('ok', 'bad',
  'kill') THEN t + 200000 + g * 1000 ELSE -1 END, 2, decode(md5('fd' || g), 'hex'), CASE k WHEN 'prep' THEN NULL
  WHEN 'lost' THEN 9 ELSE 1 + g % 3 END, NULL, 'schedule', 1
FROM (SELECT g, k, (extract(epoch FROM c) * 1000)::bigint AS t FROM (SELECT g, now() AS n, CASE WHEN g <= 5
  THEN 'prep' WHEN g <= 11 THEN 'run' WHEN g <= 14 THEN 'lost' WHEN g % 9 = 0 THEN 'bad' WHEN g % 31 = 0 THEN 'kill'
  ELSE 'ok' END AS k, now() - CASE WHEN g <= 11 THEN g * interval '20 seconds' WHEN g <= 14
  THEN interval '2 days' + g * interval '7 minutes' ELSE g * interval '50 minutes' END AS c
FROM generate_series(1, 190) g) s) q;
