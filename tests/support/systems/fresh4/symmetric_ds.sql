CREATE TABLE sym_outgoing_batch (batch_id bigint NOT NULL, node_id varchar(50) NOT NULL, channel_id varchar(128),
  status char(2), error_flag smallint DEFAULT 0, sql_state varchar(10), sql_code integer NOT NULL DEFAULT 0,
  sql_message text, last_update_hostname varchar(255), last_update_time timestamp, create_time timestamp,
  summary varchar(255), ignore_count integer NOT NULL DEFAULT 0, byte_count bigint NOT NULL DEFAULT 0,
  load_flag smallint DEFAULT 0, extract_count integer NOT NULL DEFAULT 0, sent_count integer NOT NULL DEFAULT 0,
  load_count integer NOT NULL DEFAULT 0, data_row_count integer NOT NULL DEFAULT 0,
  network_millis integer NOT NULL DEFAULT 0, load_millis integer NOT NULL DEFAULT 0,
  router_millis integer NOT NULL DEFAULT 0, load_id bigint, common_flag smallint DEFAULT 0,
  extract_start_time timestamp, transfer_start_time timestamp, load_start_time timestamp,
  failed_data_id bigint NOT NULL DEFAULT 0, failed_line_number bigint NOT NULL DEFAULT 0, create_by varchar(255),
  PRIMARY KEY (batch_id, node_id));
CREATE INDEX sym_idx_ob_node_status ON sym_outgoing_batch (node_id, status, channel_id);
CREATE INDEX sym_idx_ob_status ON sym_outgoing_batch (status);
CREATE INDEX sym_idx_ob_in_error ON sym_outgoing_batch (error_flag);
CREATE TABLE sym_incoming_batch (batch_id bigint NOT NULL, node_id varchar(50) NOT NULL, channel_id varchar(128),
  status char(2), error_flag smallint DEFAULT 0, sql_state varchar(10), sql_code integer NOT NULL DEFAULT 0,
  sql_message text, last_update_hostname varchar(255), last_update_time timestamp, create_time timestamp,
  summary varchar(255), ignore_count integer NOT NULL DEFAULT 0, byte_count bigint NOT NULL DEFAULT 0,
  load_flag smallint DEFAULT 0, load_count integer NOT NULL DEFAULT 0, data_row_count integer NOT NULL DEFAULT 0,
  load_row_count integer NOT NULL DEFAULT 0, network_millis integer NOT NULL DEFAULT 0,
  load_millis integer NOT NULL DEFAULT 0, skip_count integer NOT NULL DEFAULT 0,
  failed_row_number integer NOT NULL DEFAULT 0, failed_line_number integer NOT NULL DEFAULT 0,
  failed_data_id bigint NOT NULL DEFAULT 0, PRIMARY KEY (batch_id, node_id));
CREATE INDEX sym_idx_ib_time_status ON sym_incoming_batch (create_time, status);
CREATE INDEX sym_idx_ib_in_error ON sym_incoming_batch (error_flag);
INSERT INTO sym_outgoing_batch (batch_id, node_id, channel_id, status, error_flag, sql_state, sql_code, sql_message,
  last_update_hostname, last_update_time, create_time, summary, byte_count, extract_count, sent_count, load_count,
  data_row_count, network_millis, load_millis, router_millis, extract_start_time, transfer_start_time,
  load_start_time, failed_data_id, failed_line_number) SELECT 70000 + g, 'store-' || lpad((1 + g % 6)::text, 3, '0'),
  (ARRAY['default', 'config', 'sale', 'heartbeat'])[1 + g % 4], k, CASE WHEN k = 'ER' THEN 1 ELSE 0 END, CASE
  WHEN k = 'ER' THEN '23503' END, 0, CASE WHEN k = 'ER'
  THEN 'ERROR: insert or update on table "sale" violates foreign key constraint' END, 'hub-1', CASE k WHEN 'NE'
  THEN c ELSE c + interval '4 seconds' END, c, 'sale', CASE WHEN k = 'NE' THEN 0 ELSE 300 + g END, CASE WHEN k = 'NE'
  THEN 0 ELSE 1 END, CASE k WHEN 'NE' THEN 0 WHEN 'QY' THEN 0 WHEN 'ER' THEN 5 + g % 9 ELSE 1 END, CASE WHEN k = 'OK'
  THEN 1 ELSE 0 END, 1 + g % 20, CASE WHEN k IN ('OK', 'ER') THEN 20 + g ELSE 0 END, CASE WHEN k = 'OK' THEN 9 + g
  ELSE 0 END, 2, CASE WHEN k <> 'NE' THEN c + interval '2 seconds' END, CASE WHEN k IN ('OK', 'ER', 'SE', 'LD')
  THEN c + interval '3 seconds' END, CASE WHEN k IN ('OK', 'ER', 'LD') THEN c + interval '3500 milliseconds' END,
  CASE WHEN k = 'ER' THEN 88000 + g ELSE 0 END, CASE WHEN k = 'ER' THEN 12 ELSE 0 END
FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 20 THEN 'NE' WHEN g <= 21 THEN 'QY' WHEN g <= 23 THEN 'SE'
  WHEN g <= 25 THEN 'LD' WHEN g <= 29 THEN 'ER' WHEN g <= 41 THEN 'NE' WHEN g % 31 = 0 THEN 'IG' ELSE 'OK' END AS k,
  localtimestamp - CASE WHEN g <= 25 THEN g * interval '4 seconds' WHEN g <= 41
  THEN interval '8 hours' + g * interval '7 minutes' ELSE g * interval '7 minutes' END AS c
FROM generate_series(1, 230) g) s;
INSERT INTO sym_incoming_batch (batch_id, node_id, channel_id, status, error_flag, sql_state, sql_message,
  last_update_hostname, last_update_time, create_time, summary, byte_count, load_count, data_row_count,
  load_row_count, network_millis, load_millis, failed_row_number) SELECT 41000 + g,
  'store-' || lpad((1 + g % 6)::text, 3, '0'), (ARRAY['default', 'sale'])[1 + g % 2], k, CASE WHEN k = 'ER' THEN 1
  ELSE 0 END, CASE WHEN k = 'ER' THEN '23505' END, CASE WHEN k = 'ER'
  THEN 'ERROR: duplicate key value violates unique constraint' END, 'hub-1', c + interval '2 seconds', c, 'sale',
  200 + g, CASE k WHEN 'LD' THEN 0 ELSE 1 END, 1 + g % 20, CASE k WHEN 'OK' THEN 1 + g % 20 ELSE 0 END, 10 + g,
  CASE k WHEN 'OK' THEN 8 + g ELSE 0 END, CASE WHEN k = 'ER' THEN 3 ELSE 0 END
FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 2 THEN 'LD' WHEN g <= 5 THEN 'ER' WHEN g <= 6 THEN 'LD'
  WHEN g % 41 = 0 THEN 'IG' ELSE 'OK' END AS k, localtimestamp - CASE WHEN g <= 2 THEN g * interval '2 seconds'
  WHEN g <= 6 THEN interval '8 hours' + g * interval '7 minutes' ELSE g * interval '6 minutes' END AS c
FROM generate_series(1, 210) g) s;
