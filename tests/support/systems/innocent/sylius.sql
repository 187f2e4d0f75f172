CREATE TABLE sylius_order (
    id                 serial PRIMARY KEY,
    number             varchar(255) DEFAULT NULL,
    notes              text DEFAULT NULL,
    state              varchar(255) NOT NULL,
    checkout_completed_at timestamp(0) DEFAULT NULL,
    items_total        integer NOT NULL,
    adjustments_total  integer NOT NULL,
    total              integer NOT NULL,
    created_at         timestamp(0) NOT NULL,
    updated_at         timestamp(0) DEFAULT NULL,
    currency_code      varchar(3) NOT NULL,
    locale_code        varchar(255) NOT NULL,
    checkout_state     varchar(255) NOT NULL,
    payment_state      varchar(255) NOT NULL,
    shipping_state     varchar(255) NOT NULL,
    token_value        varchar(255) DEFAULT NULL,
    customer_ip        varchar(255) DEFAULT NULL
);
CREATE UNIQUE INDEX uniq_6196a1f996901f54 ON sylius_order (number);
CREATE UNIQUE INDEX uniq_6196a1f9bea95c75 ON sylius_order (token_value);
CREATE TABLE sylius_payment (
    id            serial PRIMARY KEY,
    order_id      integer NOT NULL REFERENCES sylius_order (id) ON DELETE CASCADE,
    currency_code varchar(3) NOT NULL,
    amount        integer NOT NULL,
    state         varchar(255) NOT NULL,
    details       json NOT NULL,
    created_at    timestamp(0) NOT NULL,
    updated_at    timestamp(0) DEFAULT NULL
);
CREATE INDEX idx_d9191bd48d9f6d38 ON sylius_payment (order_id);
INSERT INTO sylius_order (number, state, checkout_completed_at, items_total, adjustments_total, total, created_at, updated_at, currency_code, locale_code, checkout_state, payment_state, shipping_state, token_value, customer_ip)
SELECT CASE WHEN st <> 'cart' THEN lpad(i::text, 9, '0') END, st, CASE WHEN st <> 'cart' THEN t + interval '6 minutes' END, i * 130, 500, i * 130 + 500, t, t + interval '10 minutes', 'EUR', 'de_DE',
       CASE WHEN st = 'cart' THEN 'cart' ELSE 'completed' END,
       CASE st WHEN 'cart' THEN 'cart' WHEN 'new' THEN 'awaiting_payment' WHEN 'fulfilled' THEN 'paid' ELSE 'cancelled' END,
       CASE st WHEN 'cart' THEN 'cart' WHEN 'new' THEN 'ready' WHEN 'fulfilled' THEN 'shipped' ELSE 'cancelled' END, left(md5('tok' || i), 10), '203.0.113.' || i
FROM (SELECT i, timezone('UTC', now()) - i * interval '2 hours' AS t, CASE WHEN i % 6 = 0 THEN 'cart' WHEN i % 11 = 0 THEN 'cancelled' WHEN i <= 20 THEN 'new' ELSE 'fulfilled' END AS st FROM generate_series(1, 90) i) s;
INSERT INTO sylius_payment (order_id, currency_code, amount, state, details, created_at, updated_at)
SELECT id, currency_code, total, CASE payment_state WHEN 'paid' THEN 'completed' WHEN 'awaiting_payment' THEN CASE WHEN id % 4 = 0 THEN 'processing' ELSE 'new' END ELSE payment_state END,
       CASE WHEN payment_state = 'paid' THEN json_build_object('status', 'captured', 'charge', 'ch_' || id) ELSE '[]'::json END, created_at, updated_at FROM sylius_order;
INSERT INTO sylius_payment (order_id, currency_code, amount, state, details, created_at, updated_at)
SELECT id, currency_code, total, 'failed', '{"status":"failed"}', created_at, updated_at FROM sylius_order WHERE payment_state = 'paid' AND id % 13 = 0;
