CREATE TABLE event_store_outbox (
    id          bigserial PRIMARY KEY,
    split_key   varchar,
    format      varchar NOT NULL,
    payload     bytea NOT NULL,
    created_at  timestamp(6) NOT NULL,
    enqueued_at timestamp(6)
);
CREATE INDEX index_event_store_outbox_for_pool ON event_store_outbox (format, enqueued_at, split_key);
CREATE INDEX index_event_store_outbox_for_clear ON event_store_outbox (created_at, enqueued_at);
CREATE TABLE event_store_outbox_locks (
    id        bigserial PRIMARY KEY,
    format    varchar NOT NULL,
    split_key varchar NOT NULL,
    locked_at timestamp(6),
    locked_by varchar(36)
);
CREATE UNIQUE INDEX index_event_store_outbox_locks_for_locking ON event_store_outbox_locks (format, split_key);

INSERT INTO event_store_outbox (split_key, format, payload, created_at, enqueued_at)
SELECT q, 'sidekiq5',
       convert_to(format('{"args":[{"event_id":"%s","event_type":"Ordering::OrderPlaced","data":"{\"order_id\":%s}","metadata":"{}"}],"class":"Ordering::%s","retry":true,"queue":"%s","jid":"%s","created_at":1746180000.%s}',
              md5('e' || n)::uuid, n, (ARRAY['SendInvoice','UpdateReadModel','NotifyWarehouse'])[1 + n % 3], q, substr(md5('j' || n), 1, 24), n), 'UTF8'),
       t, CASE WHEN n > 6 THEN t + make_interval(secs => 0.2 + n % 2) END
FROM (SELECT n, (ARRAY['default','critical','read_models'])[1 + n % 3] AS q, (now() AT TIME ZONE 'UTC') - make_interval(secs => CASE WHEN n <= 6 THEN n * 0.3 ELSE n * 95 END) AS t FROM generate_series(1, 56) n) s
ORDER BY t;
INSERT INTO event_store_outbox_locks (format, split_key, locked_at, locked_by) VALUES
 ('sidekiq5', 'default', (now() AT TIME ZONE 'UTC') - interval '1 second', '5f0c7a52-7a54-4b0b-a7cf-94c6f0f6e0d1'),
 ('sidekiq5', 'critical', NULL, NULL),
 ('sidekiq5', 'read_models', NULL, NULL);
