CREATE TYPE work_queue_status AS ENUM ('READY', 'NOT_READY', 'PAUSED');
CREATE TABLE work_queue (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), created timestamptz NOT NULL DEFAULT now(),
  updated timestamptz NOT NULL DEFAULT now(), name varchar NOT NULL, filter jsonb, description varchar NOT NULL
  DEFAULT '', is_paused boolean NOT NULL DEFAULT false, concurrency_limit integer, priority integer NOT NULL,
  last_polled timestamptz, status work_queue_status NOT NULL DEFAULT 'NOT_READY', work_pool_id uuid NOT NULL);
CREATE TABLE deployment_schedule (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), created timestamptz NOT NULL
  DEFAULT now(), updated timestamptz NOT NULL DEFAULT now(), deployment_id uuid NOT NULL, schedule jsonb NOT NULL,
  active boolean NOT NULL, max_scheduled_runs integer);
INSERT INTO work_queue (created, updated, name, priority, last_polled, status, work_pool_id, is_paused) SELECT c, c
  + interval '1 day', 'q' || g, 1, CASE WHEN g % 3 > 0 THEN now() - interval '9 seconds' END, (CASE WHEN g % 3 > 0
  THEN 'READY' ELSE 'NOT_READY' END)::work_queue_status, md5('wp')::uuid, g % 15 = 0 FROM (SELECT g, now() - g *
  interval '3 days' AS c FROM generate_series(1, 50) g) s;
INSERT INTO deployment_schedule (created, updated, deployment_id, schedule, active) SELECT c, c, md5('dp' ||
  g)::uuid, '{"interval": 3600}', g % 5 > 0 FROM (SELECT g, now() - g * interval '2 days' AS c FROM
  generate_series(1, 70) g) s;
