CREATE TABLE execution_requests (
    idempotency_key text PRIMARY KEY NOT NULL,
    request_hash    text NOT NULL,
    run_id          text NOT NULL,
    trace_id        text,
    ok              boolean,
    error_code      text,
    created_at      timestamptz DEFAULT now() NOT NULL
);
INSERT INTO execution_requests
SELECT md5('schedule-' || i % 8)::uuid || ':' || to_char(date_trunc('hour', now() - (i / 8) * interval '1 hour') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
       encode(sha256(('graph input ' || i)::bytea), 'hex'),
       gen_random_uuid()::text,
       CASE WHEN i % 5 <> 0 THEN md5('trace' || i) END,
       CASE WHEN i < 4 THEN NULL WHEN i = 37 THEN NULL WHEN i % 10 = 0 THEN false ELSE true END,
       CASE WHEN i >= 4 AND i <> 37 AND i % 10 = 0 THEN (ARRAY['timeout', 'internal', 'rate_limit', 'insufficient_credits'])[i / 10 % 4 + 1] END,
       date_trunc('hour', now() - (i / 8) * interval '1 hour') + (i % 8) * interval '1 second'
FROM generate_series(0, 71) i;
