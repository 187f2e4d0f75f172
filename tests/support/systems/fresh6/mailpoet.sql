CREATE TABLE scheduled_tasks (id serial PRIMARY KEY, type varchar(90), status varchar(12), priority integer NOT NULL
  DEFAULT 0, scheduled_at timestamp, processed_at timestamp, created_at timestamp, updated_at timestamp NOT NULL
  DEFAULT now(), deleted_at timestamp, in_progress integer, reschedule_count integer NOT NULL DEFAULT 0, meta text);
CREATE INDEX scheduled_tasks_type ON scheduled_tasks (type);
CREATE INDEX scheduled_tasks_status ON scheduled_tasks (status);
INSERT INTO scheduled_tasks (type, status, priority, scheduled_at, processed_at, created_at, updated_at,
  in_progress, reschedule_count, meta) SELECT (ARRAY['sending', 'bounce', 'stats_notification',
  'inactive_subscribers'])[1 + g % 4], CASE k WHEN 'run' THEN NULL WHEN 'lost' THEN NULL WHEN 'later' THEN
  'scheduled' WHEN 'late' THEN 'scheduled' ELSE k END, 5, CASE k WHEN 'later' THEN n + g * interval '1 hour' ELSE c
  END, CASE k WHEN 'completed' THEN c + interval '2 minutes' END, CASE k WHEN 'later' THEN n - interval '1 hour'
  ELSE c - interval '1 hour' END, CASE k WHEN 'later' THEN n - interval '1 hour' WHEN 'run' THEN c + interval
  '5 seconds' ELSE c + interval '2 minutes' END, CASE k WHEN 'run' THEN 1 WHEN 'lost' THEN 1 WHEN 'completed' THEN 0
  END, CASE WHEN g % 21 = 0 THEN 1 ELSE 0 END, '{}' FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'run'
  WHEN g <= 12 THEN 'later' WHEN g <= 14 THEN 'late' WHEN g <= 17 THEN 'lost' WHEN g <= 18 THEN 'paused' WHEN g % 31
  = 0 THEN 'cancelled' WHEN g % 43 = 0 THEN 'invalid' ELSE 'completed' END AS k, localtimestamp - CASE WHEN g <= 12
  THEN g * interval '25 seconds' WHEN g <= 18 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '50 minutes' END AS c FROM generate_series(1, 240) g) s;
