CREATE TYPE "IdempotencyStatus" AS ENUM ('processing', 'completed', 'failed');
CREATE TABLE idempotency_records (
    "id"             text NOT NULL,
    "key"            text NOT NULL,
    "requestHash"    text NOT NULL,
    "responseStatus" integer,
    "responseBody"   jsonb,
    "createdAt"      timestamp(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updatedAt"      timestamp(3) NOT NULL,
    "expiresAt"      timestamp(3) NOT NULL,
    "status"         "IdempotencyStatus" NOT NULL,
    CONSTRAINT idempotency_records_pkey PRIMARY KEY ("id")
);
CREATE UNIQUE INDEX idempotency_records_key_key ON idempotency_records ("key");
CREATE INDEX "idempotency_records_expiresAt_idx" ON idempotency_records ("expiresAt");
CREATE INDEX idempotency_records_status_idx ON idempotency_records ("status");

INSERT INTO idempotency_records ("id", "key", "requestHash", "responseStatus", "responseBody", "createdAt", "updatedAt", "expiresAt", "status")
SELECT md5('i' || n)::uuid::text, 'reg-' || md5('k' || n), encode(sha256(convert_to('q' || n, 'UTF8')), 'hex'), 201,
       jsonb_build_object('message', 'Registered', 'userId', md5('u' || n)::uuid), t, t + make_interval(secs => 0.3 + (n % 7) * 0.2), t + interval '24 hours', 'completed'
FROM (SELECT n, (now() AT TIME ZONE 'UTC') - make_interval(mins => n * 51) AS t FROM generate_series(1, 34) n) s;
INSERT INTO idempotency_records ("id", "key", "requestHash", "responseStatus", "responseBody", "createdAt", "updatedAt", "expiresAt", "status")
SELECT md5('if' || n)::uuid::text, 'reg-' || md5('kf' || n), encode(sha256(convert_to('qf' || n, 'UTF8')), 'hex'), 500,
       jsonb_build_object('error', 'Internal server error', 'details', (ARRAY['connect ECONNREFUSED 127.0.0.1:3001','Auth service request failed','timeout of 10000ms exceeded'])[1 + n % 3]),
       t, t + make_interval(secs => 0.2 + n), t + interval '24 hours', 'failed'
FROM (SELECT n, (now() AT TIME ZONE 'UTC') - make_interval(mins => n * 83) AS t FROM generate_series(1, 8) n) s;
INSERT INTO idempotency_records ("id", "key", "requestHash", "responseStatus", "responseBody", "createdAt", "updatedAt", "expiresAt", "status")
SELECT md5('ip' || n)::uuid::text, 'reg-' || md5('kp' || n), encode(sha256(convert_to('qp' || n, 'UTF8')), 'hex'), NULL, NULL,
       t, t, t + interval '24 hours', 'processing'
FROM (SELECT n, (now() AT TIME ZONE 'UTC') - make_interval(secs => CASE WHEN n < 4 THEN n * 2 ELSE n * 9000 END) AS t FROM generate_series(1, 5) n) s;
-- second run of a failed one: the status is cleared, the old error body stays
INSERT INTO idempotency_records ("id", "key", "requestHash", "responseStatus", "responseBody", "createdAt", "updatedAt", "expiresAt", "status")
SELECT md5('is')::uuid::text, 'reg-' || md5('ks'), encode(sha256('\x7173'), 'hex'), NULL,
       '{"error": "Internal server error", "details": "Auth service request failed"}',
       (now() AT TIME ZONE 'UTC') - interval '3 minutes', (now() AT TIME ZONE 'UTC') - interval '1 second', (now() AT TIME ZONE 'UTC') + interval '24 hours' - interval '1 second', 'processing';
