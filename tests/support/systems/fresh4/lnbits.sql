CREATE TABLE apipayments (checking_id text NOT NULL, amount bigint NOT NULL, fee integer NOT NULL DEFAULT 0,
  wallet_id text NOT NULL, memo text, "time" timestamp NOT NULL DEFAULT now(), payment_hash text, preimage text,
  bolt11 text, extra text, webhook text, webhook_status text, expiry timestamp, status text DEFAULT 'pending',
  tag text, extension text, created_at timestamp, updated_at timestamp, fiat_provider text, labels text,
  UNIQUE (wallet_id, checking_id));
CREATE INDEX by_hash ON apipayments (payment_hash);
INSERT INTO apipayments SELECT CASE WHEN g % 9 = 0 THEN 'internal_' ELSE '' END || md5('ck' || g) || md5('cl' || g),
  CASE WHEN out THEN -1 ELSE 1 END * (1000 * g + 21), CASE WHEN out THEN -(g % 5) * 1000 ELSE 0 END,
  md5('wl' || g % 8), 'coffee ' || g, c, md5('ph' || g) || md5('pi' || g), CASE WHEN k = 'success'
  THEN md5('pre' || g) || md5('prf' || g) END, 'lnbc' || md5('ln' || g), '{}', CASE WHEN g % 7 = 0
  THEN 'https://example.com/hook' END, CASE WHEN g % 7 = 0 AND k = 'success' THEN '200' END, c + interval '1 hour',
  k, CASE WHEN g % 6 = 0 THEN 'lnurlp' END, NULL, c, CASE WHEN k = 'pending' THEN c
  ELSE c + interval '9 seconds' END, NULL, '[]'
FROM (SELECT *, g % 3 = 0 AS out FROM (SELECT g, (now() AT TIME ZONE 'UTC') AS n, CASE WHEN g <= 22 THEN 'pending'
  WHEN g <= 36 THEN 'pending' WHEN g % 16 = 0 THEN 'failed' ELSE 'success' END AS k,
  (now() AT TIME ZONE 'UTC') - CASE WHEN g <= 22 THEN g * interval '2 minutes' WHEN g <= 36
  THEN interval '2 days' + g * interval '7 minutes' ELSE g * interval '28 minutes' END AS c
FROM generate_series(1, 210) g) s) q;
