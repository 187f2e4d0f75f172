CREATE TABLE lava_scheduler_app_testjob (id serial PRIMARY KEY, sub_id varchar(200) NOT NULL DEFAULT '',
  target_group varchar(64), description varchar(200), submitter_id integer NOT NULL,
  requested_device_type_id varchar(50), actual_device_id varchar(50), definition text NOT NULL DEFAULT '',
  submit_time timestamptz NOT NULL, start_time timestamptz, end_time timestamptz, state integer NOT NULL
  DEFAULT 0, health integer NOT NULL DEFAULT 0, priority integer NOT NULL DEFAULT 50, failure_comment text,
  is_public boolean NOT NULL DEFAULT true, queue_timeout integer, token varchar(64));
CREATE INDEX lava_testjob_state ON lava_scheduler_app_testjob (state, health);
INSERT INTO lava_scheduler_app_testjob (description, submitter_id, requested_device_type_id,
  actual_device_id, definition, submit_time, start_time, end_time, state, health, priority, failure_comment,
  token) SELECT 'boot test ' || g, 1 + g % 9, (ARRAY['qemu', 'rpi4', 'juno'])[1 + g % 3], CASE WHEN k IN
  ('new', 'lostn') THEN NULL ELSE 'board-' || g % 20 END, 'job_name: b' || g, c, CASE WHEN k IN ('new',
  'lostn', 'canq') THEN NULL ELSE c + interval '2 minutes' END, CASE WHEN k IN ('done', 'bad', 'can',
  'canq') THEN c + interval '2 minutes' + ((1 + g * 37 % 23) * interval '1 minute') END, CASE k WHEN 'new'
  THEN 0 WHEN 'lostn' THEN 0 WHEN 'work' THEN 3 WHEN 'lost' THEN 3 WHEN 'stop' THEN 4 ELSE 5 END, CASE k
  WHEN 'new' THEN 0 WHEN 'lostn' THEN 0 WHEN 'work' THEN 0 WHEN 'lost' THEN 0 WHEN 'stop' THEN 0 WHEN 'bad'
  THEN 2 WHEN 'can' THEN 3 WHEN 'canq' THEN 3 ELSE 1 END, 50, CASE WHEN k IN ('bad') THEN
  'lava.job timed out' END, CASE WHEN k IN ('new', 'lostn') THEN NULL ELSE md5('lt' || g) END FROM (SELECT
  g, now() AS n, CASE WHEN g <= 5 THEN 'new' WHEN g <= 11 THEN 'work' WHEN g <= 12 THEN 'stop' WHEN g <= 15
  THEN 'lost' WHEN g <= 17 THEN 'lostn' WHEN g % 11 = 3 THEN 'bad' WHEN g % 37 = 12 THEN 'can' WHEN g % 61 =
  20 THEN 'canq' ELSE 'done' END AS k, now() - CASE WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 11
  THEN g * interval '25 seconds' WHEN g <= 12 THEN g * interval '25 seconds' WHEN g <= 15 THEN interval
  '9 hours' + g * interval '7 minutes' WHEN g <= 17 THEN interval '9 hours' + g * interval '7 minutes' ELSE
  g * interval '13 minutes' END AS c FROM generate_series(1, 380) g) s ORDER BY s.c;
