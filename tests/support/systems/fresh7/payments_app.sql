CREATE TABLE idempotency_keys (id bigserial PRIMARY KEY, idempotency_key varchar(255) NOT NULL UNIQUE,
  request_hash varchar(64), response text, expires_at timestamp(0), created_at timestamp(0), updated_at
  timestamp(0));
CREATE INDEX idempotency_keys_expires_at_index ON idempotency_keys (expires_at);
CREATE TABLE payroll_jobs (id bigserial PRIMARY KEY, payroll_schedule_id bigint NOT NULL, employee_id bigint
  NOT NULL, gross_salary numeric(15, 2) NOT NULL, paye_amount numeric(15, 2) NOT NULL DEFAULT 0, uif_amount
  numeric(15, 2) NOT NULL DEFAULT 0, sdl_amount numeric(15, 2) NOT NULL DEFAULT 0, net_salary numeric(15, 2)
  NOT NULL, currency varchar(3) NOT NULL DEFAULT 'ZAR', status varchar(255) NOT NULL DEFAULT 'pending' CHECK
  (status IN ('pending', 'processing', 'succeeded', 'failed', 'cancelled')), error_message text, processed_at
  timestamp(0), permanently_failed_at timestamp(0), failed_reason varchar(50), transaction_id varchar(255),
  fee numeric(15, 2), escrow_deposit_id bigint, fee_released_manually_at timestamp(0),
  funds_returned_manually_at timestamp(0), released_by bigint, pay_period_start date NOT NULL, pay_period_end
  date NOT NULL, calculation_hash varchar(64), calculation_snapshot json, employee_snapshot json, created_at
  timestamp(0), updated_at timestamp(0), UNIQUE (employee_id, pay_period_start, pay_period_end));
CREATE INDEX payroll_jobs_schedule_status ON payroll_jobs (payroll_schedule_id, status);
INSERT INTO idempotency_keys (idempotency_key, request_hash, response, expires_at, created_at, updated_at)
  SELECT 'payroll_' || md5('ik' || g), CASE WHEN g % 3 > 0 THEN md5('a' || g) || md5('b' || g) END,
  '{"success":true,"id":' || g || '}', c + interval '7 days', c, c FROM (SELECT g, localtimestamp AS n, 'x' AS
  k, localtimestamp - CASE WHEN g <= 5 THEN g * interval '25 seconds' ELSE g * interval '40 minutes' END AS c
  FROM generate_series(1, 180) g) s;
INSERT INTO payroll_jobs (payroll_schedule_id, employee_id, gross_salary, paye_amount, uif_amount, sdl_amount,
  net_salary, status, error_message, processed_at, permanently_failed_at, failed_reason, transaction_id, fee,
  escrow_deposit_id, pay_period_start, pay_period_end, calculation_hash, calculation_snapshot,
  employee_snapshot, created_at, updated_at) SELECT 1 + g % 6, g, 15000 + g * 10, 2000 + g, 150, 150, 12700 +
  g * 9, CASE k WHEN 'lost' THEN 'processing' ELSE k END, CASE WHEN k IN ('failed') THEN
  'Insufficient escrow balance' END, CASE WHEN k IN ('succeeded', 'failed') THEN c + interval '30 seconds'
  END, CASE WHEN k = 'failed' AND g % 2 = 0 THEN c + interval '1 day' END, CASE WHEN k = 'failed' AND g % 2 =
  0 THEN 'max_retries' END, CASE WHEN k IN ('succeeded') THEN 'TXN-' || left(md5('tx' || g), 12) END, CASE
  WHEN k IN ('succeeded') THEN 12.5 END, CASE WHEN k IN ('succeeded') THEN 3 END, date '2026-10-01', date
  '2026-10-31', md5('ca' || g) || md5('cb' || g), '{}', '{}', c, CASE WHEN k IN ('pending') THEN c ELSE c +
  interval '30 seconds' END FROM (SELECT g, localtimestamp AS n, CASE WHEN g <= 3 THEN 'pending' WHEN g <= 5
  THEN 'processing' WHEN g <= 8 THEN 'lost' WHEN g % 13 = 0 THEN 'failed' WHEN g % 43 = 0 THEN 'cancelled'
  ELSE 'succeeded' END AS k, localtimestamp - CASE WHEN g <= 5 THEN g * interval '25 seconds' WHEN g <= 8 THEN
  interval '9 hours' + g * interval '7 minutes' ELSE g * interval '25 minutes' END AS c FROM
  generate_series(1, 200) g) s;
