CREATE TABLE outgoing_message_0_0 (
    id      bigserial PRIMARY KEY,
    message bytea NOT NULL
) WITH (autovacuum_analyze_threshold = 2000000000, toast_tuple_target = 8160);
ALTER TABLE outgoing_message_0_0 ALTER COLUMN message SET STORAGE EXTERNAL;
CREATE TABLE tw_tkms_earliest_visible_messages (
    shard      bigint NOT NULL,
    part       bigint NOT NULL,
    message_id bigint NOT NULL,
    PRIMARY KEY (shard, part)
);
SELECT setval('outgoing_message_0_0_id_seq', 4471820);
INSERT INTO outgoing_message_0_0 (message)
SELECT decode('1a' || lpad(to_hex(40 + i % 80), 2, '0') || repeat(md5('tkms-' || i), 2 + i % 9), 'hex') FROM generate_series(1, 48) i;
INSERT INTO tw_tkms_earliest_visible_messages VALUES (0, 0, 4471790), (1, 0, -1);
