CREATE TABLE admin (job serial PRIMARY KEY, entered timestamp DEFAULT now(), started timestamp, finished
  timestamp, device inet, port text, action text, subaction text, status text, username text, userip inet, log
  text, debug boolean, device_key text, backend text);
CREATE INDEX idx_admin_entered ON admin (entered);
CREATE INDEX idx_admin_status ON admin (status);
CREATE INDEX idx_admin_action ON admin (action);
INSERT INTO admin (entered, started, finished, device, port, action, subaction, status, username, log, debug,
  backend) SELECT c, CASE WHEN k IN ('new') THEN NULL ELSE c + interval '9 seconds' END, CASE WHEN k IN
  ('done', 'error', 'info') THEN c + interval '31 seconds' END, ('10.1.' || g % 9 || '.' || g % 250)::inet,
  NULL, (ARRAY['macsuck', 'arpnip', 'discover', 'nbtstat'])[1 + g % 4], NULL, CASE k WHEN 'new' THEN 'queued'
  WHEN 'held' THEN 'queued' WHEN 'lost' THEN 'queued' ELSE k END, CASE WHEN g % 15 = 0 THEN 'admin' END, CASE
  WHEN k IN ('done') THEN 'ended macsuck for 10.1.0.1' ELSE CASE WHEN k IN ('error') THEN
  'SNMP connect failed' END END, false, CASE WHEN k IN ('new') THEN NULL ELSE 'nd-' || g % 2 || '.example' END
  FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 6 THEN 'held' WHEN g <= 9 THEN
  'lost' WHEN g % 14 = 0 THEN 'error' WHEN g % 31 = 0 THEN 'info' ELSE 'done' END AS k, localtimestamp - CASE
  WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes'
  ELSE g * interval '6 minutes' END AS c FROM generate_series(1, 260) g) s;
