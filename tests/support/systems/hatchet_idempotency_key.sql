CREATE TABLE v1_idempotency_key (
    tenant_id              uuid NOT NULL,
    key                    text NOT NULL,
    expires_at             timestamptz NOT NULL,
    claimed_by_external_id uuid,
    inserted_at            timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
    updated_at             timestamptz NOT NULL DEFAULT CURRENT_TIMESTAMP,
    PRIMARY KEY (tenant_id, key)
);
CREATE INDEX v1_idempotency_key_expires_at_idx ON v1_idempotency_key (tenant_id, expires_at);

-- live claims
INSERT INTO v1_idempotency_key (tenant_id, key, expires_at, claimed_by_external_id, inserted_at, updated_at)
SELECT md5('tenant' || n % 3)::uuid, 'order-import:' || (90000 + n), t + interval '6 hours', md5('run' || n)::uuid, t, t
FROM (SELECT n, now() - make_interval(mins => n * 8) AS t FROM generate_series(1, 36) n) s;
-- the first claim ran out, a later trigger took the key over
INSERT INTO v1_idempotency_key (tenant_id, key, expires_at, claimed_by_external_id, inserted_at, updated_at)
SELECT md5('tenant' || n % 3)::uuid, 'nightly-report:' || n, t + interval '6 hours', md5('run2' || n)::uuid, t - interval '7 hours', t
FROM (SELECT n, now() - make_interval(mins => n * 17) AS t FROM generate_series(1, 6) n) s;
-- run out, not yet cleaned up
INSERT INTO v1_idempotency_key (tenant_id, key, expires_at, claimed_by_external_id, inserted_at, updated_at)
SELECT md5('tenant' || n % 3)::uuid, 'customer-sync:' || (300 + n), t + interval '6 hours', md5('run3' || n)::uuid, t, t
FROM (SELECT n, now() - interval '6 hours' - make_interval(secs => n * 20) AS t FROM generate_series(1, 9) n) s;
