CREATE TABLE idempotency_keys (
    id BIGSERIAL PRIMARY KEY,
    idempotency_key VARCHAR(255) NOT NULL UNIQUE,
    request_hash VARCHAR(255) NOT NULL,
    response_body TEXT NOT NULL,
    status_code INT NOT NULL,
    created_at TIMESTAMP WITH TIME ZONE NOT NULL DEFAULT NOW()
);
CREATE INDEX idx_idempotency_key ON idempotency_keys(idempotency_key);

INSERT INTO idempotency_keys (idempotency_key, request_hash, response_body, status_code, created_at)
SELECT CASE WHEN g % 4 = 0 THEN 'transfer-' || to_char(t, 'YYYYMMDD') || '-' || g ELSE gen_random_uuid()::text END,
       encode(sha256(convert_to('{"fromAccountId":' || (g % 12 + 1) || ',"toAccountId":' || (g % 7 + 20) || ',"amount":' || (g * 3.5) || ',"currency":"EUR"}', 'UTF8')), 'hex'),
       '{"transferId":"' || gen_random_uuid() || '","fromAccountId":' || (g % 12 + 1) || ',"toAccountId":' || (g % 7 + 20)
         || ',"amount":' || (g * 3.5) || ',"currency":"' || (ARRAY['EUR','GBP','USD'])[1 + g % 3] || '","status":"COMPLETED","createdAt":' || round(extract(epoch FROM t), 6) || '}',
       200, t
FROM (SELECT g, now() - (65 - g) * interval '1 hour 13 minutes' AS t FROM generate_series(1, 64) AS g) s ORDER BY g;
