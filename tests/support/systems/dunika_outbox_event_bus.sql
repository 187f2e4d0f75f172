CREATE TYPE outbox_status AS ENUM ('created', 'active', 'completed', 'failed');
CREATE TABLE outbox_events (
    id uuid PRIMARY KEY NOT NULL,
    type text NOT NULL,
    payload jsonb NOT NULL,
    occurred_at timestamp NOT NULL,
    status outbox_status DEFAULT 'created' NOT NULL,
    retry_count integer DEFAULT 0 NOT NULL,
    last_error text,
    next_retry_at timestamp,
    created_on timestamp DEFAULT now() NOT NULL,
    started_on timestamp,
    completed_on timestamp,
    keep_alive timestamp,
    expire_in_seconds integer DEFAULT 300 NOT NULL
);
CREATE TABLE outbox_events_archive (
    id uuid PRIMARY KEY NOT NULL,
    type text NOT NULL,
    payload jsonb NOT NULL,
    occurred_at timestamp NOT NULL,
    status outbox_status NOT NULL,
    retry_count integer NOT NULL,
    last_error text,
    created_on timestamp NOT NULL,
    started_on timestamp,
    completed_on timestamp NOT NULL
);
CREATE INDEX idx_outbox_events_status_retry ON outbox_events (status, next_retry_at);
CREATE INDEX idx_outbox_events_keepalive ON outbox_events (status, keep_alive);

WITH s AS (
    SELECT g, CASE WHEN g <= 24 THEN 'created' WHEN g <= 32 THEN 'active' WHEN g <= 46 THEN 'failed' ELSE 'dead' END AS st,
           (now() AT TIME ZONE 'utc') AS n,
           CASE WHEN g <= 24 THEN g * interval '90 milliseconds' WHEN g <= 29 THEN g * interval '200 milliseconds' WHEN g <= 32 THEN g * interval '45 seconds'
                WHEN g <= 46 THEN g * interval '1 second' ELSE g * interval '3 hours' END AS age
    FROM generate_series(1, 54) AS g
)
INSERT INTO outbox_events (id, type, payload, occurred_at, status, retry_count, last_error, next_retry_at, created_on, started_on, keep_alive)
SELECT gen_random_uuid(), (ARRAY['user.created','order.placed','order.cancelled','invoice.sent'])[1 + g % 4],
       CASE WHEN g % 4 IN (1, 2) THEN jsonb_build_object('orderId', 'ord_' || g, 'total', g * 3) ELSE jsonb_build_object('userId', 'usr_' || g, 'email', 'u' || g || '@example.com') END,
       n - age - interval '4 milliseconds',
       (CASE st WHEN 'dead' THEN 'failed' ELSE st END)::outbox_status,
       CASE st WHEN 'failed' THEN 1 + g % 4 WHEN 'dead' THEN 5 WHEN 'active' THEN g % 2 ELSE 0 END,
       CASE WHEN st IN ('failed','dead') OR (st = 'active' AND g % 2 = 1) THEN (ARRAY['connect ECONNREFUSED 10.0.3.17:5672','Request timed out after 5000ms','Handler rejected: 503'])[1 + g % 3] END,
       CASE st WHEN 'failed' THEN n - age + interval '700 milliseconds' + power(2, 1 + g % 4) * interval '1 second' + (g % 2) * interval '50 seconds'
               WHEN 'dead' THEN n - age + interval '49 seconds'
               WHEN 'active' THEN CASE WHEN g % 2 = 1 THEN n - age + interval '1500 milliseconds' END END,
       n - age,
       CASE WHEN st <> 'created' THEN CASE st WHEN 'dead' THEN n - age + interval '17 seconds' WHEN 'active' THEN n - age + interval '2 seconds' ELSE n - age + interval '600 milliseconds' END END,
       CASE WHEN st <> 'created' THEN CASE st WHEN 'dead' THEN n - age + interval '17 seconds' WHEN 'active' THEN n - age + interval '2 seconds' ELSE n - age + interval '600 milliseconds' END END
FROM s;

INSERT INTO outbox_events_archive (id, type, payload, occurred_at, status, retry_count, last_error, created_on, started_on, completed_on)
SELECT gen_random_uuid(), (ARRAY['user.created','order.placed','order.cancelled','invoice.sent'])[1 + g % 4], jsonb_build_object('orderId', 'ord_' || (1000 + g)),
       t - interval '5 milliseconds', 'completed', CASE WHEN g % 15 = 0 THEN 1 ELSE 0 END, NULL, t, t + interval '800 milliseconds', t + interval '860 milliseconds'
FROM (SELECT g, (now() AT TIME ZONE 'utc') - g * interval '8 minutes' AS t FROM generate_series(1, 110) AS g) s;
