CREATE TABLE job (id bytea PRIMARY KEY, name text, action text, status integer, errors_text text, data
  bytea, metadata bytea, parent_id bytea, task_count integer, completed_task_count integer,
  date_estimated_completion timestamp, date_created timestamp, date_started timestamp, date_completed
  timestamp);
INSERT INTO job (id, name, action, status, errors_text, data, metadata, task_count, completed_task_count,
  date_estimated_completion, date_created, date_started, date_completed) SELECT decode(md5('sd' || g),
  'hex'), (ARRAY['indexer', 'file_identifier', 'media_processor'])[1 + g % 3], 'scan_location.' || g % 3,
  CASE k WHEN 'new' THEN 0 WHEN 'work' THEN 1 WHEN 'lost' THEN 1 WHEN 'can' THEN 3 WHEN 'bad' THEN 4 WHEN
  'paus' THEN 5 WHEN 'part' THEN 6 ELSE 2 END, CASE WHEN k IN ('bad', 'part') THEN 'permission denied' ||
  chr(10) || 'a' END, CASE WHEN k IN ('work', 'lost', 'paus') THEN decode(md5('dd' || g), 'hex') END, CASE
  WHEN k IN ('done', 'part') THEN decode(md5('me' || g), 'hex') END, 10 + g % 400, CASE k WHEN 'new' THEN 0
  WHEN 'work' THEN g % 10 WHEN 'lost' THEN g % 10 WHEN 'paus' THEN g % 10 WHEN 'bad' THEN g % 10 WHEN 'can'
  THEN g % 10 ELSE 10 + g % 400 END, CASE WHEN k IN ('new') THEN NULL ELSE c + interval '10 minutes'
  END::timestamp, c::timestamp, CASE WHEN k IN ('new') THEN NULL ELSE c + interval '1 second'
  END::timestamp, CASE WHEN k IN ('done', 'bad', 'can', 'part') THEN c + interval '1 second' + ((1 + g * 37
  % 23) * interval '1 minute') END::timestamp FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'new' WHEN g
  <= 4 THEN 'work' WHEN g <= 7 THEN 'paus' WHEN g <= 10 THEN 'lost' WHEN g % 37 = 12 THEN 'bad' WHEN g % 53
  = 17 THEN 'can' WHEN g % 29 = 9 THEN 'part' ELSE 'done' END AS k, now() - CASE WHEN g <= 2 THEN g *
  interval '25 seconds' WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 7 THEN g * interval
  '25 seconds' WHEN g <= 10 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '60 minutes' END AS c FROM generate_series(1, 260) g) s ORDER BY s.c;
