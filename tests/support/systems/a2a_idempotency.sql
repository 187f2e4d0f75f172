CREATE TABLE tenant_idempotency_keys (
    tenant_id  text NOT NULL DEFAULT '',
    key        text NOT NULL,
    message_id text NOT NULL,
    task_id    text NOT NULL,
    created_at timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (tenant_id, key)
);
INSERT INTO tenant_idempotency_keys
SELECT (ARRAY['', 'acme', 'globex', 'initech'])[i % 4 + 1],
       md5('send-' || i),
       CASE WHEN i % 2 = 0 THEN 'msg-' || gen_random_uuid() ELSE gen_random_uuid()::text END,
       gen_random_uuid()::text,
       now() - i * interval '47 minutes'
FROM generate_series(1, 66) i;
