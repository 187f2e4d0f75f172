CREATE TABLE scheduled_tasks (
  task_name text NOT NULL,
  task_instance text NOT NULL,
  task_data bytea,
  execution_time timestamptz NOT NULL,
  picked boolean NOT NULL,
  picked_by text,
  last_success timestamptz,
  last_failure timestamptz,
  consecutive_failures int,
  last_heartbeat timestamptz,
  version bigint NOT NULL,
  priority smallint,
  PRIMARY KEY (task_name, task_instance)
);
CREATE INDEX execution_time_idx ON scheduled_tasks (execution_time);
CREATE INDEX last_heartbeat_idx ON scheduled_tasks (last_heartbeat);
CREATE INDEX priority_execution_time_idx ON scheduled_tasks (priority DESC, execution_time ASC);
-- one-time tasks that wait (due and later)
INSERT INTO scheduled_tasks (task_name, task_instance, task_data, execution_time, picked, version, priority)
SELECT (ARRAY['charge-order','send-receipt'])[1 + g % 2], 'order-' || g, convert_to('{"orderId":' || g || '}', 'UTF8'), now() + (g - 20) * interval '40 seconds', false, 1, 50 FROM generate_series(1, 34) g;
-- picked, with heartbeats; the last two workers died half an hour ago
INSERT INTO scheduled_tasks (task_name, task_instance, task_data, execution_time, picked, picked_by, last_heartbeat, version, priority, consecutive_failures, last_failure)
SELECT 'charge-order', 'order-' || 100 + g, convert_to('{"orderId":' || 100 + g || '}', 'UTF8'), h - interval '1 second', true, CASE WHEN g > 6 THEN 'web-9' ELSE 'web-' || g % 2 END, h, CASE WHEN g = 3 THEN 4 ELSE 2 END, 50, CASE WHEN g = 3 THEN 1 END, CASE WHEN g = 3 THEN h - interval '5 minutes' END FROM (SELECT g, now() - CASE WHEN g > 6 THEN g * interval '4 minutes' ELSE g * interval '9 seconds' END AS h FROM generate_series(1, 8) g) x;
-- failed and put off: unpicked, heartbeat cleared, version raised by pick and reschedule
INSERT INTO scheduled_tasks (task_name, task_instance, task_data, execution_time, picked, last_failure, consecutive_failures, version, priority)
SELECT 'charge-order', 'order-' || 200 + g, convert_to('{"orderId":' || 200 + g || '}', 'UTF8'), f + interval '5 minutes', false, f, 1 + g % 4, 1 + 2 * (1 + g % 4), 50 FROM (SELECT g, now() - g * interval '33 seconds' AS f FROM generate_series(1, 8) g) x;
INSERT INTO scheduled_tasks (task_name, task_instance, execution_time, picked, last_success, consecutive_failures, version, priority)
VALUES ('nightly-sync', 'recurring', now() + interval '4 hours', false, now() - interval '20 hours', 0, 241, 50), ('expire-carts', 'recurring', now() + interval '40 seconds', false, now() - interval '20 seconds', 0, 90311, 50);
