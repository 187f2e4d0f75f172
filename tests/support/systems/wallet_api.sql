CREATE TYPE idempotency_status AS ENUM ('in_progress','succeeded','failed');
CREATE TABLE idempotency_keys (
  idempotency_key uuid PRIMARY KEY,
  method text NOT NULL,
  path text NOT NULL,
  request_hash text NOT NULL,
  status idempotency_status NOT NULL,
  response_status int,
  response_body text,
  ref_id uuid,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX idx_idempotency_keys_ref_id ON idempotency_keys (ref_id);
INSERT INTO idempotency_keys
SELECT md5('w'||i)::uuid, 'POST', CASE i%3 WHEN 0 THEN '/api/v1/transfers' WHEN 1 THEN '/api/v1/wallets/'||md5('wal'||i%7)::uuid||'/deposit' ELSE '/api/v1/wallets/'||md5('wal'||i%7)::uuid||'/withdraw' END,
 encode(sha256(('r'||i)::bytea),'hex'), st::idempotency_status,
 CASE st WHEN 'succeeded' THEN 200 WHEN 'failed' THEN (ARRAY[409,404,422])[1+(i/7)%3] END,
 CASE st WHEN 'succeeded' THEN '{"transactionId":"'||md5('ref'||i)::uuid||'","walletId":"'||md5('wal'||i%7)::uuid||'","balance":'||i*11||'.00}'
  WHEN 'failed' THEN '{"status":'||(ARRAY[409,404,422])[1+(i/7)%3]||',"code":"'||(ARRAY['INSUFFICIENT_FUNDS','WALLET_NOT_FOUND','SEMANTIC_ERROR'])[1+(i/7)%3]||'"}' END,
 md5('ref'||i)::uuid, c, CASE WHEN st='in_progress' THEN CASE WHEN i=5 THEN c + interval '40 seconds' ELSE c END ELSE c + (5+i%50)*interval '0.004 seconds' END
FROM (SELECT i, CASE WHEN i<=6 THEN 'in_progress' WHEN i%7=0 THEN 'failed' ELSE 'succeeded' END st, now() - CASE WHEN i<=3 THEN i*interval '1.1 seconds' WHEN i<=6 THEN i*interval '4 hours' ELSE i*interval '77 minutes' END c FROM generate_series(1,64) i) x;
