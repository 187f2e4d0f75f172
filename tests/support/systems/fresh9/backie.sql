CREATE TABLE backie_tasks (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), task_name varchar NOT NULL,
  queue_name varchar NOT NULL DEFAULT 'common', uniq_hash char(64), payload jsonb NOT NULL, timeout_msecs
  bigint NOT NULL, created_at timestamptz NOT NULL DEFAULT now(), scheduled_at timestamptz NOT NULL DEFAULT
  now(), running_at timestamptz, done_at timestamptz, error_info jsonb, retries integer NOT NULL DEFAULT 0,
  max_retries integer NOT NULL DEFAULT 0, backoff_mode jsonb NOT NULL);
CREATE UNIQUE INDEX backie_tasks_uniq_hash_index ON backie_tasks (uniq_hash) WHERE uniq_hash IS NOT NULL AND
  done_at IS NULL;
INSERT INTO backie_tasks (id, task_name, queue_name, payload, timeout_msecs, created_at, scheduled_at,
  running_at, done_at, error_info, retries, max_retries, backoff_mode) SELECT md5('bk' || g)::uuid,
  (ARRAY['send_receipt', 'resize', 'sync_feed'])[1 + g % 3], (ARRAY['common', 'mail'])[1 + g % 2],
  jsonb_build_object('n', g), 300000, c, c + CASE WHEN k = 'retry' THEN interval '8 minutes' ELSE interval
  '0' END, CASE WHEN k IN ('new', 'retry') THEN NULL ELSE c + interval '1 second' END, CASE WHEN k IN
  ('done', 'bad') THEN c + interval '1 second' + ((2 + g * 37 % 89) * interval '1 second') END, CASE WHEN k
  IN ('bad', 'retry') THEN jsonb_build_object('error', 'no route') END, CASE k WHEN 'retry' THEN 1 WHEN
  'bad' THEN 3 ELSE 0 END, 3, '"NoBackoff"'::jsonb FROM (SELECT g, now() AS n, CASE WHEN g <= 5 THEN 'new'
  WHEN g <= 8 THEN 'work' WHEN g <= 11 THEN 'lost' WHEN g <= 13 THEN 'retry' WHEN g % 31 = 10 THEN 'bad'
  ELSE 'done' END AS k, now() - CASE WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 8 THEN g *
  interval '25 seconds' WHEN g <= 11 THEN interval '9 hours' + g * interval '7 minutes' WHEN g <= 13 THEN g
  * interval '25 seconds' ELSE g * interval '7 minutes' END AS c FROM generate_series(1, 360) g) s ORDER BY
  s.c;
