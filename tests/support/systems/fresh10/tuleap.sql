CREATE TYPE system_event_status AS ENUM ('NONE', 'NEW', 'RUNNING', 'DONE', 'WARNING', 'ERROR');
CREATE TABLE system_event (id serial PRIMARY KEY, type varchar(255) NOT NULL DEFAULT '', parameters text,
  priority smallint NOT NULL DEFAULT 0, status system_event_status NOT NULL DEFAULT 'NONE', create_date
  timestamp NOT NULL, process_date timestamp, end_date timestamp, owner varchar(255) NOT NULL DEFAULT
  'root', log text);
CREATE INDEX system_event_status ON system_event (status);
INSERT INTO system_event (type, parameters, priority, status, create_date, process_date, end_date, owner,
  log) SELECT (ARRAY['PROJECT_CREATE', 'GIT_REPO_UPDATE', 'MEMBERSHIP_CREATE', 'USER_RENAME'])[1 + g % 4],
  (100 + g % 40) || '::' || g, 1 + g % 3, CASE k WHEN 'new' THEN 'NEW' WHEN 'lostn' THEN 'NEW' WHEN 'work'
  THEN 'RUNNING' WHEN 'lost' THEN 'RUNNING' WHEN 'bad' THEN 'ERROR' WHEN 'warn' THEN 'WARNING' ELSE 'DONE'
  END::system_event_status, (c)::timestamp(0), CASE WHEN k IN ('new', 'lostn') THEN NULL ELSE c + interval
  '40 seconds' END::timestamp(0), CASE WHEN k IN ('done', 'bad', 'warn') THEN c + interval '41 seconds' +
  ((2 + g * 37 % 89) * interval '1 second') END::timestamp(0), (ARRAY['root', 'app', 'root'])[1 + g % 3],
  CASE WHEN k IN ('done', 'bad', 'warn') THEN CASE k WHEN 'bad' THEN 'Unable to create the project' WHEN
  'warn' THEN 'No mail was sent' ELSE 'OK' END END FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new'
  WHEN g <= 5 THEN 'work' WHEN g <= 8 THEN 'lost' WHEN g <= 10 THEN 'lostn' WHEN g % 31 = 10 THEN 'bad' WHEN
  g % 71 = 23 THEN 'warn' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN
  g <= 5 THEN g * interval '25 seconds' WHEN g <= 8 THEN interval '9 hours' + g * interval '7 minutes' WHEN
  g <= 10 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '8 minutes' END AS c FROM
  generate_series(1, 430) g) s ORDER BY s.c;
