CREATE TABLE idempotency_records (
  idempotency_key VARCHAR(255) NOT NULL,
  status VARCHAR(20) NOT NULL,
  locked_at TIMESTAMP(6) NULL,
  lock_expires_at TIMESTAMP(6) NULL,
  response_code INT NULL,
  response_headers TEXT NULL,
  response_body BYTEA NULL,
  request_fingerprint VARCHAR(255) NULL,
  lock_timeout_ms BIGINT NOT NULL DEFAULT 0,
  completed_at TIMESTAMP(6) NULL,
  created_at TIMESTAMP(6) DEFAULT CURRENT_TIMESTAMP NOT NULL,
  expires_at TIMESTAMP(6) NULL,
  PRIMARY KEY (idempotency_key)
);
CREATE INDEX idx_idempotency_status_expires ON idempotency_records (status, expires_at, lock_expires_at);
-- 1..50 complete, 51..56 given back after an exception (kept for one lock time, then purged), 57..60 at work, 61..63 their process died.
INSERT INTO idempotency_records (idempotency_key, status, locked_at, lock_expires_at, response_code, response_headers, response_body, request_fingerprint, lock_timeout_ms, completed_at, created_at, expires_at)
SELECT gen_random_uuid(), st,
       CASE WHEN st <> 'FAILED' THEN t END,
       CASE WHEN st = 'IN_PROGRESS' THEN t + interval '10 seconds' END,
       CASE WHEN st = 'COMPLETE' THEN CASE WHEN g % 10 = 0 THEN 409 ELSE 201 END END,
       CASE WHEN st = 'COMPLETE' THEN '{"Content-Type":["application/json"]}' END,
       CASE WHEN st = 'COMPLETE' THEN convert_to('{"paymentId":"' || left(md5(g::text), 10) || '","status":"AUTHORISED"}', 'UTF8') END,
       encode(sha256(('body ' || g)::bytea), 'hex'), 10000,
       CASE WHEN st = 'COMPLETE' THEN t + g * interval '9 milliseconds' END,
       t,
       CASE st WHEN 'COMPLETE' THEN t + g * interval '9 milliseconds' + interval '24 hours' WHEN 'FAILED' THEN t + interval '10.3 seconds' ELSE t + interval '24 hours' END
FROM generate_series(1, 63) AS g
CROSS JOIN LATERAL (SELECT CASE WHEN g <= 50 THEN 'COMPLETE' WHEN g <= 56 THEN 'FAILED' ELSE 'IN_PROGRESS' END AS st,
                           (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 50 THEN (51 - g) * interval '27 minutes' WHEN g <= 56 THEN (57 - g) * interval '2.5 seconds'
                                                             WHEN g <= 60 THEN (61 - g) * interval '1.3 seconds' ELSE g * interval '4 minutes' END AS t) AS x;
