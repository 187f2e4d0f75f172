CREATE TABLE task (
  id uuid DEFAULT gen_random_uuid(),
  created_at timestamptz NOT NULL DEFAULT now(),
  modified_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz NULL DEFAULT NULL,
  scheduled_at timestamptz NOT NULL,
  priority smallint DEFAULT 100,
  queue text NOT NULL,
  name text NOT NULL,
  props jsonb NOT NULL,
  error text NULL DEFAULT NULL,
  retry_num smallint NOT NULL DEFAULT 0,
  max_retries smallint NOT NULL DEFAULT 3,
  status text NOT NULL DEFAULT 'new',
  label text NULL,
  PRIMARY KEY (id)
) WITH (fillfactor = 60);
CREATE INDEX task__scheduled_at_queue__idx ON task (scheduled_at, queue) WHERE status = 'new' OR status = 'retry';
CREATE INDEX task__label_name_queue__idx ON task (label, name, queue) WHERE status = 'new';
CREATE TABLE scheduled_task (
  id text PRIMARY KEY,
  created_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  modified_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  cron_expr text NOT NULL
);

INSERT INTO scheduled_task (id, cron_expr, created_at, modified_at) SELECT i, '0 0 0 * * ?', now() - interval '300 days', now() - n * interval '3 hours' FROM unnest(ARRAY['file-gc-scheduler', 'session-gc', 'objects-gc', 'storage-gc-deleted', 'storage-gc-touched', 'tasks-gc', 'telemetry', 'upload-session-gc']) WITH ORDINALITY u (i, n);
INSERT INTO task (id, created_at, modified_at, completed_at, scheduled_at, priority, queue, name, props, error, retry_num, max_retries, status, label)
SELECT md5('pn' || g)::uuid, c, CASE st WHEN 'new' THEN c WHEN 'scheduled' THEN c WHEN 'retry' THEN now() - g * interval '1 second' ELSE c + interval '1 second' + g % 40 * interval '120 milliseconds' END, CASE WHEN st = 'completed' THEN c + interval '1 second' + g % 40 * interval '120 milliseconds' END,
       date_trunc('milliseconds', CASE WHEN st = 'new' AND g <= 12 THEN now() + g * interval '6 hours' WHEN st = 'retry' THEN now() + (g - 18) * interval '700 milliseconds' ELSE c END), 100, CASE WHEN g % 3 = 0 THEN 'penpot:webhooks' ELSE 'penpot:default' END,
       (ARRAY['sendmail', 'file-gc', 'process-webhook-event', 'delete-object'])[1 + g % 4], jsonb_build_object('~:id', '~u' || md5('pid' || g)::uuid), CASE WHEN st IN ('retry', 'failed') THEN (ARRAY['java.net.SocketTimeoutException: Connect timed out', 'clojure.lang.ExceptionInfo: unexpected response'])[1 + g % 2] END, CASE st WHEN 'retry' THEN 1 + g % 3 WHEN 'failed' THEN 3 ELSE (g % 17 = 0)::int END, 3, st, CASE WHEN g % 4 = 1 THEN md5('lab' || g)::uuid::text END
FROM (SELECT g, CASE WHEN g <= 15 THEN 'new' WHEN g <= 21 THEN 'retry' WHEN g <= 25 THEN 'scheduled' WHEN g <= 31 THEN 'running' WHEN g % 26 = 0 THEN 'failed' ELSE 'completed' END AS st, CASE WHEN g <= 12 THEN now() - g * interval '20 minutes' WHEN g <= 15 THEN now() - g * interval '100 milliseconds' WHEN g <= 21 THEN now() - g * interval '4 seconds' WHEN g <= 25 THEN now() - (g - 20) * interval '300 milliseconds' WHEN g <= 28 THEN now() - g * interval '400 milliseconds' WHEN g <= 31 THEN now() - interval '9 hours' - g * interval '1 minute' ELSE now() - g * interval '17 minutes' END AS c FROM generate_series(1, 150) g) s;
