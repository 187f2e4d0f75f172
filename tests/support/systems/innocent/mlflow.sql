CREATE TABLE experiments (
    experiment_id serial NOT NULL,
    name varchar(256) NOT NULL,
    artifact_location varchar(256),
    lifecycle_stage varchar(32),
    creation_time bigint,
    last_update_time bigint,
    workspace varchar(63) DEFAULT 'default' NOT NULL,
    CONSTRAINT experiment_pk PRIMARY KEY (experiment_id),
    CONSTRAINT uq_experiments_workspace_name UNIQUE (workspace, name),
    CONSTRAINT experiments_lifecycle_stage CHECK (lifecycle_stage IN ('active', 'deleted'))
);
CREATE TABLE runs (
    run_uuid varchar(32) NOT NULL,
    name varchar(250),
    source_type varchar(20),
    source_name varchar(500),
    entry_point_name varchar(50),
    user_id varchar(256),
    status varchar(9),
    start_time bigint,
    end_time bigint,
    source_version varchar(50),
    lifecycle_stage varchar(20),
    artifact_uri varchar(200),
    experiment_id integer,
    deleted_time bigint,
    CONSTRAINT run_pk PRIMARY KEY (run_uuid),
    CONSTRAINT runs_experiment_id_fkey FOREIGN KEY (experiment_id) REFERENCES experiments (experiment_id),
    CONSTRAINT runs_lifecycle_stage CHECK (lifecycle_stage IN ('active', 'deleted')),
    CONSTRAINT runs_status_check CHECK (status IN ('SCHEDULED', 'FAILED', 'FINISHED', 'RUNNING', 'KILLED')),
    CONSTRAINT source_type CHECK (source_type IN ('NOTEBOOK', 'JOB', 'LOCAL', 'UNKNOWN', 'PROJECT'))
);
CREATE TABLE trace_info (
    request_id varchar(50) NOT NULL,
    experiment_id integer NOT NULL,
    timestamp_ms bigint NOT NULL,
    execution_time_ms bigint,
    status varchar(50) NOT NULL,
    client_request_id varchar(50),
    request_preview varchar(1000),
    response_preview varchar(1000),
    CONSTRAINT trace_info_pk PRIMARY KEY (request_id),
    CONSTRAINT fk_trace_info_experiment_id FOREIGN KEY (experiment_id) REFERENCES experiments (experiment_id)
);
CREATE INDEX index_trace_info_experiment_id_timestamp_ms ON trace_info (experiment_id, timestamp_ms);
INSERT INTO experiments (name, artifact_location, lifecycle_stage, creation_time, last_update_time)
SELECT CASE n WHEN 1 THEN 'Default' ELSE 'churn-model-' || n END, 's3://mlflow/' || n, 'active', t, t FROM (SELECT n, (extract(epoch FROM now()) * 1000)::bigint - n * 86400000 AS t FROM generate_series(1, 4) n) s;
INSERT INTO runs (run_uuid, name, source_type, source_name, entry_point_name, user_id, status, start_time, end_time, source_version, lifecycle_stage, artifact_uri, experiment_id, deleted_time)
SELECT md5('run' || n), (ARRAY['brawny-owl-', 'calm-crab-', 'wistful-lark-'])[n % 3 + 1] || n, 'UNKNOWN', '', '', 'ml' || n % 3,
       CASE WHEN n > 46 THEN 'RUNNING' WHEN n % 9 = 0 THEN 'FAILED' WHEN n % 17 = 0 THEN 'KILLED' ELSE 'FINISHED' END,
       t, CASE WHEN n <= 46 THEN t + 40000 + n * 911 END, '', CASE WHEN n % 20 = 0 THEN 'deleted' ELSE 'active' END,
       's3://mlflow/' || n % 4 + 1 || '/' || md5('run' || n) || '/artifacts', n % 4 + 1, CASE WHEN n % 20 = 0 THEN t + 9000000 END
FROM (SELECT n, (extract(epoch FROM now()) * 1000)::bigint - (50 - n) * 5400000 AS t FROM generate_series(1, 50) n) s;
INSERT INTO trace_info (request_id, experiment_id, timestamp_ms, execution_time_ms, status, client_request_id, request_preview, response_preview)
SELECT 'tr-' || md5('tr' || n), n % 4 + 1, t, CASE WHEN n <= 57 THEN 300 + n * 13 END, CASE WHEN n > 57 THEN 'IN_PROGRESS' WHEN n % 10 = 0 THEN 'ERROR' ELSE 'OK' END,
       CASE WHEN n % 3 = 0 THEN 'req-' || left(md5('c' || n), 12) END, '{"messages": [{"role": "user", "content": "question ' || n || '"}]}', CASE WHEN n <= 57 AND n % 10 <> 0 THEN '{"content": "answer ' || n || '"}' END
FROM (SELECT n, (extract(epoch FROM now()) * 1000)::bigint - (61 - n) * 700000 AS t FROM generate_series(1, 60) n) s;
