CREATE TABLE django_dbq_job (
    id         uuid NOT NULL PRIMARY KEY,
    created    timestamptz NOT NULL,
    modified   timestamptz NOT NULL,
    name       varchar(100) NOT NULL,
    state      varchar(20) NOT NULL,
    next_task  varchar(100) NOT NULL,
    workspace  jsonb,
    queue_name varchar(20) NOT NULL,
    priority   smallint NOT NULL,
    run_after  timestamptz
);
CREATE INDEX django_dbq_job_created_idx ON django_dbq_job (created);
CREATE INDEX django_dbq_job_state_idx ON django_dbq_job (state);
CREATE INDEX django_dbq_job_state_like ON django_dbq_job (state varchar_pattern_ops);
CREATE INDEX django_dbq_job_queue_name_idx ON django_dbq_job (queue_name);
CREATE INDEX django_dbq_job_queue_name_like ON django_dbq_job (queue_name varchar_pattern_ops);
CREATE INDEX django_dbq_job_priority_idx ON django_dbq_job (priority);
CREATE INDEX django_dbq_job_run_after_idx ON django_dbq_job (run_after);

INSERT INTO django_dbq_job (id, created, modified, name, state, next_task, workspace, queue_name, priority, run_after)
SELECT gen_random_uuid(), t,
       CASE st WHEN 'NEW' THEN t WHEN 'PROCESSING' THEN t + interval '2 seconds' WHEN 'STOPPING' THEN t + interval '2 seconds' WHEN 'READY' THEN t + interval '4 seconds' ELSE t + make_interval(secs => 3 + n % 20) END,
       nm, st,
       CASE WHEN st = 'COMPLETE' THEN '' WHEN st = 'READY' THEN 'project.' || nm || '.step_two' WHEN st = 'FAILED' AND n % 2 = 0 THEN 'project.' || nm || '.step_two' ELSE 'project.' || nm || '.step_one' END,
       jsonb_build_object('object_id', n) || CASE WHEN st IN ('READY', 'COMPLETE') THEN '{"step_one": "done"}'::jsonb ELSE '{}'::jsonb END,
       (ARRAY['default','mail'])[1 + n % 2], CASE WHEN n % 7 = 0 THEN 10 ELSE 0 END,
       CASE WHEN st = 'NEW' AND n % 3 = 0 THEN now() + make_interval(mins => n) WHEN n % 10 = 0 THEN t + interval '1 second' END
FROM (SELECT n, (ARRAY['import_prices','send_newsletter','resize_photo'])[1 + n % 3] AS nm, st,
        now() - CASE WHEN st IN ('COMPLETE', 'FAILED') THEN make_interval(mins => n * 23) WHEN st = 'STOPPING' THEN make_interval(hours => 3) ELSE make_interval(secs => 65 - n) END AS t
      FROM (SELECT n, CASE WHEN n <= 38 THEN 'COMPLETE' WHEN n <= 46 THEN 'FAILED' WHEN n <= 47 THEN 'STOPPING' WHEN n <= 49 THEN 'PROCESSING' WHEN n <= 52 THEN 'READY' ELSE 'NEW' END AS st FROM generate_series(1, 60) n) a) b;
