CREATE TABLE workers (id text NOT NULL, worker_type text NOT NULL, storage_name text NOT NULL, layers text NOT NULL DEFAULT '', last_seen timestamptz NOT NULL DEFAULT now());
CREATE INDEX Idx ON workers (id);
CREATE UNIQUE INDEX unique_worker_id ON workers (id);
CREATE INDEX WTIdx ON workers (worker_type);
CREATE INDEX LSIdx ON workers (last_seen);
CREATE TABLE jobs (
  job jsonb NOT NULL,
  id text NOT NULL,
  job_type text NOT NULL,
  status text NOT NULL DEFAULT 'Pending',
  attempts integer NOT NULL DEFAULT 0,
  max_attempts integer NOT NULL DEFAULT 25,
  run_at timestamptz NOT NULL DEFAULT now(),
  last_error text,
  lock_at timestamptz,
  lock_by text,
  done_at timestamptz,
  priority integer DEFAULT 0,
  CONSTRAINT fk_worker_lock_by FOREIGN KEY (lock_by) REFERENCES workers (id)
);
CREATE INDEX TIdx ON jobs (id);
CREATE INDEX SIdx ON jobs (status);
CREATE UNIQUE INDEX unique_job_id ON jobs (id);
CREATE INDEX LIdx ON jobs (lock_by);
CREATE INDEX JTIdx ON jobs (job_type);
INSERT INTO workers VALUES ('charge-worker-1', 'shop::Charge', 'apalis_sql::postgres::PostgresStorage', 'TraceLayer', now() - interval '4 seconds'), ('charge-worker-2', 'shop::Charge', 'apalis_sql::postgres::PostgresStorage', 'TraceLayer', now() - interval '40 minutes');
INSERT INTO jobs (job, id, job_type, status, attempts, max_attempts, run_at, last_error, lock_at, lock_by, done_at, priority)
SELECT jsonb_build_object('order_id', g), '01J' || upper(substr(md5(g::text), 1, 23)), 'shop::Charge', s, CASE s WHEN 'Pending' THEN 0 WHEN 'Running' THEN (g % 4 = 0)::int WHEN 'Failed' THEN 1 + g % 3 WHEN 'Killed' THEN 5 ELSE 1 END, 5,
  CASE WHEN s = 'Pending' AND g > 50 THEN now() + g * interval '7 minutes' ELSE c END, CASE s WHEN 'Done' THEN '{"Ok":null}' WHEN 'Failed' THEN '{"Err":"FailedError: psp timeout"}' WHEN 'Killed' THEN '{"Err":"AbortError: card declined"}' WHEN 'Running' THEN CASE WHEN g % 4 = 0 THEN '{"Err":"FailedError: psp timeout"}' END END,
  CASE WHEN s <> 'Pending' THEN c + interval '1 second' END, CASE WHEN s = 'Running' AND g > 62 THEN 'charge-worker-2' WHEN s <> 'Pending' THEN 'charge-worker-1' END, CASE WHEN s IN ('Done','Failed','Killed') THEN c + interval '1.6 seconds' WHEN s = 'Running' AND g % 4 = 0 THEN c + interval '0.4 seconds' END, 0
FROM (SELECT g, CASE WHEN g <= 35 THEN 'Done' WHEN g <= 56 THEN 'Pending' WHEN g <= 64 THEN 'Running' WHEN g <= 71 THEN 'Failed' ELSE 'Killed' END AS s,
       now() - CASE WHEN g IN (63, 64) THEN interval '41 minutes' WHEN g BETWEEN 36 AND 71 THEN g * interval '0.5 seconds' ELSE g * interval '12 minutes' END AS c FROM generate_series(1, 76) g) x;
