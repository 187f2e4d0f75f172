CREATE TABLE idempotent (
  key_id VARCHAR(255) NOT NULL,
  process_name VARCHAR(255) NOT NULL,
  status VARCHAR(50) NOT NULL,
  expires_at BIGINT NOT NULL,
  response TEXT,
  PRIMARY KEY (key_id, process_name)
);
CREATE INDEX idx_idempotent_expires_at ON idempotent (expires_at);
-- One time to live (5 minutes) from the first request on, not renewed by the answer. 1..44 answered, 45..50 at work, 51..54 broken off; old ones wait for the cleaner.
INSERT INTO idempotent (key_id, process_name, status, expires_at, response)
SELECT gen_random_uuid()::text, CASE WHEN g % 3 = 0 THEN '__PaymentController.refund()' ELSE '__PaymentController.create()' END,
       CASE WHEN g <= 44 THEN 'COMPLETED' ELSE 'IN_PROGRESS' END,
       (extract(epoch FROM now() - CASE WHEN g <= 44 THEN (45 - g) * interval '19 seconds' WHEN g <= 50 THEN (51 - g) * interval '600 milliseconds' ELSE g * interval '6 seconds' END + interval '5 minutes') * 1000)::bigint,
       CASE WHEN g <= 44 AND g % 11 <> 0 THEN '{"@class":"io.github.arun0009.idempotent.core.serialization.ResponseEntityPayload","status":201,"headers":{"Location":["/payments/' || g || '"]},"body":{"id":' || g || ',"amount":' || g * 25 || '}}' END
FROM generate_series(1, 54) AS g;
