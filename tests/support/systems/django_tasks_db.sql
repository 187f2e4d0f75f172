CREATE TABLE django_tasks_database_dbtaskresult (
  id uuid NOT NULL PRIMARY KEY,
  status varchar(10) NOT NULL,
  enqueued_at timestamp with time zone NOT NULL,
  started_at timestamp with time zone,
  finished_at timestamp with time zone,
  args_kwargs jsonb NOT NULL,
  priority integer NOT NULL,
  task_path text NOT NULL,
  worker_ids jsonb NOT NULL,
  queue_name varchar(32) NOT NULL,
  backend_name varchar(32) NOT NULL,
  run_after timestamp with time zone NOT NULL,
  return_value jsonb,
  exception_class_path text NOT NULL,
  traceback text NOT NULL,
  CONSTRAINT priority_range CHECK (priority >= -100 AND priority <= 100)
);
CREATE INDEX tasks_db_new_ordering_idx ON django_tasks_database_dbtaskresult (status, priority DESC, run_after, enqueued_at) WHERE status = 'READY';
CREATE INDEX django_task_queue_name_idx ON django_tasks_database_dbtaskresult (queue_name);
CREATE INDEX django_task_backend_name_idx ON django_tasks_database_dbtaskresult (backend_name);
INSERT INTO django_tasks_database_dbtaskresult
SELECT md5('dt'||i)::uuid, st, c, CASE WHEN st<>'READY' THEN s END, CASE WHEN st IN ('FAILED','SUCCESSFUL') THEN s + (1+i%20)*interval '0.4 seconds' END,
 jsonb_build_object('args',jsonb_build_array(i),'kwargs','{}'::jsonb), CASE WHEN i%9=0 THEN 10 ELSE 0 END, (ARRAY['shop.tasks.send_receipt','shop.tasks.sync_stock'])[1+i%2],
 CASE WHEN st='READY' THEN '[]'::jsonb ELSE jsonb_build_array(translate(substr(encode(sha256(('w'||i%2)::bytea),'base64'),1,32),'+/','ab')) END,
 'default','default', CASE WHEN i<=6 THEN now() + i*interval '1 hour' ELSE '9999-01-01 00:00:00+00'::timestamptz END,
 CASE WHEN st='SUCCESSFUL' AND i%2=0 THEN to_jsonb(i) END,
 CASE WHEN st='FAILED' THEN 'builtins.ValueError' ELSE '' END,
 CASE WHEN st='FAILED' THEN E'Traceback (most recent call last):\n  File "tasks.py", line 9, in sync_stock\nValueError: unknown sku '||i||E'\n' ELSE '' END
FROM (SELECT i, st, c, CASE WHEN st='RUNNING' THEN CASE WHEN i=22 THEN now() - interval '9 hours' ELSE now() - i*interval '2 seconds' END ELSE c + interval '1.3 seconds' END s FROM
 (SELECT i, CASE WHEN i<=16 THEN 'READY' WHEN i<=22 THEN 'RUNNING' WHEN i%9=0 THEN 'FAILED' ELSE 'SUCCESSFUL' END st, now() - CASE WHEN i<=16 THEN i*interval '1 second' WHEN i=22 THEN interval '9 hours 2 seconds' WHEN i<=22 THEN i*interval '2.1 seconds' ELSE i*interval '2 hours' END c FROM generate_series(1,72) i) z) x;
