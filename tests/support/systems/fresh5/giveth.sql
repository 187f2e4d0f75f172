CREATE TABLE donation (id serial PRIMARY KEY, "transactionId" varchar, nonce integer, "transactionNetworkId" integer
  NOT NULL, "chainType" varchar NOT NULL DEFAULT 'EVM', "isProjectGivbackEligible" boolean NOT NULL DEFAULT false,
  status text NOT NULL DEFAULT 'pending', "isExternal" boolean NOT NULL DEFAULT false, "verifyErrorMessage" text,
  speedup boolean NOT NULL DEFAULT false, "isFiat" boolean NOT NULL DEFAULT false, "toWalletAddress" varchar NOT
  NULL, "fromWalletAddress" varchar NOT NULL, "tokenAddress" varchar, currency varchar NOT NULL, anonymous boolean,
  amount real NOT NULL, "valueEth" real, "valueUsd" real, "priceEth" real, "priceUsd" real, "projectId" integer,
  "userId" integer, "createdAt" timestamp NOT NULL, "donationType" varchar, "segmentNotified" boolean DEFAULT false,
  "isQRDonation" boolean NOT NULL DEFAULT false);
CREATE INDEX donation_project ON donation ("projectId");
CREATE INDEX donation_created ON donation ("createdAt");
INSERT INTO donation ("transactionId", nonce, "transactionNetworkId", status, "verifyErrorMessage",
  "toWalletAddress", "fromWalletAddress", currency, anonymous, amount, "valueUsd", "projectId", "userId",
  "createdAt", "segmentNotified") SELECT '0x' || md5('do' || g) || md5('dp' || g), g, 100, CASE k WHEN 'lost' THEN
  'pending' ELSE k END, CASE WHEN k = 'failed' THEN 'Transaction status is failed in the network' END, '0x' ||
  md5('to' || g % 20), '0x' || md5('fr' || g % 60), 'XDAI', g % 8 = 0, 2.5 * g, 2.5 * g, 1 + g % 20, 1 + g % 60, c,
  k = 'verified' FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 4 THEN 'pending' WHEN g <= 7 THEN 'lost' WHEN g
  % 12 = 0 THEN 'failed' ELSE 'verified' END AS k, localtimestamp - CASE WHEN g <= 4 THEN g * interval '25 seconds'
  WHEN g <= 7 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '70 minutes' END AS c FROM
  generate_series(1, 190) g) s;
