CREATE TABLE client_order (id bigserial PRIMARY KEY, client_id bigint, product_id bigint, group_id varchar(255),
  group_master smallint DEFAULT 0, invoice_option varchar(255), title varchar(255), currency varchar(20),
  unpaid_invoice_id bigint, service_id bigint, service_type varchar(100), period varchar(20),
  quantity bigint DEFAULT 1, unit varchar(100), price decimal(18,2), discount decimal(18,2), status varchar(50),
  reason varchar(255), notes text, config text, referred_by varchar(255), expires_at timestamp,
  activated_at timestamp, suspended_at timestamp, unsuspended_at timestamp, canceled_at timestamp,
  created_at timestamp, updated_at timestamp);
CREATE TABLE support_ticket (id bigserial PRIMARY KEY, support_helpdesk_id bigint, client_id bigint,
  priority int DEFAULT 100, subject varchar(255), status varchar(30) DEFAULT 'open', rel_type varchar(100),
  rel_id bigint, rel_task varchar(100), rel_new_value text, rel_status varchar(100), created_at timestamp,
  updated_at timestamp);
CREATE TABLE invoice (id bigserial PRIMARY KEY, client_id bigint, serie varchar(50), nr varchar(255),
  hash varchar(255), currency varchar(25), currency_rate decimal(13,6), credit decimal(18,2),
  base_income decimal(18,2), base_refund decimal(18,2), refund decimal(18,2), notes text,
  status varchar(50) DEFAULT 'unpaid', buyer_email varchar(255), gateway_id int, approved smallint DEFAULT 0,
  taxname varchar(255), taxrate varchar(35), due_at timestamp, reminded_at timestamp, paid_at timestamp,
  created_at timestamp, updated_at timestamp);
INSERT INTO client_order (client_id, product_id, group_master, invoice_option, title, currency, service_id,
  service_type, period, price, discount, status, reason, config, expires_at, activated_at, suspended_at, canceled_at,
  created_at, updated_at) SELECT 1 + g % 50, 1 + g % 6, 1, 'issue-invoice', 'Hosting ' || g, 'EUR', g, 'hosting',
  '1Y', 50, 0, k, CASE WHEN k = 'suspended' THEN 'not paid' END, '{}', CASE WHEN k IN ('active', 'suspended')
  THEN c + interval '1 year' END, CASE WHEN k <> 'pending_setup' THEN c + interval '1 hour' END, CASE
  WHEN k = 'suspended' THEN c + interval '300 days' END, CASE WHEN k = 'canceled' THEN c + interval '200 days' END,
  c, c + interval '1 hour' FROM (SELECT g, CASE WHEN g <= 6 THEN 'pending_setup' WHEN g % 9 = 0 THEN 'canceled'
  WHEN g % 13 = 0 THEN 'suspended' ELSE 'active' END AS k,
  localtimestamp - g * interval '3 days' AS c FROM generate_series(1, 150) g) s;
INSERT INTO support_ticket (support_helpdesk_id, client_id, subject, status, created_at, updated_at) SELECT 1,
  1 + g % 50, 'Question ' || g, CASE WHEN g <= 20 THEN 'open' WHEN g <= 28 THEN 'on_hold' ELSE 'closed' END, c,
  c + g % 90 * interval '1 hour' FROM (SELECT g,
  localtimestamp - g * interval '14 hours' AS c FROM generate_series(1, 150) g) s;
INSERT INTO invoice (client_id, serie, nr, hash, currency, currency_rate, credit, base_income, base_refund, refund,
  status, buyer_email, gateway_id, approved, due_at, reminded_at, paid_at, created_at, updated_at) SELECT 1 + g % 50,
  'INV', lpad(g::text, 5, '0'), md5('hs' || g), 'EUR', 1, 0, 10 + g, 0, CASE WHEN g % 31 = 0 THEN 10 END, CASE
  WHEN g <= 25 THEN 'unpaid' WHEN g % 31 = 0 THEN 'refunded' ELSE 'paid' END, 'b' || g || '@example.com', 1, 1,
  c + interval '5 days', CASE WHEN g % 6 = 0 THEN c + interval '3 days' END, CASE WHEN g > 25
  THEN c + interval '2 days' END, c, c + interval '2 days' FROM (SELECT g,
  localtimestamp - g * interval '1 day' AS c FROM generate_series(1, 160) g) s;
