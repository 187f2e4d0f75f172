CREATE TABLE event_notification_hist (event_name varchar(100) NOT NULL, audit_log_id bigint NOT NULL,
  method_type char(10) NOT NULL, sent_at timestamptz NOT NULL, status boolean NOT NULL, reason char(255));
CREATE TABLE external_variable (var_name varchar(100) NOT NULL PRIMARY KEY, var_value varchar(4000),
  _update_date timestamptz NOT NULL DEFAULT now());
CREATE TABLE engine_backup_log (scope varchar(64) NOT NULL, done_at timestamptz NOT NULL, is_passed boolean,
  output_message text, fqdn varchar(255), log_path text, PRIMARY KEY (scope, done_at));
INSERT INTO event_notification_hist SELECT 'VM_DOWN', g, 'EMAIL', now() - g * interval '30 minutes', g % 13 >
  0, CASE WHEN g % 13 = 0 THEN 'no route to host' END FROM generate_series(1, 180) g;
INSERT INTO external_variable SELECT 'fence-kdump-listener-' || g, 'v' || g, now() - g * interval '1 minute'
  FROM generate_series(1, 12) g;
INSERT INTO engine_backup_log SELECT (ARRAY['db', 'files'])[1 + g % 2], now() - g * interval '1 day', g % 17 >
  0, 'done', 'engine.example', '/var/log/b' || g FROM generate_series(1, 60) g;
