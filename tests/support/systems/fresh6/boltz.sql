CREATE TABLE refund_transactions ("swapId" varchar(255) PRIMARY KEY, symbol varchar(255) NOT NULL, id varchar(255)
  NOT NULL, vin integer, status varchar(255) NOT NULL, "createdAt" timestamptz NOT NULL, "updatedAt" timestamptz NOT
  NULL);
CREATE INDEX refund_transactions_status ON refund_transactions USING hash (status);
CREATE TABLE "lightningPayments" ("preimageHash" varchar(64) NOT NULL, "nodeId" varchar(255) NOT NULL, status
  integer NOT NULL, error varchar(255), retries integer, "createdAt" timestamptz NOT NULL, "updatedAt" timestamptz
  NOT NULL, PRIMARY KEY ("preimageHash", "nodeId"));
CREATE INDEX lightning_payments_preimage_hash ON "lightningPayments" ("preimageHash");
INSERT INTO refund_transactions ("swapId", symbol, id, vin, status, "createdAt", "updatedAt") SELECT 'sw' ||
  left(md5('s' || g), 10), (ARRAY['BTC', 'L-BTC', 'RBTC'])[1 + g % 3], md5('t' || g) || md5('u' || g), CASE WHEN g %
  3 < 2 THEN 0 END, CASE k WHEN 'lost' THEN 'pending' ELSE k END, c, CASE WHEN k IN ('pending', 'lost') THEN c ELSE
  c + interval '20 minutes' END FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'pending' WHEN g <= 6 THEN 'lost'
  WHEN g % 23 = 0 THEN 'failed' ELSE 'confirmed' END AS k, now() - CASE WHEN g <= 4 THEN g * interval '25 seconds'
  WHEN g <= 6 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '3 hours' END AS c FROM
  generate_series(1, 90) g) s;
INSERT INTO "lightningPayments" ("preimageHash", "nodeId", status, error, retries, "createdAt", "updatedAt") SELECT
  md5('p' || g) || md5('q' || g), (ARRAY['lnd-1', 'cln-1'])[1 + g % 2], CASE k WHEN 'new' THEN 0 WHEN 'lost' THEN 0
  WHEN 'perm' THEN 2 WHEN 'temp' THEN 3 ELSE 1 END, CASE k WHEN 'perm' THEN 'invoice expired' WHEN 'temp' THEN
  'no route' END, CASE WHEN g % 2 = 0 THEN CASE k WHEN 'temp' THEN 3 WHEN 'new' THEN 0 ELSE g % 3 END END, c, c +
  interval '9 seconds' FROM (SELECT g, now() AS n, CASE WHEN g <= 4 THEN 'new' WHEN g <= 6 THEN 'lost' WHEN g % 11 =
  0 THEN 'perm' WHEN g % 17 = 0 THEN 'temp' ELSE 'done' END AS k, now() - CASE WHEN g <= 4 THEN g * interval
  '25 seconds' WHEN g <= 6 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS
  c FROM generate_series(1, 180) g) s;
