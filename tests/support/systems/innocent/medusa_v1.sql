CREATE TYPE return_status_enum AS ENUM ('requested','received','requires_action','canceled');
CREATE TYPE swap_fulfillment_status_enum AS ENUM ('not_fulfilled','fulfilled','shipped','partially_shipped','canceled','requires_action');
CREATE TYPE swap_payment_status_enum AS ENUM ('not_paid','awaiting','captured','confirmed','canceled','difference_refunded','partially_refunded','refunded','requires_action');
CREATE TABLE swap (
  id varchar NOT NULL,
  fulfillment_status swap_fulfillment_status_enum NOT NULL,
  payment_status swap_payment_status_enum NOT NULL,
  order_id varchar NOT NULL,
  difference_due integer,
  shipping_address_id varchar,
  cart_id varchar,
  confirmed_at timestamptz,
  canceled_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  deleted_at timestamptz,
  no_notification boolean,
  allow_backorder boolean NOT NULL DEFAULT false,
  metadata jsonb,
  idempotency_key varchar,
  CONSTRAINT "PK_4a10d0f359339acef77e7f986d9" PRIMARY KEY (id),
  CONSTRAINT "REL_402e8182bc553e082f6380020b" UNIQUE (cart_id)
);
CREATE INDEX "IDX_52dd74e8c989aa5665ad2852b8" ON swap (order_id);
CREATE TABLE "return" (
  id varchar NOT NULL,
  status return_status_enum NOT NULL DEFAULT 'requested',
  swap_id varchar,
  claim_order_id varchar,
  order_id varchar,
  shipping_data jsonb,
  refund_amount integer NOT NULL,
  received_at timestamptz,
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  no_notification boolean,
  metadata jsonb,
  idempotency_key varchar,
  CONSTRAINT "PK_c8ad68d13e76d75d803b5aeebc4" PRIMARY KEY (id),
  CONSTRAINT "REL_bad82d7bff2b08b87094bfac3d" UNIQUE (swap_id),
  CONSTRAINT "REL_71773d56eb2bacb922bc328339" UNIQUE (claim_order_id)
);
CREATE INDEX "IDX_d4bd17f918fc6c332b74a368c3" ON "return" (order_id);
INSERT INTO swap (id, fulfillment_status, payment_status, order_id, difference_due, shipping_address_id, cart_id, confirmed_at, canceled_at, created_at, updated_at, no_notification, allow_backorder, metadata, idempotency_key)
SELECT 'swap_01H'||upper(substr(md5('s'||i),1,23)), s.f::swap_fulfillment_status_enum, s.p::swap_payment_status_enum, 'order_01H'||upper(substr(md5('o'||i),1,23)),
 CASE WHEN s.p='not_paid' THEN NULL ELSE (i%5-2)*1500 END, CASE WHEN s.p<>'not_paid' THEN 'addr_01H'||upper(substr(md5('a'||i),1,23)) END, 'cart_01H'||upper(substr(md5('c'||i),1,23)),
 CASE WHEN s.p NOT IN ('not_paid','canceled') THEN c+interval '40 minutes' END, CASE WHEN s.p='canceled' THEN c+interval '1 day' END, c, c+interval '41 minutes', NULL, false, NULL, gen_random_uuid()::text
FROM generate_series(1,24) i
CROSS JOIN LATERAL (SELECT (ARRAY['not_fulfilled','shipped','fulfilled','shipped','canceled','not_fulfilled'])[1+i%6] f, (ARRAY['not_paid','captured','captured','difference_refunded','canceled','awaiting'])[1+i%6] p, now()-i*interval '19 hours' c) s;
INSERT INTO "return" (id, status, swap_id, claim_order_id, order_id, shipping_data, refund_amount, received_at, created_at, updated_at, no_notification, metadata, idempotency_key)
SELECT 'ret_01H'||upper(substr(md5('r'||i),1,23)), s.st::return_status_enum, CASE WHEN i<=12 THEN 'swap_01H'||upper(substr(md5('s'||i),1,23)) END, NULL, CASE WHEN i>12 THEN 'order_01H'||upper(substr(md5('ro'||i),1,23)) END,
 CASE WHEN i%4=0 THEN '{}'::jsonb END, 1200+(i*731)%9000, CASE WHEN s.st='received' THEN c+interval '4 days' END, c, CASE WHEN s.st='requested' THEN c ELSE c+interval '4 days' END, CASE WHEN i>12 THEN false END, NULL,
 CASE WHEN i%9<>0 THEN gen_random_uuid()::text END
FROM generate_series(1,40) i
CROSS JOIN LATERAL (SELECT (ARRAY['received','requested','received','received','requires_action','received','canceled','requested'])[1+i%8] st, now()-interval '5 days'-i*interval '11 hours' c) s;
