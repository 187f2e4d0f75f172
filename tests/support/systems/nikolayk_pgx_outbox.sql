CREATE TABLE IF NOT EXISTS outbox_messages
(
    id           BIGINT PRIMARY KEY GENERATED ALWAYS AS IDENTITY,

    broker       TEXT                                NOT NULL,
    topic        TEXT                                NOT NULL,
    metadata     JSONB,
    payload      JSONB                               NOT NULL,

    created_at   TIMESTAMP DEFAULT CURRENT_TIMESTAMP NOT NULL,
    published_at TIMESTAMP
);
-- https://www.postgresql.org/docs/current/indexes-partial.html
CREATE INDEX IF NOT EXISTS idx_outbox_messages_published_at_null ON outbox_messages (published_at) WHERE published_at IS NULL;
INSERT INTO outbox_messages (broker, topic, metadata, payload, created_at, published_at)
SELECT CASE WHEN n % 5 = 0 THEN 'kafka' ELSE 'sns' END, (ARRAY['orders', 'users', 'orders'])[1 + n % 3], CASE WHEN n % 2 = 0 THEN jsonb_build_object('trace_id', md5('tr' || n)) END,
       CASE WHEN n % 3 = 1 THEN jsonb_build_object('id', md5('pu' || n)::uuid, 'name', 'user ' || n, 'age', 20 + n % 50) ELSE jsonb_build_object('id', md5('po' || n)::uuid, 'customer_name', 'customer ' || n % 31, 'items_count', 1 + n % 6) END,
       t, CASE WHEN n <= 128 THEN date_trunc('second', t) + interval '1 s' + interval '1 s' * (n % 2) END
FROM (SELECT n, (now() AT TIME ZONE 'UTC') - CASE WHEN n > 128 THEN (141 - n) * interval '70 ms' ELSE (129 - n) * interval '6 min' END AS t FROM generate_series(1, 140) n) x ORDER BY n;
-- a topic that the broker does not know: read again and again, never acknowledged
UPDATE outbox_messages SET topic = 'user-exports', published_at = NULL WHERE id IN (57, 83, 101);
