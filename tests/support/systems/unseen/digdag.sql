CREATE TABLE queued_tasks (
  id bigserial PRIMARY KEY,
  site_id integer NOT NULL,
  queue_id integer,
  unique_name varchar(255) NOT NULL,
  created_at timestamptz NOT NULL,
  data bytea NOT NULL
);
CREATE UNIQUE INDEX queued_tasks_on_site_id_unique_name ON queued_tasks (site_id, unique_name);
CREATE TABLE queued_task_locks (
  id bigserial PRIMARY KEY,
  site_id integer,
  queue_id integer,
  priority integer NOT NULL,
  retry_count integer NOT NULL DEFAULT 0,
  lock_expire_time bigint,
  lock_agent_id varchar(255)
);
CREATE INDEX queued_task_locks_on_lock_expire_time ON queued_task_locks (lock_expire_time);

INSERT INTO queued_tasks (id, site_id, unique_name, created_at, data)
SELECT 48100 + g, g % 3, (91000 + g)::text || '.' || g % 4 || '.r', now() - CASE WHEN g > 58 THEN interval '3 hours' ELSE g * interval '900 milliseconds' END,
       convert_to('{"siteId":' || g % 3 || ',"projectId":' || 10 + g % 5 || ',"taskName":"+wf+step' || g || '","attemptId":' || 5000 + g || '}', 'UTF8')
FROM generate_series(1, 62) g;
SELECT setval('queued_tasks_id_seq', 48200);
INSERT INTO queued_task_locks (id, site_id, queue_id, priority, retry_count, lock_expire_time, lock_agent_id)
SELECT id, site_id, NULL, 0, CASE WHEN g % 15 = 0 THEN 1 WHEN g > 58 THEN g - 57 ELSE 0 END,
       CASE WHEN g > 58 THEN extract(epoch FROM now())::bigint - 5400 - g WHEN g <= 26 THEN extract(epoch FROM now())::bigint + 12 + g % 40 END,
       CASE WHEN g > 58 THEN '17@ip-10-0-4-12' WHEN g <= 26 THEN (ARRAY['1@ip-10-0-3-77', '1@ip-10-0-9-204', '31@ip-10-0-3-80'])[1 + g % 3] END
FROM (SELECT *, id - 48100 AS g FROM queued_tasks) q;
