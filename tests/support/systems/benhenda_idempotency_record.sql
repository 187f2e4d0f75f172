CREATE TABLE idempotency_record (
  id varchar(64) PRIMARY KEY,
  state varchar(16) NOT NULL,
  fingerprint varchar(64) NOT NULL,
  status integer,
  payload_type varchar(512),
  payload text,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL
);
CREATE INDEX ix_idempotency_expires ON idempotency_record (expires_at);
INSERT INTO idempotency_record
SELECT encode(sha256(convert_to('bh' || i, 'UTF8')), 'hex'), 'COMPLETED',
       encode(sha256(convert_to('bhfp' || i, 'UTF8')), 'hex'),
       CASE WHEN i % 9 = 0 THEN 400 WHEN i % 14 = 0 THEN 409 WHEN i % 2 = 0 THEN 201 ELSE 200 END,
       CASE WHEN i % 9 = 0 OR i % 14 = 0 THEN '__error__'
            ELSE (ARRAY['com.acme.shop.OrderResponse','com.acme.shop.PaymentResponse','java.util.LinkedHashMap'])[1 + i % 3] END,
       CASE WHEN i % 9 = 0 THEN '{"type":"about:blank","title":"Bad Request","status":400,"detail":"quantity must be positive"}'
            WHEN i % 14 = 0 THEN '{"type":"about:blank","title":"Conflict","status":409,"detail":"out of stock"}'
            ELSE '{"id":' || (900 + i) || ',"status":"CONFIRMED"}' END,
       t, t + (60 + i * 17) * interval '1 millisecond' + interval '24 hours'
FROM generate_series(1, 58) i, LATERAL (SELECT now() - i * interval '25 minutes' AS t) x;
INSERT INTO idempotency_record
SELECT encode(sha256(convert_to('bhrun' || i, 'UTF8')), 'hex'), 'IN_PROGRESS',
       encode(sha256(convert_to('bhrunfp' || i, 'UTF8')), 'hex'), NULL, NULL, NULL, t, t + interval '60 seconds'
FROM generate_series(1, 6) i, LATERAL (SELECT now() - i * interval '2 seconds' AS t) x;
INSERT INTO idempotency_record
SELECT encode(sha256(convert_to('bhdead' || i, 'UTF8')), 'hex'), 'IN_PROGRESS',
       encode(sha256(convert_to('bhdeadfp' || i, 'UTF8')), 'hex'), NULL, NULL, NULL, t, t + interval '60 seconds'
FROM generate_series(1, 3) i, LATERAL (SELECT now() - i * interval '33 minutes' AS t) x;
