CREATE TABLE index_attempt (id serial PRIMARY KEY, connector_credential_pair_id integer NOT NULL, from_beginning
  boolean NOT NULL, status varchar(21) NOT NULL, new_docs_indexed integer, total_docs_indexed integer,
  docs_removed_from_index integer, error_msg text, full_exception_trace text, search_settings_id integer,
  poll_range_start timestamptz, poll_range_end timestamptz, checkpoint_pointer varchar, celery_task_id varchar,
  cancellation_requested boolean NOT NULL, total_batches integer, completed_batches integer NOT NULL,
  total_failures_batch_level integer NOT NULL, total_chunks integer NOT NULL, last_progress_time timestamptz,
  last_batches_completed_count integer NOT NULL, heartbeat_counter integer NOT NULL, last_heartbeat_value integer
  NOT NULL, last_heartbeat_time timestamptz, time_created timestamptz NOT NULL DEFAULT now(), time_started
  timestamptz, time_updated timestamptz NOT NULL DEFAULT now());
CREATE INDEX ix_index_attempt_status ON index_attempt (status);
CREATE INDEX ix_index_attempt_time_created ON index_attempt (time_created);
INSERT INTO index_attempt (connector_credential_pair_id, from_beginning, status, new_docs_indexed,
  total_docs_indexed, docs_removed_from_index, error_msg, full_exception_trace, search_settings_id, celery_task_id,
  cancellation_requested, total_batches, completed_batches, total_failures_batch_level, total_chunks,
  last_progress_time, last_batches_completed_count, heartbeat_counter, last_heartbeat_value, last_heartbeat_time,
  time_created, time_started, time_updated) SELECT 1 + g % 9, g % 40 = 0, CASE k WHEN 'lost' THEN 'IN_PROGRESS' ELSE
  k END, g % 30, 40 + g, 0, CASE WHEN k = 'FAILED' THEN 'Connector token expired' END, CASE WHEN k = 'FAILED' THEN
  'Traceback' END, 1, CASE WHEN k <> 'NOT_STARTED' THEN md5('ce' || g)::uuid::text END, k = 'CANCELED', CASE WHEN k
  IN ('SUCCESS', 'COMPLETED_WITH_ERRORS') THEN 3 END, CASE WHEN k IN ('SUCCESS', 'COMPLETED_WITH_ERRORS') THEN 3
  ELSE 0 END, 0, 90, CASE WHEN k <> 'NOT_STARTED' THEN c + interval '2 minutes' END, 0, CASE WHEN k = 'NOT_STARTED'
  THEN 0 ELSE 4 + g % 9 END, 3, CASE WHEN k <> 'NOT_STARTED' THEN c + interval '2 minutes' END, c, CASE WHEN k <>
  'NOT_STARTED' THEN c + interval '9 seconds' END, CASE WHEN k = 'NOT_STARTED' THEN c ELSE c + interval '3 minutes'
  END FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'NOT_STARTED' WHEN g <= 5 THEN 'IN_PROGRESS' WHEN g <= 7
  THEN 'lost' WHEN g % 9 = 0 THEN 'FAILED' WHEN g % 37 = 0 THEN 'CANCELED' WHEN g % 23 = 0 THEN
  'COMPLETED_WITH_ERRORS' ELSE 'SUCCESS' END AS k, now() - CASE WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <=
  7 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '35 minutes' END AS c FROM
  generate_series(1, 200) g) s;
