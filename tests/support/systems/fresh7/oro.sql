CREATE TABLE oro_message_queue_job (id serial PRIMARY KEY, root_job_id integer REFERENCES
  oro_message_queue_job (id) ON DELETE CASCADE, owner_id varchar(255), name varchar(255) NOT NULL, status
  varchar(255) NOT NULL, interrupted boolean NOT NULL, "unique" boolean NOT NULL, created_at timestamp(0) NOT
  NULL, started_at timestamp(0), last_active_at timestamp(0), stopped_at timestamp(0), data jsonb,
  job_progress double precision);
CREATE INDEX oro_message_queue_job_inx ON oro_message_queue_job (root_job_id, name, owner_id);
CREATE TABLE oro_message_queue (id bigserial PRIMARY KEY, body text, headers text, properties text,
  consumer_id varchar(255), redelivered boolean, queue varchar(255) NOT NULL, priority smallint NOT NULL,
  delayed_until integer);
CREATE INDEX idx_oro_message_queue_consumer ON oro_message_queue (consumer_id, queue, priority,
  delayed_until);
INSERT INTO oro_message_queue_job (root_job_id, owner_id, name, status, interrupted, "unique", created_at,
  started_at, last_active_at, stopped_at, data, job_progress) SELECT NULL, 'oro.' || md5('ow' || g),
  'oro_importexport.export:' || g, 'oro.message_queue_job.status.' || CASE k WHEN 'lost' THEN 'running' ELSE k
  END, false, g % 3 = 0, c, CASE WHEN k IN ('new') THEN NULL ELSE c + interval '2 seconds' END, CASE WHEN k IN
  ('new') THEN NULL ELSE c + interval '30 seconds' END, CASE WHEN k IN ('success', 'failed', 'stale') THEN c +
  interval '40 seconds' END, '[]', CASE WHEN k IN ('success') THEN 1 ELSE 0 END FROM (SELECT g, localtimestamp
  AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 6 THEN 'running' WHEN g <= 9 THEN 'lost' WHEN g % 13 = 0 THEN
  'failed' WHEN g % 49 = 0 THEN 'stale' ELSE 'success' END AS k, localtimestamp - CASE WHEN g <= 6 THEN g *
  interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '14 minutes' END AS c FROM generate_series(1, 220) g) s;
INSERT INTO oro_message_queue (body, headers, properties, consumer_id, redelivered, queue, priority,
  delayed_until) SELECT '{"id":' || g || '}', '{"message_id": "oro.' || g || '"}', '{"topic": "oro.export"}',
  CASE WHEN k IN ('held') THEN '672f' || left(md5('cs' || g % 3), 10) || '.99' END, g % 19 = 0, 'default', 2,
  CASE WHEN k IN ('later') THEN extract(epoch FROM (n + g * interval '1 minute'))::bigint END FROM (SELECT g,
  now() AS n, CASE WHEN g <= 5 THEN 'held' WHEN g <= 12 THEN 'later' ELSE 'wait' END AS k, now() - CASE WHEN g
  <= 12 THEN g * interval '25 seconds' ELSE g * interval '5 seconds' END AS c FROM generate_series(1, 90) g)
  s;
