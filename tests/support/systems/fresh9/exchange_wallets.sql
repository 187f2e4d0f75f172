CREATE TABLE withdrawals (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), user_id uuid NOT NULL, asset
  varchar(20) NOT NULL, amount numeric(20,8) NOT NULL, fee numeric(20,8) NOT NULL DEFAULT 0, address
  varchar(255) NOT NULL, tx_hash varchar(255), status varchar(20) NOT NULL DEFAULT 'PENDING',
  rejection_reason text, requested_at timestamptz NOT NULL DEFAULT now(), processed_at timestamptz,
  completed_at timestamptz);
CREATE INDEX idx_withdrawals_status ON withdrawals (status);
INSERT INTO withdrawals (id, user_id, asset, amount, fee, address, tx_hash, status, rejection_reason,
  requested_at, processed_at, completed_at) SELECT md5('ew' || g)::uuid, md5('eu' || g % 80)::uuid,
  (ARRAY['BTC', 'ETH', 'USDT'])[1 + g % 3], 0.01 * (1 + g % 500), 0.0005, '0x' || md5('ad' || g % 150), CASE
  WHEN k IN ('done', 'sent', 'lost') THEN '0x' || md5('h1' || g) || md5('h2' || g) END, CASE k WHEN 'new'
  THEN 'PENDING' WHEN 'sent' THEN 'PROCESSING' WHEN 'lost' THEN 'PROCESSING' WHEN 'bad' THEN 'REJECTED' ELSE
  'COMPLETED' END, CASE WHEN k IN ('bad') THEN 'limit is exceeded' END, c, CASE WHEN k IN ('new') THEN NULL
  ELSE c + interval '50 seconds' END, CASE WHEN k IN ('done') THEN c + interval '50 seconds' + ((1 + g * 37
  % 23) * interval '1 minute') END FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN 'new' WHEN g <= 5 THEN
  'sent' WHEN g <= 8 THEN 'lost' WHEN g % 37 = 12 THEN 'bad' ELSE 'done' END AS k, now() - CASE WHEN g <= 3
  THEN g * interval '25 seconds' WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 8 THEN interval '9
  hours' + g * interval '7 minutes' ELSE g * interval '19 minutes' END AS c FROM generate_series(1, 320) g)
  s ORDER BY s.c;
