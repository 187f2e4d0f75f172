CREATE TABLE IF NOT EXISTS audit_call_log (
    id bigserial PRIMARY KEY,
    created_at timestamptz NOT NULL DEFAULT now(),
    correlation_id varchar(64),
    trace_id varchar(128),
    bean_name varchar(255) NOT NULL,
    target_class varchar(512) NOT NULL,
    method_signature varchar(1024) NOT NULL,
    args jsonb,
    result jsonb,
    status varchar(32) NOT NULL,
    duration_ms bigint NOT NULL,
    error_message text,
    error_stack text
);
CREATE INDEX ix_audit_call_log_created_at ON audit_call_log (created_at DESC);
CREATE INDEX ix_audit_call_log_corr ON audit_call_log (correlation_id);
CREATE TABLE IF NOT EXISTS idempotency_record (
    id bigserial PRIMARY KEY,
    created_at timestamptz NOT NULL DEFAULT now(),
    updated_at timestamptz NOT NULL DEFAULT now(),
    idempotency_key varchar(128) NOT NULL,
    method_key varchar(1024) NOT NULL,
    request_hash varchar(128) NOT NULL,
    status varchar(16) NOT NULL,
    response_json jsonb,
    error_message text
);
CREATE UNIQUE INDEX ux_idempotency_key_method ON idempotency_record (idempotency_key, method_key);
CREATE INDEX ix_idempotency_created_at ON idempotency_record (created_at DESC);
ALTER TABLE idempotency_record ADD COLUMN expires_at timestamptz, ADD COLUMN locked_at timestamptz, ADD COLUMN locked_by varchar(128);
ALTER TABLE idempotency_record ADD CONSTRAINT uk_idempotency_record_key_method UNIQUE (idempotency_key, method_key);
CREATE INDEX ix_idempotency_record_key_method ON idempotency_record (idempotency_key, method_key);
CREATE INDEX ix_idempotency_record_expires_at ON idempotency_record (expires_at);
CREATE INDEX ix_idempotency_record_updated_at ON idempotency_record (updated_at DESC);

-- k: C completed, F failed, P running, L left locked by a process that died
WITH r AS (
    SELECT n, CASE WHEN n <= 46 THEN CASE WHEN n % 9 = 0 THEN 'F' ELSE 'C' END WHEN n <= 52 THEN 'P' ELSE 'L' END AS k,
           now() - CASE WHEN n <= 46 THEN make_interval(mins => (48 - n) * 29, secs => n) WHEN n <= 52 THEN make_interval(secs => (53 - n) * 0.4) ELSE make_interval(hours => n - 48) END AS c
    FROM generate_series(1, 56) n
)
INSERT INTO idempotency_record (created_at, updated_at, idempotency_key, method_key, request_hash, status, response_json, error_message, expires_at, locked_at, locked_by)
SELECT c, CASE WHEN k IN ('P', 'L') THEN c ELSE c + make_interval(secs => 0.05 + (n % 6) * 0.11) END,
       'pay-' || md5('spt' || n)::uuid,
       'com.github.dimitryivaniuta.gateway.sample.DemoService#idempotentPayment(DemoIdempotentRequest)',
       md5('a' || n) || md5('b' || n),
       CASE k WHEN 'C' THEN 'COMPLETED' WHEN 'F' THEN 'FAILED' ELSE 'PENDING' END,
       CASE k WHEN 'C' THEN jsonb_build_object('paymentId', md5('pid' || n)::uuid, 'amount', 10.5 + n, 'currency', (ARRAY['EUR', 'USD', 'PLN'])[n % 3 + 1], 'status', 'ACCEPTED', 'createdAt', c) END,
       CASE k WHEN 'F' THEN CASE WHEN n % 2 = 0 THEN 'I/O error on POST request for "http://ledger:8080/entries": Read timed out' ELSE '429 TOO_MANY_REQUESTS "Rate limit exceeded"' END END,
       c + interval '24 hours',
       CASE WHEN k IN ('P', 'L') THEN c END,
       CASE WHEN k IN ('P', 'L') THEN md5('corr' || n)::uuid::text END
FROM r ORDER BY n;
INSERT INTO audit_call_log (created_at, correlation_id, trace_id, bean_name, target_class, method_signature, args, result, status, duration_ms, error_message, error_stack)
SELECT now() - make_interval(mins => n * 29), md5('corr' || n)::uuid::text, CASE WHEN n % 3 = 0 THEN md5('tr' || n) END, 'demoService', 'com.github.dimitryivaniuta.gateway.sample.DemoService',
       'com.github.dimitryivaniuta.gateway.sample.DemoService#idempotentPayment(DemoIdempotentRequest)',
       jsonb_build_array(jsonb_build_object('amount', 10.5 + n, 'currency', 'EUR')),
       CASE WHEN n % 9 <> 0 THEN jsonb_build_object('paymentId', md5('pid' || n)::uuid, 'status', 'ACCEPTED') END,
       CASE WHEN n % 9 = 0 THEN 'ERROR' ELSE 'OK' END, 4 + n % 40,
       CASE WHEN n % 9 = 0 THEN 'Read timed out' END, CASE WHEN n % 9 = 0 THEN E'java.net.SocketTimeoutException: Read timed out\n\tat java.base/sun.nio.ch.NioSocketImpl.timedRead' END
FROM generate_series(1, 46) n;
