CREATE TABLE judgetask (judgetaskid serial PRIMARY KEY, judgehostid integer, type varchar(30) NOT NULL
  DEFAULT 'judging_run', priority integer NOT NULL, jobid integer, uuid varchar(255), submitid integer,
  compile_script_id integer, run_script_id integer, compare_script_id integer, pass integer, testcase_id
  integer, testcase_hash varchar(100), compile_config text, run_config text, compare_config text, valid
  boolean NOT NULL DEFAULT true, starttime numeric(32,9), versionid integer);
CREATE INDEX judgetask_judgehostid_valid_priority ON judgetask (judgehostid, valid, priority);
INSERT INTO judgetask (judgehostid, type, priority, jobid, uuid, submitid, compile_script_id, run_script_id,
  compare_script_id, testcase_id, testcase_hash, compile_config, run_config, compare_config, valid,
  starttime) SELECT CASE WHEN k NOT IN ('new') THEN 1 + g % 4 END, 'judging_run', 0, 2000 - g / 10, md5('ju'
  || g / 10), 900 - g / 10, 1, 2, 3, 1 + g % 10, md5('th' || g % 10), '{"script_timelimit":30}',
  '{"time_limit":2}', '{}', k <> 'off', CASE WHEN k NOT IN ('new') THEN extract(epoch FROM c)::numeric(32,9)
  END FROM (SELECT g, now() AS n, CASE WHEN g <= 20 THEN 'new' WHEN g <= 24 THEN 'work' WHEN g <= 26 THEN
  'lost' WHEN g % 61 = 20 THEN 'off' ELSE 'done' END AS k, now() - CASE WHEN g <= 20 THEN g * interval '25
  seconds' WHEN g <= 24 THEN g * interval '25 seconds' WHEN g <= 26 THEN interval '9 hours' + g * interval
  '7 minutes' ELSE g * interval '1 minutes' END AS c FROM generate_series(1, 800) g) s ORDER BY g DESC;
