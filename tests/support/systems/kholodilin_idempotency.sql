CREATE TABLE idempotency_records (
  operation VARCHAR(128) NOT NULL,
  idempotency_key VARCHAR(255) NOT NULL,
  request_hash VARCHAR(128) NOT NULL,
  status VARCHAR(32) NOT NULL,
  result_type VARCHAR(255),
  result_payload JSONB,
  error_code VARCHAR(128),
  created_at TIMESTAMPTZ NOT NULL,
  completed_at TIMESTAMPTZ,
  expires_at TIMESTAMPTZ,
  PRIMARY KEY (operation, idempotency_key)
);
CREATE INDEX idx_idempotency_records_expires_at ON idempotency_records (expires_at);
INSERT INTO idempotency_records
SELECT op, md5('kk'||i)::uuid::text, encode(sha256(('h'||i)::bytea),'hex'), st,
 CASE WHEN st='COMPLETED' THEN CASE op WHEN 'CREATE_PAYMENT' THEN 'com.kholodilin.idempotency.demo.model.PaymentResult' ELSE 'com.kholodilin.idempotency.demo.model.RefundResult' END END,
 CASE WHEN st='COMPLETED' THEN CASE op WHEN 'CREATE_PAYMENT' THEN jsonb_build_object('paymentId',md5('p'||i)::uuid,'orderId','order-'||i,'amount',i*10.5,'status','PAID') ELSE jsonb_build_object('refundId',md5('r'||i)::uuid,'paymentId',md5('p'||i)::uuid,'amount',i*2.5) END
  WHEN op='CREATE_PAYMENT' THEN jsonb_build_object('balance',i,'requested',i*100) ELSE jsonb_build_object('paymentId',md5('p'||i)::uuid,'amount',i*1000) END,
 CASE WHEN st='REJECTED' THEN CASE op WHEN 'CREATE_PAYMENT' THEN 'INSUFFICIENT_FUNDS' ELSE 'REFUND_LIMIT_EXCEEDED' END END,
 c, c + (3+i%40)*interval '0.007 seconds', c + interval '365 days'
FROM (SELECT i, CASE WHEN i%4=0 THEN 'REFUND_PAYMENT' ELSE 'CREATE_PAYMENT' END op, CASE WHEN i%6=0 THEN 'REJECTED' ELSE 'COMPLETED' END st, now() - i*interval '5 hours 11 minutes' c FROM generate_series(1,60) i) x;
