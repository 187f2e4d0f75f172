CREATE TABLE operation (id uuid PRIMARY KEY NOT NULL, transaction_id uuid NOT NULL, description text NOT NULL,
  type text NOT NULL, asset_code text NOT NULL, amount numeric NOT NULL DEFAULT 0,
  available_balance numeric NOT NULL DEFAULT 0, on_hold_balance numeric NOT NULL DEFAULT 0,
  available_balance_after numeric NOT NULL DEFAULT 0, on_hold_balance_after numeric NOT NULL DEFAULT 0,
  status text NOT NULL, status_description text, account_id uuid NOT NULL, account_alias text NOT NULL,
  balance_id uuid NOT NULL, chart_of_accounts text NOT NULL, organization_id uuid NOT NULL, ledger_id uuid NOT NULL,
  created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL DEFAULT now(), deleted_at timestamptz, route text,
  balance_affected boolean NOT NULL DEFAULT true, balance_key text NOT NULL DEFAULT 'default');
CREATE TABLE balance (id uuid PRIMARY KEY NOT NULL, organization_id uuid NOT NULL, ledger_id uuid NOT NULL,
  account_id uuid NOT NULL, alias text NOT NULL, asset_code text NOT NULL, available numeric NOT NULL DEFAULT 0,
  on_hold numeric NOT NULL DEFAULT 0, version bigint DEFAULT 0, account_type text NOT NULL,
  allow_sending boolean NOT NULL, allow_receiving boolean NOT NULL, created_at timestamptz NOT NULL,
  updated_at timestamptz NOT NULL DEFAULT now(), deleted_at timestamptz, key text NOT NULL DEFAULT 'default');
INSERT INTO operation SELECT md5('op' || g)::uuid, md5('tx' || g / 2)::uuid, 'Payment ' || g / 2, CASE WHEN g % 2 = 0
  THEN 'DEBIT' ELSE 'CREDIT' END, 'BRL', g * 12.5, 1000, 0, 1000 - g, 0, CASE WHEN g % 34 < 2 THEN 'CANCELED'
  ELSE 'APPROVED' END, 'APPROVED', md5('ac' || g % 20)::uuid, '@account' || g % 20, md5('bl' || g % 20)::uuid,
  '1000', md5('og')::uuid, md5('ld')::uuid, c, c, NULL, NULL, true, 'default' FROM (SELECT g,
  now() - g * interval '13 minutes' AS c FROM generate_series(1, 200) g) s;
INSERT INTO balance SELECT md5('bl' || g)::uuid, md5('og')::uuid, md5('ld')::uuid, md5('ac' || g)::uuid,
  '@account' || g, 'BRL', 1000 - g, CASE WHEN g % 6 = 0 THEN 10 ELSE 0 END, g, 'deposit', true, g % 9 > 0, c,
  now() - g * interval '1 hour', NULL, 'default' FROM (SELECT g,
  now() - g * interval '4 days' AS c FROM generate_series(1, 70) g) s;
