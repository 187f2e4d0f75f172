CREATE TABLE IF NOT EXISTS order_outbox (
    id bigserial PRIMARY KEY,
    order_id integer NOT NULL,
    amount decimal(10, 2) NOT NULL,
    book varchar(100),
    customer_id varchar(100)
);
ALTER TABLE order_outbox ADD COLUMN idempotency_key uuid;
CREATE TABLE IF NOT EXISTS processed_events (
    idempotency_key uuid NOT NULL,
    handler_name varchar(100),
    processed_at timestamptz DEFAULT CURRENT_TIMESTAMP,
    CONSTRAINT pk_processed_events PRIMARY KEY (idempotency_key, handler_name)
);
INSERT INTO order_outbox (order_id, amount, book, customer_id, idempotency_key)
SELECT n, 18.5 + (n % 9) * 7.25, (ARRAY['The Pragmatic Programmer', 'Refactoring', 'Release It!', 'Domain-Driven Design'])[n % 4 + 1], md5('user' || n % 13)::uuid::text,
       (lpad(to_hex((n * 7919) % 65536), 8, '4') || '-' || left(md5('a' || n), 4) || '-11f0-9' || left(md5('b' || n), 3) || '-0242ac120003')::uuid
FROM generate_series(1, 48) n;
INSERT INTO processed_events (idempotency_key, handler_name, processed_at)
SELECT (lpad(to_hex((n * 104729) % 65536), 8, '5') || '-' || left(md5('c' || n), 4) || '-11f0-8' || left(md5('d' || n), 3) || '-0242ac120005')::uuid,
       CASE WHEN n % 9 = 0 THEN 'PURCHASE_PROCESS_DECLINED' WHEN n % 2 = 0 THEN 'ORDER_SHIPPED' ELSE 'PURCHASE_PROCESS_ACCEPTED' END,
       now() - make_interval(hours => (80 - n) * 5, secs => n * 17)
FROM generate_series(1, 76) n;
