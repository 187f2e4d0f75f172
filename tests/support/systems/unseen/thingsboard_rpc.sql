CREATE TABLE rpc (
  id uuid NOT NULL CONSTRAINT rpc_pkey PRIMARY KEY,
  created_time bigint NOT NULL,
  tenant_id uuid NOT NULL,
  device_id uuid NOT NULL,
  expiration_time bigint NOT NULL,
  request varchar(10000000) NOT NULL,
  response varchar(10000000),
  additional_info varchar(10000000),
  status varchar(255) NOT NULL
);
CREATE INDEX idx_rpc_tenant_id_device_id ON rpc (tenant_id, device_id);
INSERT INTO rpc (id, created_time, tenant_id, device_id, expiration_time, request, response, additional_info, status)
SELECT md5('rpc' || g)::uuid, (extract(epoch FROM c) * 1000)::bigint, md5('ten' || g % 2)::uuid, md5('dev' || g % 25)::uuid, (extract(epoch FROM c + w) * 1000)::bigint, '{"id":"' || md5('rpc' || g)::uuid || '","body":{"method":"' || (ARRAY['setValve', 'reboot', 'readMeter'])[1 + g % 3] || '","params":"{}"},"oneway":false,"persisted":true,"retries":3}',
       CASE st WHEN 'SUCCESSFUL' THEN '{"ok":true,"value":' || g || '}' WHEN 'FAILED' THEN '{"error":"device is busy"}' END, NULL, st
FROM (SELECT g, CASE WHEN g <= 9 THEN 'QUEUED' WHEN g <= 14 THEN 'SENT' WHEN g <= 20 THEN 'DELIVERED' WHEN g % 16 = 0 THEN 'EXPIRED' WHEN g % 23 = 0 THEN 'TIMEOUT' WHEN g % 29 = 0 THEN 'FAILED' ELSE 'SUCCESSFUL' END AS st, CASE WHEN g BETWEEN 19 AND 20 THEN now() - interval '20 hours' WHEN g <= 20 THEN now() - g * interval '40 seconds' ELSE now() - g * interval '31 minutes' END AS c, CASE WHEN g % 2 = 0 THEN interval '1 hour' ELSE interval '10 minutes' END + CASE WHEN g <= 18 THEN interval '1 hour' ELSE interval '0' END AS w FROM generate_series(1, 140) g) s;
