CREATE TABLE ACT_GE_BYTEARRAY (
  ID_ varchar(64) PRIMARY KEY,
  REV_ integer,
  NAME_ varchar(255),
  DEPLOYMENT_ID_ varchar(64),
  BYTES_ bytea,
  GENERATED_ boolean
);
CREATE TABLE ACT_RU_JOB (
  ID_ varchar(64) NOT NULL,
  REV_ integer,
  CATEGORY_ varchar(255),
  TYPE_ varchar(255) NOT NULL,
  LOCK_EXP_TIME_ timestamp,
  LOCK_OWNER_ varchar(255),
  EXCLUSIVE_ boolean,
  EXECUTION_ID_ varchar(64),
  PROCESS_INSTANCE_ID_ varchar(64),
  PROC_DEF_ID_ varchar(64),
  ELEMENT_ID_ varchar(255),
  ELEMENT_NAME_ varchar(255),
  SCOPE_ID_ varchar(255),
  SUB_SCOPE_ID_ varchar(255),
  SCOPE_TYPE_ varchar(255),
  SCOPE_DEFINITION_ID_ varchar(255),
  CORRELATION_ID_ varchar(255),
  RETRIES_ integer,
  EXCEPTION_STACK_ID_ varchar(64),
  EXCEPTION_MSG_ varchar(4000),
  DUEDATE_ timestamp,
  REPEAT_ varchar(255),
  HANDLER_TYPE_ varchar(255),
  HANDLER_CFG_ varchar(4000),
  CUSTOM_VALUES_ID_ varchar(64),
  CREATE_TIME_ timestamp,
  TENANT_ID_ varchar(255) DEFAULT '',
  PRIMARY KEY (ID_)
);
CREATE INDEX ACT_IDX_JOB_EXCEPTION_STACK_ID ON ACT_RU_JOB (EXCEPTION_STACK_ID_);
CREATE INDEX ACT_IDX_JOB_CUSTOM_VALUES_ID ON ACT_RU_JOB (CUSTOM_VALUES_ID_);
CREATE INDEX ACT_IDX_JOB_CORRELATION_ID ON ACT_RU_JOB (CORRELATION_ID_);
CREATE INDEX ACT_IDX_JOB_SCOPE ON ACT_RU_JOB (SCOPE_ID_, SCOPE_TYPE_);
CREATE INDEX ACT_IDX_JOB_SUB_SCOPE ON ACT_RU_JOB (SUB_SCOPE_ID_, SCOPE_TYPE_);
CREATE INDEX ACT_IDX_JOB_SCOPE_DEF ON ACT_RU_JOB (SCOPE_DEFINITION_ID_, SCOPE_TYPE_);
ALTER TABLE ACT_RU_JOB ADD CONSTRAINT ACT_FK_JOB_EXCEPTION FOREIGN KEY (EXCEPTION_STACK_ID_) REFERENCES ACT_GE_BYTEARRAY (ID_);
ALTER TABLE ACT_RU_JOB ADD CONSTRAINT ACT_FK_JOB_CUSTOM_VALUES FOREIGN KEY (CUSTOM_VALUES_ID_) REFERENCES ACT_GE_BYTEARRAY (ID_);
INSERT INTO ACT_GE_BYTEARRAY
SELECT md5('st' || i)::uuid::text, 1, 'job.exceptionByteArray', NULL, convert_to('java.lang.IllegalStateException: upstream answered 503', 'UTF8'), NULL
FROM generate_series(1, 5) i;
CREATE FUNCTION pg_temp.job(tag text, i int, rev int, lockexp timestamp, lockowner text, retries int, stack text, msg text, due timestamp, created timestamp) RETURNS void LANGUAGE sql AS
$$ INSERT INTO ACT_RU_JOB (ID_, REV_, TYPE_, LOCK_EXP_TIME_, LOCK_OWNER_, EXCLUSIVE_, EXECUTION_ID_, PROCESS_INSTANCE_ID_, PROC_DEF_ID_, ELEMENT_ID_, ELEMENT_NAME_, CORRELATION_ID_, RETRIES_, EXCEPTION_STACK_ID_, EXCEPTION_MSG_, DUEDATE_, HANDLER_TYPE_, HANDLER_CFG_, CREATE_TIME_, TENANT_ID_)
   SELECT md5(tag || i)::uuid::text, rev, CASE WHEN i % 4 = 0 THEN 'timer' ELSE 'message' END, lockexp, lockowner, i % 3 <> 0,
          md5(tag || 'x' || i)::uuid::text, md5(tag || 'p' || (i / 2))::uuid::text, 'claim:3:8f21' , CASE WHEN i % 4 = 0 THEN 'remind' ELSE 'callUpstream' END,
          CASE WHEN i % 4 = 0 THEN 'Remind' ELSE 'Call upstream' END, md5(tag || 'c' || i)::uuid::text, retries, stack, msg, due,
          CASE WHEN i % 4 = 0 THEN 'trigger-timer' ELSE 'async-continuation' END,
          CASE WHEN i % 4 = 0 THEN '{"activityId":"remind"}' END, created, '' $$;
SELECT count(pg_temp.job('w', i, 1, NULL, NULL, 3, NULL, NULL, CASE WHEN i % 4 = 0 THEN now() AT TIME ZONE 'UTC' - interval '1 minute' END, now() AT TIME ZONE 'UTC' - i * interval '800 milliseconds')) FROM generate_series(1, 26) i;
SELECT count(pg_temp.job('l', i, 2, now() AT TIME ZONE 'UTC' + interval '59 minutes' - i * interval '20 seconds', md5('node' || (i % 2))::uuid::text, 3, NULL, NULL, CASE WHEN i % 4 = 0 THEN now() AT TIME ZONE 'UTC' - interval '2 minutes' END, now() AT TIME ZONE 'UTC' - i * interval '21 seconds')) FROM generate_series(1, 9) i;
SELECT count(pg_temp.job('d', i, 2, now() AT TIME ZONE 'UTC' - i * interval '4 minutes', md5('nodegone')::uuid::text, 3, NULL, NULL, NULL, now() AT TIME ZONE 'UTC' - interval '61 minutes' - i * interval '4 minutes')) FROM generate_series(1, 3) i;
SELECT count(pg_temp.job('r', i, 3, NULL, NULL, 1 + i % 2, md5('st' || i)::uuid::text, 'upstream answered 503', now() AT TIME ZONE 'UTC' - interval '1 second', now() AT TIME ZONE 'UTC' - i * interval '3 minutes')) FROM generate_series(1, 5) i;
