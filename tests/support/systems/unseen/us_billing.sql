CREATE TABLE event_inbox (
  consumer varchar(128) NOT NULL,
  event_id varchar(256) NOT NULL,
  received_at timestamp DEFAULT CURRENT_TIMESTAMP NOT NULL,
  PRIMARY KEY (consumer, event_id)
);
CREATE TABLE outbox_event (
  outbox_id varchar(128) NOT NULL,
  status varchar(32) NOT NULL,
  event_id varchar(256),
  topic varchar(256) NOT NULL,
  event_key varchar(256) NOT NULL,
  event_type varchar(128) NOT NULL,
  aggregate_id varchar(256),
  payload_json text NOT NULL,
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp,
  last_error varchar(2000),
  locked_by varchar(128),
  locked_at timestamp,
  created_at timestamp DEFAULT CURRENT_TIMESTAMP NOT NULL,
  published_at timestamp,
  CONSTRAINT pk_outbox PRIMARY KEY (outbox_id),
  CONSTRAINT uq_outbox_event_event_id UNIQUE (event_id)
);
CREATE INDEX idx_outbox_status_next_attempt ON outbox_event (status, next_attempt_at);
CREATE INDEX idx_outbox_locked_at ON outbox_event (locked_at);
CREATE TABLE paycheck_payment (
  employer_id varchar(64) NOT NULL,
  payment_id varchar(128) NOT NULL,
  paycheck_id varchar(128) NOT NULL,
  pay_run_id varchar(128) NOT NULL,
  employee_id varchar(64) NOT NULL,
  pay_period_id varchar(128) NOT NULL,
  currency varchar(8) NOT NULL DEFAULT 'USD',
  net_cents bigint NOT NULL,
  status varchar(32) NOT NULL DEFAULT 'CREATED',
  attempts integer NOT NULL DEFAULT 0,
  next_attempt_at timestamp,
  last_error varchar(2000),
  locked_by varchar(128),
  locked_at timestamp,
  created_at timestamp DEFAULT CURRENT_TIMESTAMP NOT NULL,
  submitted_at timestamp,
  settled_at timestamp,
  updated_at timestamp DEFAULT CURRENT_TIMESTAMP NOT NULL,
  batch_id varchar(128),
  provider varchar(64) NOT NULL DEFAULT 'SANDBOX',
  provider_payment_ref varchar(256),
  PRIMARY KEY (employer_id, payment_id),
  CONSTRAINT uq_payment_by_paycheck UNIQUE (employer_id, paycheck_id)
);
CREATE INDEX idx_payment_by_pay_run ON paycheck_payment (employer_id, pay_run_id);
CREATE INDEX idx_payment_by_status ON paycheck_payment (employer_id, status);
CREATE INDEX idx_payment_next_attempt ON paycheck_payment (employer_id, status, next_attempt_at);
CREATE INDEX idx_payment_by_batch ON paycheck_payment (employer_id, batch_id);

INSERT INTO event_inbox (consumer, event_id, received_at)
SELECT 'payments-service', 'evt-paycheck-payment-requested-pay-' || md5('pc' || g), localtimestamp - g * interval '23 minutes' FROM generate_series(1, 120) g;
INSERT INTO paycheck_payment (employer_id, payment_id, paycheck_id, pay_run_id, employee_id, pay_period_id, currency, net_cents, status, attempts, next_attempt_at, last_error, locked_by, locked_at, created_at, submitted_at, settled_at, updated_at, batch_id, provider, provider_payment_ref)
SELECT 'emp-' || g % 3, 'pmt-' || md5('pc' || g), 'chk-' || md5('pc' || g), 'run-2026-11-' || 20 + g % 4, 'ee-' || 100 + g % 40, '2026-BW' || 20 + g % 4, 'USD', 80000 + (g * 7919) % 420000, st, CASE WHEN st = 'FAILED' THEN 1 ELSE 0 END, NULL,
       CASE WHEN st = 'FAILED' THEN 'simulated_provider_failure: R03 no account' END, CASE WHEN st = 'SUBMITTED' THEN 'payments-service-' || g % 2 END, CASE WHEN st = 'SUBMITTED' THEN c + interval '5 seconds' END, c, CASE WHEN st <> 'CREATED' THEN c + interval '5 seconds' END, CASE WHEN st = 'SETTLED' THEN c + interval '9 seconds' END,
       CASE st WHEN 'CREATED' THEN c WHEN 'SUBMITTED' THEN c + interval '5 seconds' ELSE c + interval '9 seconds' END, 'bat-' || md5('run' || g % 4 || g % 3), 'SANDBOX', CASE WHEN st <> 'CREATED' THEN 'sandbox:pmt-' || md5('pc' || g) END
FROM (SELECT g, CASE WHEN g <= 6 THEN 'CREATED' WHEN g <= 16 THEN 'SUBMITTED' WHEN g % 20 = 0 THEN 'FAILED' ELSE 'SETTLED' END AS st, localtimestamp - CASE WHEN g <= 6 THEN g * interval '900 milliseconds' WHEN g <= 12 THEN interval '6 seconds' + g * interval '500 milliseconds' WHEN g <= 16 THEN interval '4 hours' + g * interval '1 minute' ELSE interval '1 hour' + g * interval '23 minutes' END AS c FROM generate_series(1, 120) g) s;
INSERT INTO outbox_event (outbox_id, status, event_id, topic, event_key, event_type, aggregate_id, payload_json, attempts, next_attempt_at, last_error, locked_by, locked_at, created_at, published_at)
SELECT 'outbox-' || md5('ob' || g)::uuid, st, 'payment-status-' || md5('pc' || g % 120) || '-' || g, 'paycheck.payment.status_changed', 'emp-' || g % 3 || ':run-2026-11-' || 20 + g % 4, 'PaycheckPaymentStatusChanged', 'pmt-' || md5('pc' || g % 120), '{"paymentId":"pmt-' || md5('pc' || g % 120) || '","status":"SETTLED"}',
       CASE WHEN st = 'PENDING' AND g > 140 THEN 1 + g % 3 ELSE (g % 19 = 0)::int END, CASE WHEN st = 'PENDING' AND g > 140 THEN localtimestamp + (g - 143) * interval '2 seconds' ELSE c END, CASE WHEN st = 'PENDING' AND g > 140 THEN 'org.apache.kafka.common.errors.TimeoutException: Expiring 1 record(s)' END, CASE WHEN st = 'SENDING' THEN 'payments-service-0' END, CASE WHEN st = 'SENDING' THEN CASE WHEN g > 136 THEN localtimestamp - interval '55 minutes' ELSE localtimestamp - interval '300 milliseconds' END END, c, CASE WHEN st = 'SENT' THEN c + interval '700 milliseconds' END
FROM (SELECT g, CASE WHEN g <= 130 THEN 'SENT' WHEN g <= 139 THEN 'SENDING' ELSE 'PENDING' END AS st, localtimestamp - CASE WHEN g <= 130 THEN (160 - g) * interval '15 minutes' WHEN g > 136 AND g <= 139 THEN interval '56 minutes' WHEN g > 140 AND g <= 147 THEN interval '40 seconds' ELSE interval '1 second' END AS c FROM generate_series(1, 152) g) s;
