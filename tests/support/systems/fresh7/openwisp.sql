CREATE TABLE connection_command (id uuid NOT NULL PRIMARY KEY, created timestamptz NOT NULL, modified
  timestamptz NOT NULL, status varchar(12) NOT NULL, type varchar(16) NOT NULL, input jsonb, output text NOT
  NULL, connection_id uuid, device_id uuid NOT NULL);
CREATE INDEX connection_command_connection_id ON connection_command (connection_id);
CREATE INDEX connection_command_device_id ON connection_command (device_id);
INSERT INTO connection_command (id, created, modified, status, type, input, output, connection_id, device_id)
  SELECT md5('cc' || g)::uuid, c, CASE WHEN k IN ('in-progress', 'lost') THEN c ELSE c + interval '8 seconds'
  END, CASE k WHEN 'lost' THEN 'in-progress' ELSE k END, (ARRAY['custom', 'reboot', 'change_password'])[1 + g
  % 3], CASE WHEN g % 3 = 0 THEN '{"command": "uptime"}'::jsonb END, CASE WHEN k IN ('success') THEN 'up ' ||
  g || ' days' ELSE CASE WHEN k IN ('failed') THEN 'Command returned non-zero exit code: 1' ELSE '' END END,
  md5('cn' || g)::uuid, md5('de' || g % 40)::uuid FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN
  'in-progress' WHEN g <= 5 THEN 'lost' WHEN g % 9 = 0 THEN 'failed' ELSE 'success' END AS k, now() - CASE
  WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 5 THEN interval '9 hours' + g * interval '7 minutes'
  ELSE g * interval '40 minutes' END AS c FROM generate_series(1, 160) g) s;
