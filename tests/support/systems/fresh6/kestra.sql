CREATE TABLE queues ("offset" serial PRIMARY KEY, type varchar(80) NOT NULL, key varchar(250) NOT NULL, value jsonb
  NOT NULL, updated timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP, consumer_indexer boolean DEFAULT false,
  consumer_executor boolean DEFAULT false, consumer_worker boolean DEFAULT false, consumer_scheduler boolean DEFAULT
  false, consumer_flow_topology boolean DEFAULT false, consumer_group varchar(250));
CREATE INDEX queues_type__consumer_executor ON queues (type, consumer_executor, "offset");
CREATE INDEX queues_updated ON queues (updated);
INSERT INTO queues (type, key, value, updated, consumer_indexer, consumer_executor, consumer_worker,
  consumer_scheduler, consumer_flow_topology) SELECT (ARRAY['io.kestra.core.models.executions.Execution',
  'io.kestra.core.runners.WorkerJob', 'io.kestra.core.models.executions.LogEntry'])[1 + g % 3], left(md5('ke' || g),
  22), '{}', c, g % 3 <> 1 AND k = 'done', g % 3 = 0 AND k = 'done', g % 3 = 1 AND k = 'done', g % 3 = 0 AND k =
  'done', false FROM (SELECT g, now() AS n, CASE WHEN g <= 6 THEN 'new' WHEN g <= 9 THEN 'lost' ELSE 'done' END AS
  k, now() - CASE WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval
  '7 minutes' ELSE g * interval '3 minutes' END AS c FROM generate_series(1, 240) g) s;
