-- PostHog cyclotron: jobs of destinations and workflows.
CREATE TYPE jobstate AS ENUM ('available', 'completed', 'failed', 'running', 'paused', 'canceled');
CREATE TABLE cyclotron_jobs (
  id uuid PRIMARY KEY,
  team_id int NOT NULL,
  function_id uuid,
  created timestamptz NOT NULL,
  lock_id uuid,
  last_heartbeat timestamptz,
  janitor_touch_count smallint NOT NULL,
  transition_count smallint NOT NULL,
  last_transition timestamptz NOT NULL,
  queue_name text NOT NULL,
  state jobstate NOT NULL,
  scheduled timestamptz NOT NULL,
  priority smallint NOT NULL,
  vm_state bytea,
  metadata bytea,
  parameters bytea,
  blob bytea,
  batch_job_id text,
  parent_run_id text
);
CREATE INDEX idx_cyclotron_jobs_dequeue ON cyclotron_jobs (queue_name, state, scheduled, priority) WHERE state = 'available';
CREATE INDEX idx_queue_team_id ON cyclotron_jobs (team_id);
CREATE INDEX idx_queue_function_id ON cyclotron_jobs (function_id);
CREATE INDEX idx_queue_queue_name ON cyclotron_jobs (queue_name);
CREATE TABLE cyclotron_dead_letter_metadata (
  job_id uuid PRIMARY KEY,
  original_queue_name text NOT NULL,
  reason text NOT NULL,
  dlq_time timestamptz NOT NULL
);

INSERT INTO cyclotron_jobs (id, team_id, function_id, created, lock_id, last_heartbeat, janitor_touch_count, transition_count, last_transition, queue_name, state, scheduled, priority, vm_state, metadata, parameters, blob)
SELECT (lpad(to_hex((extract(epoch FROM created) * 1000)::bigint), 12, '0') || '7' || substr(md5('id' || g), 1, 3) || '9' || substr(md5('jd' || g), 1, 15))::uuid,
       2 + g % 5, md5('fn' || (g % 9))::uuid, created,
       CASE WHEN st = 'running' THEN (lpad(to_hex((extract(epoch FROM trans) * 1000)::bigint), 12, '0') || '7' || substr(md5('lk' || g / 4), 1, 3) || 'a' || substr(md5('ll' || g / 4), 1, 15))::uuid END,
       hb, touch, trc, trans, q, st::jobstate, sched, prio,
       CASE WHEN g % 3 <> 0 THEN convert_to('{"id":"' || md5('vm' || g)::uuid || '","stack":[' || g || ']}', 'UTF8') END,
       CASE WHEN q = 'fetch' THEN convert_to('{"tries":' || greatest(trc / 2, 0) || '}', 'UTF8') END,
       CASE WHEN q = 'fetch' THEN convert_to('{"url":"https://hooks.example.com/t/' || (2 + g % 5) || '","method":"POST"}', 'UTF8') END,
       CASE WHEN q = 'fetch' THEN convert_to('{"event":"$pageview","n":' || g || '}', 'UTF8') END
FROM (
  -- ready, never touched
  SELECT g, 'available' st, CASE WHEN g % 3 = 0 THEN 'fetch' ELSE 'hog' END q, now() - make_interval(secs => g * 0.7) created, NULL::timestamptz hb, 0 touch, 0 trc, now() - make_interval(secs => g * 0.7) trans, now() - make_interval(secs => g * 0.7) sched, g % 2 prio FROM generate_series(1, 18) g
  UNION ALL -- given back: next step on another queue, or a delay of a workflow
  SELECT 100 + g, 'available', CASE WHEN g % 2 = 0 THEN 'fetch' ELSE 'hogflow' END, now() - make_interval(mins => 3 * g), NULL, 0, 2 + 2 * (g % 3), now() - make_interval(mins => g), now() + make_interval(mins => 15 * g - 30), 0 FROM generate_series(1, 10) g
  UNION ALL -- taken back by the janitor
  SELECT 200 + g, 'available', 'hog', now() - make_interval(mins => 10 + g), NULL, g % 2 + 1, 1 + g % 2, now() - make_interval(mins => 4 + g), now() - make_interval(mins => 10 + g), 1 FROM generate_series(1, 4) g
  UNION ALL -- at work
  SELECT 300 + g, 'running', CASE WHEN g % 2 = 0 THEN 'fetch' ELSE 'hog' END, now() - make_interval(secs => 20 + g), now() - make_interval(secs => g * 0.5), 0, 1 + 2 * (g % 2), now() - make_interval(secs => 2 + g * 0.5), now() - make_interval(secs => 20 + g), 0 FROM generate_series(1, 12) g
  UNION ALL -- heartbeat lost, once and for the last time
  SELECT 400 + g, 'running', 'hog', now() - make_interval(mins => 12), now() - make_interval(mins => 3 + g), g - 1, g, now() - make_interval(mins => 3 + g), now() - make_interval(mins => 12), 1 FROM generate_series(1, 3) g
  UNION ALL -- done since the last sweep
  SELECT 500 + g, 'completed', CASE WHEN g % 3 = 0 THEN 'fetch' ELSE 'hog' END, now() - make_interval(secs => 30 + g), NULL, 0, 2 + 2 * (g % 2), now() - make_interval(secs => g * 0.3), now() - make_interval(secs => 30 + g), 0 FROM generate_series(1, 30) g
  UNION ALL
  SELECT 600 + g, 'failed', 'hog', now() - make_interval(secs => 40 + g), NULL, 0, 2, now() - make_interval(secs => g), now() - make_interval(secs => 40 + g), 0 FROM generate_series(1, 7) g
  UNION ALL
  SELECT 700 + g, 'canceled', 'hogflow', now() - make_interval(secs => 50 + g), NULL, 0, 2, now() - make_interval(secs => g), now() - make_interval(secs => 50 + g), 0 FROM generate_series(1, 4) g
  UNION ALL
  SELECT 800 + g, 'paused', 'hogflow', now() - make_interval(mins => 50 + g), NULL, 0, 2, now() - make_interval(mins => 20), now() - make_interval(mins => 50 + g), 0 FROM generate_series(1, 2) g
  UNION ALL -- dead letters: available, but on a queue that nobody serves; heartbeat of the move stays
  SELECT 900 + g, 'available', '_cyclotron_dead_letter', now() - make_interval(hours => 5 * g), now() - make_interval(hours => 5 * g) + interval '21 minutes', 3, 4, now() - make_interval(hours => 5 * g) + interval '15 minutes', now() - make_interval(hours => 5 * g), 1 FROM generate_series(1, 3) g
) s;
INSERT INTO cyclotron_dead_letter_metadata (job_id, original_queue_name, reason, dlq_time)
SELECT id, 'hog', 'poison pill detected based on a timeout of PT30S', last_heartbeat FROM cyclotron_jobs WHERE queue_name = '_cyclotron_dead_letter';
