CREATE TYPE state_type AS ENUM ('SCHEDULED', 'PENDING', 'RUNNING', 'COMPLETED', 'FAILED', 'CANCELLED', 'CRASHED',
  'PAUSED', 'CANCELLING');
CREATE TABLE flow_run (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), created timestamptz NOT NULL DEFAULT now(),
  updated timestamptz NOT NULL DEFAULT now(), name varchar NOT NULL, state_type state_type, state_name varchar,
  state_timestamp timestamptz, run_count integer NOT NULL DEFAULT 0, expected_start_time timestamptz,
  next_scheduled_start_time timestamptz, start_time timestamptz, end_time timestamptz, total_run_time interval NOT
  NULL DEFAULT '0', flow_id uuid NOT NULL, deployment_id uuid, work_queue_name varchar, flow_version varchar,
  parameters jsonb NOT NULL DEFAULT '{}', idempotency_key varchar, context jsonb NOT NULL DEFAULT '{}', tags jsonb
  NOT NULL DEFAULT '[]', infrastructure_pid varchar, auto_scheduled boolean NOT NULL DEFAULT false, state_id uuid,
  work_queue_id uuid);
CREATE UNIQUE INDEX uq_flow_run__flow_id_idempotency_key ON flow_run (flow_id, idempotency_key);
CREATE INDEX ix_flow_run__state_type ON flow_run (state_type);
CREATE INDEX ix_flow_run__next_scheduled_start_time_asc ON flow_run (next_scheduled_start_time);
INSERT INTO flow_run (created, updated, name, state_type, state_name, state_timestamp, run_count,
  expected_start_time, next_scheduled_start_time, start_time, end_time, total_run_time, flow_id, deployment_id,
  work_queue_name, flow_version, idempotency_key, infrastructure_pid, auto_scheduled, state_id, work_queue_id)
  SELECT CASE k WHEN 'later' THEN n - interval '2 days' ELSE c - interval '1 hour' END, c + interval '4 minutes',
  'quick-fox-' || g, (CASE k WHEN 'lost' THEN 'RUNNING' WHEN 'later' THEN 'SCHEDULED' WHEN 'late' THEN 'SCHEDULED'
  ELSE k END)::state_type, CASE k WHEN 'lost' THEN 'Running' WHEN 'later' THEN 'Scheduled' WHEN 'late' THEN 'Late'
  ELSE initcap(k) END, c + interval '4 minutes', CASE WHEN k IN ('later', 'late', 'PENDING') THEN 0 ELSE 1 END, CASE
  k WHEN 'later' THEN n + g * interval '1 hour' ELSE c END, CASE k WHEN 'later' THEN n + g * interval '1 hour' WHEN
  'late' THEN c WHEN 'PENDING' THEN c END, CASE WHEN k NOT IN ('later', 'late', 'PENDING') THEN c + interval
  '2 seconds' END, CASE WHEN k IN ('COMPLETED', 'FAILED', 'CRASHED', 'CANCELLED') THEN c + interval '4 minutes' END,
  CASE WHEN k IN ('COMPLETED', 'FAILED', 'CRASHED') THEN interval '4 minutes' ELSE interval '0' END, md5('fl' || g %
  5)::uuid, md5('dp' || g % 5)::uuid, 'default', md5('fv'), 'scheduled ' || g, CASE WHEN k NOT IN ('later', 'late')
  THEN 'host:' || g END, true, md5('st' || g)::uuid, md5('wq')::uuid FROM (SELECT g, now() AS n, CASE WHEN g <= 1
  THEN 'PENDING' WHEN g <= 4 THEN 'RUNNING' WHEN g <= 28 THEN 'later' WHEN g <= 30 THEN 'late' WHEN g <= 32 THEN
  'lost' WHEN g % 12 = 0 THEN 'FAILED' WHEN g % 31 = 0 THEN 'CRASHED' WHEN g % 43 = 0 THEN 'CANCELLED' ELSE
  'COMPLETED' END AS k, now() - CASE WHEN g <= 28 THEN g * interval '25 seconds' WHEN g <= 32 THEN interval
  '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS c FROM generate_series(1, 220) g) s;
