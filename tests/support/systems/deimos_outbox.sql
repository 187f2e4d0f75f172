CREATE TABLE kafka_messages (
    id bigserial PRIMARY KEY,
    topic character varying NOT NULL,
    message bytea,
    key bytea,
    partition_key character varying,
    created_at timestamp(6) without time zone NOT NULL,
    updated_at timestamp(6) without time zone NOT NULL
);
CREATE INDEX index_kafka_messages_on_topic_and_id ON kafka_messages USING btree (topic, id);
CREATE TABLE kafka_topic_info (
    id bigserial PRIMARY KEY,
    topic character varying NOT NULL,
    locked_by character varying,
    locked_at timestamp(6) without time zone,
    error boolean DEFAULT false NOT NULL,
    retries integer DEFAULT 0 NOT NULL,
    last_processed_at timestamp(6) without time zone
);
CREATE UNIQUE INDEX index_kafka_topic_info_on_topic ON kafka_topic_info USING btree (topic);
CREATE INDEX index_kafka_topic_info_on_locked_by_and_error ON kafka_topic_info USING btree (locked_by, error);
CREATE INDEX index_kafka_topic_info_on_locked_at ON kafka_topic_info USING btree (locked_at);

SELECT setval('kafka_messages_id_seq', 918230);
INSERT INTO kafka_messages (topic, message, key, partition_key, created_at, updated_at)
SELECT (ARRAY['inventory.item-updates','inventory.item-updates','pricing.flyer-items','merchants.store-hours'])[1 + g % 4],
       CASE WHEN g % 19 <> 0 THEN '\x0000000a1f'::bytea || convert_to('$' || md5('a' || g) || 'item ' || g, 'UTF8') END,
       CASE WHEN g % 4 <> 3 THEN convert_to((70000 + g % 23)::text, 'UTF8') END,
       CASE WHEN g % 4 <> 3 THEN (70000 + g % 23)::text END,
       t, t
FROM (SELECT g, (now() AT TIME ZONE 'utc') - (97 - g) * interval '1700 milliseconds' AS t FROM generate_series(1, 96) AS g) s ORDER BY g;

INSERT INTO kafka_topic_info (topic, locked_by, locked_at, error, retries, last_processed_at) VALUES
 ('inventory.item-updates', '4b1f52f6-1c9e-4c53-9d57-25a7d4f4a001', (now() AT TIME ZONE 'utc') - interval '4 seconds', false, 0, (now() AT TIME ZONE 'utc') - interval '3 minutes'),
 ('pricing.flyer-items', NULL, (now() AT TIME ZONE 'utc') - interval '25 seconds', true, 3, (now() AT TIME ZONE 'utc') - interval '6 minutes'),
 ('merchants.store-hours', 'c7e7a8de-5e61-4a7c-9a51-0a7d3f4d2002', (now() AT TIME ZONE 'utc') - interval '4 minutes', false, 1, (now() AT TIME ZONE 'utc') - interval '9 minutes'),
 ('merchants.profiles', NULL, NULL, false, 0, (now() AT TIME ZONE 'utc') - interval '1 second');
