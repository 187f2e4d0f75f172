CREATE TABLE runs (id uuid PRIMARY KEY, work_order_id uuid NOT NULL, starting_job_id uuid, starting_trigger_id uuid,
  created_by_id uuid, dataclip_id uuid, snapshot_id uuid, options jsonb, state varchar NOT NULL DEFAULT 'available',
  error_type varchar, claimed_at timestamp, started_at timestamp, finished_at timestamp, priority integer NOT NULL
  DEFAULT 1, inserted_at timestamp NOT NULL, updated_at timestamp NOT NULL);
CREATE INDEX runs_state_index ON runs (state);
CREATE INDEX runs_work_order_id_index ON runs (work_order_id);
INSERT INTO runs (id, work_order_id, starting_trigger_id, starting_job_id, created_by_id, dataclip_id, snapshot_id,
  options, state, error_type, claimed_at, started_at, finished_at, priority, inserted_at, updated_at) SELECT
  md5('rn' || g)::uuid, md5('wo' || g)::uuid, CASE WHEN g % 6 > 0 THEN md5('tr' || g % 8)::uuid END, CASE WHEN g % 6
  = 0 THEN md5('jb' || g % 8)::uuid END, CASE WHEN g % 6 = 0 THEN md5('us' || g % 3)::uuid END, md5('dc' ||
  g)::uuid, md5('sn' || g % 5)::uuid, '{"run_timeout_ms": 300000}', CASE k WHEN 'gone' THEN 'claimed' WHEN 'hung'
  THEN 'started' ELSE k END, CASE k WHEN 'failed' THEN 'RuntimeError' WHEN 'crashed' THEN 'CompileError' WHEN
  'killed' THEN 'TimeoutError' WHEN 'lost' THEN 'LostAfterStart' END, CASE WHEN k <> 'available' THEN c + interval
  '1 second' END, CASE WHEN k NOT IN ('available', 'claimed', 'gone') THEN c + interval '3 seconds' END, CASE WHEN k
  NOT IN ('available', 'claimed', 'gone', 'started', 'hung') THEN c + interval '40 seconds' END, CASE WHEN g % 6 = 0
  THEN 0 ELSE 1 END, c, CASE WHEN k = 'available' THEN c ELSE c + interval '40 seconds' END FROM (SELECT g,
  localtimestamp AS n, CASE WHEN g <= 4 THEN 'available' WHEN g <= 6 THEN 'claimed' WHEN g <= 9 THEN 'started' WHEN
  g <= 11 THEN 'gone' WHEN g <= 13 THEN 'hung' WHEN g % 9 = 0 THEN 'failed' WHEN g % 31 = 0 THEN 'crashed' WHEN g %
  37 = 0 THEN 'killed' WHEN g % 41 = 0 THEN 'lost' WHEN g % 43 = 0 THEN 'cancelled' ELSE 'success' END AS k,
  localtimestamp - CASE WHEN g <= 9 THEN g * interval '25 seconds' WHEN g <= 13 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '25 minutes' END AS c FROM generate_series(1, 260) g) s;
