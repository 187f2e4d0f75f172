CREATE TABLE cluster_job_table (job_db_inx bigserial PRIMARY KEY, mod_time bigint NOT NULL DEFAULT 0,
  deleted smallint NOT NULL DEFAULT 0, account varchar(255), cpus_req integer NOT NULL, derived_ec integer
  NOT NULL DEFAULT 0, exit_code integer NOT NULL DEFAULT 0, job_name varchar(255) NOT NULL, id_assoc integer
  NOT NULL, id_job integer NOT NULL, id_user integer NOT NULL, nodelist text, nodes_alloc integer NOT NULL,
  partition varchar(255) NOT NULL, priority integer NOT NULL, state integer NOT NULL, timelimit integer NOT
  NULL DEFAULT 0, time_submit bigint NOT NULL DEFAULT 0, time_eligible bigint NOT NULL DEFAULT 0, time_start
  bigint NOT NULL DEFAULT 0, time_end bigint NOT NULL DEFAULT 0, time_suspended bigint NOT NULL DEFAULT 0,
  work_dir text NOT NULL DEFAULT '', tres_alloc text NOT NULL DEFAULT '', UNIQUE (id_job, time_submit));
INSERT INTO cluster_job_table (mod_time, account, cpus_req, exit_code, job_name, id_assoc, id_job, id_user,
  nodelist, nodes_alloc, partition, priority, state, timelimit, time_submit, time_eligible, time_start,
  time_end, work_dir, tres_alloc) SELECT extract(epoch FROM c + interval '9 minutes')::integer,
  (ARRAY['physics', 'bio', 'cfd'])[1 + g % 3], 1 + g % 64, CASE k WHEN 'bad' THEN 256 ELSE 0 END,
  (ARRAY['run.sh', 'train', 'blast'])[1 + g % 3], 20 + g % 9, 50900 - g, 1000 + g % 30, CASE WHEN k IN
  ('new', 'held') THEN 'None assigned' ELSE 'node' || g % 40 END, CASE k WHEN 'new' THEN 0 WHEN 'held' THEN
  0 ELSE 1 END, (ARRAY['short', 'long'])[1 + g % 2], 4294901759 % 100000 - g, CASE k WHEN 'new' THEN 0 WHEN
  'held' THEN 0 WHEN 'work' THEN 1 WHEN 'lost' THEN 1 WHEN 'bad' THEN 5 WHEN 'can' THEN 4 WHEN 'tout' THEN 6
  ELSE 3 END, 1440, extract(epoch FROM c)::integer, CASE k WHEN 'held' THEN 0 ELSE extract(epoch FROM
  c)::integer END, CASE k WHEN 'new' THEN 0 WHEN 'held' THEN 0 ELSE extract(epoch FROM c + interval
  '5 minutes')::integer END, CASE k WHEN 'new' THEN 0 WHEN 'held' THEN 0 WHEN 'work' THEN 0 WHEN 'lost' THEN
  0 ELSE extract(epoch FROM c + interval '5 minutes' + ((1 + g * 37 % 23) * interval '1 minute'))::integer
  END, '/home/u' || g % 30, '1=4,2=8000' FROM (SELECT g, now() AS n, CASE WHEN g <= 12 THEN 'new' WHEN g <=
  14 THEN 'held' WHEN g <= 28 THEN 'work' WHEN g <= 32 THEN 'lost' WHEN g % 23 = 7 THEN 'bad' WHEN g % 37 =
  12 THEN 'can' WHEN g % 53 = 17 THEN 'tout' ELSE 'done' END AS k, now() - CASE WHEN g <= 12 THEN g *
  interval '25 seconds' WHEN g <= 14 THEN g * interval '25 seconds' WHEN g <= 28 THEN g * interval
  '25 seconds' WHEN g <= 32 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '5 minutes'
  END AS c FROM generate_series(1, 480) g) s ORDER BY s.c;
