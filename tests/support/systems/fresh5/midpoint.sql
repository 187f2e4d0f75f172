CREATE TYPE TaskExecutionStateType AS ENUM ('RUNNING', 'RUNNABLE', 'WAITING', 'SUSPENDED', 'CLOSED');
CREATE TYPE TaskSchedulingStateType AS ENUM ('READY', 'WAITING', 'SUSPENDED', 'CLOSED');
CREATE TYPE OperationResultStatusType AS ENUM ('SUCCESS', 'WARNING', 'PARTIAL_ERROR', 'FATAL_ERROR',
  'HANDLED_ERROR', 'NOT_APPLICABLE', 'IN_PROGRESS', 'UNKNOWN');
CREATE TYPE TaskRecurrenceType AS ENUM ('SINGLE', 'RECURRING');
CREATE TABLE m_task (oid uuid NOT NULL PRIMARY KEY, nameOrig text NOT NULL, nameNorm text NOT NULL, fullObject
  bytea, version integer NOT NULL DEFAULT 1, createTimestamp timestamptz, modifyTimestamp timestamptz, db_created
  timestamptz NOT NULL DEFAULT now(), db_modified timestamptz NOT NULL DEFAULT now(), taskIdentifier text, category
  text, completionTimestamp timestamptz, executionState TaskExecutionStateType, fullResult bytea, resultStatus
  OperationResultStatusType, handlerUriId integer, lastRunStartTimestamp timestamptz, lastRunFinishTimestamp
  timestamptz, node text, ownerRefTargetOid uuid, parent text, recurrence TaskRecurrenceType, schedulingState
  TaskSchedulingStateType);
CREATE UNIQUE INDEX m_task_taskIdentifier_key ON m_task (taskIdentifier);
INSERT INTO m_task SELECT md5('mt' || g)::uuid, 'Import ' || g, 'import ' || g, '\x3c', 3 + g % 4, c, c + interval
  '5 minutes', c, c + interval '5 minutes', (1764200000000 + g)::text, NULL, CASE WHEN k IN ('ok', 'bad') THEN c +
  interval '5 minutes' END, (CASE k WHEN 'run' THEN 'RUNNING' WHEN 'lost' THEN 'RUNNING' WHEN 'new' THEN 'RUNNABLE'
  WHEN 'held' THEN 'SUSPENDED' WHEN 'wait' THEN 'WAITING' ELSE 'CLOSED' END)::TaskExecutionStateType, NULL, (CASE k
  WHEN 'ok' THEN 'SUCCESS' WHEN 'bad' THEN 'FATAL_ERROR' ELSE 'IN_PROGRESS' END)::OperationResultStatusType, 5, CASE
  WHEN k <> 'new' THEN c + interval '2 seconds' END, CASE WHEN k IN ('ok', 'bad') THEN c + interval '5 minutes' END,
  CASE WHEN k IN ('run', 'lost') THEN 'node' || g % 2 END, md5('ow')::uuid, NULL, 'SINGLE', (CASE k WHEN 'held' THEN
  'SUSPENDED' WHEN 'wait' THEN 'WAITING' WHEN 'ok' THEN 'CLOSED' WHEN 'bad' THEN 'CLOSED' ELSE 'READY'
  END)::TaskSchedulingStateType FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'new' WHEN g <= 5 THEN 'run' WHEN
  g <= 7 THEN 'wait' WHEN g <= 9 THEN 'lost' WHEN g <= 14 THEN 'held' WHEN g % 12 = 0 THEN 'bad' ELSE 'ok' END AS k,
  now() - CASE WHEN g <= 7 THEN g * interval '25 seconds' WHEN g <= 14 THEN interval '9 hours' + g * interval
  '7 minutes' ELSE g * interval '2 hours' END AS c FROM generate_series(1, 150) g) s;
