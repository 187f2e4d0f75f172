CREATE TABLE payments (id bigserial PRIMARY KEY, public_id uuid NOT NULL, created_at timestamp NOT NULL, updated_at
  timestamp NOT NULL, type varchar(16) NOT NULL, status varchar(16) NOT NULL, merchant_id bigint NOT NULL,
  merchant_order_uuid uuid NOT NULL, merchant_order_id varchar(255), expires_at timestamp, price numeric(64,0) NOT
  NULL, decimals integer NOT NULL, currency varchar(16) NOT NULL, description text, redirect_url text NOT NULL,
  customer_id bigint, is_test boolean NOT NULL DEFAULT false, webhook_sent_at timestamp, metadata jsonb);
CREATE UNIQUE INDEX merchant_order_uuid ON payments (merchant_id, merchant_order_uuid);
CREATE INDEX payments_public_id ON payments (public_id);
CREATE TABLE transactions (id bigserial PRIMARY KEY, created_at timestamp NOT NULL, updated_at timestamp NOT NULL,
  merchant_id bigint NOT NULL, status varchar(16) NOT NULL, type varchar(16) NOT NULL, entity_id bigint,
  recipient_wallet_id bigint, sender_wallet_id bigint, sender_address varchar(128), recipient_address varchar(128)
  NOT NULL, transaction_hash varchar(128), network varchar(6) NOT NULL, currency_type varchar(16) NOT NULL, currency
  varchar(16) NOT NULL, decimals integer NOT NULL, amount numeric(64,0) NOT NULL, fact_amount numeric(64,0),
  network_fee numeric(64,0), network_decimals integer NOT NULL DEFAULT 0, service_fee numeric(64,0) NOT NULL,
  usd_amount numeric(64,0) NOT NULL, metadata jsonb, is_test boolean NOT NULL DEFAULT false);
CREATE INDEX transactions_merchant_id ON transactions (merchant_id);
CREATE INDEX transactions_entity_id ON transactions (entity_id);
INSERT INTO payments (public_id, created_at, updated_at, type, status, merchant_id, merchant_order_uuid,
  merchant_order_id, expires_at, price, decimals, currency, redirect_url, customer_id, webhook_sent_at, metadata)
  SELECT md5('pu' || g)::uuid, c, CASE WHEN k = 'pending' THEN c ELSE c + interval '9 minutes' END, CASE WHEN g % 8
  = 0 THEN 'withdrawal' ELSE 'payment' END, CASE k WHEN 'lost' THEN 'inProgress' ELSE k END, 1 + g % 4, md5('mo' ||
  g)::uuid, CASE WHEN g % 2 = 0 THEN 'A-' || g END, CASE WHEN g % 8 > 0 THEN c + interval '20 minutes' END, 100 * g,
  2, (ARRAY['USD', 'EUR'])[1 + g % 2], 'https://shop.example', CASE WHEN k <> 'pending' THEN 1 + g % 60 END, CASE
  WHEN k IN ('success', 'failed') THEN c + interval '9 minutes' END, '{}' FROM (SELECT g, localtimestamp AS n, CASE
  WHEN g <= 4 THEN 'pending' WHEN g <= 6 THEN 'locked' WHEN g <= 9 THEN 'inProgress' WHEN g <= 12 THEN 'lost' WHEN g
  % 6 = 0 THEN 'failed' ELSE 'success' END AS k, localtimestamp - CASE WHEN g <= 9 THEN g * interval '25 seconds'
  WHEN g <= 12 THEN interval '9 hours' + g * interval '7 minutes' ELSE g * interval '30 minutes' END AS c FROM
  generate_series(1, 220) g) s;
INSERT INTO transactions (created_at, updated_at, merchant_id, status, type, entity_id, recipient_wallet_id,
  sender_wallet_id, sender_address, recipient_address, transaction_hash, network, currency_type, currency, decimals,
  amount, fact_amount, network_fee, network_decimals, service_fee, usd_amount, metadata) SELECT c, CASE WHEN k =
  'pending' THEN c ELSE c + interval '9 minutes' END, 1 + g % 4, CASE k WHEN 'lost' THEN 'inProgress' ELSE k END,
  (ARRAY['incoming', 'internal', 'withdrawal'])[1 + g % 3], CASE WHEN g % 3 <> 1 THEN g END, CASE WHEN g % 3 < 2
  THEN 1 + g % 9 END, CASE WHEN g % 3 > 0 THEN 1 + g % 9 END, CASE WHEN k NOT IN ('pending', 'canceled') THEN '0x'
  || md5('s' || g) END, '0x' || md5('r' || g), CASE WHEN k NOT IN ('pending', 'canceled') THEN '0x' || md5('h' || g)
  || md5('i' || g) END, (ARRAY['ETH', 'MATIC'])[1 + g % 2], 'coin', (ARRAY['ETH', 'MATIC'])[1 + g % 2], 18,
  1000000000::numeric * g, CASE WHEN k IN ('completed', 'completedInv') THEN 1000000000::numeric * g END, CASE WHEN
  k IN ('completed', 'completedInv', 'failed') THEN 21000 END, 18, 100 * g, 25 * g, '{}' FROM (SELECT g,
  localtimestamp AS n, CASE WHEN g <= 4 THEN 'pending' WHEN g <= 8 THEN 'inProgress' WHEN g <= 11 THEN 'lost' WHEN g
  % 7 = 0 THEN 'canceled' WHEN g % 29 = 0 THEN 'failed' WHEN g % 41 = 0 THEN 'completedInv' ELSE 'completed' END AS
  k, localtimestamp - CASE WHEN g <= 8 THEN g * interval '25 seconds' WHEN g <= 11 THEN interval '9 hours' + g *
  interval '7 minutes' ELSE g * interval '30 minutes' END AS c FROM generate_series(1, 260) g) s;
