CREATE TABLE action (id varchar(36) PRIMARY KEY, name varchar(63), cluster_id varchar(36), context text, target
  varchar(36), action text, cause varchar(255), owner varchar(36), "interval" integer, start_time numeric(18,6),
  end_time numeric(18,6), timeout integer, status varchar(255), status_reason text, control varchar(255), inputs
  text, outputs text, data text, created_at timestamp, updated_at timestamp, "user" varchar(32), project
  varchar(32), domain varchar(32));
INSERT INTO action (id, name, cluster_id, context, target, action, cause, owner, "interval", start_time, end_time,
  timeout, status, status_reason, inputs, outputs, data, created_at, updated_at, "user", project) SELECT md5('an' ||
  g)::uuid::text, 'node_create_' || left(md5('an' || g), 8), md5('cl' || g % 6)::uuid::text, '{}', md5('tg' ||
  g)::uuid::text, (ARRAY['NODE_CREATE', 'NODE_DELETE', 'CLUSTER_SCALE_OUT', 'CLUSTER_CHECK'])[1 + g % 4],
  (ARRAY['RPC Request', 'Derived Action'])[1 + g % 2], CASE WHEN k IN ('RUNNING', 'lost') THEN md5('en' || g %
  2)::uuid::text END, -1, CASE WHEN k NOT IN ('INIT', 'READY', 'WAITING') THEN extract(epoch FROM c)::numeric(18,6)
  + 1 END, CASE WHEN k IN ('SUCCEEDED', 'FAILED', 'CANCELLED') THEN extract(epoch FROM c)::numeric(18,6) + 35 END,
  3600, CASE k WHEN 'lost' THEN 'RUNNING' ELSE k END, CASE k WHEN 'RUNNING' THEN 'The action is being processed.'
  WHEN 'lost' THEN 'The action is being processed.' WHEN 'SUCCEEDED' THEN 'Action completed successfully.' WHEN
  'FAILED' THEN 'Failed in creating node' WHEN 'CANCELLED' THEN 'Action cancelled' ELSE 'The action is ready.' END,
  '{}', '{}', '{}', c, CASE WHEN k IN ('INIT', 'READY') THEN NULL ELSE c + interval '35 seconds' END, md5('us'),
  md5('pr' || g % 3) FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 2 THEN 'READY' WHEN g <= 4 THEN 'WAITING'
  WHEN g <= 7 THEN 'RUNNING' WHEN g <= 10 THEN 'lost' WHEN g % 13 = 0 THEN 'FAILED' WHEN g % 47 = 0 THEN 'CANCELLED'
  ELSE 'SUCCEEDED' END AS k, localtimestamp - CASE WHEN g <= 7 THEN g * interval '25 seconds' WHEN g <= 10 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '40 minutes' END AS c FROM generate_series(1, 220)
  g) s;
