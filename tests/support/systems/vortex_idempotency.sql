CREATE TABLE idempotency_keys (
  principal TEXT NOT NULL,
  grpc_method TEXT NOT NULL,
  idempotency_key TEXT NOT NULL,
  request_hash TEXT NOT NULL,
  status TEXT NOT NULL CHECK (status IN ('IN_PROGRESS','SUCCEEDED','FAILED_RETRYABLE','FAILED_FINAL')),
  response_code INTEGER NOT NULL DEFAULT 0,
  response_payload BYTEA,
  error_message TEXT,
  created_at TIMESTAMPTZ NOT NULL,
  updated_at TIMESTAMPTZ NOT NULL,
  expires_at TIMESTAMPTZ NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (principal, grpc_method, idempotency_key),
  CONSTRAINT idempotency_keys_expiry_chk CHECK (expires_at > created_at)
);
CREATE INDEX idx_idempotency_keys_expires_terminal ON idempotency_keys (expires_at) WHERE status IN ('SUCCEEDED','FAILED_RETRYABLE','FAILED_FINAL');
INSERT INTO idempotency_keys
SELECT 'user:'||(100+i%8), (ARRAY['/wallet.v1.WalletService/Transfer','/payment.v1.PaymentService/Charge'])[1+i%2], md5('vx'||i)::uuid::text, encode(sha256(('vh'||i)::bytea),'hex'), st,
 CASE st WHEN 'FAILED_RETRYABLE' THEN 14 WHEN 'FAILED_FINAL' THEN 9 ELSE 0 END,
 CASE WHEN st='SUCCEEDED' THEN decode('0a24','hex') || convert_to(md5('tx'||i)::uuid::text,'UTF8') END,
 CASE st WHEN 'FAILED_RETRYABLE' THEN 'provider unavailable' WHEN 'FAILED_FINAL' THEN 'insufficient funds' END,
 c, CASE WHEN st='IN_PROGRESS' THEN CASE WHEN i=8 THEN c + interval '9 minutes' ELSE c END ELSE c + (3+i%30)*interval '0.02 seconds' END, c + interval '24 hours'
FROM (SELECT i, CASE WHEN i<=8 THEN 'IN_PROGRESS' WHEN i%9=0 THEN 'FAILED_RETRYABLE' WHEN i%7=0 THEN 'FAILED_FINAL' ELSE 'SUCCEEDED' END st,
 date_trunc('microseconds', now() - CASE WHEN i<=6 THEN i*interval '0.4 seconds' WHEN i<=8 THEN interval '5 hours' ELSE i*interval '19 minutes' END) c FROM generate_series(1,66) i) x;
