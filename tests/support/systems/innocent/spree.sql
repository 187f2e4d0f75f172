CREATE TABLE spree_payments (
  id bigserial PRIMARY KEY,
  amount numeric(10,2) DEFAULT 0.0 NOT NULL,
  order_id bigint,
  source_type varchar,
  source_id bigint,
  payment_method_id bigint,
  state varchar,
  response_code varchar,
  avs_response varchar,
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL,
  number varchar,
  cvv_response_code varchar,
  cvv_response_message varchar,
  public_metadata jsonb,
  private_metadata jsonb,
  intent_client_key varchar
);
CREATE UNIQUE INDEX index_spree_payments_on_number ON spree_payments (number);
CREATE INDEX index_spree_payments_on_order_id ON spree_payments (order_id);
CREATE INDEX index_spree_payments_on_payment_method_id ON spree_payments (payment_method_id);
CREATE INDEX index_spree_payments_on_source_id_and_source_type ON spree_payments (source_id, source_type);
CREATE TABLE spree_shipments (
  id bigserial PRIMARY KEY,
  tracking varchar,
  number varchar,
  cost numeric(10,2) DEFAULT 0.0,
  shipped_at timestamp(6),
  order_id bigint,
  address_id bigint,
  state varchar,
  created_at timestamp(6) NOT NULL,
  updated_at timestamp(6) NOT NULL,
  stock_location_id bigint,
  adjustment_total numeric(10,2) DEFAULT 0.0,
  additional_tax_total numeric(10,2) DEFAULT 0.0,
  promo_total numeric(10,2) DEFAULT 0.0,
  included_tax_total numeric(10,2) DEFAULT 0.0 NOT NULL,
  pre_tax_amount numeric(12,4) DEFAULT 0.0 NOT NULL,
  public_metadata jsonb,
  private_metadata jsonb
);
CREATE UNIQUE INDEX index_spree_shipments_on_number ON spree_shipments (number);
CREATE INDEX index_spree_shipments_on_order_id ON spree_shipments (order_id);
CREATE INDEX index_spree_shipments_on_stock_location_id ON spree_shipments (stock_location_id);
INSERT INTO spree_payments (amount, order_id, source_type, source_id, payment_method_id, state, response_code, avs_response, created_at, updated_at, number, cvv_response_code, cvv_response_message, public_metadata, private_metadata, intent_client_key)
SELECT round((19 + (i*37)%400 + 0.99)::numeric,2), 1000+i-(CASE WHEN s.st='invalid' THEN 1 ELSE 0 END), 'Spree::CreditCard', 300+i, 2+(i%2), s.st,
 CASE WHEN s.st IN ('completed','pending','void') THEN 'pi_3'||substr(md5('rc'||i),1,22) END,
 CASE WHEN s.st IN ('completed','pending','void') THEN 'D' END,
 t.c, t.c + CASE WHEN s.st='checkout' THEN interval '0' ELSE interval '3 seconds' END, 'P'||upper(translate(substr(md5('n'||i),1,8),'0123456789abcdef','XCHNTQRUWYADEGKM')),
 CASE WHEN s.st='completed' THEN 'M' END, CASE WHEN s.st='completed' THEN 'CVV2 Match' END, '{}', '{}',
 CASE WHEN s.st IN ('checkout','completed') AND i%3=0 THEN 'pi_3'||substr(md5('ic'||i),1,22)||'_secret_'||substr(md5('is'||i),1,25) END
FROM generate_series(1,44) i
CROSS JOIN LATERAL (SELECT (ARRAY['completed','completed','checkout','completed','failed','completed','void','pending','invalid','completed','processing'])[1+i%11] st) s
CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE 'utc') - i*interval '7 hours 13 minutes' c) t;
INSERT INTO spree_shipments (tracking, number, cost, shipped_at, order_id, address_id, state, created_at, updated_at, stock_location_id, pre_tax_amount, public_metadata, private_metadata)
SELECT CASE WHEN s.st='shipped' THEN '1Z999AA1'||lpad((10123456+i*7919)::text,10,'0') END, 'H'||lpad((14830000000 + i*7654321)::text,11,'0'), 5+(i%3)*5,
 CASE WHEN s.st='shipped' THEN t.c + interval '1 day 2 hours' END, 1000+i, 700+i, s.st, t.c, t.c + CASE WHEN s.st='shipped' THEN interval '1 day 2 hours' ELSE interval '4 minutes' END, 1, 5+(i%3)*5, '{}', '{}'
FROM generate_series(1,36) i
CROSS JOIN LATERAL (SELECT (ARRAY['shipped','shipped','ready','pending','shipped','canceled','shipped'])[1+i%7] st) s
CROSS JOIN LATERAL (SELECT (now() AT TIME ZONE 'utc') - i*interval '9 hours' - interval '1 day 3 hours' c) t;
