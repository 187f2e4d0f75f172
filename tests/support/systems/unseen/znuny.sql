CREATE TABLE scheduler_task (
  id bigserial NOT NULL,
  ident bigint NOT NULL,
  name varchar (150) NULL,
  task_type varchar (150) NOT NULL,
  task_data text NOT NULL,
  attempts smallint NOT NULL,
  lock_key bigint NOT NULL,
  lock_time timestamp(0) NULL,
  lock_update_time timestamp(0) NULL,
  create_time timestamp(0) NOT NULL,
  PRIMARY KEY (id),
  CONSTRAINT scheduler_task_ident UNIQUE (ident)
);
CREATE INDEX scheduler_task_ident_id ON scheduler_task (ident, id);
CREATE INDEX scheduler_task_lock_key_id ON scheduler_task (lock_key, id);
CREATE TABLE mail_queue (
  id bigserial NOT NULL,
  insert_fingerprint varchar (64) NULL,
  article_id bigint NULL,
  attempts integer NOT NULL,
  sender varchar (200) NULL,
  recipient varchar NOT NULL,
  raw_message text NOT NULL,
  due_time timestamp(0) NULL,
  last_smtp_code integer NULL,
  last_smtp_message varchar NULL,
  create_time timestamp(0) NOT NULL,
  PRIMARY KEY (id),
  CONSTRAINT mail_queue_article_id UNIQUE (article_id),
  CONSTRAINT mail_queue_insert_fingerprint UNIQUE (insert_fingerprint)
);
CREATE INDEX mail_queue_attempts ON mail_queue (attempts);

INSERT INTO scheduler_task (ident, name, task_type, task_data, attempts, lock_key, lock_time, lock_update_time, create_time)
SELECT 3000000000 + g * 8191, CASE WHEN g % 3 = 0 THEN 'MailQueueSend' ELSE 'Invoker-' || g % 5 END, (ARRAY['Cron', 'GenericInterface', 'AsynchronousExecutor', 'GenericAgent'])[1 + g % 4], encode(convert_to('pst0' || md5('d' || g), 'UTF8'), 'base64'),
       CASE WHEN g <= 22 THEN g % 3 ELSE 1 + g % 4 END, CASE WHEN g <= 22 THEN ('1001' || lpad((20000 + g % 4)::text, 8, '0'))::bigint WHEN g = 60 THEN 1 ELSE 0 END, CASE WHEN g <= 22 THEN c + interval '2 seconds' END, CASE WHEN g <= 18 THEN localtimestamp - g % 40 * interval '1 second' WHEN g <= 22 THEN c + interval '42 seconds' END, c
FROM (SELECT g, CASE WHEN g <= 18 THEN localtimestamp - g * interval '25 seconds' WHEN g <= 22 THEN localtimestamp - interval '9 hours' - g * interval '1 minute' ELSE localtimestamp - (62 - g) * interval '2 seconds' END AS c FROM generate_series(1, 60) g) s;
INSERT INTO mail_queue (insert_fingerprint, article_id, attempts, sender, recipient, raw_message, due_time, last_smtp_code, last_smtp_message, create_time)
SELECT CASE WHEN g % 4 <> 0 THEN 'mq-' || md5('f' || g) END, CASE WHEN g % 4 <> 0 THEN 48000 + g END, a, 'support@example.org', 'customer' || g || '@example.com', encode(convert_to('From: support@example.org' || chr(10) || 'Subject: [Ticket#20261127' || g || ']', 'UTF8'), 'base64'),
       CASE WHEN a > 0 THEN localtimestamp + (g - 20) * interval '1 minute' END, CASE WHEN a > 0 THEN 451 END, CASE WHEN a > 0 THEN '4.7.1 Greylisting in action, please come back later' END, CASE WHEN a > 0 THEN localtimestamp - g * interval '6 minutes' ELSE localtimestamp - (71 - g) * interval '800 milliseconds' END
FROM (SELECT g, CASE WHEN g <= 26 THEN 1 + g % 4 ELSE 0 END AS a FROM generate_series(1, 70) g) s;
