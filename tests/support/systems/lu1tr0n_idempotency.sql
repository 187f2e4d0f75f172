CREATE TABLE idempotency_records (
  idempotency_key VARCHAR(255) PRIMARY KEY,
  payload_hash VARCHAR(64),
  http_status INTEGER NOT NULL,
  response_headers TEXT NOT NULL DEFAULT '{}',
  response_body BYTEA NOT NULL,
  response_content_type VARCHAR(255),
  created_at TIMESTAMP WITH TIME ZONE NOT NULL,
  expires_at TIMESTAMP WITH TIME ZONE NOT NULL,
  lock_token VARCHAR(64),
  locked_until TIMESTAMP WITH TIME ZONE
);
CREATE INDEX idx_idempotency_records_expires_at ON idempotency_records (expires_at);
INSERT INTO idempotency_records
SELECT md5('lu'||i)::uuid::text, CASE WHEN lk THEN NULL ELSE encode(sha256(('ph'||i)::bytea),'hex') END,
 CASE WHEN lk THEN 0 WHEN i%10=0 THEN 204 WHEN i%9=0 THEN 422 ELSE 201 END, CASE WHEN lk OR i%10=0 THEN '{}' ELSE '{"Location":["/api/orders/'||i||'"]}' END,
 CASE WHEN lk OR i%10=0 THEN ''::bytea ELSE convert_to('{"orderId":'||i||',"total":'||i*8||'}','UTF8') END, CASE WHEN lk OR i%10=0 THEN NULL ELSE 'application/json' END,
 c, CASE WHEN lk THEN c + interval '30 seconds' ELSE c + i%5*interval '0.2 seconds' + interval '24 hours' END,
 CASE WHEN lk THEN md5('lt'||i)::uuid::text END, CASE WHEN lk THEN c + interval '30 seconds' END
FROM (SELECT i, i<=9 lk, now() - CASE WHEN i<=6 THEN i*interval '3 seconds' WHEN i<=9 THEN i*interval '1 minute' ELSE i*interval '23 minutes' END c FROM generate_series(1,60) i) x;
