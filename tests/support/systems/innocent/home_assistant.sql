CREATE TABLE event_types (
    event_type_id bigserial PRIMARY KEY,
    event_type    varchar(64)
);
CREATE UNIQUE INDEX ix_event_types_event_type ON event_types (event_type);
CREATE TABLE event_data (
    data_id     bigserial PRIMARY KEY,
    hash        bigint,
    shared_data text
);
CREATE INDEX ix_event_data_hash ON event_data (hash);
CREATE TABLE events (
    event_id              bigserial PRIMARY KEY,
    event_type            char(1),
    event_data            char(1),
    origin                char(1),
    origin_idx            smallint,
    time_fired            timestamptz,
    time_fired_ts         double precision,
    context_id            char(1),
    context_user_id       char(1),
    context_parent_id     char(1),
    data_id               bigint REFERENCES event_data (data_id),
    context_id_bin        bytea,
    context_user_id_bin   bytea,
    context_parent_id_bin bytea,
    event_type_id         bigint REFERENCES event_types (event_type_id)
);
CREATE INDEX ix_events_event_type_id_time_fired_ts ON events (event_type_id, time_fired_ts);
CREATE INDEX ix_events_time_fired_ts ON events (time_fired_ts);
CREATE INDEX ix_events_data_id ON events (data_id);
CREATE TABLE recorder_runs (
    run_id           bigserial PRIMARY KEY,
    start            timestamptz NOT NULL,
    "end"            timestamptz,
    closed_incorrect boolean NOT NULL,
    created          timestamptz NOT NULL
);
INSERT INTO event_types (event_type) VALUES ('state_changed'), ('call_service'), ('automation_triggered'), ('homeassistant_start'), ('component_loaded');
INSERT INTO event_data (hash, shared_data) SELECT i * 7919, '{"domain":"light","service":"turn_' || CASE WHEN i % 2 = 0 THEN 'on' ELSE 'off' END || '","service_data":{"entity_id":"light.lamp' || i || '"}}' FROM generate_series(1, 40) i;
INSERT INTO events (origin_idx, time_fired_ts, data_id, context_id_bin, event_type_id)
SELECT 0, extract(epoch FROM now() - i * interval '3 minutes'), i % 40 + 1, decode(md5('ctx' || i), 'hex'), i % 5 + 1 FROM generate_series(1, 110) i;
INSERT INTO recorder_runs (start, "end", closed_incorrect, created)
SELECT now() - i * interval '5 days', CASE WHEN i > 1 THEN now() - (i - 1) * interval '5 days' - interval '1 minute' END, i % 9 = 0, now() - i * interval '5 days' FROM generate_series(1, 26) i;
