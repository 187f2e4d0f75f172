CREATE TABLE orders (
    id bigserial PRIMARY KEY,
    status varchar(10) NOT NULL,
    created_at timestamp DEFAULT now()
);
CREATE TYPE OutboxEventStatus AS ENUM ('pending', 'in_progress', 'published', 'failed');
CREATE TABLE outbox_events (
    id text PRIMARY KEY,
    event_key text NOT NULL,
    payload jsonb NOT NULL,
    status OutboxEventStatus NOT NULL,
    retry_count int DEFAULT 0,
    next_retry_at timestamp DEFAULT NULL,
    locked_at timestamp DEFAULT NULL,
    locked_by varchar(128) NULL,
    failure_reason varchar(128) DEFAULT NULL,
    failed_at timestamp DEFAULT NULL,
    traceparent text NOT NULL,
    created_at timestamp DEFAULT now()
);
CREATE INDEX idx_outbox_events_pending_ready ON outbox_events (created_at) WHERE status = 'pending';
CREATE INDEX idx_outbox_events_retryable ON outbox_events (locked_at, next_retry_at, created_at) WHERE status = 'in_progress';

INSERT INTO orders (status, created_at) SELECT 'pending', (now() AT TIME ZONE 'UTC') - make_interval(mins => 90 - n) FROM generate_series(1, 76) n;
-- k: P published, R published after retries, F failed, W new, D waits for a retry, L claimed, E claim has run out. Go's zero time stands in columns that nothing has set yet.
WITH r AS (
    SELECT n, CASE WHEN n <= 40 THEN CASE WHEN n % 9 = 0 THEN 'R' ELSE 'P' END WHEN n <= 45 THEN 'F' WHEN n <= 58 THEN 'W' WHEN n <= 65 THEN 'D' WHEN n <= 73 THEN 'L' ELSE 'E' END AS k,
           (now() AT TIME ZONE 'UTC') - CASE WHEN n <= 45 THEN make_interval(mins => 90 - n) WHEN n > 73 THEN make_interval(mins => 3, secs => n) WHEN n BETWEEN 59 AND 65 THEN make_interval(secs => n) ELSE make_interval(secs => (76 - n) * 0.6) END AS c
    FROM generate_series(1, 76) n
)
INSERT INTO outbox_events (id, event_key, payload, status, retry_count, next_retry_at, locked_at, locked_by, failure_reason, failed_at, traceparent, created_at)
SELECT md5('sag' || n)::uuid::text, 'order.created', jsonb_build_object('id', n, 'product_id', 'SKU-' || n % 12, 'quantity', n % 4 + 1),
       (CASE WHEN k IN ('P', 'R') THEN 'published' WHEN k = 'F' THEN 'failed' WHEN k IN ('W', 'D') THEN 'pending' ELSE 'in_progress' END)::OutboxEventStatus,
       CASE k WHEN 'R' THEN 2 WHEN 'F' THEN 3 WHEN 'D' THEN n % 3 + 1 ELSE 0 END,
       CASE k WHEN 'R' THEN c + interval '20 s' WHEN 'F' THEN c + interval '47 s' WHEN 'D' THEN (now() AT TIME ZONE 'UTC') + make_interval(secs => (1 << (n % 3 + 1)) * 3 - n % 7) ELSE timestamp '0001-01-01 00:00:00' END,
       CASE k WHEN 'W' THEN timestamp '0001-01-01 00:00:00' WHEN 'L' THEN (now() AT TIME ZONE 'UTC') - make_interval(secs => 0.3) WHEN 'E' THEN c + interval '2 s' END,
       CASE k WHEN 'W' THEN '' WHEN 'L' THEN 'order-service-6f7d9' WHEN 'E' THEN 'order-service-51aa0' END,
       CASE k WHEN 'F' THEN 'Exception (504) Reason: "channel/connection is not open"' ELSE '' END,
       CASE k WHEN 'F' THEN c + interval '52 s' ELSE timestamp '0001-01-01 00:00:00' END,
       format('00-%s-%s-01', md5('tp' || n), left(md5('sp' || n), 16)), c
FROM r;
