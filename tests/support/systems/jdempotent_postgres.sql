CREATE TABLE jdempotent (
  idempotency_key varchar(255) PRIMARY KEY,
  request_data text,
  response_data text,
  created_at timestamp DEFAULT CURRENT_TIMESTAMP,
  expires_at timestamp
);
CREATE INDEX idx_jdempotent_expires_at ON jdempotent (expires_at);
-- answered
INSERT INTO jdempotent
SELECT (ARRAY['payment-','mail-','coupon-'])[1 + i % 3] || encode(sha256(convert_to('jd' || i, 'UTF8')), 'hex'),
       CASE i % 3 WHEN 0 THEN '{"orderId":"' || (70000 + i) || '","total":' || (i * 3.5) || '}'
                  WHEN 1 THEN '{"email":"u' || i || '@example.com","subject":"Welcome","body":"Hello"}'
                  ELSE '{"couponCode":"SPRING' || i || '"}' END,
       CASE i % 3 WHEN 0 THEN '{"status":"CREATED","paymentId":"' || md5('p' || i) || '"}'
                  WHEN 1 THEN '{"message":"We will send your message"}'
                  ELSE '{"redeemed":true}' END,
       t, t + interval '120 milliseconds' * (1 + i % 9) + interval '1 day'
FROM generate_series(1, 70) i,
     LATERAL (SELECT (now() AT TIME ZONE 'UTC') - i * interval '24 minutes' AS t) x;
-- stored first, answer not there yet
INSERT INTO jdempotent
SELECT 'payment-' || encode(sha256(convert_to('jdrun' || i, 'UTF8')), 'hex'),
       '{"orderId":"' || (80000 + i) || '","total":' || (i * 9) || '}', NULL, t, t + interval '1 day'
FROM generate_series(1, 5) i,
     LATERAL (SELECT (now() AT TIME ZONE 'UTC') - i * interval '700 milliseconds' AS t) x;
-- process died in between
INSERT INTO jdempotent
SELECT 'mail-' || encode(sha256(convert_to('jddead' || i, 'UTF8')), 'hex'),
       '{"email":"d' || i || '@example.com","subject":"Welcome","body":"Hello"}', NULL, t, t + interval '1 day'
FROM generate_series(1, 2) i,
     LATERAL (SELECT (now() AT TIME ZONE 'UTC') - i * interval '5 hours' AS t) x;
