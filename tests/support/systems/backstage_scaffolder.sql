CREATE TABLE tasks (
  id uuid NOT NULL PRIMARY KEY,
  spec text NOT NULL,
  status text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
  last_heartbeat_at timestamptz,
  secrets text,
  created_by text,
  state text,
  workspace bytea
);
CREATE TABLE task_events (
  id bigserial PRIMARY KEY,
  task_id uuid NOT NULL REFERENCES tasks (id) ON DELETE CASCADE,
  body text NOT NULL,
  event_type text NOT NULL,
  created_at timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP
);
CREATE INDEX task_events_task_id_idx ON task_events (task_id);
CREATE FUNCTION pg_temp.spec(i int) RETURNS text LANGUAGE sql AS
$$ SELECT '{"apiVersion":"scaffolder.backstage.io/v1beta3","steps":[{"id":"fetch","name":"Fetch","action":"fetch:template"},{"id":"publish","name":"Publish","action":"publish:github"}],"parameters":{"name":"svc-' || i || '","owner":"group:default/team-' || (i % 5) || '"},"templateInfo":{"entityRef":"template:default/node-service"}}' $$;
INSERT INTO tasks (id, spec, status, created_at, last_heartbeat_at, created_by, state)
SELECT md5('bt' || i)::uuid, pg_temp.spec(i), CASE WHEN i % 7 = 0 THEN 'failed' WHEN i % 17 = 0 THEN 'cancelled' ELSE 'completed' END,
       t, t + (4 + i % 50) * interval '1 second', 'user:default/dev' || (i % 9),
       CASE WHEN i % 4 = 0 THEN '{"state":{"checkpoints":{"v1.task.checkpoint.create.repo":{"status":"success","value":{"repo":"svc-' || i || '"}}}}}' END
FROM generate_series(1, 60) i, LATERAL (SELECT now() - i * interval '5 hours' AS t) x;
INSERT INTO tasks (id, spec, status, created_at, secrets, created_by)
SELECT md5('bo' || i)::uuid, pg_temp.spec(100 + i), 'open', now() - i * interval '1 second', '{"backstageToken":"ey' || md5('s' || i) || '"}', 'user:default/dev' || i
FROM generate_series(1, 6) i;
INSERT INTO tasks (id, spec, status, created_at, last_heartbeat_at, created_by)
SELECT md5('bp' || i)::uuid, pg_temp.spec(200 + i), 'processing', t,
       CASE WHEN i > 5 THEN t + interval '3 seconds' ELSE now() - i * interval '150 milliseconds' END, 'user:default/dev' || i
FROM generate_series(1, 7) i, LATERAL (SELECT now() - CASE WHEN i > 5 THEN i * interval '8 minutes' ELSE i * interval '7 seconds' END AS t) x;
INSERT INTO task_events (task_id, body, event_type, created_at)
SELECT id, '{"stepId":"fetch","status":"processing","message":"Beginning step Fetch"}', 'log', created_at + interval '1 second' FROM tasks WHERE status <> 'open';
INSERT INTO task_events (task_id, body, event_type, created_at)
SELECT id, CASE status WHEN 'failed' THEN '{"message":"Run failed","error":{"name":"Error","message":"repository already exists"}}' ELSE '{"message":"Run completed with status: ' || status || '"}' END, 'completion', last_heartbeat_at
FROM tasks WHERE status IN ('completed', 'failed', 'cancelled');
