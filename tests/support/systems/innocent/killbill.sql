CREATE DOMAIN datetime AS timestamp without time zone;
CREATE TABLE payments (
  record_id serial UNIQUE,
  id varchar(36) NOT NULL,
  account_id varchar(36) NOT NULL,
  payment_method_id varchar(36) NOT NULL,
  external_key varchar(255) NOT NULL,
  state_name varchar(64) DEFAULT NULL,
  last_success_state_name varchar(64) DEFAULT NULL,
  created_by varchar(50) NOT NULL,
  created_date datetime NOT NULL,
  updated_by varchar(50) NOT NULL,
  updated_date datetime NOT NULL,
  account_record_id bigint NOT NULL,
  tenant_record_id bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (record_id)
);
CREATE UNIQUE INDEX payments_id ON payments (id);
CREATE UNIQUE INDEX payments_key ON payments (external_key, tenant_record_id);
CREATE INDEX payments_accnt ON payments (account_id);
CREATE INDEX payments_tenant_account_record_id ON payments (tenant_record_id, account_record_id);
CREATE INDEX payments_tenant_record_id_state_name ON payments (tenant_record_id, state_name);
CREATE TABLE payment_transactions (
  record_id serial UNIQUE,
  id varchar(36) NOT NULL,
  attempt_id varchar(36) DEFAULT NULL,
  transaction_external_key varchar(255) NOT NULL,
  transaction_type varchar(32) NOT NULL,
  effective_date datetime NOT NULL,
  transaction_status varchar(50) NOT NULL,
  amount numeric(15,9),
  currency varchar(3),
  processed_amount numeric(15,9),
  processed_currency varchar(3),
  payment_id varchar(36) NOT NULL,
  gateway_error_code varchar(32),
  gateway_error_msg text,
  created_by varchar(50) NOT NULL,
  created_date datetime NOT NULL,
  updated_by varchar(50) NOT NULL,
  updated_date datetime NOT NULL,
  account_record_id bigint NOT NULL,
  tenant_record_id bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (record_id)
);
CREATE UNIQUE INDEX transactions_id ON payment_transactions (id);
CREATE INDEX transactions_payment_id ON payment_transactions (payment_id);
CREATE INDEX transactions_key ON payment_transactions (transaction_external_key);
CREATE INDEX transactions_status ON payment_transactions (transaction_status);
CREATE INDEX transactions_tenant_account_record_id ON payment_transactions (tenant_record_id, account_record_id);
INSERT INTO payments (id, account_id, payment_method_id, external_key, state_name, last_success_state_name, created_by, created_date, updated_by, updated_date, account_record_id, tenant_record_id)
SELECT md5('p'||i)::uuid::text, md5('a'||i%9)::uuid::text, md5('pm'||i%9)::uuid::text, CASE WHEN i%3=0 THEN 'order-'||(81000+i) ELSE md5('p'||i)::uuid::text END, st, CASE WHEN st LIKE '%SUCCESS' THEN st END, 'PaymentRequestProcessor', c, 'PaymentRequestProcessor', c+interval '1 second', 1+i%9, 1
FROM generate_series(1,40) i CROSS JOIN LATERAL (SELECT (ARRAY['PURCHASE_SUCCESS','PURCHASE_SUCCESS','AUTH_SUCCESS','PURCHASE_FAILED','REFUND_SUCCESS','PURCHASE_PENDING','PURCHASE_SUCCESS','PURCHASE_ERRORED','CAPTURE_SUCCESS','VOID_SUCCESS'])[1+i%10] st, date_trunc('second',(now() AT TIME ZONE 'utc'))-i*interval '17 hours' c) s;
INSERT INTO payment_transactions (id, attempt_id, transaction_external_key, transaction_type, effective_date, transaction_status, amount, currency, processed_amount, processed_currency, payment_id, gateway_error_code, gateway_error_msg, created_by, created_date, updated_by, updated_date, account_record_id, tenant_record_id)
SELECT md5('t'||p.record_id||'-'||x.n)::uuid::text, CASE WHEN x.n=1 THEN md5('at'||p.record_id)::uuid::text END, CASE WHEN p.external_key LIKE 'order%' THEN p.external_key||'-'||x.n ELSE md5('t'||p.record_id||'-'||x.n)::uuid::text END, x.typ, p.created_date+x.n*interval '1 minute', x.st, 10+p.record_id*1.25, 'USD', CASE WHEN x.st='SUCCESS' THEN 10+p.record_id*1.25 ELSE 0 END, 'USD', p.id, CASE x.st WHEN 'PAYMENT_FAILURE' THEN '51' WHEN 'UNKNOWN' THEN '504' END, CASE x.st WHEN 'PAYMENT_FAILURE' THEN 'Insufficient funds' WHEN 'UNKNOWN' THEN 'Timeout from gateway' END, p.created_by, p.created_date+x.n*interval '1 minute', p.created_by, p.created_date+x.n*interval '1 minute 2 seconds', p.account_record_id, 1
FROM payments p CROSS JOIN LATERAL (
 SELECT 1 n, CASE WHEN p.state_name ~ '^(AUTH|CAPTURE|VOID)' THEN 'AUTHORIZE' ELSE 'PURCHASE' END typ, CASE WHEN p.state_name LIKE '%FAILED' THEN 'PAYMENT_FAILURE' WHEN p.state_name LIKE '%PENDING' THEN 'PENDING' WHEN p.state_name LIKE '%ERRORED' THEN 'UNKNOWN' ELSE 'SUCCESS' END st
 UNION ALL SELECT 2, split_part(p.state_name,'_',1), 'SUCCESS' WHERE p.state_name ~ '^(REFUND|CAPTURE|VOID)') x;
