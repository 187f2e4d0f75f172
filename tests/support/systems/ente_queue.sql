-- Ente server (museum): queue of deferred work on files, and its table of task locks. Times are microseconds since 1970.
CREATE FUNCTION now_utc_micro_seconds() RETURNS bigint AS
$$ SELECT cast(extract(epoch FROM now() AT TIME ZONE 'utc') * 1000000 AS bigint); $$ LANGUAGE sql;
CREATE FUNCTION trigger_updated_at_microseconds_column() RETURNS trigger AS $$
BEGIN
  NEW.updated_at = now_utc_micro_seconds();
  RETURN NEW;
END;
$$ LANGUAGE plpgsql;
CREATE TABLE queue (
  queue_id serial PRIMARY KEY,
  queue_name text NOT NULL,
  item text NOT NULL,
  created_at bigint DEFAULT now_utc_micro_seconds(),
  updated_at bigint DEFAULT now_utc_micro_seconds(),
  is_deleted bool DEFAULT false
);
CREATE UNIQUE INDEX name_and_item_unique_index ON queue (queue_name, item);
CREATE INDEX q_name_create_and_is_deleted_index ON queue (queue_name, created_at, is_deleted);
CREATE INDEX idx_queue_created_at_non_deleted ON queue (queue_name, created_at) WHERE is_deleted = false;
CREATE TRIGGER update_queue_updated_at BEFORE UPDATE ON queue FOR EACH ROW EXECUTE PROCEDURE trigger_updated_at_microseconds_column();
CREATE TABLE task_lock (
  task_name text PRIMARY KEY,
  lock_until bigint NOT NULL,
  locked_at bigint NOT NULL,
  locked_by text NOT NULL
);
CREATE INDEX task_lock_locked_until ON task_lock (lock_until);

-- objects to delete: done after 45 days, the others wait for their day
INSERT INTO queue (queue_name, item, created_at, updated_at, is_deleted)
SELECT 'deleteObject', (1580559962386438 + g % 7) || '/' || md5('obj' || g)::uuid, now_utc_micro_seconds() - age, now_utc_micro_seconds() - age + 45 * 86400 * 1000000::bigint + g * 61000000::bigint, true
FROM (SELECT g, (46 + g * 3) * 86400 * 1000000::bigint age FROM generate_series(1, 24) g) s;
INSERT INTO queue (queue_name, item, created_at, updated_at, is_deleted)
SELECT 'deleteObject', (1580559962386438 + g % 7) || '/' || md5('wobj' || g)::uuid, now_utc_micro_seconds() - age, now_utc_micro_seconds() - age, false
FROM (SELECT g, (g * 2) * 86400 * 1000000::bigint + g * 77000000::bigint age FROM generate_series(1, 21) g) s;
-- overdue: the deletion in the store failed, the row is simply taken again by the next run
INSERT INTO queue (queue_name, item, created_at, updated_at, is_deleted)
SELECT 'deleteObject', '1580559962386440/' || md5('late' || g)::uuid, now_utc_micro_seconds() - age, now_utc_micro_seconds() - age, false
FROM (SELECT g, (45 * 86400 + g * 5400) * 1000000::bigint age FROM generate_series(1, 3) g) s;
-- queues without a delay
INSERT INTO queue (queue_name, item, created_at, updated_at, is_deleted)
SELECT (ARRAY['deleteEmbedding','dropFileEncMetata'])[1 + g % 2], (10000000 + g)::text, now_utc_micro_seconds() - g * 3600000000::bigint, now_utc_micro_seconds() - g * 3600000000::bigint + 95000000 + g * 1000000, true
FROM generate_series(1, 22) g;
INSERT INTO queue (queue_name, item, created_at, updated_at, is_deleted)
SELECT (ARRAY['deleteEmbedding','dropFileEncMetata','trashCollectionV3'])[1 + g % 3], (10000100 + g)::text, now_utc_micro_seconds() - g * 7000000::bigint, now_utc_micro_seconds() - g * 7000000::bigint, false
FROM generate_series(1, 9) g;
INSERT INTO queue (queue_name, item, created_at, updated_at, is_deleted)
SELECT 'trashEmpty', (1580559962386438 + g) || '::' || (now_utc_micro_seconds() - g * 90000000000::bigint), now_utc_micro_seconds() - g * 90000000000::bigint, now_utc_micro_seconds() - g * 90000000000::bigint + 180000000, true
FROM generate_series(1, 4) g;
-- the same item in two queues
INSERT INTO queue (queue_name, item, created_at, updated_at, is_deleted)
SELECT q, '1580559962386441/' || md5('both')::uuid, now_utc_micro_seconds() - 50000000, now_utc_micro_seconds() - 50000000, false FROM unnest(ARRAY['outdatedObject','removeComplianceHold']) q;

INSERT INTO task_lock (task_name, lock_until, locked_at, locked_by)
VALUES ('deleteObject', now_utc_micro_seconds() + 600000000, now_utc_micro_seconds() - 30000000, 'museum-1'),
       ('trashEmpty', now_utc_micro_seconds() - 400000000, now_utc_micro_seconds() - 700000000, 'museum-2'),
       ('dropFileEncMetata', now_utc_micro_seconds() + 100000000, now_utc_micro_seconds() - 5000000, 'museum-1');
