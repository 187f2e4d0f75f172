CREATE TABLE settings (key varchar(250) PRIMARY KEY, value jsonb NOT NULL);
CREATE TABLE service_instance (key varchar(250) PRIMARY KEY, value jsonb NOT NULL, service_id varchar(36) NOT NULL,
  service_type varchar(36) NOT NULL, state varchar(36) NOT NULL, created_at timestamptz NOT NULL, updated_at
  timestamptz NOT NULL);
INSERT INTO settings SELECT 'instance.' || g, '{"v": 1}' FROM generate_series(1, 12) g;
INSERT INTO service_instance SELECT md5('si' || g)::uuid::text, '{}', md5('si' || g)::uuid::text, (ARRAY['EXECUTOR',
  'WORKER', 'SCHEDULER', 'WEBSERVER'])[1 + g % 4], CASE WHEN g <= 6 THEN 'RUNNING' WHEN g % 9 = 0 THEN
  'DISCONNECTED' ELSE 'INACTIVE' END, c, CASE WHEN g <= 6 THEN now() - g * interval '2 seconds' ELSE c + interval
  '9 hours' END FROM (SELECT g, now() - g * interval '10 hours' AS c FROM generate_series(1, 60) g) s;
