CREATE TYPE transaction_status AS ENUM ('PENDING', 'PROCESSING', 'SUCCESS', 'ERROR');
CREATE TYPE transaction_type AS ENUM ('PAYMENT', 'WALLET_CREATION', 'SPONSORED');
CREATE TYPE memo_type AS ENUM ('text', 'id', 'hash', 'return');
CREATE TYPE circle_transfer_status AS ENUM ('pending', 'complete', 'failed');
CREATE FUNCTION update_at_refresh() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN NEW.updated_at = now(); RETURN NEW; END $$;
CREATE FUNCTION create_submitter_transactions_status_history(time_stamp timestamptz, tss_status transaction_status, status_message varchar, stellar_transaction_hash text, xdr_sent text, xdr_received text)
RETURNS jsonb LANGUAGE plpgsql AS $$
BEGIN
  RETURN json_build_object('timestamp', time_stamp, 'status', tss_status, 'status_message', status_message, 'stellar_transaction_hash', stellar_transaction_hash, 'xdr_sent', xdr_sent, 'xdr_received', xdr_received);
END $$;
CREATE TABLE submitter_transactions (
  id varchar(36) PRIMARY KEY DEFAULT gen_random_uuid(),
  external_id varchar(64) NOT NULL,
  status transaction_status NOT NULL DEFAULT 'PENDING',
  status_history jsonb[] NULL DEFAULT ARRAY[create_submitter_transactions_status_history(now(), 'PENDING', NULL, NULL, NULL, NULL)],
  status_message text NULL,
  asset_code varchar(12),
  asset_issuer varchar(56),
  amount numeric(19,7),
  destination varchar(56),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  locked_at timestamptz,
  started_at timestamptz,
  sent_at timestamptz,
  completed_at timestamptz,
  synced_at timestamptz,
  locked_until_ledger_number integer,
  stellar_transaction_hash varchar(64) UNIQUE,
  attempts_count integer DEFAULT 0 CHECK (attempts_count >= 0),
  xdr_sent text UNIQUE,
  xdr_received text UNIQUE,
  tenant_id varchar(36) NOT NULL,
  distribution_account varchar(56),
  memo text,
  memo_type memo_type,
  transaction_type transaction_type NOT NULL DEFAULT 'PAYMENT',
  public_key varchar(256),
  wasm_hash varchar(64),
  sponsored_account varchar(56),
  sponsored_operation_xdr text,
  CONSTRAINT asset_issuer_length_check CHECK ((asset_code = 'XLM' AND char_length(asset_issuer) = 0) OR char_length(asset_issuer) = 56),
  CONSTRAINT submitter_transactions_payment_constraints CHECK (transaction_type != 'PAYMENT' OR (asset_code IS NOT NULL AND (asset_issuer IS NOT NULL OR asset_code = 'XLM') AND amount IS NOT NULL AND destination IS NOT NULL)),
  CONSTRAINT submitter_transactions_wallet_creation_constraints CHECK (transaction_type != 'WALLET_CREATION' OR (public_key IS NOT NULL AND wasm_hash IS NOT NULL)),
  CONSTRAINT submitter_transactions_sponsored_constraints CHECK (transaction_type != 'SPONSORED' OR (sponsored_account IS NOT NULL AND sponsored_operation_xdr IS NOT NULL))
);
CREATE UNIQUE INDEX idx_unique_external_id ON submitter_transactions (external_id) WHERE status != 'ERROR';
CREATE TABLE channel_accounts (
  public_key varchar(64) PRIMARY KEY,
  private_key varchar(256),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  locked_at timestamptz,
  locked_until_ledger_number integer
);
CREATE TABLE circle_transfer_requests (
  idempotency_key varchar(36) PRIMARY KEY DEFAULT gen_random_uuid(),
  payment_id varchar(36) NOT NULL,
  circle_transfer_id varchar(36),
  status circle_transfer_status,
  response_body jsonb,
  source_wallet_id varchar(64),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  completed_at timestamptz,
  sync_attempts integer NOT NULL DEFAULT 0,
  last_sync_attempt_at timestamptz,
  circle_payout_id varchar(36),
  CONSTRAINT circle_transfer_or_payout CHECK (NOT (circle_transfer_id IS NOT NULL AND circle_payout_id IS NOT NULL))
);
CREATE UNIQUE INDEX idx_unique_payment_id ON circle_transfer_requests (payment_id) WHERE (status IS DISTINCT FROM 'failed');

INSERT INTO submitter_transactions (id, external_id, status, status_message, asset_code, asset_issuer, amount, destination, created_at, updated_at, locked_at, locked_until_ledger_number, sent_at, completed_at, synced_at, stellar_transaction_hash, attempts_count, xdr_sent, xdr_received, tenant_id, distribution_account, status_history)
SELECT md5('tss' || g)::uuid::text, md5('payment' || g)::uuid::text, st,
       CASE WHEN st = 'ERROR' THEN 'horizon response error: StatusCode=400, Type=https://stellar.org/horizon-errors/transaction_failed, Extras=transaction: tx_failed - operation codes: [ ' || (ARRAY['op_no_trust', 'op_underfunded', 'op_no_destination'])[1 + g % 3] || ' ]' END,
       CASE WHEN g % 8 = 0 THEN 'XLM' ELSE 'USDC' END, CASE WHEN g % 8 = 0 THEN '' ELSE 'GA5ZSEJYB37JRC5AVCIA5MOP4RHTM335X2KGX3IHOJAPP5RE34K4KZVN' END, (100 + (g * 3719) % 90000) / 100.0,
       'G' || upper(left(md5('d' || g) || md5('e' || g), 55)), c, CASE WHEN st = 'PENDING' THEN c ELSE c + w + interval '7 seconds' END,
       CASE WHEN locked THEN c + w END, CASE WHEN locked THEN CASE WHEN g <= 14 THEN 54871210 - g ELSE 54873320 + g % 4 END END,
       CASE WHEN sent THEN c + w + interval '400 milliseconds' END, CASE WHEN st IN ('SUCCESS', 'ERROR') THEN c + w + interval '6 seconds' END,
       CASE WHEN st IN ('SUCCESS', 'ERROR') AND g > 26 THEN c + w + interval '16 seconds' END,
       CASE WHEN sent THEN encode(sha256(convert_to('h' || g, 'UTF8')), 'hex') END, CASE WHEN sent THEN 1 + (g % 13 = 0)::int ELSE 0 END,
       CASE WHEN sent THEN 'AAAAAgAAAAC' || encode(sha256(convert_to('x' || g, 'UTF8')), 'base64') END, CASE WHEN st IN ('SUCCESS', 'ERROR') THEN 'AAAAAAAAA' || encode(sha256(convert_to('y' || g, 'UTF8')), 'base64') END,
       md5('tenant' || g % 2)::uuid::text, CASE WHEN sent THEN 'GDISTR' || upper(left(md5('da' || g % 2) || md5('db' || g % 2), 50)) END,
       CASE st WHEN 'PENDING' THEN ARRAY[create_submitter_transactions_status_history(c, 'PENDING', NULL, NULL, NULL, NULL)]
               ELSE ARRAY[create_submitter_transactions_status_history(c, 'PENDING', NULL, NULL, NULL, NULL), create_submitter_transactions_status_history(c + w, 'PROCESSING', NULL, NULL, NULL, NULL)] END
FROM (SELECT g, (CASE WHEN g <= 8 THEN 'PENDING' WHEN g <= 22 THEN 'PROCESSING' WHEN g % 14 = 0 THEN 'ERROR' ELSE 'SUCCESS' END)::transaction_status AS st,
             CASE WHEN g <= 8 THEN now() - g * interval '600 milliseconds' WHEN g <= 14 THEN now() - interval '3 hours' - g * interval '2 minutes' WHEN g <= 22 THEN now() - g * interval '1 second' ELSE now() - g * interval '31 minutes' END AS c,
             interval '3 seconds' + g % 5 * interval '1 second' AS w, g BETWEEN 9 AND 22 AS locked, g > 11 AS sent
      FROM generate_series(1, 140) g) s;
INSERT INTO channel_accounts (public_key, private_key, locked_at, locked_until_ledger_number)
SELECT 'GCHAN' || upper(left(md5('ca' || g) || md5('cb' || g), 51)), 'sealed:' || md5('pk' || g), CASE WHEN g <= 8 THEN now() - g * interval '1 second' END, CASE WHEN g <= 8 THEN 54873320 + g % 4 END FROM generate_series(1, 12) g;

INSERT INTO circle_transfer_requests (idempotency_key, payment_id, circle_transfer_id, circle_payout_id, status, response_body, source_wallet_id, created_at, updated_at, completed_at, sync_attempts, last_sync_attempt_at)
SELECT md5('cik' || g)::uuid::text, md5('cp' || CASE WHEN g IN (33, 44, 55) THEN g + 1 ELSE g END)::uuid::text, CASE WHEN st IS NOT NULL AND g % 3 = 0 THEN md5('ct' || g)::uuid::text END, CASE WHEN st IS NOT NULL AND g % 3 > 0 THEN md5('co' || g)::uuid::text END, st,
       CASE WHEN st IS NOT NULL THEN jsonb_build_object('id', md5('co' || g)::uuid, 'status', st, 'amount', jsonb_build_object('amount', (10 + g)::text || '.00', 'currency', 'USD')) END,
       CASE WHEN st IS NOT NULL THEN '1000' || (594 + g % 2) END, c, CASE WHEN st IS NULL THEN c ELSE c + interval '1 minute' END, CASE WHEN st IN ('complete', 'failed') THEN c + interval '1 minute' END,
       CASE WHEN st IS NULL THEN 0 WHEN st = 'pending' AND g < 9 THEN 3 + g ELSE 1 END, CASE WHEN st IS NOT NULL THEN c + interval '1 minute' END
FROM (SELECT g, (CASE WHEN g <= 4 THEN NULL WHEN g <= 12 THEN 'pending' WHEN g IN (33, 44, 55) THEN 'failed' ELSE 'complete' END)::circle_transfer_status AS st,
             CASE WHEN g <= 3 THEN now() - g * interval '300 milliseconds' WHEN g = 4 THEN now() - interval '5 hours' WHEN g <= 8 THEN now() - g * interval '9 hours' WHEN g <= 12 THEN now() - g * interval '8 seconds' ELSE now() - g * interval '47 minutes' END AS c
      FROM generate_series(1, 70) g) s;
CREATE TRIGGER refresh_submitter_transactions_updated_at BEFORE UPDATE ON submitter_transactions FOR EACH ROW EXECUTE PROCEDURE update_at_refresh();
CREATE TRIGGER refresh_circle_transfer_requests_updated_at BEFORE UPDATE ON circle_transfer_requests FOR EACH ROW EXECUTE PROCEDURE update_at_refresh();
