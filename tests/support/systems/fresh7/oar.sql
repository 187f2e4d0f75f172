CREATE TABLE jobs (job_id bigserial PRIMARY KEY, array_id integer NOT NULL DEFAULT 0, array_index integer NOT
  NULL DEFAULT 1, initial_request text, job_name varchar(100), job_env text, job_type varchar(11) CHECK
  (job_type IN ('INTERACTIVE', 'PASSIVE')) NOT NULL DEFAULT 'PASSIVE', info_type varchar(255), state
  varchar(16) CHECK (state IN ('Waiting', 'Hold', 'toLaunch', 'toError', 'toAckReservation', 'Launching',
  'Running', 'Suspended', 'Resuming', 'Finishing', 'Terminated', 'Error')) NOT NULL DEFAULT 'Waiting',
  reservation varchar(10) CHECK (reservation IN ('None', 'toSchedule', 'Scheduled')) NOT NULL DEFAULT 'None',
  message varchar(255) NOT NULL DEFAULT '', scheduler_info varchar(255) NOT NULL DEFAULT '', job_user
  varchar(255) NOT NULL DEFAULT '', project varchar(255) NOT NULL DEFAULT '', command text, exit_code integer,
  queue_name varchar(100) NOT NULL DEFAULT '', properties text, launching_directory text NOT NULL,
  submission_time integer NOT NULL DEFAULT 0, start_time integer NOT NULL DEFAULT 0, stop_time integer NOT
  NULL DEFAULT 0, accounted varchar(3) CHECK (accounted IN ('YES', 'NO', 'NA')) NOT NULL DEFAULT 'NO',
  checkpoint integer NOT NULL DEFAULT 0, resubmit_job_id integer NOT NULL DEFAULT 0, suspended varchar(3)
  CHECK (suspended IN ('YES', 'NO')) NOT NULL DEFAULT 'NO');
CREATE INDEX state ON jobs (state);
CREATE INDEX accounted ON jobs (accounted);
CREATE TABLE event_logs (event_id bigserial PRIMARY KEY, type varchar(50) NOT NULL DEFAULT '', job_id integer
  NOT NULL DEFAULT 0, date integer NOT NULL DEFAULT 0, description varchar(255) NOT NULL DEFAULT '', to_check
  varchar(3) CHECK (to_check IN ('YES', 'NO')) NOT NULL DEFAULT 'YES');
CREATE INDEX event_check ON event_logs (to_check);
INSERT INTO jobs (array_id, initial_request, job_name, state, message, job_user, command, exit_code,
  queue_name, launching_directory, submission_time, start_time, stop_time, accounted) SELECT g,
  'oarsub -l /nodes=' || 1 + g % 4, CASE WHEN g % 3 = 0 THEN 'run' || g END, CASE k WHEN 'lost' THEN
  'Launching' ELSE k END, CASE WHEN k IN ('Error') THEN 'walltime exceeded' ELSE 'R=4,W=1:0:0,J=B' END, 'user'
  || g % 12, './run.sh ' || g, CASE WHEN k IN ('Terminated') THEN 0 ELSE CASE WHEN k IN ('Error') THEN 256 END
  END, (ARRAY['default', 'besteffort'])[1 + g % 2], '/home/user' || g % 12, extract(epoch FROM c)::bigint,
  CASE WHEN k IN ('Waiting', 'Hold') THEN 0 ELSE extract(epoch FROM c)::bigint + 40 END, CASE WHEN k IN
  ('Terminated', 'Error') THEN extract(epoch FROM c)::bigint + 1900 + g ELSE 0 END, CASE WHEN k IN
  ('Terminated', 'Error') THEN 'YES' ELSE 'NO' END FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'Waiting'
  WHEN g <= 5 THEN 'Hold' WHEN g <= 6 THEN 'Launching' WHEN g <= 10 THEN 'Running' WHEN g <= 12 THEN 'lost'
  WHEN g % 11 = 0 THEN 'Error' ELSE 'Terminated' END AS k, now() - CASE WHEN g <= 10 THEN g * interval
  '25 seconds' WHEN g <= 12 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '50 minutes'
  END AS c FROM generate_series(1, 200) g) s;
INSERT INTO event_logs (type, job_id, date, description, to_check) SELECT
  (ARRAY['PING_CHECKER_NODE_SUSPECTED', 'SWITCH_INTO_TERMINATE_STATE', 'WALLTIME'])[1 + g % 3], 1 + g % 90,
  extract(epoch FROM c)::bigint, '[bipbip] node ' || g || ' does not answer', CASE WHEN k IN ('new', 'lost')
  THEN 'YES' ELSE 'NO' END FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 5 THEN 'lost'
  ELSE 'seen' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 5 THEN interval
  '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS c FROM generate_series(1, 220) g)
  s;
