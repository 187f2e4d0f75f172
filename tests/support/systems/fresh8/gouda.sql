CREATE TYPE gouda_workload_state AS ENUM ('enqueued', 'executing', 'finished');
CREATE TABLE gouda_workloads (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), active_job_id uuid NOT NULL,
  scheduled_at timestamp(6) NOT NULL, execution_started_at timestamp(6), execution_finished_at timestamp(6),
  last_execution_heartbeat_at timestamp(6), interrupted_at timestamp(6), scheduler_key varchar, queue_name
  varchar NOT NULL DEFAULT 'default', priority integer, active_job_class_name varchar NOT NULL,
  serialized_params jsonb, error jsonb NOT NULL DEFAULT '{}', state gouda_workload_state NOT NULL DEFAULT
  'enqueued', execution_concurrency_key varchar, enqueue_concurrency_key varchar, executing_on varchar,
  position_in_bulk integer, created_at timestamp(6) NOT NULL, updated_at timestamp(6) NOT NULL);
CREATE INDEX gouda_checkout_all_index ON gouda_workloads (priority, id, scheduled_at) WHERE state =
  'enqueued';
CREATE UNIQUE INDEX guard_double_enqueue ON gouda_workloads (enqueue_concurrency_key) WHERE state =
  'enqueued' AND enqueue_concurrency_key IS NOT NULL;
CREATE UNIQUE INDEX guard_double_exec ON gouda_workloads (execution_concurrency_key) WHERE state =
  'executing' AND execution_concurrency_key IS NOT NULL;
INSERT INTO gouda_workloads (id, active_job_id, scheduled_at, execution_started_at, execution_finished_at,
  last_execution_heartbeat_at, interrupted_at, queue_name, priority, active_job_class_name,
  serialized_params, error, state, executing_on, created_at, updated_at) SELECT md5('gw' || g)::uuid,
  md5('aj' || g)::uuid, (c + CASE k WHEN 'later' THEN interval '5 hours' ELSE interval '0' END) AT TIME ZONE
  'UTC', CASE WHEN k IN ('new', 'later') THEN NULL ELSE (c + interval '3 seconds') AT TIME ZONE 'UTC' END,
  CASE WHEN k IN ('done', 'bad', 'cut') THEN (c + interval '9 seconds') AT TIME ZONE 'UTC' END, CASE k WHEN
  'work' THEN (n - interval '8 seconds') AT TIME ZONE 'UTC' WHEN 'lost' THEN (c + interval '95 seconds') AT
  TIME ZONE 'UTC' WHEN 'new' THEN NULL WHEN 'later' THEN NULL ELSE (c + interval '9 seconds') AT TIME ZONE
  'UTC' END, CASE WHEN k = 'cut' THEN (c + interval '4 seconds') AT TIME ZONE 'UTC' END, (ARRAY['default',
  'mailers', 'imports'])[1 + g % 3], 1 + g % 4, (ARRAY['ReceiptJob', 'ThumbnailJob', 'SyncJob'])[1 + g % 3],
  jsonb_build_object('job_class', 'ReceiptJob', 'arguments', jsonb_build_array(g)), CASE WHEN k = 'bad' THEN
  jsonb_build_object('class_name', 'RuntimeError', 'message', 'no route') ELSE '{}'::jsonb END, CASE k WHEN
  'new' THEN 'enqueued' WHEN 'later' THEN 'enqueued' WHEN 'work' THEN 'executing' WHEN 'lost' THEN
  'executing' ELSE 'finished'::gouda_workload_state END, CASE WHEN k NOT IN ('new', 'later') THEN 'worker-'
  || g % 4 END, c AT TIME ZONE 'UTC', CASE WHEN k IN ('new', 'later') THEN c ELSE c + interval '9 seconds'
  END AT TIME ZONE 'UTC' FROM (SELECT g, now() AS n, CASE WHEN g <= 5 THEN 'new' WHEN g <= 9 THEN 'later'
  WHEN g <= 13 THEN 'work' WHEN g <= 16 THEN 'lost' WHEN g % 23 = 7 THEN 'bad' WHEN g % 61 = 20 THEN 'cut'
  ELSE 'done' END AS k, now() - CASE WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 9 THEN g *
  interval '25 seconds' WHEN g <= 13 THEN g * interval '25 seconds' WHEN g <= 16 THEN interval '9 hours' + g
  * interval '7 minutes' ELSE g * interval '7 minutes' END AS c FROM generate_series(1, 420) g) s ORDER BY g
  DESC;
