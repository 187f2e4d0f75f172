CREATE TABLE outbox (
    idempotent_key uuid NOT NULL,
    partition_key uuid NOT NULL,
    destinations jsonb NOT NULL,
    headers jsonb,
    payload text NOT NULL,
    attempts int NOT NULL DEFAULT 0,
    created_at timestamptz NOT NULL DEFAULT now(),
    process_after timestamptz NOT NULL DEFAULT now(),
    processed_at timestamptz,
    PRIMARY KEY (idempotent_key)
);
CREATE INDEX idx_outbox_by_partition_key ON outbox (partition_key);
CREATE INDEX idx_outbox_by_process_after ON outbox (process_after);
CREATE INDEX idx_outbox_by_processed_at ON outbox (processed_at);
CREATE INDEX idx_outbox_by_partition_key_and_process_after ON outbox (partition_key, process_after);
CREATE INDEX idx_outbox_by_part_key_and_proc_after_and_attempt_and_proc_at ON outbox (partition_key, process_after, attempts) WHERE processed_at IS NULL;
CREATE TABLE outbox_lock (
    partition_key uuid NOT NULL,
    lock_id uuid NOT NULL,
    processed_at timestamptz,
    processing_until timestamptz NOT NULL DEFAULT now() + ('30 seconds')::interval
);
CREATE UNIQUE INDEX unq_outbox_lock_by_partition_key ON outbox_lock (partition_key) WHERE processed_at IS NULL;
CREATE INDEX idx_outbox_lock_by_lock_id ON outbox_lock (lock_id);
CREATE INDEX idx_outbox_lock_by_processing_until ON outbox_lock (processing_until) WHERE processed_at IS NULL;
CREATE INDEX idx_outbox_lock_by_processed_at ON outbox_lock (processed_at);
CREATE INDEX idx_outbox_by_partition_key_and_processing_until ON outbox_lock (partition_key, processing_until);
CREATE TABLE outbox_cleaner_schedule (
    cron_expression varchar(50) NOT NULL,
    last_execution timestamptz NOT NULL DEFAULT now()
);

-- k: P sent, R sent after failures, X too many failures, W waiting, D delayed by the caller, B put off after a failure
WITH r AS (
    SELECT n, CASE WHEN n <= 44 THEN CASE WHEN n % 8 = 0 THEN 'R' ELSE 'P' END WHEN n <= 48 THEN 'X' WHEN n <= 62 THEN 'W' WHEN n <= 66 THEN 'D' ELSE 'B' END AS k,
           now() - CASE WHEN n <= 48 THEN make_interval(mins => (60 - n) * 21, secs => n) WHEN n > 66 THEN make_interval(mins => n - 60, secs => n) ELSE make_interval(secs => (74 - n) * 0.7) END AS c
    FROM generate_series(1, 72) n
)
INSERT INTO outbox (idempotent_key, partition_key, destinations, headers, payload, attempts, created_at, process_after, processed_at)
SELECT (lpad(to_hex((extract(epoch FROM c) * 1000)::bigint), 12, '0') || '7' || left(md5('v' || n), 3) || '8' || left(md5('w' || n), 15))::uuid,
       md5('part' || n % 23)::uuid,
       CASE n % 3 WHEN 0 THEN '[{"queue_url": "https://sqs.eu-west-1.amazonaws.com/123456789012/billing"}]'::jsonb
                  WHEN 1 THEN '[{"topic_arn": "arn:aws:sns:eu-west-1:123456789012:orders"}]'::jsonb
                  ELSE '[{"url": "https://hooks.example.com/orders", "method": "put", "headers": null}]'::jsonb END,
       CASE WHEN n % 4 <> 0 THEN jsonb_build_object('x-correlation-id', md5('hc' || n)) END,
       format('{"order_id":"%s","total":%s}', md5('ord' || n)::uuid, 20 + n),
       CASE k WHEN 'P' THEN 1 WHEN 'R' THEN 3 WHEN 'X' THEN 10 WHEN 'B' THEN n % 4 + 1 ELSE 0 END,
       c,
       CASE k WHEN 'R' THEN c + interval '2 min' WHEN 'X' THEN c + interval '10 min' WHEN 'D' THEN c + make_interval(mins => 5 * (n - 61)) WHEN 'B' THEN now() + make_interval(secs => n * 3 - 200) ELSE c END,
       CASE k WHEN 'P' THEN c + make_interval(secs => 0.8 + n % 5) WHEN 'R' THEN c + interval '2 min 3 s' END
FROM r;
INSERT INTO outbox_lock (partition_key, lock_id, processed_at, processing_until)
SELECT md5('part' || n % 23)::uuid, md5('lock' || n / 4)::uuid, now() - make_interval(mins => 400 - n * 9), now() - make_interval(mins => 400 - n * 9) + interval '28 s'
FROM generate_series(1, 40) n
UNION ALL
SELECT md5('part' || n)::uuid, md5('lockrun' || n / 3)::uuid, NULL, now() + make_interval(secs => CASE WHEN n = 4 THEN -70 ELSE 21 + n END) FROM generate_series(3, 8) n;
INSERT INTO outbox_cleaner_schedule (cron_expression, last_execution) VALUES ('0 0 * * * *', date_trunc('hour', now()));
