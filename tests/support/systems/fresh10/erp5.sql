CREATE TABLE message (uid bigint PRIMARY KEY, date timestamp(6) NOT NULL, path varchar(255) NOT NULL,
  active_process_uid bigint, method_id varchar(255) NOT NULL, processing_node smallint NOT NULL DEFAULT -1,
  priority smallint NOT NULL DEFAULT 0, group_method_id varchar(255) NOT NULL DEFAULT '', tag varchar(255)
  NOT NULL, serialization_tag varchar(255) NOT NULL, retry smallint NOT NULL DEFAULT 0, message bytea NOT
  NULL);
CREATE INDEX message_node ON message (processing_node, priority, date);
CREATE INDEX message_path ON message (path, processing_node);
INSERT INTO message (uid, date, path, active_process_uid, method_id, processing_node, priority,
  group_method_id, tag, serialization_tag, retry, message) SELECT 880000 - g * 3, (c + CASE k WHEN 'later'
  THEN interval '6 hours' WHEN 'retry' THEN interval '10 minutes' ELSE interval '0' END)::timestamp(6),
  '/erp5/accounting_module/' || 20300 - g, CASE k WHEN 'bad' THEN 4400 + g ELSE NULL END,
  (ARRAY['immediateReindexObject', 'Delivery_calculate', 'updateSimulation'])[1 + g % 3], CASE k WHEN
  'fresh' THEN -1 WHEN 'work' THEN 1 + g % 4 WHEN 'lost' THEN 1 + g % 4 WHEN 'bad' THEN -2 ELSE 0 END, 1 + g
  % 4, (ARRAY['portal_catalog/catalogObjectList', ''])[1 + g % 2], '', '', CASE k WHEN 'retry' THEN 2 WHEN
  'bad' THEN 3 ELSE 0 END, decode(md5('erp' || g), 'hex') FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN
  'work' WHEN g <= 7 THEN 'lost' WHEN g <= 12 THEN 'retry' WHEN g <= 34 THEN 'later' WHEN g <= 64 THEN
  'fresh' WHEN g % 7 = 2 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN g * interval
  '25 seconds' WHEN g <= 7 THEN interval '9 hours' + g * interval '7 minutes' WHEN g <= 12 THEN g * interval
  '25 seconds' WHEN g <= 34 THEN g * interval '25 seconds' WHEN g <= 64 THEN g * interval '25 seconds' ELSE
  g * interval '1 minutes' END AS c FROM generate_series(1, 240) g) s ORDER BY s.c;
