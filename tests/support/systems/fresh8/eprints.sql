CREATE TABLE event_queue (eventqueueid varchar(36) PRIMARY KEY, cleanup varchar(5), priority integer,
  ignore_edit_lock varchar(5), start_time_year smallint, start_time_month smallint, start_time_day smallint,
  start_time_hour smallint, start_time_minute smallint, start_time_second smallint, end_time_year smallint,
  end_time_month smallint, end_time_day smallint, end_time_hour smallint, end_time_minute smallint,
  end_time_second smallint, status varchar(255), userid integer, description text, pluginid varchar(255),
  action varchar(255), params text);
CREATE INDEX event_queue_status ON event_queue (status);
INSERT INTO event_queue (eventqueueid, cleanup, priority, start_time_year, start_time_month, start_time_day,
  start_time_hour, start_time_minute, start_time_second, end_time_year, end_time_month, end_time_day,
  end_time_hour, end_time_minute, end_time_second, status, userid, description, pluginid, action, params)
  SELECT (md5('eq' || g)::uuid)::text, 'FALSE', 0, extract(year FROM c AT TIME ZONE 'UTC')::smallint,
  extract(month FROM c AT TIME ZONE 'UTC')::smallint, extract(day FROM c AT TIME ZONE 'UTC')::smallint,
  extract(hour FROM c AT TIME ZONE 'UTC')::smallint, extract(minute FROM c AT TIME ZONE 'UTC')::smallint,
  extract(second FROM c AT TIME ZONE 'UTC')::smallint, CASE WHEN k <> 'new' THEN extract(year FROM (c +
  interval '9 seconds') AT TIME ZONE 'UTC') END::smallint, CASE WHEN k <> 'new' THEN extract(month FROM (c +
  interval '9 seconds') AT TIME ZONE 'UTC') END::smallint, CASE WHEN k <> 'new' THEN extract(day FROM (c +
  interval '9 seconds') AT TIME ZONE 'UTC') END::smallint, CASE WHEN k <> 'new' THEN extract(hour FROM (c +
  interval '9 seconds') AT TIME ZONE 'UTC') END::smallint, CASE WHEN k <> 'new' THEN extract(minute FROM (c
  + interval '9 seconds') AT TIME ZONE 'UTC') END::smallint, CASE WHEN k <> 'new' THEN extract(second FROM
  (c + interval '9 seconds') AT TIME ZONE 'UTC') END::smallint, CASE k WHEN 'new' THEN 'waiting' WHEN 'work'
  THEN 'inprogress' WHEN 'lost' THEN 'inprogress' WHEN 'bad' THEN 'failed' ELSE 'success' END, 1 + g % 30,
  CASE WHEN k = 'bad' THEN 'Can''t locate object' END, 'Event::Indexer', (ARRAY['index', 'index_all',
  'removed'])[1 + g % 3], 'BQcDAAAAAQ' || g FROM (SELECT g, now() AS n, CASE WHEN g <= 5 THEN 'new' WHEN g
  <= 7 THEN 'work' WHEN g <= 9 THEN 'lost' WHEN g % 27 = 9 THEN 'bad' ELSE 'done' END AS k, now() - CASE
  WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 7 THEN g * interval '25 seconds' WHEN g <= 9 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '10 minutes' END AS c FROM
  generate_series(1, 300) g) s ORDER BY g DESC;
