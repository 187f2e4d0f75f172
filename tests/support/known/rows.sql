-- Fills tables.sql with rows in all states that their systems write. Rows are numbered i; the state goes by i modulo the states' number.

INSERT INTO rides.users (email, stripe_customer_id) SELECT 'rider' || i || '@example.org', 'cus_' || md5(i::text) FROM generate_series(1, 12) i;
-- Waiting, at work, stopped at each step, answered well and badly.
INSERT INTO rides.idempotency_keys (created_at, idempotency_key, last_run_at, locked_at, request_method, request_params, request_path,
                                    response_code, response_body, recovery_point, user_id)
SELECT now() - i * interval '5 min', md5('ride' || i), now() - i * interval '4 min',
       CASE i % 6 WHEN 0 THEN now() - interval '8 s' WHEN 1 THEN now() - i * interval '4 min' END, 'POST',
       jsonb_build_object('origin_lat', 52.1, 'origin_lon', 4.9, 'target_lat', 52.3, 'target_lon', 5.1), '/rides',
       CASE WHEN i % 6 > 3 THEN CASE WHEN i % 12 = 5 THEN 402 ELSE 201 END END,
       CASE WHEN i % 6 > 3 THEN jsonb_build_object('message', CASE WHEN i % 12 = 5 THEN 'declined' ELSE 'accepted' END) END,
       (ARRAY['started', 'ride_created', 'charge_created', 'started', 'finished', 'finished'])[1 + i % 6], 1 + i % 12
FROM generate_series(1, 240) i;
INSERT INTO rides.staged_jobs (job_name, job_args) SELECT 'send_ride_receipt', jsonb_build_object('amount', 20 + i, 'currency', 'usd') FROM generate_series(1, 30) i;

-- New, begun, completed.
INSERT INTO actions.idempotent_action
SELECT 'act-' || i, (ARRAY['TRANSFER', 'QUOTE', 'REFUND'])[1 + i % 3], 'svc' || i % 2, moment, CASE WHEN i % 4 > 0 THEN moment + interval '1 s' END,
       CASE WHEN i % 4 > 1 THEN moment + interval '3 s' END, CASE WHEN i % 4 > 1 THEN decode(md5(i::text), 'hex') END,
       CASE WHEN i % 4 > 1 THEN 'org.example.Receipt' END
FROM generate_series(1, 200) i, LATERAL (SELECT now()::timestamp - i * interval '4 min' AS moment) m;
INSERT INTO actions.scheduled_tasks SELECT 'purge', 'p' || i, NULL, now() + interval '1 h', i = 1, CASE WHEN i = 1 THEN 'host-1' END, now(), NULL, 0,
       CASE WHEN i = 1 THEN now() END, i FROM generate_series(1, 4) i;

-- Never tried, leased, done at the first or the second try, to be tried again, given up.
INSERT INTO mailroom.inbox
SELECT gen_random_uuid(), 'order', 'order-' || i % 40, (ARRAY['order_placed', 'order_cancelled'])[1 + i % 2], CASE WHEN i % 3 = 0 THEN 'eu' END,
       CASE WHEN i % 5 = 0 THEN 'parallel' ELSE 'sequential' END, jsonb_build_object('order', i), NULL,
       CASE i % 6 WHEN 1 THEN now() + interval '5 s' WHEN 4 THEN now() - interval '1 min' ELSE to_timestamp(0) END, moment,
       CASE WHEN i % 6 IN (2, 3) THEN moment + interval '2 s' END, CASE i % 6 WHEN 5 THEN moment + interval '20 s' END,
       (ARRAY[0, 1, 1, 2, 2, 5])[1 + i % 6], (ARRAY[0, 0, 1, 2, 2, 5])[1 + i % 6]
FROM generate_series(1, 240) i, LATERAL (SELECT now() - i * interval '1 min' AS moment) m;
INSERT INTO mailroom.outbox SELECT * FROM mailroom.inbox;

INSERT INTO hooks."WebhookDelivery"
SELECT 'whd_' || md5(i::text), 'delivery_' || i, 'endpoint_' || i % 4, 'org_' || i % 3, 'proj_' || i % 3, 'env_' || i % 3, 'PRODUCTION', 'ext-' || i,
       'idem-' || md5('hook' || i), CASE WHEN i % 5 = 2 THEN 'run_' || i END,
       (ARRAY['PENDING', 'PROCESSING', 'SUCCEEDED', 'FAILED', 'FILTERED'])[1 + i % 5]::hooks."WebhookDeliveryStatus", false,
       jsonb_build_object('event', 'paid', 'n', i), '{"content-type": "application/json"}', encode(sha256(i::text::bytea), 'hex'),
       CASE i % 5 WHEN 3 THEN 'the endpoint answered 500' END, CASE i % 5 WHEN 4 THEN 'no filter matched' END, moment, moment + interval '1 s',
       CASE WHEN i % 5 > 1 THEN moment + interval '2 s' END
FROM generate_series(1, 200) i, LATERAL (SELECT timestamp '2026-08-20' + i * interval '2 h' AS moment) m;
INSERT INTO hooks."Waitpoint" ("id", "friendlyId", "type", "status", "completedAt", "idempotencyKey", "userProvidedIdempotencyKey",
                               "idempotencyKeyExpiresAt", "output", "projectId", "environmentId", "createdAt", "updatedAt")
SELECT 'wp_' || md5(i::text), 'waitpoint_' || i, 'RUN', (ARRAY['PENDING', 'COMPLETED'])[1 + i % 2]::hooks."WaitpointStatus",
       CASE WHEN i % 2 = 1 THEN moment + interval '9 s' END, md5('wait' || i), i % 3 = 0, CASE WHEN i % 3 = 0 THEN moment + interval '1 day' END,
       CASE WHEN i % 2 = 1 THEN '{"ok":true}' END, 'proj', 'env_' || i % 2, moment, moment + interval '9 s'
FROM generate_series(1, 120) i, LATERAL (SELECT now()::timestamp - i * interval '3 min' AS moment) m;

INSERT INTO bus."received"
SELECT 7000000000000000 + i, 'v1', (ARRAY['orders.paid', 'orders.shipped'])[1 + i % 2], 'billing.v1', '{"Headers":{"cap-msg-id":"' || i || '"},"Value":1}',
       CASE i % 5 WHEN 0 THEN 50 WHEN 2 THEN 1 ELSE 0 END, now()::timestamp - i * interval '2 min',
       CASE WHEN i % 5 < 2 THEN now()::timestamp - i * interval '2 min' + interval '1 day' WHEN i % 5 > 2 THEN now()::timestamp + interval '2 min' END,
       (ARRAY['Failed', 'Succeeded', 'Scheduled', 'Delayed', 'Queued'])[1 + i % 5]
FROM generate_series(1, 200) i;
INSERT INTO bus."published" SELECT "Id" + 1000, "Version", "Name", "Content", "Retries", "Added", "ExpiresAt", "StatusName" FROM bus."received";
INSERT INTO bus."lock" VALUES ('publish_retry_v1', 'host-1', now()), ('received_retry_v1', 'host-2', now());

INSERT INTO log.received_messages SELECT 'consumer' || i % 3, '0000018f' || md5(i::text), 1790000000000 + i * 60000, 0 FROM generate_series(1, 200) i;
INSERT INTO log.message (id, destination, headers, payload, published, message_partition, creation_time)
SELECT '0000018f' || md5(i::text), (ARRAY['Order', 'Customer'])[1 + i % 2], '{"ID":"' || i || '"}', '{"total":{"amount":' || i || '}}', (i % 8 > 0)::int, i % 4,
       1790000000000 + i * 60000 FROM generate_series(1, 200) i;
INSERT INTO log.cdc_monitoring VALUES ('reader-1', 1790000000000), ('reader-2', 1790000060000);

INSERT INTO others.orders (customer_id, status, total, currency, idempotency_key, created_at, updated_at, completed_at)
SELECT i % 9, (ARRAY['pending', 'processing', 'completed', 'failed'])[1 + i % 4], i, 'EUR', md5('o' || i), now() - i * interval '1 h', now(),
       CASE WHEN i % 4 = 2 THEN now() END FROM generate_series(1, 100) i;
INSERT INTO others.users (email, password_hash, status, failed_attempts, locked_until, last_error, created_at)
SELECT 'u' || i || '@example.org', md5(i::text), CASE i % 3 WHEN 0 THEN 'locked' ELSE 'active' END, i % 5, CASE WHEN i % 3 = 0 THEN now() + interval '15 min' END,
       CASE WHEN i % 3 = 0 THEN 'bad password' END, now() - i * interval '1 day' FROM generate_series(1, 100) i;
INSERT INTO others.sessions SELECT md5('s' || i), gen_random_uuid(), '{"cart": []}', now() - i * interval '1 min', now() + interval '1 h', '10.0.0.1', 'curl'
FROM generate_series(1, 100) i;
INSERT INTO others.api_keys (tenant_id, key_hash, status, created_at, expires_at, last_used_at)
SELECT i % 4, encode(sha256(i::text::bytea), 'hex'), CASE i % 5 WHEN 0 THEN 'revoked' ELSE 'active' END, now() - i * interval '1 day', now() + interval '1 year',
       now() FROM generate_series(1, 100) i;
INSERT INTO others.http_cache SELECT 'GET /p/' || i, 'GET', '/p/' || i, (ARRAY[200, 404])[1 + i % 2], '{"content-type": "text/html"}', '\x3c703e', now(),
       now() + interval '5 min', md5(i::text) FROM generate_series(1, 100) i;
INSERT INTO others.cache_entries SELECT 'c' || i, 's:1:"' || i || '";', 1790000000 + i FROM generate_series(1, 100) i;
INSERT INTO others.schema_migrations SELECT '2026010' || i, now() - i * interval '1 day', true, i * 77 FROM generate_series(1, 9) i;
INSERT INTO others.flyway_schema_history SELECT i, i::text, 'step ' || i, 'SQL', 'V' || i || '__step.sql', i * 99, 'deploy', now(), i, true FROM generate_series(1, 9) i;
INSERT INTO others.shedlock SELECT 'job' || i, now() + interval '1 min', now(), 'host-' || i FROM generate_series(1, 5) i;
INSERT INTO others.distributed_locks SELECT 'res-' || i, 'host-' || i % 3, i, now(), now() + interval '30 s' FROM generate_series(1, 20) i;
