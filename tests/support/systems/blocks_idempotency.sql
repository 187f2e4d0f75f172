CREATE TABLE idempotency_record (
  http_method VARCHAR(10) NOT NULL,
  path VARCHAR(512) NOT NULL,
  principal VARCHAR(255) NOT NULL DEFAULT '',
  idempotency_key VARCHAR(255) NOT NULL,
  fingerprint VARCHAR(64) NOT NULL,
  reservation_token VARCHAR(36) NOT NULL,
  response_status SMALLINT,
  response_headers JSONB,
  response_body BYTEA,
  created_at TIMESTAMPTZ NOT NULL DEFAULT now(),
  expires_at TIMESTAMPTZ NOT NULL,
  PRIMARY KEY (http_method, path, principal, idempotency_key)
);
CREATE INDEX ix_idempotency_expires_at ON idempotency_record (expires_at);
INSERT INTO idempotency_record
SELECT CASE WHEN i%5=0 THEN 'PUT' ELSE 'POST' END, (ARRAY['/api/payments','/api/payments/77/refunds','/public/signup'])[1+i%3],
 CASE WHEN i%3=2 THEN '' ELSE 'user-'||(1+i%6) END, md5('bk'||i)::uuid::text, encode(sha256(('fp'||i)::bytea),'hex'), md5('rt'||i)::uuid::text,
 (ARRAY[201,202,200])[1+i%3], jsonb_build_object('Content-Type',jsonb_build_array('application/json')),
 CASE WHEN i%19=0 THEN NULL ELSE convert_to('{"id":'||i||',"status":"ACCEPTED"}','UTF8') END,
 c, c + i%8*interval '0.21 seconds' + interval '24 hours'
FROM (SELECT i, now() - i*interval '25 minutes' c FROM generate_series(1,58) i) x;
