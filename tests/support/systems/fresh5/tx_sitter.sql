CREATE TYPE tx_status AS ENUM ('pending', 'mined', 'finalized');
CREATE TYPE transaction_priority AS ENUM ('slowest', 'slow', 'regular', 'fast', 'fastest');
CREATE TABLE transactions (id varchar(255) PRIMARY KEY, tx_to bytea NOT NULL, data bytea NOT NULL, value bytea NOT
  NULL, gas_limit bytea NOT NULL, nonce bigint NOT NULL, priority transaction_priority NOT NULL, relayer_id char(36)
  NOT NULL, blobs bytea[]);
CREATE TABLE tx_hashes (tx_hash bytea PRIMARY KEY, tx_id varchar(255) NOT NULL REFERENCES transactions (id) ON
  DELETE CASCADE, created_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, max_fee_per_gas bytea NOT NULL,
  max_priority_fee_per_gas bytea NOT NULL, escalated boolean NOT NULL DEFAULT false);
CREATE TABLE sent_transactions (tx_id varchar(255) PRIMARY KEY REFERENCES transactions (id) ON DELETE CASCADE,
  initial_max_fee_per_gas bytea NOT NULL, initial_max_priority_fee_per_gas bytea NOT NULL, created_at timestamp NOT
  NULL DEFAULT CURRENT_TIMESTAMP, updated_at timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, first_submitted_at
  timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, mined_at timestamp, escalation_count bigint NOT NULL DEFAULT 0,
  last_escalation timestamp NOT NULL DEFAULT CURRENT_TIMESTAMP, reorg boolean NOT NULL DEFAULT false, status
  tx_status NOT NULL DEFAULT 'pending', valid_tx_hash bytea NOT NULL REFERENCES tx_hashes (tx_hash));
INSERT INTO transactions SELECT 'tx' || g, '\x01', '\x02', '\x00', '\x5208', g, 'regular', md5('re' || g %
  3)::uuid::text FROM generate_series(1, 200) g;
INSERT INTO tx_hashes SELECT decode(md5('h' || g), 'hex'), 'tx' || g, localtimestamp - g * interval '10 minutes',
  '\x01', '\x01', false FROM generate_series(1, 200) g;
INSERT INTO sent_transactions SELECT 'tx' || g, '\x01', '\x01', c, CASE k WHEN 'pending' THEN c ELSE c + interval
  '20 minutes' END, c, CASE WHEN k IN ('mined', 'finalized') THEN c + interval '30 seconds' END, CASE WHEN k =
  'lost' THEN 9 WHEN g % 7 = 0 THEN 1 ELSE 0 END, c + CASE WHEN k = 'lost' THEN interval '3 hours' ELSE interval '0'
  END, false, (CASE k WHEN 'lost' THEN 'pending' ELSE k END)::tx_status, decode(md5('h' || g), 'hex') FROM (SELECT
  g, localtimestamp AS n, CASE WHEN g <= 4 THEN 'pending' WHEN g <= 18 THEN 'mined' WHEN g <= 21 THEN 'lost' ELSE
  'finalized' END AS k, localtimestamp - CASE WHEN g <= 18 THEN g * interval '25 seconds' WHEN g <= 21 THEN interval
  '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS c FROM generate_series(1, 200) g) s;
