CREATE TABLE payment_transactionitem (
  id serial PRIMARY KEY,
  private_metadata jsonb NOT NULL DEFAULT '{}',
  metadata jsonb NOT NULL DEFAULT '{}',
  token uuid NOT NULL UNIQUE,
  use_old_id boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL,
  modified_at timestamptz NOT NULL,
  idempotency_key varchar(512),
  name varchar(512),
  message varchar(512),
  psp_reference varchar(512),
  available_actions varchar(128)[] NOT NULL,
  currency varchar(3) NOT NULL,
  charged_value numeric(20,3) NOT NULL,
  authorized_value numeric(20,3) NOT NULL,
  refunded_value numeric(20,3) NOT NULL,
  canceled_value numeric(20,3) NOT NULL,
  refund_pending_value numeric(20,3) NOT NULL,
  charge_pending_value numeric(20,3) NOT NULL,
  authorize_pending_value numeric(20,3) NOT NULL,
  cancel_pending_value numeric(20,3) NOT NULL,
  external_url varchar(200),
  checkout_id uuid,
  order_id uuid,
  user_id integer,
  app_identifier varchar(256),
  app_id integer,
  last_refund_success boolean NOT NULL DEFAULT true,
  cc_first_digits varchar(4),
  cc_last_digits varchar(4),
  cc_brand varchar(40),
  cc_exp_month integer,
  cc_exp_year integer,
  payment_method_type varchar(32),
  payment_method_name varchar(256),
  gift_card_last_chars varchar(4),
  gift_card_brand varchar(40),
  gift_card_id integer,
  CONSTRAINT unique_transaction_idempotency UNIQUE (app_identifier, idempotency_key)
);
CREATE INDEX payment_transactionitem_order_id_idx ON payment_transactionitem (order_id);
CREATE TABLE payment_transactionevent (
  id serial PRIMARY KEY,
  created_at timestamptz NOT NULL,
  idempotency_key varchar(512),
  psp_reference varchar(512),
  message varchar(512),
  transaction_id integer NOT NULL REFERENCES payment_transactionitem (id) DEFERRABLE INITIALLY DEFERRED,
  external_url varchar(200),
  currency varchar(3) NOT NULL,
  type varchar(128) NOT NULL,
  amount_value numeric(20,3) NOT NULL,
  user_id integer,
  app_id integer,
  app_identifier varchar(256),
  include_in_calculations boolean NOT NULL,
  related_granted_refund_id integer,
  CONSTRAINT unique_transaction_event_idempotency UNIQUE (transaction_id, idempotency_key)
);
CREATE INDEX transactionevent_created_at_idx ON payment_transactionevent (created_at);
CREATE INDEX transactionevent_type_idx ON payment_transactionevent (type);
INSERT INTO payment_transactionitem (token, created_at, modified_at, idempotency_key, name, message, psp_reference, available_actions, currency, charged_value, authorized_value, refunded_value, canceled_value, refund_pending_value, charge_pending_value, authorize_pending_value, cancel_pending_value, external_url, checkout_id, order_id, user_id, app_identifier, app_id)
SELECT gen_random_uuid(), c, c+interval '9 seconds', CASE WHEN i%6<>0 THEN gen_random_uuid()::text END, 'Credit card', '', CASE WHEN k<>3 THEN upper(substr(md5('psp'||i),1,16)) END,
 CASE k WHEN 0 THEN ARRAY['refund'] WHEN 1 THEN ARRAY['charge','cancel'] ELSE ARRAY[]::text[] END, CASE WHEN i%4=0 THEN 'EUR' ELSE 'USD' END,
 CASE WHEN k=0 THEN a ELSE 0 END, CASE WHEN k=1 THEN a ELSE 0 END, CASE WHEN k=2 THEN a ELSE 0 END, 0,0, CASE WHEN k=3 THEN a ELSE 0 END,0,0, CASE WHEN k<>3 THEN 'https://psp.example.com/tx/'||substr(md5('psp'||i),1,16) END,
 CASE WHEN k=3 THEN gen_random_uuid() END, CASE WHEN k<>3 THEN gen_random_uuid() END, NULL, 'saleor.app.payment.adyen', 4
FROM generate_series(1,28) i CROSS JOIN LATERAL (SELECT i%4 k, 20+(i*53)%300 + 0.5 a, now()-i*interval '5 hours' c) s;
INSERT INTO payment_transactionevent (created_at, idempotency_key, psp_reference, message, transaction_id, external_url, currency, type, amount_value, app_id, app_identifier, include_in_calculations)
SELECT t.created_at + e.n*interval '4 seconds', CASE WHEN e.n=0 THEN t.idempotency_key END, CASE WHEN e.n>0 THEN t.psp_reference END, CASE WHEN e.typ LIKE '%failure' THEN 'Refused: not enough balance' ELSE '' END, t.id, CASE WHEN e.n>0 THEN t.external_url ELSE '' END, t.currency, e.typ,
 greatest(t.charged_value,t.authorized_value,t.refunded_value,t.charge_pending_value), 4, t.app_identifier, e.n > 0
FROM payment_transactionitem t CROSS JOIN LATERAL (VALUES (0, CASE WHEN t.authorized_value>0 THEN 'authorization_request' ELSE 'charge_request' END),
 (1, CASE WHEN t.authorized_value>0 THEN 'authorization_success' WHEN t.charge_pending_value>0 THEN 'charge_action_required' WHEN t.id%9=0 THEN 'charge_failure' ELSE 'charge_success' END)) e(n,typ)
ORDER BY t.created_at, e.n;
