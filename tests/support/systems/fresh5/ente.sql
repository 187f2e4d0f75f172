CREATE FUNCTION now_utc_micro_seconds() RETURNS bigint AS $$SELECT cast(extract(epoch FROM now()) * 1000000 AS
  bigint)$$ LANGUAGE sql;
CREATE TYPE stage_enum AS ENUM ('scheduled', 'collection', 'trash', 'storage', 'completed');
CREATE TABLE queue (queue_id serial PRIMARY KEY, queue_name text NOT NULL, item text NOT NULL, created_at bigint
  DEFAULT now_utc_micro_seconds(), updated_at bigint DEFAULT now_utc_micro_seconds(), is_deleted boolean DEFAULT
  false);
CREATE UNIQUE INDEX name_and_item_unique_index ON queue (queue_name, item);
CREATE INDEX q_name_create_and_is_deleted_index ON queue (queue_name, created_at, is_deleted);
CREATE INDEX idx_queue_created_at_non_deleted ON queue (queue_name, created_at) WHERE is_deleted = false;
CREATE TABLE data_cleanup (user_id bigint PRIMARY KEY, stage stage_enum NOT NULL DEFAULT 'scheduled',
  stage_schedule_time bigint NOT NULL DEFAULT now_utc_micro_seconds() + 604800000000, stage_attempt_count int NOT
  NULL DEFAULT 0, status text NOT NULL DEFAULT '', created_at bigint NOT NULL DEFAULT now_utc_micro_seconds(),
  updated_at bigint NOT NULL DEFAULT now_utc_micro_seconds());
INSERT INTO queue (queue_name, item, created_at, updated_at, is_deleted) SELECT (ARRAY['deleteObject',
  'trashCollectionV3', 'outdatedObject'])[1 + g % 3], 'item' || g, (extract(epoch FROM c) * 1000000)::bigint,
  (extract(epoch FROM CASE WHEN k = 'done' THEN c + interval '25 hours' ELSE c END) * 1000000)::bigint, k = 'done'
  FROM (SELECT g, now() AS n, CASE WHEN g <= 8 THEN 'new' WHEN g <= 11 THEN 'lost' ELSE 'done' END AS k, now() -
  CASE WHEN g <= 8 THEN g * interval '25 seconds' WHEN g <= 11 THEN interval '50 hours' + g * interval '7 minutes'
  ELSE g * interval '2 hours' END AS c FROM generate_series(1, 220) g) s;
INSERT INTO data_cleanup SELECT 7000 + g, (CASE k WHEN 'lost' THEN 'trash' ELSE k END)::stage_enum, (extract(epoch
  FROM CASE k WHEN 'scheduled' THEN n + g * interval '9 hours' WHEN 'collection' THEN n + interval '2 hours' WHEN
  'lost' THEN n - g * interval '5 hours' ELSE c + interval '9 days' END) * 1000000)::bigint, CASE k WHEN 'lost' THEN
  6 WHEN 'trash' THEN 1 ELSE 0 END, '', (extract(epoch FROM c) * 1000000)::bigint, (extract(epoch FROM c + interval
  '1 day') * 1000000)::bigint FROM (SELECT g, now() AS n, CASE WHEN g <= 9 THEN 'scheduled' WHEN g <= 11 THEN
  'collection' WHEN g <= 14 THEN 'lost' ELSE 'completed' END AS k, now() - CASE WHEN g <= 11 THEN g * interval
  '10 hours' WHEN g <= 14 THEN interval '9 days' + g * interval '7 minutes' ELSE g * interval '2 days' END AS c FROM
  generate_series(1, 70) g) s;
