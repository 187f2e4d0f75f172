CREATE TYPE status_type AS ENUM ('banned', 'pending', 'running', 'completed', 'distributed', 'reported',
  'recovered', 'failed_analysis', 'failed_processing', 'failed_reporting');
CREATE TABLE tasks (id serial PRIMARY KEY, target text NOT NULL, category varchar(255) NOT NULL, cape
  varchar(2048), timeout integer NOT NULL DEFAULT 0, priority integer NOT NULL DEFAULT 1, custom varchar(255),
  machine varchar(255), package varchar(255), route varchar(128), tags_tasks varchar(256), options text,
  platform varchar(255), memory boolean NOT NULL, enforce_timeout boolean NOT NULL, clock timestamp NOT NULL,
  added_on timestamp NOT NULL, started_on timestamp, completed_on timestamp, status status_type NOT NULL
  DEFAULT 'pending', dropped_files integer, running_processes integer, api_calls integer, domains integer,
  signatures_total integer, signatures_alert integer, analysis_started_on timestamp, analysis_finished_on
  timestamp, processing_started_on timestamp, processing_finished_on timestamp, reporting_started_on
  timestamp, reporting_finished_on timestamp, timedout boolean NOT NULL, sample_id integer, machine_id
  integer, tlp varchar(255), user_id integer, tenant_id integer, visibility varchar(16) NOT NULL DEFAULT
  'private');
CREATE INDEX category_index ON tasks (category);
CREATE INDEX status_index ON tasks (status);
CREATE INDEX added_on_index ON tasks (added_on);
CREATE INDEX completed_on_index ON tasks (completed_on);
INSERT INTO tasks (target, category, timeout, priority, machine, package, options, platform, memory,
  enforce_timeout, clock, added_on, started_on, completed_on, status, dropped_files, api_calls,
  signatures_total, analysis_started_on, analysis_finished_on, processing_started_on, processing_finished_on,
  reporting_started_on, reporting_finished_on, timedout, sample_id, user_id) SELECT '/tmp/sample' || g ||
  '.exe', (ARRAY['file', 'url'])[1 + g % 2], 200, 1, CASE WHEN k IN ('pending') THEN NULL ELSE 'win10-' || g %
  4 END, 'exe', '', 'windows', false, false, c, c, CASE WHEN k IN ('pending') THEN NULL ELSE c + interval
  '5 seconds' END, CASE WHEN k IN ('pending', 'running', 'lostrun') THEN NULL ELSE c + interval '4 minutes'
  END, (CASE k WHEN 'lostrun' THEN 'running' WHEN 'lost' THEN 'completed' ELSE k END)::status_type, CASE WHEN
  k IN ('reported') THEN g % 30 END, CASE WHEN k IN ('reported') THEN 1000 + g END, CASE WHEN k IN
  ('reported') THEN g % 12 END, CASE WHEN k IN ('pending') THEN NULL ELSE c + interval '6 seconds' END, CASE
  WHEN k IN ('pending', 'running', 'lostrun') THEN NULL ELSE c + interval '4 minutes' END, CASE WHEN k IN
  ('reported', 'failed_processing') THEN c + interval '5 minutes' END, CASE WHEN k IN ('reported') THEN c +
  interval '6 minutes' END, CASE WHEN k IN ('reported') THEN c + interval '6 minutes' END, CASE WHEN k IN
  ('reported') THEN c + interval '7 minutes' END, false, g, 1 FROM (SELECT g, timezone('UTC', now()) AS n,
  CASE WHEN g <= 3 THEN 'pending' WHEN g <= 6 THEN 'running' WHEN g <= 8 THEN 'completed' WHEN g <= 10 THEN
  'lostrun' WHEN g <= 13 THEN 'lost' WHEN g % 12 = 0 THEN 'failed_analysis' WHEN g % 25 = 0 THEN
  'failed_processing' ELSE 'reported' END AS k, timezone('UTC', now()) - CASE WHEN g <= 8 THEN g * interval
  '25 seconds' WHEN g <= 13 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '21 minutes'
  END AS c FROM generate_series(1, 220) g) s;
