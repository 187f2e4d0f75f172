CREATE TYPE allocation_state AS ENUM ('PENDING', 'WAITING', 'ASSIGNED', 'PULLING', 'STARTING', 'RUNNING',
  'TERMINATING', 'TERMINATED');
CREATE TABLE allocations (task_id text NOT NULL, allocation_id text NOT NULL UNIQUE, resource_pool text NOT NULL,
  start_time timestamp, end_time timestamp, state allocation_state NOT NULL, slots smallint NOT NULL DEFAULT 0,
  is_ready boolean, ports jsonb, exit_reason text, exit_error text, status_code integer);
INSERT INTO allocations SELECT md5('dt' || g / 2)::uuid::text, md5('dt' || g / 2)::uuid::text || '.' || g,
  'default', c, CASE WHEN k IN ('ok', 'bad') THEN c + interval '50 minutes' END, (CASE k WHEN 'lost' THEN 'RUNNING'
  WHEN 'ok' THEN 'TERMINATED' WHEN 'bad' THEN 'TERMINATED' ELSE k END)::allocation_state, 1, k IN ('RUNNING',
  'lost', 'ok'), '{}', CASE k WHEN 'ok' THEN 'allocation exited successfully' WHEN 'bad' THEN 'allocation failed'
  END, CASE WHEN k = 'bad' THEN 'container failed with non-zero exit code 1' END, CASE k WHEN 'ok' THEN 0 WHEN 'bad'
  THEN 1 END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'PENDING' WHEN g <= 4 THEN 'PULLING' WHEN g
  <= 8 THEN 'RUNNING' WHEN g <= 10 THEN 'lost' WHEN g % 9 = 0 THEN 'bad' ELSE 'ok' END AS k, localtimestamp - CASE
  WHEN g <= 8 THEN g * interval '25 seconds' WHEN g <= 10 THEN interval '90 hours' + g * interval '7 minutes' ELSE g
  * interval '2 hours' END AS c FROM generate_series(1, 160) g) s;
