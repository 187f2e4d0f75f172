CREATE TABLE payouts (id uuid PRIMARY KEY, status varchar NOT NULL, action varchar NOT NULL, store_id uuid
  NOT NULL, payment_id uuid NOT NULL, typ varchar NOT NULL, eth_block_height_required numeric,
  btc_block_height_required numeric, transaction_hash varchar, created_at timestamptz NOT NULL);
INSERT INTO payouts (id, status, action, store_id, payment_id, typ, eth_block_height_required,
  btc_block_height_required, transaction_hash, created_at) SELECT md5('fp' || g)::uuid, CASE k WHEN 'work'
  THEN 'pending' WHEN 'lost' THEN 'pending' ELSE 'paid_out' END, CASE WHEN g % 9 = 0 THEN 'refund' ELSE
  'payout' END, md5('st' || g % 6)::uuid, md5('py' || g)::uuid, CASE WHEN g % 2 = 0 THEN 'btc' ELSE 'eth'
  END, CASE WHEN g % 2 = 1 THEN 6500000 - g END, CASE WHEN g % 2 = 0 THEN 540000 - g END, CASE WHEN k =
  'done' THEN '0x' || md5('tx' || g) END, c FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'work' WHEN g
  <= 7 THEN 'lost' ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN g * interval '25 seconds' WHEN g <= 7
  THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '30 minutes' END AS c FROM
  generate_series(1, 270) g) s ORDER BY g DESC;
