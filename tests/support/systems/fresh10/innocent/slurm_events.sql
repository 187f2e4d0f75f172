CREATE TABLE cluster_event_table (deleted smallint NOT NULL DEFAULT 0, time_start bigint NOT NULL, time_end
  bigint NOT NULL DEFAULT 0, node_name varchar(255) NOT NULL DEFAULT '', cluster_nodes text NOT NULL DEFAULT
  '', reason text NOT NULL, reason_uid bigint NOT NULL DEFAULT 4294967294, state integer NOT NULL DEFAULT 0,
  tres text NOT NULL DEFAULT '', PRIMARY KEY (node_name, time_start));
INSERT INTO cluster_event_table (time_start, time_end, node_name, reason, state, tres) SELECT extract(epoch
  FROM c)::integer, CASE WHEN k IN ('open') THEN 0 ELSE extract(epoch FROM c + ((1 + g * 37 % 23) * interval
  '1 minute'))::integer END, 'node' || g % 60, (ARRAY['Not responding', 'gpu check', 'reboot'])[1 + g % 3],
  CASE WHEN g % 3 = 0 THEN 1 ELSE 512 END, '1=64' FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'open'
  ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' ELSE g * interval
  '60 minutes' END AS c FROM generate_series(1, 300) g) s ORDER BY s.c;
