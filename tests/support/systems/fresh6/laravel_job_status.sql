CREATE TABLE job_statuses (id serial PRIMARY KEY, job_id varchar(255), type varchar(255) NOT NULL, queue
  varchar(255), attempts integer NOT NULL DEFAULT 0, progress_now integer NOT NULL DEFAULT 0, progress_max integer
  NOT NULL DEFAULT 0, status varchar(16) NOT NULL DEFAULT 'queued', input text, output text, created_at
  timestamp(0), updated_at timestamp(0), started_at timestamp(0), finished_at timestamp(0));
CREATE INDEX job_statuses_status_index ON job_statuses (status);
CREATE INDEX job_statuses_job_id_index ON job_statuses (job_id);
INSERT INTO job_statuses (job_id, type, queue, attempts, progress_now, progress_max, status, input, output,
  created_at, updated_at, started_at, finished_at) SELECT CASE WHEN k <> 'queued' THEN left(md5('jb' || g), 32) END,
  (ARRAY['App\Jobs\ImportOrders', 'App\Jobs\MakeReport'])[1 + g % 2], CASE WHEN k <> 'queued' THEN 'default' END,
  CASE k WHEN 'queued' THEN 0 WHEN 'failed' THEN 3 ELSE 1 END, CASE k WHEN 'finished' THEN 100 WHEN 'queued' THEN 0
  ELSE 40 END, CASE k WHEN 'queued' THEN 0 ELSE 100 END, CASE k WHEN 'lost' THEN 'executing' ELSE k END, '{}', CASE
  k WHEN 'finished' THEN '{"rows": 9}' END, c, CASE k WHEN 'queued' THEN c ELSE c + interval '70 seconds' END, CASE
  WHEN k <> 'queued' THEN c + interval '8 seconds' END, CASE WHEN k IN ('finished', 'failed', 'retrying') THEN c +
  interval '70 seconds' END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'queued' WHEN g <= 5 THEN
  'executing' WHEN g <= 7 THEN 'retrying' WHEN g <= 10 THEN 'lost' WHEN g % 13 = 0 THEN 'failed' ELSE 'finished' END
  AS k, localtimestamp - CASE WHEN g <= 7 THEN g * interval '25 seconds' WHEN g <= 10 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '35 minutes' END AS c FROM generate_series(1, 200) g) s;
