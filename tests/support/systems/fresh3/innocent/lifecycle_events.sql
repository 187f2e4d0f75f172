CREATE TABLE events (id bigserial PRIMARY KEY, event_id varchar(36) NOT NULL UNIQUE, aggregate_id varchar(36) NOT NULL, aggregate_type varchar(32) NOT NULL DEFAULT 'VNF', version int NOT NULL, event_type varchar(128) NOT NULL, payload text NOT NULL, event_timestamp timestamp NOT NULL);
CREATE INDEX idx_events_aggregate_version ON events (aggregate_id, aggregate_type, version);
CREATE TABLE vnf_index (vnf_id varchar(36) PRIMARY KEY, created_at timestamp NOT NULL);
INSERT INTO events (event_id, aggregate_id, version, event_type, payload, event_timestamp) SELECT md5('le' || g)::uuid, md5('v' || g / 4)::uuid, 1 + g % 4, (ARRAY['VnfInstantiationStarted', 'VnfInstantiated', 'VnfTerminated', 'VnfInstantiationFailed'])[1 + g % 4], '{"n":' || g || '}', localtimestamp - g * interval '8 minutes' FROM generate_series(1, 200) g;
INSERT INTO vnf_index SELECT md5('v' || g)::uuid, localtimestamp - g * interval '32 minutes' FROM generate_series(1, 50) g;
