CREATE TABLE idempotency_entries (
  key TEXT PRIMARY KEY,
  fingerprint TEXT NOT NULL,
  state TEXT NOT NULL DEFAULT 'claimed',
  claimed_at TIMESTAMPTZ NOT NULL DEFAULT NOW(),
  completed_at TIMESTAMPTZ,
  expires_at TIMESTAMPTZ NOT NULL,
  status_code INT,
  headers_json TEXT,
  response_body BYTEA
);
CREATE INDEX idx_idempotency_entries_expires ON idempotency_entries (expires_at);
INSERT INTO idempotency_entries
SELECT md5('ik'||i)::uuid::text, encode(sha256(('POST:/api/transfers:'||i)::bytea),'hex'), st, c,
 d, CASE WHEN st='claimed' THEN c + interval '5 minutes' ELSE d + interval '24 hours' END,
 CASE WHEN st='completed' THEN CASE WHEN i%9=0 THEN 400 WHEN i%23=0 THEN 500 ELSE 201 END END,
 CASE WHEN st='completed' THEN '{"Content-Type":["application/json; charset=utf-8"]}' END,
 CASE WHEN st='completed' THEN convert_to(CASE WHEN i%9=0 THEN '{"title":"Invalid amount","status":400}' ELSE '{"transferId":"'||md5('t'||i)::uuid||'","amount":'||i*3||'.50,"currency":"EUR"}' END,'UTF8') END
FROM (SELECT *, CASE WHEN st='completed' THEN c + (10+i%90)*interval '0.01 seconds' END d FROM (SELECT i, CASE WHEN i<=10 THEN 'claimed' ELSE 'completed' END st, now() - CASE WHEN i<=7 THEN i*interval '11 seconds' WHEN i<=10 THEN i*interval '3 minutes' ELSE i*interval '20 minutes' END c FROM generate_series(1,70) i) a) x;
