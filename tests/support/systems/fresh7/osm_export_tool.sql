CREATE TABLE export_runs (id serial PRIMARY KEY, uid uuid NOT NULL UNIQUE, created_at timestamptz NOT NULL,
  worker_message_id varchar(50), hdx_sync_status boolean NOT NULL, status varchar(20) NOT NULL, started_at
  timestamptz, finished_at timestamptz, job_id integer NOT NULL, user_id integer NOT NULL);
CREATE INDEX export_runs_status ON export_runs (status);
INSERT INTO export_runs (uid, created_at, worker_message_id, hdx_sync_status, status, started_at, finished_at,
  job_id, user_id) SELECT md5('er' || g)::uuid, c, md5('wm' || g)::uuid::text, k = 'COMPLETED' AND g % 4 = 0,
  CASE k WHEN 'lost' THEN 'RUNNING' ELSE k END, CASE WHEN k IN ('SUBMITTED') THEN NULL ELSE c + interval
  '20 seconds' END, CASE WHEN k IN ('COMPLETED', 'FAILED') THEN c + interval '9 minutes' END, 1 + g % 70, 1 +
  g % 40 FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'SUBMITTED' WHEN g <= 5 THEN 'RUNNING' WHEN g <= 8
  THEN 'lost' WHEN g % 9 = 0 THEN 'FAILED' ELSE 'COMPLETED' END AS k, now() - CASE WHEN g <= 5 THEN g *
  interval '25 seconds' WHEN g <= 8 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '40 minutes' END AS c FROM generate_series(1, 180) g) s;
