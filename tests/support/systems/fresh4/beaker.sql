CREATE TABLE command_queue (id serial PRIMARY KEY, user_id integer, service varchar(100) NOT NULL,
  queue_time timestamp NOT NULL, start_time timestamp, finish_time timestamp, system_id integer NOT NULL,
  action varchar(40) NOT NULL, status varchar(10) NOT NULL, delay_until timestamp, quiescent_period integer,
  error_message varchar(4000), installation_id integer);
CREATE INDEX ix_command_queue_action ON command_queue (action);
CREATE INDEX ix_command_queue_queue_time ON command_queue (queue_time);
CREATE INDEX ix_command_queue_service ON command_queue (service);
CREATE INDEX ix_command_queue_status ON command_queue (status);
INSERT INTO command_queue (user_id, service, queue_time, start_time, finish_time, system_id, action, status,
  delay_until, quiescent_period, error_message, installation_id) SELECT CASE WHEN g % 5 = 0 THEN 1 + g % 4 END,
  (ARRAY['Scheduler', 'WEBUI', 'XMLRPC'])[1 + g % 3], c, CASE WHEN k NOT IN ('Queued', 'Aborted')
  THEN c + interval '6 seconds' END, CASE WHEN k IN ('Completed', 'Failed') THEN c + interval '12 seconds' END,
  1 + g % 20, (ARRAY['off', 'configure_netboot', 'on', 'clear_netboot'])[1 + g % 4], CASE k WHEN 'lost'
  THEN 'Running' ELSE k END, CASE WHEN k = 'Queued' AND g % 3 = 0 THEN n + interval '30 seconds' END, CASE
  WHEN g % 4 = 2 THEN 5 ELSE 0 END, CASE WHEN k = 'Failed' THEN 'Power script timed out after 600 seconds'
  WHEN k = 'Aborted' THEN 'System disabled' END, 300 + g / 4
FROM (SELECT g, (now() AT TIME ZONE 'UTC') AS n, CASE WHEN g <= 6 THEN 'Queued' WHEN g <= 9 THEN 'Running'
  WHEN g <= 11 THEN 'lost' WHEN g <= 12 THEN 'Queued' WHEN g % 15 = 0 THEN 'Failed' WHEN g % 41 = 0 THEN 'Aborted'
  ELSE 'Completed' END AS k, (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 9 THEN g * interval '2 seconds' WHEN g <= 12
  THEN interval '8 hours' + g * interval '7 minutes' ELSE g * interval '22 minutes' END AS c
FROM generate_series(1, 190) g) s;
