CREATE TABLE delayed_calls_v2 (
  created_at timestamp, updated_at timestamp, id varchar(36) NOT NULL PRIMARY KEY, factory_method_path varchar(200), target_method_name varchar(80) NOT NULL, method_arguments text, serializers text, key varchar(250), auth_context text, execution_time timestamp NOT NULL, processing boolean NOT NULL
);
CREATE INDEX delayed_calls_v2_execution_time ON delayed_calls_v2 (execution_time);
CREATE TABLE scheduled_jobs_v2 (
  created_at timestamp, updated_at timestamp, id varchar(36) NOT NULL PRIMARY KEY, run_after integer, target_factory_func_name varchar(200), func_name varchar(80) NOT NULL, func_args text, func_arg_serializers text, auth_ctx text, execute_at timestamp NOT NULL, captured_at timestamp, key varchar(250)
);
CREATE INDEX scheduled_jobs_v2_execute_at_captured_at ON scheduled_jobs_v2 (execute_at, captured_at);
CREATE INDEX scheduled_jobs_v2_key ON scheduled_jobs_v2 (key);
INSERT INTO delayed_calls_v2 SELECT x - interval '2 seconds', CASE WHEN p THEN x + interval '1 second' END, md5('dc' || g)::uuid::text, NULL, (ARRAY['mistral.engine.workflow_handler._check_and_fix_integrity', 'mistral.engine.task_handler._run_existing_task', 'mistral.services.action_exec_checker.handle'])[1 + g % 3], '{"wf_ex_id": "' || md5('wf' || g)::uuid || '"}', NULL, 'wfh_c_a_c-' || md5('wf' || g)::uuid, '{}', x, p
FROM (SELECT g, g BETWEEN 21 AND 30 OR g > 75 AS p, date_trunc('second', now() AT TIME ZONE 'UTC') - CASE WHEN g <= 20 THEN g * interval '1 second' WHEN g <= 30 THEN g % 6 * interval '1 second' WHEN g <= 75 THEN - g * interval '11 seconds' ELSE interval '13 hours' END AS x FROM generate_series(1, 80) g) s;
INSERT INTO scheduled_jobs_v2 SELECT x - interval '3 seconds', CASE WHEN p THEN x + interval '1 second' END, md5('sj' || g)::uuid::text, 3, NULL, 'mistral.engine.' || (ARRAY['default_engine.start', 'task_handler.refresh', 'workflow_handler.finish'])[1 + g % 3], '{"id": "' || md5('e' || g)::uuid || '"}', '{}', '{}', x, CASE WHEN p THEN x + interval '1 second' END, CASE WHEN g % 2 = 0 THEN 'k-' || md5('e' || g) END
FROM (SELECT g, g BETWEEN 16 AND 24 OR g > 66 AS p, date_trunc('second', now() AT TIME ZONE 'UTC') - CASE WHEN g <= 15 THEN g * interval '1 second' WHEN g <= 24 THEN g % 6 * interval '1 second' WHEN g <= 66 THEN - g * interval '9 seconds' ELSE interval '17 hours' END AS x FROM generate_series(1, 70) g) s;
