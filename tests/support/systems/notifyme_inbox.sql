CREATE TABLE IF NOT EXISTS inbox (
    message_id uuid NOT NULL,
    correlation_id uuid,
    message_key varchar NOT NULL,
    routing_key varchar NOT NULL,
    received_at timestamptz NOT NULL,
    processed_at timestamptz,
    payload jsonb NOT NULL,
    raw_message jsonb NOT NULL,
    UNIQUE (message_id, routing_key),
    UNIQUE (message_key)
);
INSERT INTO inbox (message_id, correlation_id, message_key, routing_key, received_at, processed_at, payload, raw_message)
SELECT id, CASE WHEN n % 6 = 0 THEN '00000000-0000-0000-0000-000000000000'::uuid ELSE md5('corr' || n / 3)::uuid END,
       md5('mk' || n)::uuid::text, 'notification.sent',
       t, CASE WHEN n <= 50 THEN t + make_interval(secs => 0.4 + (n % 11) * 0.3) END,
       jsonb_build_object('notification_id', md5('n' || n)::uuid, 'channel', (ARRAY['telegram', 'email', 'sms'])[n % 3 + 1], 'text', 'Reminder ' || n),
       jsonb_build_object('topic', 'notification', 'partition', n % 3, 'offset', 900 + n, 'headers', jsonb_build_object('message_id', id))
FROM (SELECT n, md5('notifyme' || n)::uuid AS id,
             CASE WHEN n <= 50 THEN now() - make_interval(hours => 60 - n, secs => n * 7) ELSE now() - make_interval(secs => (70 - n) * 2) END AS t
      FROM generate_series(1, 68) n) s;
