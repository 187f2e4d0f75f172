CREATE TABLE payment_schedules (id bigserial PRIMARY KEY, business_id bigint NOT NULL, type varchar(255) NOT
  NULL DEFAULT 'generic' CHECK (type IN ('generic', 'payroll')), name varchar(255) NOT NULL, frequency
  varchar(255) NOT NULL, amount numeric(15, 2) NOT NULL, currency varchar(3) NOT NULL DEFAULT 'USD', status
  varchar(255) NOT NULL DEFAULT 'active' CHECK (status IN ('active', 'paused', 'cancelled')), next_run_at
  timestamp(0), last_run_at timestamp(0), created_at timestamp(0), updated_at timestamp(0));
CREATE INDEX payment_schedules_status_next ON payment_schedules (status, next_run_at);
CREATE TABLE circuit_breaker_states (key varchar(128) PRIMARY KEY, state varchar(16) NOT NULL DEFAULT
  'closed', failure_count integer NOT NULL DEFAULT 0, success_count integer NOT NULL DEFAULT 0,
  last_failure_at timestamp(0), opened_at timestamp(0), created_at timestamp(0), updated_at timestamp(0));
CREATE TABLE financial_ledger (id bigserial PRIMARY KEY, correlation_id varchar(64) NOT NULL, transaction_type
  varchar(32) NOT NULL, account_type varchar(32) NOT NULL, business_id bigint NOT NULL, reference_type
  varchar(128), reference_id bigint, amount numeric(15, 2) NOT NULL, currency varchar(3) NOT NULL DEFAULT
  'ZAR', description text, metadata json, reversal_of_id varchar(255), reversed_by_id bigint, user_id bigint,
  effective_at timestamp(0) NOT NULL DEFAULT now(), created_at timestamp(0), updated_at timestamp(0));
CREATE TABLE audit_logs (id bigserial PRIMARY KEY, user_id bigint, business_id bigint, action varchar(255) NOT
  NULL, model_type varchar(255), model_id bigint, changes json, ip_address varchar(45), user_agent text,
  created_at timestamp(0), updated_at timestamp(0));
INSERT INTO payment_schedules (business_id, name, frequency, amount, status, next_run_at, last_run_at,
  created_at, updated_at) SELECT 1 + g % 6, 'plan ' || g, '0 9 1 * *', 100 + g, (ARRAY['active', 'active',
  'active', 'paused', 'cancelled'])[1 + g % 5], CASE WHEN g % 5 < 3 THEN localtimestamp + g * interval '1 day'
  END, localtimestamp - interval '20 days', localtimestamp - interval '200 days', localtimestamp - interval
  '20 days' FROM generate_series(1, 40) g;
INSERT INTO circuit_breaker_states SELECT 'service-' || g, CASE g WHEN 2 THEN 'open' WHEN 3 THEN 'half_open'
  ELSE 'closed' END, g % 4, 90 + g, localtimestamp - g * interval '1 hour', CASE WHEN g = 2 THEN
  localtimestamp - interval '4 minutes' END, localtimestamp - interval '9 days', localtimestamp - g * interval
  '1 minute' FROM generate_series(1, 9) g;
INSERT INTO financial_ledger (correlation_id, transaction_type, account_type, business_id, reference_type,
  reference_id, amount, description, effective_at, created_at, updated_at) SELECT md5('co' || g / 2),
  (ARRAY['DEBIT', 'CREDIT'])[1 + g % 2], (ARRAY['ESCROW', 'PAYROLL'])[1 + g % 2], 1 + g % 6,
  'App\Models\PayrollJob', g, 100 + g, 'wage', localtimestamp - g * interval '25 minutes', localtimestamp - g
  * interval '25 minutes', localtimestamp - g * interval '25 minutes' FROM generate_series(1, 220) g;
INSERT INTO audit_logs (user_id, business_id, action, model_type, model_id, created_at, updated_at) SELECT 1 +
  g % 9, 1 + g % 6, (ARRAY['payroll_job.created', 'schedule.paused'])[1 + g % 2], 'App\Models\PayrollJob', g,
  localtimestamp - g * interval '25 minutes', localtimestamp - g * interval '25 minutes' FROM
  generate_series(1, 200) g;
