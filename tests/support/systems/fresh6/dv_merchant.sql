CREATE TABLE transfers (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), number bigserial NOT NULL UNIQUE, user_id
  uuid NOT NULL, kind varchar(255) NOT NULL DEFAULT 'transferFromAddress', currency_id varchar(255) NOT NULL, status
  varchar(255) NOT NULL, stage varchar(255) NOT NULL, amount numeric(90,50) NOT NULL, amount_usd numeric(28,4) NOT
  NULL, message text, created_at timestamp, updated_at timestamp, blockchain varchar(255) NOT NULL, from_addresses
  varchar(255)[] NOT NULL DEFAULT '{}', to_addresses varchar(255)[] NOT NULL DEFAULT '{}', step varchar(255),
  tx_hash varchar(255));
CREATE TABLE webhook_send_queue (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), webhook_id uuid NOT NULL,
  seconds_delay smallint NOT NULL, transaction_id uuid NOT NULL, payload json NOT NULL, signature varchar(255) NOT
  NULL, event varchar(50) NOT NULL, last_sent_at timestamp(0), created_at timestamp(0), CONSTRAINT
  uniq_webhook_id_tx_id UNIQUE (webhook_id, transaction_id));
CREATE TABLE notification_send_queue (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), destination varchar(255) NOT
  NULL CHECK (destination <> ''), type varchar NOT NULL, parameters jsonb NOT NULL, channel varchar(255) NOT NULL,
  attempts integer NOT NULL DEFAULT 0, created_at timestamp NOT NULL DEFAULT now(), updated_at timestamp);
CREATE TABLE aml_check_queue (id uuid PRIMARY KEY DEFAULT gen_random_uuid(), user_id uuid NOT NULL, aml_check_id
  uuid NOT NULL UNIQUE, attempts integer NOT NULL DEFAULT 0, created_at timestamp NOT NULL DEFAULT now(), updated_at
  timestamp, request_payload jsonb NOT NULL DEFAULT '{}');
INSERT INTO transfers (id, user_id, kind, currency_id, status, stage, amount, amount_usd, message, created_at,
  updated_at, blockchain, from_addresses, to_addresses, step, tx_hash) SELECT md5('tf' || g)::uuid, md5('us' || g %
  4)::uuid, (ARRAY['transferFromAddress', 'transferFromProcessing'])[1 + g % 2], (ARRAY['USDT.Tron', 'ETH.Ethereum',
  'BTC.Bitcoin'])[1 + g % 3], CASE k WHEN 'lost' THEN 'in_mempool' ELSE k END, CASE WHEN k IN ('failed',
  'completed') THEN k ELSE 'in_progress' END, 0.125 * g, 12.5 * g, CASE k WHEN 'failed' THEN 'not enough resources'
  END, c, CASE k WHEN 'new' THEN NULL ELSE c + interval '80 seconds' END, (ARRAY['tron', 'ethereum', 'bitcoin'])[1 +
  g % 3], ARRAY['T' || md5('f' || g)]::varchar[], ARRAY['T' || md5('t' || g % 5)]::varchar[], CASE WHEN k <> 'new'
  THEN 'sending' END, CASE WHEN k IN ('in_mempool', 'unconfirmed', 'completed', 'lost') THEN md5('h' || g) ||
  md5('i' || g) END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 2 THEN 'new' WHEN g <= 4 THEN 'processing'
  WHEN g <= 6 THEN 'in_mempool' WHEN g <= 8 THEN 'unconfirmed' WHEN g <= 11 THEN 'lost' WHEN g % 9 = 0 THEN 'failed'
  ELSE 'completed' END AS k, localtimestamp - CASE WHEN g <= 8 THEN g * interval '25 seconds' WHEN g <= 11 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '45 minutes' END AS c FROM generate_series(1, 200)
  g) s;
INSERT INTO webhook_send_queue (id, webhook_id, seconds_delay, transaction_id, payload, signature, event,
  last_sent_at, created_at) SELECT md5('wq' || g)::uuid, md5('wh' || g % 4)::uuid, CASE WHEN g <= 10 THEN 0 ELSE 30
  * (1 + g % 9) END, md5('tx' || g)::uuid, '{"type": "PaymentReceived"}', md5('sg' || g), 'PaymentReceived', CASE
  WHEN g > 10 THEN c + interval '70 seconds' END, c FROM (SELECT g, localtimestamp AS n, 'x' AS k, localtimestamp -
  CASE WHEN g <= 28 THEN g * interval '25 seconds' WHEN g <= 40 THEN interval '5 hours' + g * interval '7 minutes'
  ELSE g * interval '1 hour' END AS c FROM generate_series(1, 40) g) s;
INSERT INTO notification_send_queue (id, destination, type, parameters, channel, attempts, created_at) SELECT
  md5('nq' || g)::uuid, 'm' || g || '@example.com', (ARRAY['user_verification', 'user_forgot_password'])[1 + g % 2],
  '{}', 'email', CASE WHEN g <= 8 THEN 0 ELSE 1 + g % 4 END, c FROM (SELECT g, localtimestamp AS n, 'x' AS k,
  localtimestamp - CASE WHEN g <= 24 THEN g * interval '25 seconds' WHEN g <= 36 THEN interval '5 hours' + g *
  interval '7 minutes' ELSE g * interval '1 hour' END AS c FROM generate_series(1, 36) g) s;
INSERT INTO aml_check_queue (id, user_id, aml_check_id, attempts, created_at, request_payload) SELECT md5('aq' ||
  g)::uuid, md5('us' || g % 4)::uuid, md5('am' || g)::uuid, CASE WHEN g <= 6 THEN 0 ELSE g % 20 END, c,
  '{"asset": "BTC"}' FROM (SELECT g, localtimestamp AS n, 'x' AS k, localtimestamp - CASE WHEN g <= 20 THEN g *
  interval '25 seconds' WHEN g <= 34 THEN interval '5 hours' + g * interval '7 minutes' ELSE g * interval '1 hour'
  END AS c FROM generate_series(1, 34) g) s;
