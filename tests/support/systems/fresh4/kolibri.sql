CREATE TABLE jobs (id varchar NOT NULL PRIMARY KEY, state varchar, func varchar, priority integer, queue varchar,
  saved_job varchar, time_created timestamptz DEFAULT now(), time_updated timestamptz, "interval" integer,
  retry_interval integer, repeat integer, scheduled_time timestamp, worker_host varchar, worker_process varchar,
  worker_thread varchar, worker_extra varchar);
CREATE INDEX ix_jobs_state ON jobs (state);
CREATE INDEX ix_jobs_func ON jobs (func);
CREATE INDEX ix_jobs_priority ON jobs (priority);
CREATE INDEX ix_jobs_queue ON jobs (queue);
CREATE INDEX queue__scheduled_time ON jobs (queue, scheduled_time);
INSERT INTO jobs SELECT md5('kj' || g), CASE k WHEN 'later' THEN 'QUEUED' WHEN 'LOST' THEN 'RUNNING' ELSE k END,
  'kolibri.core.' || (ARRAY['content.tasks.remotecontentimport', 'logger.tasks.exportlogs',
  'auth.tasks.peerusersync', 'device.tasks.deletechannel'])[1 + g % 4], CASE WHEN g % 5 = 0 THEN 5 ELSE 10 END,
  'kolibri', '{"job_id":"' || md5('kj' || g) || '"}', c, CASE WHEN k NOT IN ('QUEUED', 'later')
  THEN c + interval '40 seconds' END, 0, CASE WHEN g % 6 = 0 THEN 300 END, 0, (CASE WHEN k = 'later'
  THEN n + g * interval '2 hours' ELSE c END) AT TIME ZONE 'UTC', CASE WHEN k NOT IN ('QUEUED', 'later', 'CANCELED')
  THEN 'pi-' || g % 2 END, CASE WHEN k NOT IN ('QUEUED', 'later', 'CANCELED') THEN (700 + g % 2)::text END, CASE
  WHEN k NOT IN ('QUEUED', 'later', 'CANCELED') THEN (140000 + g)::text END, NULL
FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'QUEUED' WHEN g <= 11 THEN 'later' WHEN g <= 12 THEN 'SELECTED'
  WHEN g <= 16 THEN 'RUNNING' WHEN g <= 17 THEN 'CANCELING' WHEN g <= 19 THEN 'LOST' WHEN g % 10 = 0 THEN 'FAILED'
  WHEN g % 31 = 0 THEN 'CANCELED' ELSE 'COMPLETED' END AS k, now() - CASE WHEN g <= 17 THEN g * interval '30 seconds'
  WHEN g <= 19 THEN interval '3 days' + g * interval '7 minutes' ELSE g * interval '5 hours' END AS c
FROM generate_series(1, 120) g) s;
