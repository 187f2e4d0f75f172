CREATE TABLE idempotency_records (
  key TEXT PRIMARY KEY,
  token UUID NOT NULL,
  fingerprint TEXT,
  status TEXT NOT NULL CHECK (status IN ('PROCESSING','COMPLETED')),
  response_code INT,
  response_body TEXT,
  response_headers JSONB,
  created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  expires_at TIMESTAMPTZ NOT NULL
);
CREATE INDEX idx_idempotency_records_expires_at ON idempotency_records (expires_at);
INSERT INTO idempotency_records
SELECT (ARRAY['POST /payments','POST /orders','PATCH /orders/42'])[1+i%3]||'::'||md5('k'||i)::uuid, md5('tok'||i)::uuid, encode(sha256(('b'||i)::bytea),'hex'),
 st, CASE WHEN st='COMPLETED' THEN (ARRAY[201,200,201])[1+i%3] END,
 CASE WHEN st='COMPLETED' AND i%13<>0 THEN '{"id":"pay_'||i||'","amount":'||i*125||',"status":"captured"}' END,
 CASE WHEN st='COMPLETED' AND i%4=0 THEN jsonb_build_object('location','/payments/'||i) END,
 c, CASE WHEN st='COMPLETED' THEN c + i%7*interval '0.4 seconds' + interval '1 day' ELSE c + interval '60 seconds' END
FROM (SELECT i, CASE WHEN i<=9 THEN 'PROCESSING' ELSE 'COMPLETED' END st, now() - CASE WHEN i<=6 THEN i*interval '3 seconds' WHEN i<=9 THEN i*interval '20 minutes' ELSE i*interval '27 minutes' END c FROM generate_series(1,66) i) x;
