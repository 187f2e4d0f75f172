CREATE TABLE payouts (id text PRIMARY KEY, metadata jsonb NOT NULL DEFAULT '{}', created timestamptz NOT NULL,
  amount numeric(36,18) NOT NULL, destination text NOT NULL, currency text NOT NULL, status text NOT NULL,
  notification_url text, store_id text, wallet_id text, max_fee numeric(36,18), tx_hash text, used_fee
  numeric(36,18), user_id text);
CREATE INDEX ix_payouts_store_id ON payouts (store_id);
CREATE INDEX ix_payouts_wallet_id ON payouts (wallet_id);
INSERT INTO payouts (id, created, amount, destination, currency, status, store_id, wallet_id, max_fee, tx_hash,
  used_fee, user_id) SELECT left(md5('po' || g), 32), c, 0.001 * g, 'bc1q' || md5('d' || g), 'BTC', CASE k WHEN
  'held' THEN 'pending' WHEN 'lost' THEN 'approved' WHEN 'nomine' THEN 'sent' ELSE k END, 'st' || g % 4, 'wa' || g %
  4, CASE WHEN g % 5 = 0 THEN 0.0001 END, CASE WHEN k IN ('sent', 'nomine', 'complete') THEN md5('t' || g) ||
  md5('u' || g) END, CASE WHEN k = 'complete' THEN 0.00002 END, 'us' || g % 3 FROM (SELECT g, now() AS n, CASE WHEN
  g <= 6 THEN 'pending' WHEN g <= 8 THEN 'approved' WHEN g <= 11 THEN 'sent' WHEN g <= 15 THEN 'held' WHEN g <= 17
  THEN 'lost' WHEN g <= 18 THEN 'nomine' WHEN g % 14 = 0 THEN 'failed' WHEN g % 19 = 0 THEN 'cancelled' ELSE
  'complete' END AS k, now() - CASE WHEN g <= 11 THEN g * interval '25 seconds' WHEN g <= 18 THEN interval '9 hours'
  + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS c FROM generate_series(1, 200) g) s;
