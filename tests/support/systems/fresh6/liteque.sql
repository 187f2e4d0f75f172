CREATE TABLE tasks (id serial PRIMARY KEY, queue text NOT NULL, payload text NOT NULL, "createdAt" bigint NOT NULL,
  "availableAt" bigint, status text NOT NULL DEFAULT 'pending', "expireAt" bigint, "allocationId" text NOT NULL,
  "numRunsLeft" integer NOT NULL, "maxNumRuns" integer NOT NULL, "idempotencyKey" text, priority integer NOT NULL
  DEFAULT 0, UNIQUE (queue, "idempotencyKey"));
CREATE INDEX tasks_queue_idx ON tasks (queue);
CREATE INDEX tasks_status_idx ON tasks (status);
CREATE INDEX tasks_expire_at_idx ON tasks ("expireAt");
INSERT INTO tasks (queue, payload, "createdAt", "availableAt", status, "expireAt", "allocationId", "numRunsLeft",
  "maxNumRuns", "idempotencyKey") SELECT (ARRAY['link_crawler_queue', 'openai_queue', 'searching_indexing'])[1 + g %
  3], '{"bookmarkId": "' || g || '"}', extract(epoch FROM c)::bigint, extract(epoch FROM c)::bigint * 1000 + CASE k
  WHEN 'pending_retry' THEN 3600000 ELSE 0 END, CASE k WHEN 'lost' THEN 'running' ELSE k END, CASE WHEN k IN
  ('running', 'lost') THEN extract(epoch FROM c)::bigint + 900 END, left(md5('al' || g), 20), CASE k WHEN 'failed'
  THEN 0 WHEN 'pending' THEN 6 ELSE 5 - g % 3 END, 6, CASE WHEN g % 3 = 2 THEN 'idx-' || g END FROM (SELECT g, now()
  AS n, CASE WHEN g <= 14 THEN 'pending' WHEN g <= 20 THEN 'running' WHEN g <= 26 THEN 'pending_retry' WHEN g <= 30
  THEN 'lost' ELSE 'failed' END AS k, now() - CASE WHEN g <= 26 THEN g * interval '25 seconds' WHEN g <= 30 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '3 hours' END AS c FROM generate_series(1, 120) g)
  s;
