CREATE TABLE ACT_RU_EXECUTION (ID_ varchar(64) PRIMARY KEY);
CREATE TABLE ACT_RU_EXT_TASK (
  ID_ varchar(64) NOT NULL,
  REV_ integer NOT NULL,
  WORKER_ID_ varchar(255),
  TOPIC_NAME_ varchar(255),
  RETRIES_ integer,
  ERROR_MSG_ varchar(4000),
  ERROR_DETAILS_ID_ varchar(64),
  LOCK_EXP_TIME_ timestamp,
  CREATE_TIME_ timestamp,
  SUSPENSION_STATE_ integer,
  EXECUTION_ID_ varchar(64),
  PROC_INST_ID_ varchar(64),
  PROC_DEF_ID_ varchar(64),
  PROC_DEF_KEY_ varchar(255),
  ACT_ID_ varchar(255),
  ACT_INST_ID_ varchar(64),
  TENANT_ID_ varchar(64),
  PRIORITY_ bigint NOT NULL DEFAULT 0,
  LAST_FAILURE_LOG_ID_ varchar(64),
  PRIMARY KEY (ID_)
);
ALTER TABLE ACT_RU_EXT_TASK ADD CONSTRAINT ACT_FK_EXT_TASK_EXE FOREIGN KEY (EXECUTION_ID_) REFERENCES ACT_RU_EXECUTION (ID_);
CREATE INDEX ACT_IDX_EXT_TASK_TOPIC ON ACT_RU_EXT_TASK (TOPIC_NAME_);
CREATE INDEX ACT_IDX_EXT_TASK_TENANT_ID ON ACT_RU_EXT_TASK (TENANT_ID_);
CREATE INDEX ACT_IDX_EXT_TASK_PRIORITY ON ACT_RU_EXT_TASK (PRIORITY_);
CREATE INDEX ACT_IDX_EXT_TASK_EXEC ON ACT_RU_EXT_TASK (EXECUTION_ID_);
INSERT INTO ACT_RU_EXECUTION SELECT md5('e' || g)::uuid::text FROM generate_series(1, 60) g;
-- 1..26 new, 27..40 locked (38..40 the lock has run out), 41..50 failed with tries left, 51..60 without
INSERT INTO ACT_RU_EXT_TASK
SELECT md5('t' || g)::uuid::text, CASE WHEN g <= 26 THEN 1 WHEN g <= 40 THEN 2 WHEN g <= 50 THEN 3 ELSE 7 END, CASE WHEN g > 26 THEN 'worker-' || g % 2 END, (ARRAY['charge-card','send-receipt'])[1 + g % 2],
  CASE WHEN g <= 40 THEN NULL WHEN g <= 50 THEN 1 + g % 2 ELSE 0 END, CASE WHEN g > 40 THEN 'psp timeout' END, CASE WHEN g > 40 THEN md5('b' || g)::uuid::text END,
  CASE WHEN g <= 26 THEN NULL WHEN g <= 37 THEN n + (g - 20) * interval '2 seconds' WHEN g <= 40 THEN n - (g - 37) * interval '90 seconds' WHEN g <= 50 THEN n + (g - 45) * interval '30 seconds' ELSE n - g * interval '1 hour' END,
  n - CASE WHEN g > 50 THEN (g + 1) * interval '1 hour' WHEN g > 37 THEN interval '12 minutes' ELSE g * interval '1 second' END, CASE WHEN g = 9 THEN 2 ELSE 1 END, md5('e' || g)::uuid::text, md5('p' || g)::uuid::text, 'order:4:' || md5('d')::uuid, 'order', 'Task_' || substr(md5((g % 2)::text), 1, 7), 'Task_' || substr(md5((g % 2)::text), 1, 7) || ':' || md5('e' || g)::uuid, CASE WHEN g % 3 = 0 THEN 'tenant-b' ELSE 'tenant-a' END, 0, CASE WHEN g > 40 THEN md5('l' || g)::uuid::text END
FROM (SELECT g, date_trunc('milliseconds', timezone('UTC', now())) AS n FROM generate_series(1, 60) g) x;
