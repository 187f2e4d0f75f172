CREATE TABLE task_runtime (process_id bigint NOT NULL, task_id integer NOT NULL, retry_num integer, table_id
  bigint NOT NULL, partition_data varchar(128), create_time timestamp, start_time timestamp, end_time
  timestamp, cost_time bigint, status varchar(16), fail_reason varchar(4096), optimizer_token varchar(50),
  thread_id integer, rewrite_output bytea, metrics_summary text, properties text, PRIMARY KEY (process_id,
  task_id));
COMMENT ON COLUMN task_runtime.status IS 'Optimize Status: PLANNED, SCHEDULED, ACKED, FAILED, SUCCESS,
  CANCELED';
INSERT INTO task_runtime (process_id, task_id, retry_num, table_id, partition_data, create_time, start_time,
  end_time, cost_time, status, fail_reason, optimizer_token, thread_id, rewrite_output, metrics_summary,
  properties) SELECT 80000 - g / 5, 1 + g % 5, CASE WHEN k = 'bad' THEN 3 ELSE 0 END, 1 + g % 20,
  'dt=2026-11-' || (1 + g % 28), c::timestamp, CASE WHEN k <> 'new' THEN c + interval '5 seconds'
  END::timestamp, CASE WHEN k IN ('done', 'bad', 'off') THEN c + interval '90 seconds' END::timestamp, CASE
  WHEN k IN ('done', 'bad') THEN 85000 ELSE 0 END, CASE k WHEN 'new' THEN 'PLANNED' WHEN 'wait' THEN
  'SCHEDULED' WHEN 'work' THEN 'ACKED' WHEN 'lost' THEN 'ACKED' WHEN 'bad' THEN 'FAILED' WHEN 'off' THEN
  'CANCELED' ELSE 'SUCCESS' END, CASE WHEN k = 'bad' THEN 'java.io.IOException: no file' END, CASE WHEN k
  NOT IN ('new') THEN (md5('ot' || g % 4)::uuid)::text END, CASE WHEN k NOT IN ('new') THEN g % 8 END, CASE
  WHEN k = 'done' THEN '\xaced0005'::bytea END, CASE WHEN k = 'done' THEN '{}' END, '{}' FROM (SELECT g,
  now() AS n, CASE WHEN g <= 6 THEN 'new' WHEN g <= 9 THEN 'wait' WHEN g <= 14 THEN 'work' WHEN g <= 17 THEN
  'lost' WHEN g % 61 = 20 THEN 'bad' WHEN g % 89 = 29 THEN 'off' ELSE 'done' END AS k, now() - CASE WHEN g
  <= 6 THEN g * interval '25 seconds' WHEN g <= 9 THEN g * interval '25 seconds' WHEN g <= 14 THEN g *
  interval '25 seconds' WHEN g <= 17 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '5
  minutes' END AS c FROM generate_series(1, 560) g) s ORDER BY g DESC;
CREATE TABLE table_process (process_id bigserial PRIMARY KEY, table_id bigint NOT NULL,
  external_process_identifier varchar(256), status varchar(64) NOT NULL, process_type varchar(64) NOT NULL,
  process_stage varchar(64) NOT NULL, execution_engine varchar(64) NOT NULL, retry_number integer NOT NULL,
  create_time timestamptz NOT NULL DEFAULT now(), finish_time timestamptz, fail_message text CHECK
  (length(fail_message) <= 4096), process_parameters text, summary text);
INSERT INTO table_process (table_id, external_process_identifier, status, process_type, process_stage,
  execution_engine, retry_number, create_time, finish_time, fail_message, process_parameters, summary)
  SELECT 1 + g % 20, CASE WHEN k NOT IN ('new') THEN 'app_' || g END, CASE k WHEN 'new' THEN 'PENDING' WHEN
  'wait' THEN 'SUBMITTED' WHEN 'work' THEN 'RUNNING' WHEN 'lost' THEN 'RUNNING' WHEN 'bad' THEN 'FAILED'
  WHEN 'off' THEN 'CLOSED' ELSE 'SUCCESS' END, (ARRAY['MINOR', 'MAJOR', 'FULL'])[1 + g % 3], CASE k WHEN
  'new' THEN 'PENDING' WHEN 'wait' THEN 'SUBMITTED' WHEN 'work' THEN 'RUNNING' WHEN 'lost' THEN 'RUNNING'
  WHEN 'bad' THEN 'FAILED' WHEN 'off' THEN 'CLOSED' ELSE 'SUCCESS' END, 'AMORO', 0, c, CASE WHEN k IN
  ('done', 'bad', 'off') THEN c + interval '6 minutes' END, CASE WHEN k = 'bad' THEN 'task failed' END,
  '{}', CASE WHEN k = 'done' THEN '{"files": "3"}' ELSE '{}' END FROM (SELECT g, now() AS n, CASE WHEN g <=
  3 THEN 'new' WHEN g <= 5 THEN 'wait' WHEN g <= 9 THEN 'work' WHEN g <= 11 THEN 'lost' WHEN g % 27 = 9 THEN
  'bad' WHEN g % 71 = 23 THEN 'off' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25
  seconds' WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 9 THEN g * interval '25 seconds' WHEN g <=
  11 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '12 minutes' END AS c FROM
  generate_series(1, 340) g) s ORDER BY g DESC;
