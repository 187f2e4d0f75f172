CREATE TABLE accounting (window_start integer NOT NULL, window_stop integer NOT NULL DEFAULT 0,
  accounting_user varchar(255) NOT NULL DEFAULT '', accounting_project varchar(255) NOT NULL DEFAULT '',
  queue_name varchar(100) NOT NULL DEFAULT '', consumption_type varchar(5) CHECK (consumption_type IN
  ('ASKED', 'USED')) NOT NULL DEFAULT 'ASKED', consumption bigint NOT NULL DEFAULT 0, PRIMARY KEY
  (window_start, window_stop, accounting_user, accounting_project, queue_name, consumption_type));
CREATE TABLE resource_logs (resource_log_id bigserial PRIMARY KEY, resource_id integer NOT NULL DEFAULT 0,
  attribute varchar(255) NOT NULL DEFAULT '', value varchar(255) NOT NULL DEFAULT '', date_start integer NOT
  NULL DEFAULT 0, date_stop integer NOT NULL DEFAULT 0, finaud_decision varchar(3) CHECK (finaud_decision IN
  ('YES', 'NO')) NOT NULL DEFAULT 'NO');
CREATE INDEX finaud ON resource_logs (finaud_decision);
INSERT INTO accounting SELECT 1760000000 + (g / 12) * 86400, 1760086399 + (g / 12) * 86400, 'user' || g % 12,
  'default', 'default', (ARRAY['ASKED', 'USED'])[1 + g % 2], g * 3600 FROM generate_series(1, 220) g;
INSERT INTO resource_logs (resource_id, attribute, value, date_start, date_stop, finaud_decision) SELECT 1 + g
  % 24, 'state', (ARRAY['Alive', 'Suspected', 'Dead'])[1 + g % 3], extract(epoch FROM now() - g * interval
  '2 hours')::bigint, CASE WHEN g > 20 THEN extract(epoch FROM now() - g * interval '2 hours' + interval
  '1 hour')::bigint ELSE 0 END, CASE WHEN g % 9 = 0 THEN 'YES' ELSE 'NO' END FROM generate_series(1, 200) g;
