CREATE SEQUENCE celery_outbox_seq;
CREATE TABLE celery_outbox (
    id              varchar(255) PRIMARY KEY,
    task_message    jsonb NOT NULL,
    status          integer NOT NULL DEFAULT 0,
    created_at      timestamptz NOT NULL DEFAULT now(),
    attempts        integer NOT NULL DEFAULT 0,
    last_error      text,
    dispatched_at   timestamptz,
    sequence_number bigint NOT NULL DEFAULT nextval('celery_outbox_seq')
);
CREATE INDEX idx_celery_outbox_status_seq ON celery_outbox (status, sequence_number) WHERE status = 0;
CREATE TABLE celery_inbox (
    message_id   varchar(255) PRIMARY KEY,
    processed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX idx_celery_inbox_processed_at ON celery_inbox (processed_at);

INSERT INTO celery_outbox (id, task_message, status, created_at, attempts, last_error, dispatched_at)
SELECT replace(gen_random_uuid()::text, '-', ''),
       jsonb_build_object('schemaVersion', 1, 'id', gen_random_uuid(), 'task', (ARRAY['orders.send_confirmation', 'billing.charge', 'reports.render'])[i % 3 + 1],
         'args', encode(('{"orderId":' || i || '}')::bytea, 'base64'), 'contentType', 'application/json', 'timestamp', t, 'retries', 0, 'maxRetries', 3, 'priority', 0, 'queue', 'celery'),
       st, t,
       CASE st WHEN 2 THEN 5 WHEN 1 THEN CASE WHEN i % 9 = 0 THEN 2 ELSE 0 END ELSE CASE WHEN i % 3 = 0 THEN 1 + i % 4 ELSE 0 END END,
       CASE WHEN st = 2 OR (st = 1 AND i % 9 = 0) OR (st = 0 AND i % 3 = 0) THEN 'None of the specified endpoints were reachable' END,
       CASE WHEN st = 1 THEN t + CASE WHEN i % 9 = 0 THEN interval '11 seconds' ELSE interval '900 milliseconds' END END
FROM (SELECT i, CASE WHEN i <= 9 THEN 0 WHEN i % 20 = 0 THEN 2 ELSE 1 END AS st,
             now() - CASE WHEN i <= 9 THEN i * interval '1 second' ELSE i * interval '13 minutes' END AS t
      FROM generate_series(1, 82) i ORDER BY i DESC) s;

INSERT INTO celery_inbox
SELECT CASE WHEN i % 10 = 0 THEN 'billing-' || 70000 + i ELSE gen_random_uuid()::text END, now() - i * interval '8 minutes 40 seconds'
FROM generate_series(1, 90) i;
