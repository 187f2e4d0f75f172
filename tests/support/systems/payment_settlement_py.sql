CREATE TABLE outbox_events (
    id           uuid NOT NULL,
    event_type   varchar NOT NULL,
    payload      json NOT NULL,
    published_at timestamptz,
    created_at   timestamptz NOT NULL,
    PRIMARY KEY (id)
);
CREATE TABLE processed_events (
    event_id       uuid NOT NULL,
    consumer_group varchar NOT NULL,
    processed_at   timestamptz NOT NULL,
    PRIMARY KEY (event_id, consumer_group)
);
INSERT INTO outbox_events (id, event_type, payload, published_at, created_at)
SELECT md5('ev' || n)::uuid, 'payment.initiated',
       json_build_object('payment_id', md5('pay' || n)::uuid, 'amount', (n * 7 + 0.5)::numeric(12, 2)::text, 'currency', (ARRAY['EUR','USD','NGN'])[1 + n % 3]),
       CASE WHEN n > 5 THEN t + make_interval(secs => 0.1 + n % 3) END, t
FROM (SELECT n, now() - make_interval(secs => CASE WHEN n <= 5 THEN n * 0.4 ELSE n * 640 END) AS t FROM generate_series(1, 50) n) s;
INSERT INTO processed_events (event_id, consumer_group, processed_at)
SELECT overlay(overlay(md5('payment.initiated-0-' || n) PLACING '5' FROM 13) PLACING 'a' FROM 17)::uuid, 'settlement-worker', now() - make_interval(secs => n * 650)
FROM generate_series(1, 44) n;
