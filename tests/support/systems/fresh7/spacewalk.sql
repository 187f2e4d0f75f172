CREATE TABLE rhnserveraction (server_id numeric NOT NULL, action_id numeric NOT NULL, status numeric NOT NULL,
  result_code numeric, result_msg varchar(1024), pickup_time timestamptz, remaining_tries numeric DEFAULT 5
  NOT NULL, completion_time timestamptz, created timestamptz DEFAULT now() NOT NULL, modified timestamptz
  DEFAULT now() NOT NULL);
CREATE UNIQUE INDEX rhn_server_action_sid_aid_uq ON rhnserveraction (server_id, action_id);
CREATE INDEX rhn_ser_act_sid_aid_s_idx ON rhnserveraction (server_id, action_id, status);
INSERT INTO rhnserveraction (server_id, action_id, status, result_code, result_msg, pickup_time,
  remaining_tries, completion_time, created, modified) SELECT 1000010000 + g % 40, g, CASE k WHEN 'new' THEN 0
  WHEN 'done' THEN 2 WHEN 'bad' THEN 3 ELSE 1 END, CASE WHEN k IN ('done') THEN 0 ELSE CASE WHEN k IN ('bad')
  THEN 1 END END, CASE WHEN k IN ('done') THEN 'Update Succeeded' ELSE CASE WHEN k IN ('bad') THEN
  'Failed: packages requested raised dependency problems' END END, CASE WHEN k IN ('new') THEN NULL ELSE c +
  interval '4 minutes' END, CASE WHEN k IN ('new') THEN 5 ELSE 4 END, CASE WHEN k IN ('done', 'bad') THEN c +
  interval '6 minutes' END, c, CASE WHEN k IN ('new') THEN c ELSE c + interval '6 minutes' END FROM (SELECT g,
  now() AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 7 THEN 'run' WHEN g <= 10 THEN 'lost' WHEN g % 12 = 0 THEN
  'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 7 THEN g * interval '25 seconds' WHEN g <= 10 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '40 minutes' END AS c FROM
  generate_series(1, 200) g) s;
