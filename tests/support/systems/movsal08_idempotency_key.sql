CREATE TABLE IF NOT EXISTS "idempotency_records" (
    scope text NOT NULL,
    key text NOT NULL,
    fingerprint text NOT NULL,
    state text NOT NULL,
    lease_until_utc timestamptz NOT NULL,
    expires_at_utc timestamptz NOT NULL,
    snapshot_json jsonb NULL,
    created_at_utc timestamptz NOT NULL DEFAULT now(),
    updated_at_utc timestamptz NOT NULL DEFAULT now(),
    PRIMARY KEY (scope, key)
);
CREATE INDEX IF NOT EXISTS "IX_idempotency_records_expires_at_utc" ON "idempotency_records" (expires_at_utc);

-- completed: the lease keeps the value of the try, expires_at is set anew at completion
INSERT INTO idempotency_records (scope, key, fingerprint, state, lease_until_utc, expires_at_utc, snapshot_json, created_at_utc, updated_at_utc)
SELECT CASE WHEN n % 5 = 0 THEN 'backoffice' ELSE 'default' END,
       CASE WHEN n % 3 = 0 THEN 'ord-' || 88000 + n || '-pay' ELSE md5('mk' || n)::uuid::text END,
       upper(encode(sha256(('POST/payments' || n)::bytea), 'hex')), 'completed', t + interval '30 s', d + interval '24 h',
       jsonb_build_object('StatusCode', CASE WHEN n % 11 = 0 THEN 422 WHEN n % 4 = 0 THEN 200 ELSE 201 END, 'ContentType', 'application/json; charset=utf-8',
         'Headers', CASE WHEN n % 4 = 0 THEN '{}'::jsonb ELSE jsonb_build_object('Location', jsonb_build_array('/payments/' || 5100 + n)) END,
         'Body', encode(convert_to('{"id":' || 5100 + n || ',"status":"accepted"}', 'UTF8'), 'base64'),
         'CreatedAtUtc', to_char(d AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"'), 'ExpiresAtUtc', to_char((d + interval '24 h') AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"+00:00"')),
       t, d
FROM (SELECT n, t, t + (180 + n * 37 % 900) * interval '1 ms' AS d FROM generate_series(1, 78) n, LATERAL (SELECT now() - n * interval '19 min' AS t) x) y;
-- taken over once after a dead try: the same row, created_at of the first try
UPDATE idempotency_records SET updated_at_utc = updated_at_utc + interval '2 min', lease_until_utc = lease_until_utc + interval '2 min', expires_at_utc = expires_at_utc + interval '2 min'
WHERE key IN (SELECT key FROM idempotency_records ORDER BY created_at_utc DESC OFFSET 10 LIMIT 3);
-- in flight now
INSERT INTO idempotency_records (scope, key, fingerprint, state, lease_until_utc, expires_at_utc, created_at_utc, updated_at_utc)
SELECT 'default', md5('mf' || n)::uuid::text, upper(encode(sha256(('POST/refunds' || n)::bytea), 'hex')), 'inflight', t + interval '30 s', t + interval '24 h', t, t
FROM generate_series(1, 5) n, LATERAL (SELECT now() - n * interval '400 ms' AS t) x;
-- left by a process that died or threw: nobody came back with the key
INSERT INTO idempotency_records (scope, key, fingerprint, state, lease_until_utc, expires_at_utc, created_at_utc, updated_at_utc)
SELECT CASE WHEN n = 2 THEN 'backoffice' ELSE 'default' END, md5('md' || n)::uuid::text, upper(encode(sha256(('POST/dead' || n)::bytea), 'hex')), 'inflight', t + interval '30 s', t + interval '24 h', t, t
FROM generate_series(1, 7) n, LATERAL (SELECT now() - n * interval '3 h 11 min' AS t) x;
