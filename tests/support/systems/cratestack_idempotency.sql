CREATE TABLE cratestack_idempotency (
    principal_fingerprint text NOT NULL,
    key                   text NOT NULL,
    request_hash          bytea NOT NULL,
    reservation_id        uuid NOT NULL,
    response_status       integer,
    response_headers      bytea,
    response_body         bytea,
    created_at            timestamptz NOT NULL DEFAULT now(),
    expires_at            timestamptz NOT NULL,
    PRIMARY KEY (principal_fingerprint, key)
);
CREATE INDEX cratestack_idempotency_expires_idx ON cratestack_idempotency (expires_at);

-- answered requests: every status is kept, 4xx and 5xx too
INSERT INTO cratestack_idempotency
SELECT CASE WHEN i % 6 = 0 THEN '10.3.0.' || (i % 9 + 1)
            ELSE encode(sha256(('Bearer tok-' || i % 7)::bytea), 'hex') END,
       gen_random_uuid()::text,
       sha256(('POST /api/transfers ' || i)::bytea),
       gen_random_uuid(),
       CASE WHEN i % 11 = 0 THEN 422 WHEN i % 17 = 0 THEN 500 WHEN i % 4 = 0 THEN 200 ELSE 201 END,
       ('content-type: application/json' || CASE WHEN i % 4 <> 0 THEN chr(10) || 'location: /api/transfers/' || 9000 + i ELSE '' END)::bytea,
       CASE WHEN i % 11 = 0 THEN '{"code":"VALIDATION","message":"amount must be positive"}'
            WHEN i % 17 = 0 THEN '{"code":"INTERNAL","message":"internal error"}'
            ELSE '{"id":' || 9000 + i || ',"status":"accepted"}' END::bytea,
       t, t + interval '24 hours'
FROM (SELECT i, now() - i * interval '23 minutes' AS t FROM generate_series(1, 64) i) s;
-- handler still running
INSERT INTO cratestack_idempotency (principal_fingerprint, key, request_hash, reservation_id, created_at, expires_at)
SELECT encode(sha256(('Bearer tok-' || i % 7)::bytea), 'hex'), gen_random_uuid()::text,
       sha256(('POST /api/payouts ' || i)::bytea), gen_random_uuid(), t, t + interval '24 hours'
FROM (SELECT i, now() - i * interval '2 seconds' AS t FROM generate_series(1, 6) i) s;
-- server died; nobody may take these over before the deadline, for three of them it has passed
INSERT INTO cratestack_idempotency (principal_fingerprint, key, request_hash, reservation_id, created_at, expires_at)
SELECT encode(sha256(('Bearer tok-' || i % 7)::bytea), 'hex'), gen_random_uuid()::text,
       sha256(('POST /api/payouts x' || i)::bytea), gen_random_uuid(), t, t + interval '24 hours'
FROM (SELECT i, now() - i * interval '6 hours' AS t FROM generate_series(1, 6) i) s;
