CREATE TABLE queue ("queueId" bigserial NOT NULL, "userId" varchar NOT NULL, "queueName" varchar NOT NULL,
  created_at integer, last_updated integer, record_state_key varchar, record_state_val varchar, popped boolean,
  priority boolean, data varchar, "dataId" varchar, tries integer, max_tries integer, receipt_handle varchar,
  visible_at timestamp, PRIMARY KEY ("queueId", "userId", "queueName"));
INSERT INTO queue ("userId", "queueName", created_at, last_updated, record_state_key, popped, priority, data,
  "dataId", tries, max_tries, receipt_handle, visible_at) SELECT 'system', (ARRAY['images_to_analyze', 'event_log',
  'watcher_tasks'])[1 + g % 3], extract(epoch FROM c)::int, extract(epoch FROM c)::int, 'active', k <> 'new', false,
  '{"imageDigest":"sha256:' || md5('dg' || g) || '"}', md5('dt' || g), 0, 0, CASE WHEN k <> 'new'
  THEN md5('rh' || g) END, CASE k WHEN 'run'
  THEN (n + interval '1 hour' - g * interval '1 minute') AT TIME ZONE 'UTC' WHEN 'lost'
  THEN (c + interval '1 hour') AT TIME ZONE 'UTC' END
FROM (SELECT g, now() AS n, CASE WHEN g <= 30 THEN 'new' WHEN g <= 42 THEN 'run' WHEN g <= 47 THEN 'lost'
  ELSE 'new' END AS k, now() - CASE WHEN g <= 42 THEN g * interval '20 seconds' WHEN g <= 47
  THEN interval '1 day' + g * interval '7 minutes' ELSE g * interval '2 minutes' END AS c
FROM generate_series(1, 60) g) s;
