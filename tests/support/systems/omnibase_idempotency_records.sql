CREATE TABLE idempotency_records (
    id             uuid PRIMARY KEY,
    domain         varchar(255),
    message_id     uuid NOT NULL,
    correlation_id uuid,
    processed_at   timestamptz NOT NULL DEFAULT now(),
    UNIQUE (domain, message_id)
);
CREATE INDEX idx_idempotency_records_processed_at ON idempotency_records (processed_at);

INSERT INTO idempotency_records
SELECT gen_random_uuid(),
       CASE WHEN i % 12 = 0 THEN NULL ELSE (ARRAY['registration', 'runtime.heartbeat', 'workflow.state', 'metrics.ingest'])[i % 4 + 1] END,
       gen_random_uuid(),
       CASE WHEN i % 6 <> 0 THEN md5('corr-' || i / 3)::uuid END,
       now() - i * interval '19 minutes 13 seconds'
FROM generate_series(1, 84) i;
-- one message seen by two domains
INSERT INTO idempotency_records
SELECT gen_random_uuid(), d, md5('shared-' || i)::uuid, md5('corr-s' || i)::uuid, now() - i * interval '3 hours'
FROM generate_series(1, 6) i, unnest(ARRAY['registration', 'metrics.ingest']) d;
