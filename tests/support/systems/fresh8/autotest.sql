CREATE TABLE afe_host_queue_entries (id serial PRIMARY KEY, job_id integer NOT NULL, host_id integer,
  profile varchar(255) NOT NULL DEFAULT '', status varchar(255) NOT NULL, meta_host integer, active boolean
  NOT NULL DEFAULT false, complete boolean NOT NULL DEFAULT false, deleted boolean NOT NULL DEFAULT false,
  execution_subdir varchar(255) NOT NULL DEFAULT '', atomic_group_id integer, aborted boolean NOT NULL
  DEFAULT false, started_on timestamp, UNIQUE (job_id, host_id));
INSERT INTO afe_host_queue_entries (job_id, host_id, status, active, complete, execution_subdir, aborted,
  started_on) SELECT 3000 - g, CASE WHEN k <> 'new' THEN 1 + g % 20 END, CASE k WHEN 'new' THEN 'Queued'
  WHEN 'work' THEN 'Running' WHEN 'lost' THEN 'Running' WHEN 'parse' THEN 'Parsing' WHEN 'bad' THEN 'Failed'
  WHEN 'off' THEN 'Aborted' ELSE 'Completed' END, k IN ('work', 'lost'), k IN ('done', 'bad', 'off'), CASE
  WHEN k <> 'new' THEN 'host' || g % 20 ELSE '' END, k = 'off', CASE WHEN k <> 'new' THEN c + interval '20
  seconds' END::timestamp FROM (SELECT g, now() AS n, CASE WHEN g <= 6 THEN 'new' WHEN g <= 10 THEN 'work'
  WHEN g <= 11 THEN 'parse' WHEN g <= 13 THEN 'lost' WHEN g % 12 = 4 THEN 'bad' WHEN g % 41 = 13 THEN 'off'
  ELSE 'done' END AS k, now() - CASE WHEN g <= 6 THEN g * interval '25 seconds' WHEN g <= 10 THEN g *
  interval '25 seconds' WHEN g <= 11 THEN g * interval '25 seconds' WHEN g <= 13 THEN interval '9 hours' + g
  * interval '7 minutes' ELSE g * interval '12 minutes' END AS c FROM generate_series(1, 420) g) s ORDER BY
  g DESC;
