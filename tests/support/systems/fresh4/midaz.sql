CREATE TABLE transaction (id uuid PRIMARY KEY NOT NULL, parent_transaction_id uuid, description text NOT NULL,
  status text NOT NULL, status_description text, amount numeric NOT NULL, asset_code text NOT NULL,
  chart_of_accounts_group_name text NOT NULL, ledger_id uuid NOT NULL, organization_id uuid NOT NULL, body jsonb,
  created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL DEFAULT now(), deleted_at timestamptz, route text,
  route_id uuid);
CREATE INDEX idx_transaction_parent_transaction_id ON transaction (parent_transaction_id);
CREATE INDEX idx_transaction_organization_ledger_id ON transaction (organization_id, ledger_id);
CREATE INDEX idx_transaction_created_at ON transaction (created_at);
INSERT INTO transaction SELECT md5('tx' || g)::uuid, CASE WHEN g % 30 = 0 THEN md5('tx' || g - 1)::uuid END,
  'Payment ' || g, k, k, g * 12.5, 'BRL', 'FUNDING', md5('ld' || g % 2)::uuid, md5('og')::uuid, NULL, c, CASE
  WHEN k = 'CREATED' THEN c WHEN k = 'PENDING' THEN c ELSE c + g % 40 * interval '1 minute' END, NULL, NULL, NULL
FROM (SELECT g, now() AS n, CASE WHEN g <= 2 THEN 'CREATED' WHEN g <= 16 THEN 'PENDING' WHEN g <= 19 THEN 'PENDING'
  WHEN g <= 20 THEN 'CREATED' WHEN g % 17 = 0 THEN 'CANCELED' WHEN g % 53 = 0 THEN 'NOTED' ELSE 'APPROVED' END AS k,
  now() - CASE WHEN g <= 16 THEN g * interval '90 seconds' WHEN g <= 20
  THEN interval '3 days' + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS c
FROM generate_series(1, 180) g) s;
