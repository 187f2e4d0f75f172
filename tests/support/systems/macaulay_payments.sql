CREATE TABLE outbox_events (
    id UUID NOT NULL,
    event_type VARCHAR NOT NULL,
    payload JSON NOT NULL,
    published_at TIMESTAMP WITH TIME ZONE,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    PRIMARY KEY (id)
);
CREATE TYPE paymentstatus AS ENUM ('PENDING', 'PROCESSING', 'SETTLED', 'FAILED', 'REFUNDED');
CREATE TABLE payments (
    id UUID NOT NULL,
    idempotency_key VARCHAR NOT NULL,
    amount NUMERIC(12, 2) NOT NULL,
    currency VARCHAR(3) NOT NULL,
    version INTEGER NOT NULL,
    status paymentstatus NOT NULL,
    updated_at TIMESTAMP WITH TIME ZONE,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL,
    PRIMARY KEY (id),
    UNIQUE (idempotency_key)
);
CREATE TABLE processed_events (
    event_id UUID NOT NULL,
    consumer_group VARCHAR NOT NULL,
    processed_at TIMESTAMP WITH TIME ZONE NOT NULL,
    PRIMARY KEY (event_id, consumer_group)
);
INSERT INTO payments
SELECT md5('mp' || n)::uuid, md5('mpk' || n)::uuid::text, 5 + n * 3.37, (ARRAY['USD', 'EUR', 'NGN'])[1 + n % 3], 1,
       (CASE WHEN n <= 5 THEN 'PENDING' WHEN n <= 8 OR n = 61 THEN 'PROCESSING' WHEN n % 14 = 0 THEN 'FAILED' WHEN n % 23 = 0 THEN 'REFUNDED' ELSE 'SETTLED' END)::paymentstatus, t + CASE WHEN n <= 5 THEN interval '0' ELSE interval '3.1 s' END, t
FROM generate_series(1, 85) n, LATERAL (SELECT now() - n * n * interval '31 s' + interval '29 s' AS t) x;
INSERT INTO outbox_events
SELECT md5('moe' || n)::uuid, 'payment.initiated', json_build_object('payment_id', p.id::text, 'amount', p.amount::text, 'currency', p.currency), CASE WHEN n > 3 THEN p.created_at + (300 + n * 131 % 1900) * interval '1 ms' END, p.created_at + interval '2 ms'
FROM generate_series(1, 85) n JOIN payments p ON p.id = md5('mp' || n)::uuid;
-- Kafka refused this one
UPDATE outbox_events SET published_at = NULL WHERE id = md5('moe44')::uuid;
-- id of an event: UUID version 5 of topic-partition-offset
INSERT INTO processed_events
SELECT overlay(overlay(md5('payment.initiated-' || n % 3 || '-' || 2000 - n) placing '5' from 13) placing '9' from 17)::uuid, 'settlement-worker', updated_at FROM generate_series(9, 85) n JOIN payments p ON p.id = md5('mp' || n)::uuid WHERE status IN ('SETTLED', 'REFUNDED');
