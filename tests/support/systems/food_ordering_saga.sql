CREATE TYPE order_status AS ENUM ('PENDING','PAID','APPROVED','CANCELLED','CANCELLING');
CREATE TYPE saga_status AS ENUM ('STARTED','FAILED','SUCCEEDED','PROCESSING','COMPENSATING','COMPENSATED');
CREATE TYPE outbox_status AS ENUM ('STARTED','COMPLETED','FAILED');
CREATE TYPE payment_status AS ENUM ('COMPLETED','CANCELLED','FAILED');
CREATE TABLE payment_outbox (
  id uuid NOT NULL,
  saga_id uuid NOT NULL,
  created_at TIMESTAMP WITH TIME ZONE NOT NULL,
  processed_at TIMESTAMP WITH TIME ZONE,
  type character varying NOT NULL,
  payload jsonb NOT NULL,
  outbox_status outbox_status NOT NULL,
  saga_status saga_status NOT NULL,
  order_status order_status NOT NULL,
  version integer NOT NULL,
  CONSTRAINT payment_outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX payment_outbox_saga_status ON payment_outbox (type, outbox_status, saga_status);
CREATE TABLE order_outbox (
  id uuid NOT NULL,
  saga_id uuid NOT NULL,
  created_at TIMESTAMP WITH TIME ZONE NOT NULL,
  processed_at TIMESTAMP WITH TIME ZONE,
  type character varying NOT NULL,
  payload jsonb NOT NULL,
  outbox_status outbox_status NOT NULL,
  payment_status payment_status NOT NULL,
  version integer NOT NULL,
  CONSTRAINT order_outbox_pkey PRIMARY KEY (id)
);
CREATE INDEX payment_order_outbox_saga_status ON order_outbox (type, payment_status);
CREATE UNIQUE INDEX payment_order_outbox_saga_id_payment_status_outbox_status ON order_outbox (type, saga_id, payment_status, outbox_status);
INSERT INTO payment_outbox
SELECT md5('fo'||i)::uuid, md5('saga'||i)::uuid, c, CASE WHEN ss IN ('PROCESSING','SUCCEEDED','COMPENSATED') THEN c + (2+i%6)*interval '1 second' END, 'OrderProcessingSaga',
 jsonb_build_object('orderId',md5('ord'||i)::uuid,'customerId',md5('cu'||i%9)::uuid,'price',i*12.5,'createdAt',to_char(c at time zone 'UTC','YYYY-MM-DD"T"HH24:MI:SS"Z"'),'paymentOrderStatus',CASE WHEN ss='COMPENSATING' THEN 'CANCELLED' ELSE 'PENDING' END),
 os::outbox_status, ss::saga_status, (CASE ss WHEN 'STARTED' THEN 'PENDING' WHEN 'PROCESSING' THEN 'PAID' WHEN 'SUCCEEDED' THEN 'APPROVED' WHEN 'COMPENSATING' THEN 'CANCELLING' ELSE 'CANCELLED' END)::order_status,
 CASE WHEN os='STARTED' THEN 0 WHEN ss IN ('STARTED','COMPENSATING') THEN 1 WHEN ss='PROCESSING' THEN 2 ELSE 3 END
FROM (SELECT i, CASE WHEN i<=7 THEN 'STARTED' WHEN i IN (20,41,60) THEN 'FAILED' ELSE 'COMPLETED' END os,
  CASE WHEN i<=5 THEN 'STARTED' WHEN i<=7 THEN 'COMPENSATING' WHEN i IN (20,41,60) THEN 'STARTED' WHEN i<=12 THEN 'STARTED' WHEN i<=18 THEN 'PROCESSING' WHEN i%9=0 THEN 'COMPENSATED' ELSE 'SUCCEEDED' END ss,
  now() - CASE WHEN i<=7 THEN i*interval '1.2 seconds' WHEN i<=18 THEN i*interval '4 seconds' ELSE i*interval '13 minutes' END c FROM generate_series(1,66) i) x;
INSERT INTO order_outbox
SELECT md5('oo'||i)::uuid, md5('saga'||i)::uuid, c, c + interval '0.05 seconds', 'OrderProcessingSaga',
 jsonb_build_object('paymentId',md5('pay'||i)::uuid,'customerId',md5('cu'||i%9)::uuid,'orderId',md5('ord'||i)::uuid,'price',i*12.5,'createdAt',to_char(c at time zone 'UTC','YYYY-MM-DD"T"HH24:MI:SS"Z"'),'paymentStatus',ps,'failureMessages','[]'::jsonb),
 os::outbox_status, ps::payment_status, CASE WHEN os='STARTED' THEN 0 ELSE 1 END
FROM (SELECT i, CASE WHEN i<=4 THEN 'STARTED' WHEN i%25=0 THEN 'FAILED' ELSE 'COMPLETED' END os, CASE WHEN i%9=0 THEN 'FAILED' WHEN i%14=0 THEN 'CANCELLED' ELSE 'COMPLETED' END ps,
  now() - CASE WHEN i<=4 THEN i*interval '0.9 seconds' ELSE i*interval '13 minutes' END c FROM generate_series(1,60) i) x;
