CREATE TABLE withdraw (id integer NOT NULL UNIQUE, tx_hash varchar(255) UNIQUE, address varchar(255) NOT
  NULL, amount numeric(64,20) NOT NULL, asset char(32) NOT NULL, height integer, tx_index integer, status
  integer DEFAULT 1, create_time timestamp DEFAULT now(), update_time timestamp DEFAULT now(), PRIMARY KEY
  (id));
INSERT INTO withdraw (id, tx_hash, address, amount, asset, height, tx_index, status, create_time,
  update_time) SELECT 1000 - g, CASE WHEN k NOT IN ('new', 'lost') THEN '0x' || md5('wt' || g) END, '0x' ||
  md5('ad' || g % 40), 0.5 + g, (ARRAY['ETH', 'BTC'])[1 + g % 2], CASE WHEN k IN ('chain', 'done') THEN
  700000 - g END, CASE WHEN k IN ('chain', 'done') THEN g % 90 END, CASE k WHEN 'new' THEN 1 WHEN 'lost'
  THEN 1 WHEN 'sent' THEN 2 WHEN 'chain' THEN 3 ELSE 4 END, c::timestamp, CASE WHEN k IN ('new', 'lost')
  THEN c ELSE c + interval '20 minutes' END::timestamp FROM (SELECT g, now() AS n, CASE WHEN g <= 3 THEN
  'new' WHEN g <= 6 THEN 'sent' WHEN g <= 10 THEN 'chain' WHEN g <= 12 THEN 'lost' ELSE 'done' END AS k,
  now() - CASE WHEN g <= 3 THEN g * interval '25 seconds' WHEN g <= 6 THEN g * interval '25 seconds' WHEN g
  <= 10 THEN g * interval '25 seconds' WHEN g <= 12 THEN interval '9 hours' + g * interval '7 minutes' ELSE
  g * interval '40 minutes' END AS c FROM generate_series(1, 290) g) s ORDER BY g DESC;
