CREATE TYPE job_status AS ENUM ('new','processed','failed');
CREATE TABLE neoq_dead_jobs (
  id serial NOT NULL, fingerprint text NOT NULL, queue text NOT NULL, status job_status NOT NULL DEFAULT 'failed', payload jsonb, retries integer, max_retries integer, created_at timestamptz DEFAULT now(), error text, deadline timestamptz
);
CREATE TABLE neoq_jobs (
  id bigserial NOT NULL,
  fingerprint text NOT NULL,
  queue text NOT NULL,
  status job_status NOT NULL DEFAULT 'new',
  payload jsonb,
  retries integer DEFAULT 0,
  max_retries integer DEFAULT 23,
  run_after timestamptz DEFAULT now(),
  ran_at timestamptz,
  created_at timestamptz DEFAULT now(),
  error text,
  deadline timestamptz
);
CREATE INDEX neoq_job_fetcher_idx ON neoq_jobs (id, status, run_after);
CREATE INDEX neoq_jobs_fetcher_idx ON neoq_jobs (queue, status, run_after);
CREATE UNIQUE INDEX neoq_jobs_fingerprint_unique_idx ON neoq_jobs (queue, fingerprint, status) WHERE NOT (status = 'processed');
INSERT INTO neoq_jobs (fingerprint, queue, status, payload, retries, max_retries, run_after, ran_at, created_at, error, deadline)
SELECT md5(p::text), 'charges', s::job_status, p, CASE WHEN s = 'failed' THEN g % 5 ELSE 0 END, 23, CASE s WHEN 'failed' THEN now() + g * interval '6 seconds' WHEN 'new' THEN CASE WHEN g > 55 THEN now() + g * interval '1 hour' ELSE c END ELSE c END, CASE WHEN s <> 'new' THEN CASE s WHEN 'failed' THEN now() - interval '4 seconds' ELSE c + interval '300 milliseconds' END END, c, CASE s WHEN 'processed' THEN '' WHEN 'failed' THEN 'psp timeout' END, CASE WHEN g % 13 = 0 THEN c + interval '1 day' END
FROM (SELECT g, jsonb_build_object('order_id', g) AS p, CASE WHEN g <= 36 THEN 'processed' WHEN g <= 62 THEN 'new' ELSE 'failed' END AS s, now() - CASE WHEN g <= 36 THEN g * interval '25 minutes' WHEN g <= 62 THEN g * interval '0.5 seconds' ELSE interval '10 minutes' END AS c FROM generate_series(1, 72) g) x;
INSERT INTO neoq_dead_jobs (id, queue, fingerprint, payload, retries, max_retries, error) SELECT 500 + g, 'charges', md5(g::text), jsonb_build_object('order_id', 900 + g), 23, 23, 'card declined' FROM generate_series(1, 24) g;
