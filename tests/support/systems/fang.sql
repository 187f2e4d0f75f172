CREATE TYPE fang_task_state AS ENUM ('new','in_progress','failed','finished','retried');
CREATE TABLE fang_tasks (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  metadata jsonb NOT NULL,
  error_message text,
  state fang_task_state NOT NULL DEFAULT 'new',
  task_type text NOT NULL DEFAULT 'common',
  uniq_hash text,
  retries integer NOT NULL DEFAULT 0,
  scheduled_at timestamptz NOT NULL DEFAULT now(),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX fang_tasks_state_index ON fang_tasks (state);
CREATE INDEX fang_tasks_type_index ON fang_tasks (task_type);
CREATE INDEX fang_tasks_scheduled_at_index ON fang_tasks (scheduled_at);
CREATE INDEX fang_tasks_uniq_hash ON fang_tasks (uniq_hash);
INSERT INTO fang_tasks (metadata, error_message, state, task_type, uniq_hash, retries, scheduled_at, created_at, updated_at)
SELECT m, CASE s WHEN 'retried' THEN 'psp timeout' WHEN 'failed' THEN 'card declined' WHEN 'finished' THEN CASE WHEN g % 9 = 0 THEN 'psp timeout' END END, s::fang_task_state, (ARRAY['common','billing'])[1 + g % 2],
  CASE WHEN g % 3 = 0 THEN encode(sha256(convert_to(m::text, 'UTF8')), 'hex') END, CASE s WHEN 'retried' THEN 1 + g % 3 WHEN 'failed' THEN 20 WHEN 'finished' THEN (g % 9 = 0)::int ELSE 0 END,
  CASE WHEN s = 'new' AND g > 48 THEN now() + g * interval '3 minutes' WHEN s = 'retried' THEN now() + g * interval '2 seconds' ELSE c END, c, CASE s WHEN 'new' THEN c WHEN 'retried' THEN now() - interval '6 seconds' ELSE c + interval '1.8 seconds' END
FROM (SELECT g, jsonb_build_object('type', (ARRAY['ChargeTask','MailTask'])[1 + g % 2], 'order_id', g) AS m, CASE WHEN g <= 34 THEN 'finished' WHEN g <= 54 THEN 'new' WHEN g <= 61 THEN 'in_progress' WHEN g <= 68 THEN 'retried' ELSE 'failed' END AS s,
       now() - CASE WHEN g BETWEEN 35 AND 60 THEN g * interval '0.3 seconds' ELSE g * interval '8 minutes' END AS c FROM generate_series(1, 74) g) x;
