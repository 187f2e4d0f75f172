CREATE TABLE transaction (hash varchar PRIMARY KEY, encoded varchar, decoded jsonb, status varchar(15), gas_price
  decimal(78,0), nonce decimal(78,0), cumulative_gas_used bigint, used_steps integer, received_at timestamptz NOT
  NULL, from_address varchar NOT NULL, is_wip boolean, ip varchar NOT NULL DEFAULT '', deposit_count bigint,
  failed_reason varchar);
CREATE INDEX idx_transaction_from_nonce ON transaction (from_address, nonce);
CREATE INDEX idx_transaction_status ON transaction (status);
CREATE TABLE monitored_txs (owner varchar NOT NULL, id varchar NOT NULL, from_addr varchar NOT NULL, to_addr
  varchar, nonce decimal(78,0) NOT NULL, value decimal(78,0), data varchar, gas decimal(78,0) NOT NULL, gas_offset
  decimal(78,0) NOT NULL DEFAULT 0, gas_price decimal(78,0) NOT NULL, status varchar NOT NULL, history varchar[],
  block_num bigint, created_at timestamptz NOT NULL, updated_at timestamptz NOT NULL, PRIMARY KEY (owner, id));
INSERT INTO transaction SELECT '0x' || md5('tx' || g) || md5('ty' || g), '0xf8', '{}', CASE k WHEN 'lost' THEN
  'pending' ELSE k END, 1000000000 + g, g, 21000 + g, 40000, c, '0x' || left(md5('fr' || g % 20), 40), k =
  'pending', '10.0.0.' || g % 200, NULL, CASE k WHEN 'failed' THEN 'out of counters' WHEN 'invalid' THEN
  'nonce too low' END FROM (SELECT g, now() AS n, CASE WHEN g <= 5 THEN 'pending' WHEN g <= 9 THEN 'lost' WHEN g %
  15 = 0 THEN 'failed' WHEN g % 31 = 0 THEN 'invalid' ELSE 'selected' END AS k, now() - CASE WHEN g <= 5 THEN g *
  interval '3 seconds' WHEN g <= 9 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '4 minutes'
  END AS c FROM generate_series(1, 230) g) s;
INSERT INTO monitored_txs SELECT CASE WHEN g % 2 = 0 THEN 'sequencer' ELSE 'aggregator' END, (CASE WHEN g % 2 = 0
  THEN 'sequence-from-' ELSE 'proof-from-' END) || g, '0x' || md5('fa'), '0x' || md5('ta'), 500 + g, 0, '0x01',
  300000 + g, 0, 20000000000, CASE k WHEN 'lost' THEN 'sent' ELSE k END, CASE WHEN k = 'created' THEN '{}' ELSE
  ARRAY['0x' || md5('hi' || g)] END, CASE WHEN k IN ('confirmed', 'done') THEN 17000000 + g END, c, c + interval
  '3 minutes' FROM (SELECT g, now() AS n, CASE WHEN g <= 1 THEN 'created' WHEN g <= 3 THEN 'sent' WHEN g <= 4 THEN
  'confirmed' WHEN g <= 6 THEN 'lost' WHEN g % 26 = 0 THEN 'failed' ELSE 'done' END AS k, now() - CASE WHEN g <= 4
  THEN g * interval '25 seconds' WHEN g <= 6 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval
  '2 hours' END AS c FROM generate_series(1, 120) g) s;
