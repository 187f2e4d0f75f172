CREATE TABLE v2_job_queue (id uuid PRIMARY KEY, workspace_id varchar(100) NOT NULL, created_at timestamptz
  NOT NULL DEFAULT now(), started_at timestamptz, scheduled_for timestamptz NOT NULL DEFAULT now(), running
  boolean NOT NULL DEFAULT false, canceled_by varchar(100), canceled_reason text, suspend integer,
  suspend_until timestamptz, tag varchar(255), priority smallint, worker varchar(100), extras jsonb);
CREATE INDEX queue_sort_v2 ON v2_job_queue (priority DESC NULLS LAST, scheduled_for, tag) WHERE (running =
  false);
INSERT INTO v2_job_queue (id, workspace_id, created_at, started_at, scheduled_for, running, suspend,
  suspend_until, tag, priority, worker) SELECT md5('wm' || g)::uuid, (ARRAY['demo', 'ops', 'bi'])[1 + g %
  3], c, CASE WHEN k IN ('work', 'lost', 'susp') THEN c + interval '1 second' END, CASE WHEN k = 'done' THEN
  n + g * interval '11 minutes' ELSE c END, k IN ('work', 'lost'), CASE k WHEN 'susp' THEN 1 ELSE 0 END,
  CASE WHEN k IN ('susp') THEN n + interval '20 hours' END, (ARRAY['deno', 'python3', 'flow', 'bash'])[1 + g
  % 4], CASE k WHEN 'new' THEN 3 ELSE NULL::smallint END, CASE WHEN k IN ('work', 'lost') THEN 'wk-default-'
  || g % 3 END FROM (SELECT g, now() AS n, CASE WHEN g <= 5 THEN 'new' WHEN g <= 9 THEN 'work' WHEN g <= 12
  THEN 'lost' WHEN g <= 15 THEN 'susp' ELSE 'done' END AS k, now() - CASE WHEN g <= 5 THEN g * interval '25
  seconds' WHEN g <= 9 THEN g * interval '25 seconds' WHEN g <= 12 THEN interval '9 hours' + g * interval '7
  minutes' WHEN g <= 15 THEN g * interval '25 seconds' ELSE g * interval '13 minutes' END AS c FROM
  generate_series(1, 270) g) s ORDER BY s.c;
