CREATE TABLE hoststate (agent_version varchar(255) NOT NULL, available_mem bigint NOT NULL, current_state
  varchar(255) NOT NULL, health_status varchar(255), host_id bigint PRIMARY KEY, time_in_state bigint NOT NULL,
  maintenance_state varchar(512));
CREATE TABLE setting (id bigint PRIMARY KEY, name varchar(255) NOT NULL UNIQUE, setting_type varchar(255) NOT NULL,
  content text NOT NULL, updated_by varchar(255) NOT NULL DEFAULT '_db', update_timestamp bigint NOT NULL);
CREATE TABLE alert_history (alert_id bigint PRIMARY KEY, cluster_id bigint NOT NULL, alert_definition_id bigint NOT
  NULL, service_name varchar(255) NOT NULL, component_name varchar(255), host_name varchar(255), alert_instance
  varchar(255), alert_timestamp bigint NOT NULL, alert_label varchar(1024), alert_state varchar(255) NOT NULL,
  alert_text text);
INSERT INTO hoststate SELECT '{"version":"2.7"}', 900000 + g, CASE WHEN g % 9 = 0 THEN 'HEARTBEAT_LOST' ELSE
  'HEALTHY' END, '{"healthStatus":"HEALTHY"}', g, extract(epoch FROM now() - g * interval '2 days')::bigint * 1000,
  NULL FROM generate_series(1, 60) g;
INSERT INTO setting SELECT g, 'name' || g, 'ambari-server', '{"x": 1}', 'admin', extract(epoch FROM now() - g *
  interval '5 days')::bigint * 1000 FROM generate_series(1, 30) g;
INSERT INTO alert_history SELECT g, 2, 1 + g % 20, 'HDFS', 'DATANODE', 'h' || g % 12 || '.example', NULL,
  extract(epoch FROM now() - g * interval '20 minutes')::bigint * 1000, 'DataNode Process', (ARRAY['OK', 'OK',
  'WARNING', 'CRITICAL'])[1 + g % 4], 'TCP OK' FROM generate_series(1, 220) g;
