CREATE TABLE instances (id bigserial PRIMARY KEY, instance_id varchar(128) NOT NULL, execution_id
  varchar(128) NOT NULL, parent_instance_id varchar(128), parent_execution_id varchar(128),
  parent_schedule_event_id bigint, metadata bytea, state integer NOT NULL, created_at timestamptz NOT NULL
  DEFAULT now(), completed_at timestamptz, locked_until timestamptz, sticky_until timestamptz, worker
  varchar(64), queue varchar(128) DEFAULT '');
CREATE UNIQUE INDEX idx_instances_instance_id_execution_id ON instances (instance_id, execution_id);
CREATE INDEX idx_instances_locked_until_completed_at_queue ON instances (completed_at, locked_until,
  sticky_until, worker, queue);
INSERT INTO instances (instance_id, execution_id, metadata, state, created_at, completed_at, locked_until,
  sticky_until, worker, queue) SELECT (md5('wi' || g)::uuid)::text, (md5('we' || g)::uuid)::text,
  '\x7b7d'::bytea, CASE k WHEN 'new' THEN 0 WHEN 'work' THEN 0 WHEN 'lost' THEN 0 WHEN 'sleep' THEN 0 WHEN
  'next' THEN 1 ELSE 2 END, c, CASE WHEN k IN ('done', 'next') THEN c + interval '50 seconds' END, CASE k
  WHEN 'work' THEN n + interval '40 seconds' WHEN 'lost' THEN c + interval '1 minute' END, CASE WHEN k IN
  ('new') THEN NULL ELSE c + interval '90 seconds' END, CASE WHEN k <> 'new' THEN (md5('w' || g %
  5)::uuid)::text END, '' FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 7 THEN 'work'
  WHEN g <= 12 THEN 'sleep' WHEN g <= 15 THEN 'lost' WHEN g % 47 = 15 THEN 'next' ELSE 'done' END AS k,
  now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 7 THEN g * interval '25 seconds' WHEN g
  <= 12 THEN g * interval '25 seconds' WHEN g <= 15 THEN interval '9 hours' + g * interval '7 minutes' ELSE
  g * interval '8 minutes' END AS c FROM generate_series(1, 360) g) s ORDER BY g DESC;
CREATE TABLE activities (id bigserial PRIMARY KEY, activity_id varchar(64) NOT NULL, instance_id
  varchar(128) NOT NULL, execution_id varchar(128) NOT NULL, event_type integer NOT NULL, timestamp
  timestamptz NOT NULL, schedule_event_id bigint NOT NULL, visible_at timestamptz, locked_until timestamptz,
  worker varchar(64), queue varchar(128) DEFAULT '');
CREATE UNIQUE INDEX idx_activities_instance_id_execution_id_activity_id_worker ON activities (instance_id,
  execution_id, activity_id, worker);
CREATE INDEX idx_activities_locked_until_queue ON activities (locked_until, queue);
INSERT INTO activities (activity_id, instance_id, execution_id, event_type, timestamp, schedule_event_id,
  locked_until, worker, queue) SELECT (md5('ac' || g)::uuid)::text, (md5('wi' || g % 50)::uuid)::text,
  (md5('we' || g % 50)::uuid)::text, 8, c, 1 + g % 9, CASE k WHEN 'work' THEN n + interval '90 seconds' WHEN
  'lost' THEN c + interval '2 minutes' END, CASE WHEN k <> 'new' THEN (md5('w' || g % 5)::uuid)::text END,
  (ARRAY['', 'mail'])[1 + g % 2] FROM (SELECT g, now() AS n, CASE WHEN g <= 190 THEN 'new' WHEN g <= 214
  THEN 'work' WHEN g <= 220 THEN 'lost' ELSE 'done' END AS k, now() - CASE WHEN g <= 190 THEN g * interval
  '25 seconds' WHEN g <= 214 THEN g * interval '25 seconds' WHEN g <= 220 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '1 minutes' END AS c FROM generate_series(1, 220) g) s ORDER BY g
  DESC;
