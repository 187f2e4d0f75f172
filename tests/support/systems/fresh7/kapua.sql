CREATE TABLE dvcm_device_management_operation (scope_id bigint, id bigint NOT NULL PRIMARY KEY, created_on
  timestamp(3) DEFAULT now(), created_by bigint NOT NULL, modified_on timestamp(3) NOT NULL DEFAULT now(),
  modified_by bigint NOT NULL, started_on timestamp(3) NOT NULL DEFAULT now(), ended_on timestamp(3),
  device_id bigint NOT NULL, operation_id bigint NOT NULL, app_id varchar(255) NOT NULL, resource
  varchar(255), action varchar(64) NOT NULL, status varchar(255) NOT NULL, optlock integer, attributes text,
  properties text);
CREATE INDEX idx_dvcm_device_management_operation_scope_id ON dvcm_device_management_operation (scope_id);
INSERT INTO dvcm_device_management_operation (scope_id, id, created_on, created_by, modified_on, modified_by,
  started_on, ended_on, device_id, operation_id, app_id, resource, action, status, optlock) SELECT 1 + g % 4,
  5000000000 + g * 77, c, 1, CASE WHEN k IN ('COMPLETED', 'FAILED') THEN c + interval '3 minutes' ELSE c END,
  1, c, CASE WHEN k IN ('COMPLETED', 'FAILED') THEN c + interval '3 minutes' END, 900 + g % 50, 7000000000 + g
  * 991, 'DEPLOY-V2', (ARRAY['download', 'install', 'uninstall'])[1 + g % 3], 'EXECUTE', CASE k WHEN 'lost'
  THEN 'RUNNING' ELSE k END, CASE WHEN k IN ('COMPLETED', 'FAILED') THEN 3 ELSE 1 END FROM (SELECT g,
  localtimestamp AS n, CASE WHEN g <= 3 THEN 'RUNNING' WHEN g <= 7 THEN 'lost' WHEN g % 8 = 0 THEN 'FAILED'
  ELSE 'COMPLETED' END AS k, localtimestamp - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 7 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '50 minutes' END AS c FROM
  generate_series(1, 160) g) s;
