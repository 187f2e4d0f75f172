CREATE TABLE acidic_job_executions (
  id bigserial PRIMARY KEY,
  idempotency_key character varying NOT NULL,
  serialized_job json NOT NULL,
  last_run_at timestamp(6) without time zone,
  locked_at timestamp(6) without time zone,
  recover_to character varying,
  definition text,
  created_at timestamp(6) without time zone NOT NULL,
  updated_at timestamp(6) without time zone NOT NULL
);
CREATE UNIQUE INDEX index_acidic_job_executions_on_idempotency_key ON acidic_job_executions (idempotency_key);

CREATE TABLE acidic_job_entries (
  id bigserial PRIMARY KEY,
  execution_id bigint NOT NULL,
  step character varying NOT NULL,
  action character varying NOT NULL,
  "timestamp" timestamp(6) without time zone NOT NULL,
  data text,
  created_at timestamp(6) without time zone NOT NULL,
  updated_at timestamp(6) without time zone NOT NULL,
  CONSTRAINT fk_rails_acidic_entries FOREIGN KEY (execution_id) REFERENCES acidic_job_executions (id) ON DELETE CASCADE
);
CREATE INDEX index_acidic_job_entries_on_execution_id ON acidic_job_entries (execution_id);
CREATE INDEX index_acidic_job_entries_on_execution_id_and_step_and_action ON acidic_job_entries (execution_id, step, action);

CREATE TABLE acidic_job_values (
  id bigserial PRIMARY KEY,
  execution_id bigint NOT NULL,
  key character varying NOT NULL,
  value text NOT NULL,
  created_at timestamp(6) without time zone NOT NULL,
  updated_at timestamp(6) without time zone NOT NULL,
  CONSTRAINT fk_rails_acidic_values FOREIGN KEY (execution_id) REFERENCES acidic_job_executions (id) ON DELETE CASCADE
);
CREATE INDEX index_acidic_job_values_on_execution_id ON acidic_job_values (execution_id);
CREATE UNIQUE INDEX index_acidic_job_values_on_execution_id_and_key ON acidic_job_values (execution_id, key);

-- Two workflows. g = 1..52: finished at the first run (never gets last_run_at) or after one or more re-runs;
-- 53..57: stopped at a step that raised, its retries used up; 58..60: running now.
INSERT INTO acidic_job_executions (idempotency_key, serialized_job, last_run_at, locked_at, recover_to, definition, created_at, updated_at)
SELECT encode(sha256(convert_to('["' || cls || '",{"order":' || (7000 + g) || '}]', 'UTF8')), 'hex'),
       json_build_object('job_class', cls, 'job_id', gen_random_uuid(), 'provider_job_id', NULL, 'queue_name', 'default', 'priority', NULL,
                         'arguments', json_build_array(7000 + g), 'executions', CASE WHEN rerun THEN 1 ELSE 0 END,
                         'exception_executions', '{}'::json, 'locale', 'en', 'timezone', 'UTC',
                         'enqueued_at', to_char(t, 'YYYY-MM-DD"T"HH24:MI:SS.US"000Z"'), 'scheduled_at', NULL),
       CASE WHEN rerun THEN t + interval '18 seconds' END,
       NULL,
       CASE WHEN g <= 52 THEN '__ACIDIC_JOB_WORKFLOW_FINISHED__'
            WHEN g IN (53, 57) THEN first_step ELSE second_step END,
       def,
       t,
       CASE WHEN rerun THEN t + interval '18 seconds' ELSE t END
FROM generate_series(1, 60) AS g
CROSS JOIN LATERAL (
  SELECT CASE WHEN g % 3 = 0 THEN 'FulfilOrderJob' ELSE 'ChargeOrderJob' END AS cls,
         CASE WHEN g % 3 = 0 THEN 'reserve_stock' ELSE 'create_charge' END AS first_step,
         CASE WHEN g % 3 = 0 THEN 'send_parcel' ELSE 'notify_customer' END AS second_step,
         (g % 6 = 5) OR g IN (54, 55, 58) AS rerun,
         (now() AT TIME ZONE 'UTC') - CASE WHEN g > 57 THEN (61 - g) * interval '11 seconds' ELSE (61 - g) * interval '3 hours 7 minutes' END AS t
) AS x
CROSS JOIN LATERAL (
  SELECT '{"meta":{"version":"1.0.0.rc3","_aj_symbol_keys":[]},"steps":{"' || first_step || '":{"does":"' || first_step
         || '","transactional":true,"then":"' || second_step || '","_aj_symbol_keys":[]},"' || second_step || '":{"does":"' || second_step
         || '","then":"__ACIDIC_JOB_WORKFLOW_FINISHED__","_aj_symbol_keys":[]},"_aj_symbol_keys":[]},"_aj_symbol_keys":[]}' AS def
) AS y;

INSERT INTO acidic_job_entries (execution_id, step, action, "timestamp", data, created_at, updated_at)
SELECT e.id, s.step, a.action, at, a.data, at, at
FROM acidic_job_executions AS e
CROSS JOIN LATERAL (
  SELECT k.key AS step, k.n, e.recover_to = '__ACIDIC_JOB_WORKFLOW_FINISHED__' OR k.n < 2 AND e.recover_to <> k.key AS done
  FROM json_object_keys(e.definition::json -> 'steps') WITH ORDINALITY AS k (key, n)
  WHERE k.key <> '_aj_symbol_keys'
) AS s
CROSS JOIN LATERAL (
  SELECT 1 AS o, 'started' AS action, '{"_aj_symbol_keys":[]}' AS data
  UNION ALL
  SELECT 2, 'errored', '{"exception_class":"Net::ReadTimeout","message":"Net::ReadTimeout with #<TCPSocket:(closed)>","_aj_symbol_keys":["exception_class","message"]}'
    WHERE e.last_run_at IS NOT NULL AND s.n = 1
  UNION ALL
  SELECT 3, 'started', '{"_aj_symbol_keys":[]}' WHERE e.last_run_at IS NOT NULL AND s.n = 1
  UNION ALL
  SELECT 4, 'succeeded', '{"_aj_symbol_keys":[]}' WHERE s.done
  UNION ALL
  SELECT 5, 'errored', '{"exception_class":"Net::OpenTimeout","message":"execution expired","_aj_symbol_keys":["exception_class","message"]}'
    WHERE NOT s.done AND e.created_at < (now() AT TIME ZONE 'UTC') - interval '1 hour'
) AS a
CROSS JOIN LATERAL (
  SELECT CASE WHEN a.o < 3 AND s.n = 1 OR e.last_run_at IS NULL THEN e.created_at ELSE e.last_run_at END
         + (s.n * 4 + a.o) * interval '40 milliseconds' AS at
) AS z
WHERE s.n = 1 OR s.done OR e.recover_to = s.step
ORDER BY at;

INSERT INTO acidic_job_values (execution_id, key, value, created_at, updated_at)
SELECT id, 'charge_id', '"ch_3P' || substr(idempotency_key, 1, 18) || '"', created_at + interval '300 milliseconds', created_at + interval '300 milliseconds'
FROM acidic_job_executions WHERE serialized_job ->> 'job_class' = 'ChargeOrderJob' AND recover_to <> 'create_charge';
