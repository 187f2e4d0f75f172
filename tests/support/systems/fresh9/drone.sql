CREATE TABLE stages (stage_id serial PRIMARY KEY, stage_repo_id integer, stage_build_id integer,
  stage_number integer, stage_name varchar(100), stage_kind varchar(50), stage_type varchar(50),
  stage_status varchar(50), stage_error varchar(500), stage_errignore boolean, stage_exit_code integer,
  stage_limit integer, stage_os varchar(50), stage_arch varchar(50), stage_variant varchar(10), stage_kernel
  varchar(50), stage_machine varchar(500), stage_started integer, stage_stopped integer, stage_created
  integer, stage_updated integer, stage_version integer, stage_on_success boolean, stage_on_failure boolean,
  stage_depends_on text, stage_labels text, UNIQUE (stage_build_id, stage_number));
CREATE INDEX ix_stage_in_progress ON stages (stage_status) WHERE stage_status IN ('pending', 'running');
INSERT INTO stages (stage_repo_id, stage_build_id, stage_number, stage_name, stage_kind, stage_type,
  stage_status, stage_error, stage_errignore, stage_exit_code, stage_limit, stage_os, stage_arch,
  stage_variant, stage_kernel, stage_machine, stage_started, stage_stopped, stage_created, stage_updated,
  stage_version, stage_on_success, stage_on_failure, stage_depends_on, stage_labels) SELECT 1 + g % 12, 8000
  - g, 1, 'default', 'pipeline', 'docker', CASE k WHEN 'new' THEN 'pending' WHEN 'work' THEN 'running' WHEN
  'lost' THEN 'running' WHEN 'bad' THEN 'failure' WHEN 'off' THEN 'killed' WHEN 'err' THEN 'error' ELSE
  'success' END, CASE WHEN k IN ('err') THEN 'image not found' ELSE '' END, false, CASE k WHEN 'bad' THEN 1
  WHEN 'err' THEN 255 ELSE 0 END, 0, 'linux', 'amd64', '', '', CASE WHEN k IN ('new') THEN '' ELSE 'runner-'
  || g % 4 END, CASE k WHEN 'new' THEN 0 ELSE extract(epoch FROM c + interval '6 seconds')::integer END,
  CASE k WHEN 'done' THEN extract(epoch FROM c + interval '6 seconds' + ((1 + g * 37 % 23) * interval '1
  minute'))::integer WHEN 'bad' THEN extract(epoch FROM c + interval '6 seconds' + ((1 + g * 37 % 23) *
  interval '1 minute'))::integer WHEN 'off' THEN extract(epoch FROM c + interval '6 seconds' + ((1 + g * 37
  % 23) * interval '1 minute'))::integer WHEN 'err' THEN extract(epoch FROM c + interval '6 seconds' + ((1 +
  g * 37 % 23) * interval '1 minute'))::integer ELSE 0 END, extract(epoch FROM c)::integer, extract(epoch
  FROM c + interval '6 seconds')::integer, CASE k WHEN 'new' THEN 1 WHEN 'work' THEN 3 WHEN 'lost' THEN 3
  ELSE 4 END, true, false, '[]', '{}' FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 6
  THEN 'work' WHEN g <= 9 THEN 'lost' WHEN g % 9 = 3 THEN 'bad' WHEN g % 61 = 20 THEN 'off' WHEN g % 83 = 27
  THEN 'err' ELSE 'done' END AS k, now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 6 THEN
  g * interval '25 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '10 minutes' END AS c FROM generate_series(1, 430) g) s ORDER BY s.c;
